package figure

import (
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
)

// A note that is wider than the page goes on in the next line, but formulas stay whole.
func TestNoteLines(t *testing.T) {
	f := New(1, 1)
	f.Width = 4 * vg.Centimeter
	for _, c := range []struct {
		note string
		want []string
	}{
		{"short", []string{"short"}},
		{"a note about three lines of which this is it", []string{
			"a note about three lines of which this", "is it",
		}},
		{`then $x + y + z + x + y + z$ and more of this`, []string{
			`then $x + y + z + x + y + z$ and more of`, "this",
		}},
		{`and a little more of this $x + y + z + x + y + z$`, []string{
			"and a little more of this", `$x + y + z + x + y + z$`,
		}},
		{`30\$ and $\alpha \beta$`, []string{`30\$ and $\alpha \beta$`}},
	} {
		p := &pen{set: newTypesetter()}
		f.Note = c.note
		got := f.noteLines(p)
		if !slices.Equal(got, c.want) || p.err != nil {
			t.Errorf("%q: %q, %v", c.note, got, p.err)
		}
		for _, line := range got {
			if w := p.measure(line, noteSize).w; w > f.Width-2*pageMargin {
				t.Errorf("%q is %g points wide", line, w)
			}
		}
	}
}
