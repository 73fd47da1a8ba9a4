// Command figures runs the programs of figures and studies, and looks after what they make:
//
//	go run ./scripts/figures draw | status | proof [flags] …
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
	return tool.Run("figures", []tool.Verb{drawVerb, statusVerb, proofVerb}, args, stdout, stderr)
}
