// Command verify compares results with the committed results. It runs in the project's folder.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

var errUsage = errors.New("expected compare DIR LONGER FIGURE..., same DIR OTHER FIGURE..., " +
	"reproduce [-profile smoke|quick|paper] FIGURE..., keep, or " +
	"twice OLD NEW, two folders of tables or revisions of git")

// run returns the exit code: 1 if something differs or fails, 2 on wrong usage.
func run(args []string, stdout, stderr io.Writer) int {
	verb, err := "", errUsage
	if len(args) > 0 {
		verb, args = args[0], args[1:]
	}
	switch {
	case verb == "compare" && len(args) > 2:
		err = compare(stdout, args[0], args[1], args[2:])
	case verb == "same" && len(args) > 2:
		err = same(stdout, args[0], args[1], args[2:])
	case verb == "reproduce":
		err = reproduce(args, stdout, stderr)
	case verb == "twice" && len(args) == 2:
		err = twice(stdout, args[0], args[1])
	case verb == "keep" && len(args) == 0:
		err = keep(stdout)
	}
	if err == nil {
		return 0
	}
	fmt.Fprintf(stderr, "verify: %v\n", err)
	if errors.Is(err, errUsage) {
		return 2
	}
	return 1
}
