// Command report writes what the tables in results say: the verdicts on the paper's claims, the
// page of figures, and costs.
//
//	go run ./scripts/report claims | page | costs [flags] …
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
	verbs := []tool.Verb{claimsVerb(judge), pageVerb(judge), costsVerb}
	return tool.Run("report", verbs, args, stdout, stderr)
}
