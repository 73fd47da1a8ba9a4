// Command data makes the files of the folder data:
//
//	go run ./scripts/data generate | fetch | scores [flags]
//
// Its verbs say more with -h.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"adl/pkg/dataset"
	"adl/scripts/internal/tool"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], dataset.MNISTFiles(), os.Stdout, os.Stderr))
}

// run executes a verb, of which fetch downloads files.
func run(
	ctx context.Context, args []string, files []dataset.MNISTFile, stdout, stderr io.Writer,
) int {
	verbs := []tool.Verb{generateVerb, fetchVerb(ctx, files), scoresVerb}
	return tool.Run("data", verbs, args, stdout, stderr)
}
