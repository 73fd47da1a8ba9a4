// Command verify compares results and pictures with those that are committed:
//
//	go run ./scripts/verify compare | reproduce | check | keep [flags] …
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
	return tool.Run("verify", verbs(goldenTests), args, stdout, stderr)
}

// verbs are all verbs, of which reproduce runs golden tests.
func verbs(run golden) []tool.Verb {
	return []tool.Verb{compareVerb, reproduceVerb(run), checkVerb, keepVerb}
}
