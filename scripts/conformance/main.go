// Command conformance prints the stationary means and variances that a correct sampler has: without
// flags all of results/conformance.csv, with flags the rows at these parameters, for
// scripts/conformance.py.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run returns the exit code, 2 on wrong usage.
func run(args []string, stdout, stderr io.Writer) int {
	var s setup
	f := flag.NewFlagSet("conformance", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.StringVar(&s.method, "method", "", "`name` in results/conformance.csv (default all)")
	f.StringVar(&s.target, "target", "normal", "normal, gaussian or mixture")
	f.IntVar(&s.d, "d", 1, "dimension of normal")
	f.Float64Var(&s.gamma, "gamma", 1, "γ")
	f.Float64Var(&s.eta, "eta", 0, "η (default d for a scalar ξ, 2 for others)")
	f.IntVar(&s.n, "n", 10, "data in a batch of gaussian")
	f.StringVar((*string)(&s.sampling), "sampling", "without", "with, without or reshuffle")
	f.Float64Var(&s.dt, "dt", 0.01, "Δt")
	err := f.Parse(args)
	var rows string
	switch {
	case err == flag.ErrHelp:
		f.SetOutput(stdout)
		f.PrintDefaults()
		return 0
	case err != nil:
	case len(args) == 0:
		rows = all()
	case f.NArg() > 0 || s.d < 1 || !(s.gamma > 0 && s.eta >= 0 && s.dt > 0):
		err = errors.New("expected only flags, and positive -d, -gamma, -eta and -dt")
	default:
		if err = s.sampling.Check(gaussian.Ndata(), s.n); err != nil {
			break
		}
		if rows = s.rows(); rows == "" {
			err = errors.New("no rows: expected a stationary state, and -target and -method of " +
				"results/conformance.csv")
		}
	}
	if err != nil {
		fmt.Fprintln(stderr, "conformance:", err)
		return 2
	}
	fmt.Fprint(stdout, header, rows)
	return 0
}
