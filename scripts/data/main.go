// Command data makes the files of the folder data:
//
//	go run ./scripts/data generate [flags]
//	go run ./scripts/data scores [flags]
package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"adl/pkg/dataset"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run returns the exit code: 1 if the verb fails, 2 on wrong usage.
//
// The verb generate writes the data sets that the figures' specs generate to data/, one file per
// set, and their SHA-256 checksums, so that people can look at them, use them elsewhere, or replace
// them. The figures do not read them. The verb scores computes the principal scores of the images
// of 7 and 9 from the four files of MNIST, in data/mnist or $MNIST_DIR, and compares them with the
// project's file, data/mnist79.npz.
func run(args []string, stdout, stderr io.Writer) int {
	verb := ""
	if len(args) > 0 {
		verb, args = args[0], args[1:]
	}
	f := flag.NewFlagSet("data "+verb, flag.ContinueOnError)
	f.SetOutput(stderr)
	root := f.String("root", ".", "`folder` of the project")
	var do func() error
	switch verb {
	case "generate":
		out := f.String("out", "data", "`folder` to write to")
		do = func() error {
			sets, err := generate(*root)
			if err != nil {
				return err
			}
			return write(*out, sets, stdout)
		}
	case "scores":
		do = func() error {
			err := scores(*root)
			if err == nil {
				fmt.Fprintln(stdout, dataset.ScoresFile, "agrees with the scores of the images")
			}
			return err
		}
	default:
		fmt.Fprintln(stderr, "usage: data generate|scores [flags]")
		return 2
	}
	if f.Parse(args) != nil {
		return 2
	}
	if f.NArg() > 0 {
		fmt.Fprintf(stderr, "%s: unexpected argument %q\n", verb, f.Arg(0))
		return 2
	}
	if err := do(); err != nil {
		fmt.Fprintf(stderr, "%s: %v\n", verb, err)
		return 1
	}
	return 0
}
