package main

import (
	"errors"
	"fmt"

	"adl/pkg/table"
	"adl/scripts/internal/tool"
)

// claimsVerb prints the paper's statements with their verdicts, a line each.
var claimsVerb = tool.Verb{
	Name: "claims",
	Args: "[FIGURE...]",
	Text: "prints the verdicts on the paper's statements, of all or of the figures that are named",
	Start: func(c *tool.Call) func() error {
		root := c.Flags.String("root", ".", "`folder` of the project")
		verbose := c.Flags.Bool("v", false, "with the checks, their numbers, and notes")
		return func() error {
			for _, name := range c.Args() {
				if !table.IsName(name) {
					return tool.Usage("unexpected argument %q: expected a figure or a study, such as fig07",
						name)
				}
			}
			s, ts, err := read(*root)
			if err != nil {
				return err
			}
			for _, x := range s.of(c.Args()...) {
				found, lines, e := x.judge(ts)
				if e == nil && found != x.Verdict {
					e = fmt.Errorf("%s: the checks give %q, experiments/claims.toml says %q", x.ID, found,
						x.Verdict)
				}
				err = errors.Join(err, e)
				fmt.Fprintf(c.Stdout, "%-9s %-17s %s\n", x.ID, x.Verdict, x.Text)
				if !*verbose {
					continue
				}
				for _, l := range append([]string{x.Note}, lines...) {
					if l != "" {
						fmt.Fprintf(c.Stdout, "%-27s %s\n", "", l)
					}
				}
			}
			if len(c.Args()) == 0 {
				fmt.Fprintf(c.Stdout, "\n%d statements: %s\n", len(s.Statement), s.counts())
			}
			return err
		}
	},
}
