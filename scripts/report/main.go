// Command report writes what the tables in results say: the verdicts on the paper's statements and
// the page of figures.
//
//	go run ./scripts/report claims | page [flags] …
//
// Its verbs say more with -h.
package main

import (
	"io"
	"os"
	"runtime/debug"

	"adl/scripts/internal/tool"
)

func main() {
	debug.SetGCPercent(400) // it runs for a second
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

func run(args []string, stdout, stderr io.Writer) int {
	return tool.Run("report", []tool.Verb{claimsVerb, pageVerb}, args, stdout, stderr)
}
