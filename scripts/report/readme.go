package main

import (
	"errors"
	"fmt"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/ledger"
)

// counts is the paragraph of README with the readings, and with the registered verdicts of the best
// results of every figure.
func counts(l *ledger.Ledger) string {
	paper, _ := claim.Counts(l.Claims())
	var b strings.Builder
	claim.Printer{W: &b}.Text("", "", fmt.Sprintf("**%s.** This reading, by rules that are the same "+
		"for all, was made when the numbers were known. By criteria registered before the runs at "+
		"profile %s, when smaller profiles and exact values were known, %s, and %d are not judged.",
		claim.ReadingCounts(), strings.Join(l.Profiles(), " and "), paper, len(l.Unjudged())))
	return b.String()
}

// headlines is the number of findings in README, which is short.
const headlines = 7

// findings is the list of the first causes.
func findings(*ledger.Ledger) string {
	var b strings.Builder
	for i, c := range claim.Causes()[:headlines] {
		claim.Printer{W: &b}.Text(fmt.Sprintf("%d. ", i+1), "   ", fmt.Sprintf("**%s** %s %s [%d]",
			c.Headline, c.Number, c.Range, len(claim.Explained(c.ID))))
	}
	return b.String()
}

// marked are the parts of README that are written, by the name of their marks.
var marked = map[string]func(*ledger.Ledger) string{"counts": counts, "findings": findings}

// withCounts returns the text of README with what stands between the marks as it is now.
func withCounts(text string, l *ledger.Ledger) (string, error) {
	for name, write := range marked {
		begin, end := "<!-- "+name+": make page writes this -->\n", "<!-- end of "+name+" -->\n"
		before, rest, ok := strings.Cut(text, begin)
		_, after, ended := strings.Cut(rest, end)
		if !ok || !ended {
			return "", errors.New("expected the lines " + strings.TrimSpace(begin) + " and " +
				strings.TrimSpace(end))
		}
		text = before + begin + write(l) + end + after
	}
	return text, nil
}
