package main

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"adl/pkg/table"
)

// claims prints the paper's statements with their verdicts, a line each: all, or those of the
// figures that are named.
func claims(args []string, stdout, stderr io.Writer) int {
	f := flag.NewFlagSet("report claims", flag.ContinueOnError)
	f.SetOutput(stderr)
	root := f.String("root", ".", "`folder` of the project")
	verbose := f.Bool("v", false, "with the checks, their numbers, and notes")
	if f.Parse(args) != nil {
		return 2
	}
	for _, name := range f.Args() {
		if !table.IsName(name) {
			fmt.Fprintf(stderr, "claims: unexpected argument %q: expected a figure or a study, such as "+
				"fig07\n", name)
			return 2
		}
	}
	if err := printClaims(*root, *verbose, f.Args(), stdout); err != nil {
		fmt.Fprintln(stderr, "claims:", err)
		return 1
	}
	return 0
}

func printClaims(root string, verbose bool, names []string, stdout io.Writer) error {
	s, ts, err := read(root)
	if err != nil {
		return err
	}
	for _, x := range s.of(names...) {
		found, lines, e := x.judge(ts)
		if e == nil && found != x.Verdict {
			e = fmt.Errorf("%s: the checks give %q, experiments/claims.toml says %q", x.ID, found,
				x.Verdict)
		}
		err = errors.Join(err, e)
		fmt.Fprintf(stdout, "%-9s %-17s %s\n", x.ID, x.Verdict, x.Text)
		if !verbose {
			continue
		}
		for _, l := range append([]string{x.Note}, lines...) {
			if l != "" {
				fmt.Fprintf(stdout, "%-27s %s\n", "", l)
			}
		}
	}
	if len(names) == 0 {
		fmt.Fprintf(stdout, "\n%d statements: %s\n", len(s.Statement), s.counts())
	}
	return err
}
