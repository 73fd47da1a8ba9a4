// Command claims prints the sentences of the paper with their criteria and verdicts, and what we
// found besides, from the manifests of the figures in results/<profile>/.
//
//	go run ./scripts/claims [-results DIR] [-profile NAME] [fig03 fig07 …]
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/files"
	"adl/pkg/table"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("claims", flag.ContinueOnError)
	fs.SetOutput(stderr)
	results := fs.String("results", "results", "`folder` of the tables")
	profile := fs.String("profile", "",
		"`profile`: smoke, quick or paper (default: for each figure paper, else quick)")
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2 // flag has said why
	}
	for _, name := range fs.Args() {
		if ok, _ := filepath.Match("fig[0-9]*", name); !ok {
			fmt.Fprintf(stderr, "claims: unexpected argument %q: expected a figure, such as fig07\n", name)
			return 2
		}
	}
	profiles := []string{"paper", "quick"}
	if *profile != "" {
		profiles = []string{*profile}
	}
	seen := map[string]bool{}
	var manifests []string
	for _, p := range profiles {
		if err := files.Finish(filepath.Join(*results, p)); err != nil {
			fmt.Fprintf(stderr, "claims: a figure that was interrupted is not complete: %v\n", err)
		}
		found, err := filepath.Glob(filepath.Join(*results, p, "fig*.json"))
		if err != nil {
			fmt.Fprintln(stderr, "claims:", err)
			return 1
		}
		for _, f := range found {
			name := strings.TrimSuffix(filepath.Base(f), ".json")
			if !seen[name] && (fs.NArg() == 0 || slices.Contains(fs.Args(), name)) {
				seen[name] = true
				manifests = append(manifests, f)
			}
		}
	}
	for _, name := range fs.Args() {
		if !seen[name] {
			fmt.Fprintf(stderr, "claims: no manifest %s.json in %s for profile %s; "+
				"make %s first\n", name, *results, strings.Join(profiles, " or "), name)
			return 1
		}
	}
	if len(manifests) == 0 {
		fmt.Fprintf(stderr, "claims: no manifests fig*.json in %s for profile %s; "+
			"make figures first\n", *results, strings.Join(profiles, " or "))
		return 1
	}
	slices.SortFunc(manifests, func(a, b string) int {
		return strings.Compare(filepath.Base(a), filepath.Base(b))
	})
	var claims []claim.Claim
	for _, f := range manifests {
		m, err := table.ReadManifest(f)
		if err != nil {
			fmt.Fprintln(stderr, "claims:", err)
			return 1
		}
		paper, ours := claim.Counts(m.Claims)
		fmt.Fprintf(stdout, "%s (%s): %s; the paper's sentences: %s; ours: %s\n",
			m.Figure, m.Profile, m.Title, paper, ours)
		for _, c := range m.Claims {
			c.Figure = m.Figure
			claims = append(claims, c)
		}
	}
	fmt.Fprintln(stdout)
	claim.Print(stdout, claims)
	if fs.NArg() == 0 {
		unjudged(stdout, claims)
	}
	paper, ours := claim.Counts(claims)
	fmt.Fprintf(stdout, "\nthe paper's sentences: %s; ours: %s\n", paper, ours)
	return 0
}

// unjudged lists the paper's sentences that no claim is about, with the reasons.
func unjudged(w io.Writer, claims []claim.Claim) {
	judged := map[string]bool{}
	for _, c := range claims {
		judged[c.ID] = true
	}
	title := "not judged:"
	for _, s := range claim.Sentences() {
		if judged[s.ID] {
			continue
		}
		if title != "" {
			fmt.Fprintln(w, " ", title)
			title = ""
		}
		fmt.Fprintf(w, "  %s [section %s]: %s\n    %s\n", s.ID, s.Section, s.Text,
			cmp.Or(s.Why, s.Criterion))
	}
}
