// Command page writes the page on which all figures can be looked at: their pictures and captions,
// the paper's sentences about them with verdicts and numbers, what they took, where they come from,
// and links to tables, specs and programs.
//
//	go run ./scripts/page [-root DIR] [-profile NAME]
//
// It reads the manifests of the figures and writes figures/index.html, with the best results there
// are of every figure, or, with -profile, a page of one profile beside its pictures. The page is
// static: it needs no network, and scripts only to sort. It depends on nothing but the files it
// reads, so that the same results give the same bytes. A page that would not change is not touched.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"adl/experiments/claims"
	"adl/pkg/files"
	"adl/pkg/ledger"
)

func main() { os.Exit(run(claims.Judge, os.Args[1:], os.Stdout, os.Stderr)) }

func run(judge ledger.Judge, args []string, stdout, stderr io.Writer) int {
	fl := flag.NewFlagSet("page", flag.ContinueOnError)
	fl.SetOutput(stderr)
	root := fl.String("root", ".", "`folder` of the project")
	profile := fl.String("profile", "",
		"`profile`: smoke, quick or paper (default: for each figure paper, else quick)")
	switch err := fl.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2 // flag has said why
	case fl.NArg() > 0:
		fmt.Fprintf(stderr, "page: unexpected argument %q\n", fl.Arg(0))
		return 2
	}
	dir := filepath.Join(*root, "figures")
	if *profile != "" && *profile != "paper" {
		dir = filepath.Join(dir, *profile)
	}
	path := filepath.Join(dir, "index.html")
	b, profiles, err := render(judge, *root, *profile, dir)
	if err != nil {
		fmt.Fprintln(stderr, "page:", err)
		return 1
	}
	what := "the page of profile " + strings.Join(profiles, " and ")
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, b) {
		fmt.Fprintf(stdout, "%s is up to date: %s\n", what, path)
		return 0
	}
	if err := files.WriteBytes(path, b); err != nil {
		fmt.Fprintf(stderr, "page: cannot %v\n", err)
		return 1
	}
	fmt.Fprintf(stdout, "wrote %s: %s\n", what, path)
	return 0
}
