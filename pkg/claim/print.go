package claim

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
)

// Printer writes parts for a reader. The zero value of Width stands for lines of 100 characters.
type Printer struct {
	W      io.Writer
	Width  int  // the most characters of a line
	Colour bool // verdicts in the colours of a terminal
}

// List writes a claim, its verdict and its reading in some words each, and what we found besides.
func (p Printer) List(claims []Part) {
	for _, j := range Judge(claims) {
		read := "; read: " + j.Words()
		if j.Words() == j.Verdict() {
			read = ""
		}
		p.verdict("  ", "      ", j.Verdict(), "  ", j.ID+": "+strings.TrimSuffix(j.Text, ".")+read)
	}
	for _, c := range Ours(claims) {
		p.verdict("  ", "      ", c.Verdict, "  ", "ours: "+c.Sentence)
	}
}

// Print writes the paper's claims with their criteria and parts, then what we found besides.
func (p Printer) Print(claims []Part) {
	for _, j := range Judge(claims) {
		p.Claim(j)
	}
	for i, c := range Ours(claims) {
		if i == 0 {
			fmt.Fprintln(p.W, "  not in the paper:")
		}
		text := strings.TrimSpace(c.Figure+" "+c.Name) + ": " + c.Sentence
		if c.Criterion != "" {
			text += " Expected: " + c.Criterion
		}
		p.verdict("  ", "      ", c.Verdict, "  ", text)
		p.Text("    ", "        ", c.Measured)
	}
}

// Claim writes a claim, its criterion, and what was measured about its parts.
func (p Printer) Claim(j Judgement) {
	text := fmt.Sprintf("%s [section %s]: %s", j.ID, j.Section, j.Text)
	p.verdict("  ", "      ", j.Verdict(), "  ", text)
	p.Text("    ", "        ", "expected: "+j.Criterion)
	for _, c := range j.Parts {
		before := "    "
		if c.Part != "" {
			before += "(" + c.Part + ") "
		}
		text := strings.Join(slices.DeleteFunc([]string{c.Figure, c.Name, c.Measured},
			func(s string) bool { return s == "" }), ", ")
		if len(j.Parts) > 1 {
			p.verdict(before, "        ", c.Verdict, ": ", text)
		} else {
			p.Text(before, "        ", text)
		}
	}
	if m := j.Missing(); len(m) > 0 {
		p.Text("    ", "        ", "not measured here: ("+strings.Join(m, "), (")+")")
	}
	reading := "reading at profile paper: " + j.Words()
	if note := j.Note(); note != "" {
		reading += ": " + note
	}
	p.Text("    ", "        ", reading)
}

// colours of verdicts: green, red and yellow are told apart by the word, too.
var colours = map[string]string{Holds: "32", Fails: "31", Undecided: "33"}

// verdict writes a text behind a verdict.
func (p Printer) verdict(before, indent, verdict, after, text string) {
	var b strings.Builder
	Printer{W: &b, Width: p.Width}.Text(before+verdict+after, indent, text)
	lines := b.String()
	if p.Colour {
		coloured := "\x1b[" + colours[verdict] + "m" + verdict + "\x1b[0m"
		lines = strings.Replace(lines, verdict, coloured, 1)
	}
	io.WriteString(p.W, lines)
}

// Text writes a text in lines, the first after a prefix, the others indented. A word that is longer
// than a line has one of its own.
func (p Printer) Text(first, indent, text string) {
	width := cmp.Or(p.Width, 100)
	line, length := first, columns(first)
	for i, word := range strings.Fields(text) {
		n := columns(word)
		switch {
		case i == 0:
		case length+1+n > width:
			fmt.Fprintln(p.W, line)
			line, length = indent, columns(indent)
		default:
			line += " "
			length++
		}
		line += word
		length += n
	}
	fmt.Fprintln(p.W, line)
}

// columns is the width of a text on a terminal: combining marks, as that of ξ̄, have none.
func columns(s string) (n int) {
	for _, r := range s {
		if !unicode.Is(unicode.Mn, r) {
			n++
		}
	}
	return n
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

// Counts returns the verdicts of the paper's claims and of our findings.
func Counts(claims []Part) (paper, ours Count) {
	for _, j := range Judge(claims) {
		paper.Add(j.Verdict())
	}
	for _, c := range Ours(claims) {
		ours.Add(c.Verdict)
	}
	return paper, ours
}
