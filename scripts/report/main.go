// Command report evaluates the tables in results: it writes the verdicts on the paper's statements,
// or the page of figures. It runs in the folder of the project.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"adl/pkg/files"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	f := flag.NewFlagSet("report", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.Usage = func() {
		fmt.Fprintln(stderr, "usage: report claims [-v] [FIGURE...] | page [-profile NAME] [-live]")
	}
	verbose := f.Bool("v", false, "with checks and notes")
	profile := f.String("profile", "paper", "of the page")
	computes := f.Bool("live", false, "write live.html, which computes points with live.js")
	verb := ""
	if len(args) > 0 {
		verb, args = args[0], args[1:]
	}
	if f.Parse(args) != nil {
		return 2
	}
	if verb != "claims" && (verb != "page" || f.NArg() > 0) {
		f.Usage()
		return 2
	}
	s, ts, err := read()
	if err == nil && verb == "claims" {
		err = s.print(stdout, f.Args(), *verbose)
	} else if err == nil {
		var text []byte
		path := filepath.Join(folder(*profile), "index.html")
		if *computes {
			path = filepath.Join(folder(*profile), "live.html")
		}
		if text, err = render(s, ts, *profile, *computes); err == nil {
			err = files.WriteBytes(path, text)
			fmt.Fprintf(stdout, "wrote %s: open it in a browser\n", path)
		}
	}
	if err != nil {
		fmt.Fprintf(stderr, "%s: %v\n", verb, err)
		return 1
	}
	return 0
}

// print prints the statements about some figures with their verdicts, one line each, and with notes
// and checks if verbose.
func (s *Statements) print(w io.Writer, figures []string, verbose bool) error {
	list := s.of(figures...)
	if len(list) == 0 {
		return fmt.Errorf("no statement is about %s", strings.Join(figures, " "))
	}
	for _, x := range list {
		fmt.Fprintf(w, "%-9s %-24s %s\n", x.ID, x.Verdict, x.Text)
		for _, l := range append([]string{x.Note}, x.Lines...) {
			if verbose && l != "" {
				fmt.Fprintf(w, "%-34s %s\n", "", l)
			}
		}
	}
	if len(figures) == 0 {
		fmt.Fprintf(w, "\n%d statements of the paper: %s\n", len(s.Statement), s.Counts())
	}
	return nil
}
