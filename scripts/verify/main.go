// Command verify compares results with those that are committed:
//
//	go run ./scripts/verify compare [-long] [-bits] A B [FIGURE...]
//	go run ./scripts/verify reproduce [-profile NAME] FIGURE...
//	go run ./scripts/verify keep
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run returns the exit code: 1 if something differs or fails, 2 on wrong usage.
func run(args []string, stdout, stderr io.Writer) int {
	verbs := map[string]func(args []string, stdout, stderr io.Writer) int{
		"compare": compare, "keep": keep,
		"reproduce": func(args []string, stdout, stderr io.Writer) int {
			return reproduce(args, goldenTests, stdout, stderr)
		},
	}
	if len(args) == 0 || verbs[args[0]] == nil {
		fmt.Fprintln(stderr, "usage: verify compare A B | reproduce FIGURE... | keep, with flags before "+
			"what they act on")
		return 2
	}
	return verbs[args[0]](args[1:], stdout, stderr)
}

// newFlags returns the flags of a verb, whose mistakes are told on stderr.
func newFlags(verb string, stderr io.Writer) *flag.FlagSet {
	f := flag.NewFlagSet("verify "+verb, flag.ContinueOnError)
	f.SetOutput(stderr)
	return f
}

// errFailed is the error of a verb that has said why it fails.
var errFailed = errors.New("failed")

// exit returns the exit code of a verb that ends with err, which it prints.
func exit(verb string, err error, stderr io.Writer) int {
	if err == nil {
		return 0
	}
	if err != errFailed {
		fmt.Fprintf(stderr, "%s: %v\n", verb, err)
	}
	return 1
}
