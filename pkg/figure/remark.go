package figure

import (
	"strings"

	"gonum.org/v1/plot/vg"
)

// remarkMost is the most lines of a remark.
const remarkMost = 5

// remark returns the lines of the remark, as text to typeset. They are as wide as the page at most.
func (f *Figure) remark(set *typesetter) []string {
	words := strings.Fields(f.Remark)
	fits := func(line string) bool {
		b, err := set.layout(set.literal(line), remarkSize)
		return err == nil && b.w <= f.Width-2*pageMargin
	}
	var lines []string
	for len(words) > 0 {
		n := 1
		for n < len(words) && fits(strings.Join(words[:n+1], " ")) {
			n++
		}
		line, rest := strings.Join(words[:n], " "), words[n:]
		if n == 1 && !fits(line) { // a word that is longer than a line
			r := []rune(line)
			k := 1
			for k < len(r) && fits(string(r[:k+1])) {
				k++
			}
			line = string(r[:k])
			rest = append([]string{string(r[k:])}, rest...)
		}
		words = rest
		if len(lines) == remarkMost-1 && len(words) > 0 {
			line, words = "…", nil
		}
		lines = append(lines, set.literal(line))
	}
	return lines
}

// height returns the height of the page with the remark below it.
func (f *Figure) height(set *typesetter) vg.Length {
	return f.Height + remarkLine*vg.Length(len(f.remark(set)))
}

// literal returns the text that typesets as s, with a question mark for what the fonts lack.
func (t *typesetter) literal(s string) string {
	var b strings.Builder
	for _, r := range s {
		if strings.ContainsRune(`$%\`, r) {
			b.WriteRune('\\')
		}
		if _, err := t.glyph(r, regular); err != nil {
			r = '?'
		}
		b.WriteRune(r)
	}
	return b.String()
}
