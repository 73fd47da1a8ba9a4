package claim

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// width is that of printed lines.
const width = 100

// Print writes claims for a reader: the paper's sentences with their criteria and parts, then what
// we found besides.
func Print(w io.Writer, claims []Claim) {
	for _, j := range Judge(claims) {
		j.Print(w)
	}
	title := "not in the paper:"
	for _, c := range claims {
		if c.ID == "" {
			if title != "" {
				fmt.Fprintln(w, " ", title)
				title = ""
			}
			text := strings.TrimSpace(c.Figure+" "+c.Name) + ": " + c.Sentence
			if c.Criterion != "" {
				text += "; expected: " + c.Criterion
			}
			wrap(w, "  "+c.Verdict+"  ", "      ", text)
			wrap(w, "    ", "        ", c.Measured+why(c))
		}
	}
}

// Print writes the sentence, its criterion, and what was measured about its parts.
func (j Judgement) Print(w io.Writer) {
	verdict := j.Verdict()
	if r := j.Reasons(); len(r) > 0 {
		verdict += " (" + strings.Join(r, ", ") + ")"
	}
	text := fmt.Sprintf("%s [section %s]: %s", j.ID, j.Section, j.Text)
	wrap(w, "  "+verdict+"  ", "      ", text)
	wrap(w, "    ", "        ", "expected: "+strings.TrimSuffix(j.Criterion, "."))
	for _, c := range j.Parts {
		text := ""
		if c.Part != "" {
			text = "(" + c.Part + ") "
		}
		if len(j.Parts) > 1 {
			text += c.Verdict + ": "
		}
		for _, about := range []string{c.Figure, c.Name} {
			if about != "" {
				text += about + ", "
			}
		}
		wrap(w, "    ", "        ", text+c.Measured+why(c))
	}
	if m := j.Missing(); len(m) > 0 {
		wrap(w, "    ", "        ", "not measured here: ("+strings.Join(m, "), (")+")")
	}
}

// why says why a claim does not hold.
func why(c Claim) string {
	if c.Why == "" {
		return ""
	}
	return "; " + cmp.Or(c.Reason, c.Verdict) + ": " + c.Why
}

// wrap writes a text in lines, the first after a prefix, the others indented.
func wrap(w io.Writer, first, indent, text string) {
	line := first
	for i, word := range strings.Fields(text) {
		if i > 0 {
			if utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
				fmt.Fprintln(w, line)
				line = indent
			} else {
				line += " "
			}
		}
		line += word
	}
	fmt.Fprintln(w, line)
}

// Count is the numbers of verdicts.
type Count struct{ Hold, Fail, Undecided int }

// Add counts a verdict.
func (c *Count) Add(verdict string) {
	switch verdict {
	case Holds:
		c.Hold++
	case Fails:
		c.Fail++
	default:
		c.Undecided++
	}
}

func (c Count) String() string {
	return fmt.Sprintf("%d hold, %d fail, %d undecided", c.Hold, c.Fail, c.Undecided)
}

// Counts returns the verdicts of the paper's sentences and of our findings.
func Counts(claims []Claim) (paper, ours Count) {
	for _, j := range Judge(claims) {
		paper.Add(j.Verdict())
	}
	for c := range slices.Values(claims) {
		if c.ID == "" {
			ours.Add(c.Verdict)
		}
	}
	return paper, ours
}
