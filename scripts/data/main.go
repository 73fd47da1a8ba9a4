// Command data makes the files of the folder data. It runs in the project's folder:
//
//	go run ./scripts/data generate
//	go run ./scripts/data scores
//
// The verb generate writes the data sets that the figures' specs generate, one file per set, and
// their SHA-256 checksums, so that people can look at them, use them elsewhere, or replace them.
// The figures do not read them. The verb scores computes the principal scores of the images of 7
// and 9 from the four files of MNIST, in data/mnist or $MNIST_DIR, and compares them with the
// project's file, data/mnist79.npz.
package main

import (
	"fmt"
	"io"
	"os"
	"strings"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run returns the exit code: 1 if the verb fails, 2 on wrong usage.
func run(args []string, stdout, stderr io.Writer) int {
	var err error
	verb := strings.Join(args, " ")
	switch verb {
	case "generate":
		err = generate("data", stdout)
	case "scores":
		err = scores(stdout)
	default:
		fmt.Fprintf(stderr, "data: expected generate or scores, got %q\n", verb)
		return 2
	}
	if err != nil {
		fmt.Fprintf(stderr, "%s: %v\n", verb, err)
		return 1
	}
	return 0
}
