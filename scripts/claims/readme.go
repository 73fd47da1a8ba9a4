package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/files"
	"adl/pkg/ledger"
)

// The lines of README between which the counts stand.
const (
	countsBegin = "<!-- counts: make page writes this paragraph -->\n"
	countsEnd   = "<!-- end of counts -->\n"
)

// counts is the paragraph of README with the counts of the best results of every figure.
func counts(l *ledger.Ledger) string {
	paper, _ := claim.Counts(l.Claims())
	unjudged := len(l.Unjudged())
	all := paper.Hold + paper.Fail + paper.Undecided + unjudged
	return fmt.Sprintf("At profile %s, of %d sentences of the paper **%d hold, %d fail** and %d are "+
		"undecided;\n%d are not judged, with reasons.\n", strings.Join(l.Profiles(), " and "), all,
		paper.Hold, paper.Fail, paper.Undecided, unjudged)
}

// withCounts returns the text of README with the present counts.
func withCounts(text string, l *ledger.Ledger) (string, error) {
	before, rest, ok := strings.Cut(text, countsBegin)
	_, after, ended := strings.Cut(rest, countsEnd)
	if !ok || !ended {
		return "", errors.New("expected the lines " + strings.TrimSpace(countsBegin) + " and " +
			strings.TrimSpace(countsEnd))
	}
	return before + countsBegin + counts(l) + countsEnd + after, nil
}

// writeCounts writes the counts into the file readme, if they are not there.
func writeCounts(results, readme string, stdout io.Writer) error {
	if readme == "" {
		return nil
	}
	l, err := ledger.Read(results, "")
	if err != nil {
		return err
	}
	old, err := os.ReadFile(readme)
	if err != nil {
		return err
	}
	text, err := withCounts(string(old), l)
	if err != nil {
		return fmt.Errorf("%s: %w", readme, err)
	}
	if text == string(old) {
		return nil
	}
	if err := files.WriteBytes(readme, []byte(text)); err != nil {
		return fmt.Errorf("cannot %w", err)
	}
	fmt.Fprintf(stdout, "wrote the counts in %s\n", readme)
	return nil
}
