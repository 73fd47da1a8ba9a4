// Command report writes what the tables in results say: the verdicts on the paper's claims, the
// page of figures, costs, and a description for archives.
//
//	go run ./scripts/report claims | page | costs | crate [flags] …
//
// Its verbs say more with -h.
package main

import (
	"io"
	"os"
	"runtime/debug"

	"adl/experiments/claims"
	"adl/pkg/ledger"
	"adl/scripts/internal/tool"
)

func main() {
	debug.SetGCPercent(400) // it runs for a second
	os.Exit(run(claims.Judge, os.Args[1:], os.Stdout, os.Stderr))
}

func run(judge ledger.Judge, args []string, stdout, stderr io.Writer) int {
	return tool.Run("report", []tool.Verb{
		claimsVerb(judge), pageVerb(judge), costsVerb, crateVerb,
	}, args, stdout, stderr)
}
