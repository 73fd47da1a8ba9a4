package plots

import (
	"strings"
	"testing"
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
