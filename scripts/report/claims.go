package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"adl/pkg/claim"
	"adl/pkg/ledger"
	"adl/pkg/table"
	"adl/scripts/internal/tool"
)

// claimsVerb prints the verdicts on the paper's claims. Without the name of a figure it prints a
// table of the figures with the counts of verdicts, and the readings by cause; with some, or with
// -all, the claims with verdicts and readings, and with -v their criteria and measured values.
func claimsVerb(judge ledger.Judge) tool.Verb {
	return tool.Verb{
		Name: "claims",
		Args: "[FIGURE...]",
		Text: "prints the verdicts on the paper's claims, from the tables in results",
		Start: func(c *tool.Call) func() error {
			results := c.Flags.String("results", "results", "`folder` of the tables")
			profile := c.Flags.String("profile", "", tool.Profile)
			all := c.Flags.Bool("all", false, "print the claims of all figures")
			verbose := c.Flags.Bool("v", false, "with criteria, and the numbers of all parts")
			return func() error {
				for _, name := range c.Args() {
					if !table.IsName(name) {
						return tool.Usage("unexpected argument %q: expected a figure or a study, such as fig07",
							name)
					}
				}
				return show(terminal(c.Stdout), judge, *results, *profile, *all, *verbose, c.Args())
			}
		},
	}
}

// terminal returns a printer for w: as wide as the terminal, if w is one, and with colours unless
// the environment does not want them.
func terminal(w io.Writer) claim.Printer {
	p := claim.Printer{W: w, Width: 100}
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return p
	}
	if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
		p.Width = min(max(width, 40), 120)
	}
	p.Colour = os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	return p
}

// show prints the claims.
func show(
	p claim.Printer, judge ledger.Judge, results, profile string, all, verbose bool, names []string,
) error {
	l, err := ledger.Read(results, profile, judge, names...)
	if err != nil {
		return err
	}
	for _, m := range l.Manifests {
		if len(m.Altered) > 0 {
			p.Text("", "", fmt.Sprintf("%s is about another spec than the figure's own (%s): "+
				"it decides no claim of the paper", m.Figure, strings.Join(m.Altered, "; ")))
			return nil
		}
	}
	if profile == "smoke" && !all {
		p.Text("", "", "runs of profile smoke are too short to decide the paper's claims; "+
			"PROFILE=quick decides them")
		return nil
	}
	if len(names) == 0 && !all {
		overview(p, l)
		return nil
	}
	for _, m := range l.Manifests {
		p.Text("", "  ", fmt.Sprintf("%s, profile %s: %s", table.Label(m.Figure), m.Profile,
			ledger.Title(m)))
	}
	fmt.Fprintln(p.W)
	if verbose {
		p.Print(l.Claims())
	} else {
		p.List(l.Claims())
	}
	if all {
		unjudged(p, l)
	}
	fmt.Fprintln(p.W)
	paper, ours := claim.Counts(l.Claims())
	p.Text("", "  ", fmt.Sprintf("the paper's claims: %s; ours: %s", paper, ours))
	return nil
}

// overview writes a table of the figures, and what to do next.
func overview(p claim.Printer, l *ledger.Ledger) {
	wide := len("figure")
	for _, m := range l.Manifests {
		wide = max(wide, len(table.Short(m.Figure)))
	}
	fmt.Fprintf(p.W, "the paper's claims at profile %s\n%*s  hold  fail  undecided  ours hold\n",
		strings.Join(l.Profiles(), " and "), wide, "figure")
	row := func(first string, paper, ours claim.Count, title string) {
		found := ""
		if n := ours.Hold + ours.Fail + ours.Undecided; n > 0 {
			found = fmt.Sprintf("%d of %d", ours.Hold, n)
		}
		line := fmt.Sprintf("%*s  %4d  %4d  %9d  %-9s  ", wide, first, paper.Hold, paper.Fail,
			paper.Undecided, found)
		p.Text(line, strings.Repeat(" ", len(line)), title)
	}
	for _, m := range l.Manifests {
		paper, ours := claim.Counts(l.Of(m.Figure))
		row(table.Short(m.Figure), paper, ours, ledger.Title(m))
	}
	paper, ours := claim.Counts(l.Claims())
	row("all", paper, ours, "each claim once, from its parts in all figures")
	fmt.Fprintln(p.W)
	p.Text("", "  ", fmt.Sprintf("registered: %s, %d not judged", paper, len(l.Unjudged())))
	p.Text("", "  ", fmt.Sprintf("read at profile paper: %s", claim.ReadingCounts()))
	fmt.Fprintln(p.W, "\nwhat explains the others:")
	p.Causes()
	fmt.Fprintln(p.W)
	p.Text("", "", fmt.Sprintf("make claims FIG=%s prints the claims of a figure, ARGS=-v with the "+
		"numbers, ARGS=-all those of all; results/%s/claims.md and figures/index.html have them to read.",
		table.Short(l.Manifests[min(6, len(l.Manifests)-1)].Figure), l.Profiles()[0]))
}

// unjudged lists the paper's claims that no claim is about, with the reasons.
func unjudged(p claim.Printer, l *ledger.Ledger) {
	for i, s := range l.Unjudged() {
		if i == 0 {
			fmt.Fprintln(p.W, "  not judged:")
		}
		p.Text("  ", "      ", fmt.Sprintf("%s [section %s]: %s", s.ID, s.Section, s.Text))
		p.Text("    ", "        ", s.Words()+": "+cmp.Or(s.Why, s.Criterion))
	}
}
