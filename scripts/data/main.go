// Command data makes the files of the folder data:
//
//	go run ./scripts/data generate | scores [flags]
//
// Its verbs say more with -h.
package main

import (
	"io"
	"os"

	"adl/scripts/internal/tool"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	return tool.Run("data", []tool.Verb{generateVerb, scoresVerb}, args, stdout, stderr)
}
