// Command figures runs the programs of figures and studies, and looks after what they make:
//
//	go run ./scripts/figures draw | status | new | proof [flags] …
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
	verbs := []tool.Verb{drawVerb, statusVerb, newVerb, proofVerb}
	return tool.Run("figures", verbs, args, stdout, stderr)
}
