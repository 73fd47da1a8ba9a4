// Command report writes what the tables in results say: the verdicts on the paper's statements and
// the page of figures.
//
//	go run ./scripts/report claims [-v] [FIGURE...]
//	go run ./scripts/report page [-profile NAME]
package main

import (
	"fmt"
	"io"
	"os"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run returns the exit code: 1 if the verb fails, 2 on wrong usage.
func run(args []string, stdout, stderr io.Writer) int {
	verbs := map[string]func(args []string, stdout, stderr io.Writer) int{
		"claims": claims, "page": page,
	}
	if len(args) == 0 || verbs[args[0]] == nil {
		fmt.Fprintln(stderr, "usage: report claims [-v] [FIGURE...] | page [-profile NAME]")
		return 2
	}
	return verbs[args[0]](args[1:], stdout, stderr)
}
