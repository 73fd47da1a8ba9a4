package figure

import (
	"strings"

	"gonum.org/v1/plot/vg"
)

// noteLead is the distance between the lines of a note.
const noteLead = 1.2 * noteSize

// noteLines breaks the note into lines as wide as the page, at spaces outside of formulas. A line
// without such a space may be wider.
func (f *Figure) noteLines(p *pen) (lines []string) {
	for _, word := range words(f.Note) {
		if n := len(lines); n > 0 {
			longer := lines[n-1] + " " + word
			if p.measure(longer, noteSize).w <= f.Width-2*pageMargin {
				lines[n-1] = longer
				continue
			}
		}
		lines = append(lines, word)
	}
	return lines
}

// words splits a text at its spaces outside of formulas.
func words(s string) (all []string) {
	formula, from := false, 0
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] == '$':
			formula = !formula
		case s[i] == ' ' && !formula:
			all, from = append(all, s[from:i]), i+1
		}
	}
	return append(all, s[from:])
}

// drawNote draws the note at the foot of the page and returns the height that it takes.
func (f *Figure) drawNote(p *pen, page vg.Rectangle) vg.Length {
	if strings.TrimSpace(f.Note) == "" {
		return 0
	}
	lines := f.noteLines(p)
	last := lines[len(lines)-1]
	base := page.Min.Y - p.measure(last, noteSize).bottom + noteLead*vg.Length(len(lines)-1)
	for i, line := range lines {
		p.write(line, noteSize, pt(page.Min.X, base-noteLead*vg.Length(i)), 0, 0, 0, small)
	}
	return base - page.Min.Y + p.measure(lines[0], noteSize).top + 3
}
