package plots

import (
	"strings"
	"testing"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"
)

func TestFormulaErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`$\nosuch$`, `unknown command \nosuch`},
		{`$x`, "a $ is not closed"},
		{`$x_$`, `unexpected '$'`},
		{`$}$`, "unexpected '}'"},
		{`${x`, "a { is not closed"},
		{`$\`, "unknown command"},
		{"中", "no glyph"},
	} {
		if err := CheckText(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.text, err, c.want)
		}
	}
}

// TestFormulaLayout compares the extents of formulas.
func TestFormulaLayout(t *testing.T) {
	lay := func(s string) box { return layout(s, 10) }
	plain := lay("x")
	for _, c := range []struct {
		text string
		ok   func(b box) bool
	}{
		{`$x_1$`, func(b box) bool { return b.bottom < plain.bottom-1 && b.w > plain.w }},
		{`$x^2$`, func(b box) bool { return b.top > plain.top+1 }},
		{`$\bar x$`, func(b box) bool { return b.top > plain.top && b.w == lay("$x$").w }},
		{`$a=b$`, func(b box) bool { return b.w > lay("$a$").w+lay("$=$").w+lay("$b$").w-0.1 }},
		{`$-1$`, func(b box) bool { return b.w < lay("$1-1$").w-lay("$1$").w }}, // a sign, no operation
		{`5 \$`, func(b box) bool { return b.w == lay("5 ").w+lay(`$\$$`).w }},
		{`$\Delta t$`, func(b box) bool {
			return len(b.path) == len(lay("Δ").path)+len(lay("$t$").path)
		}},
		{`$\|f\|$`, func(b box) bool { return b.w > lay("$|f|$").w }},
	} {
		if !c.ok(lay(c.text)) {
			t.Errorf("%s is laid out wrongly: %v", c.text, lay(c.text))
		}
	}
}

// TestLines: below the first line of a text, the second is lower by the height of a line.
func TestLines(t *testing.T) {
	style := text.Style{Font: font.Font{Size: 10}, YAlign: text.YTop, Handler: Formulas{}}
	draw := func(s string) (at []vg.Point) {
		var c recorder.Canvas
		Formulas{}.Draw(&c, s, style, vg.Point{})
		for _, a := range c.Actions {
			if f, ok := a.(*recorder.Fill); ok {
				at = append(at, f.Path[0].Pos)
			}
		}
		return at
	}
	first, second, both := draw("ab")[0], draw("c")[0], draw("ab\nc")
	second.Y -= Formulas{}.Extents(style.Font).Height
	near := func(a, b vg.Point) bool { d := a.Sub(b); return d.X == 0 && d.Y*d.Y < 1e-18 }
	if len(both) != 2 || !near(both[1], first) || !near(both[0], second) {
		t.Errorf("lines begin at %v, want %v and %v, from below", both, second, first)
	}
}
