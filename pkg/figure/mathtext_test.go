package figure

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

func TestMathErrors(t *testing.T) {
	set := newTypesetter()
	for _, c := range []struct{ text, want string }{
		{`$\nosuch$`, `unknown command \nosuch`},
		{`$x`, "a $ is not closed"},
		{`$\mathrm{x$`, `unexpected '$'`},
		{`$x_$`, `unexpected '$'`},
		{`$x_a_b$`, "two _ in a row"},
		{`$}$`, "unexpected '}'"},
		{`${x`, "a { is not closed"},
		{`$\text x$`, "needs a {group}"},
		{`$\`, "ends too early"},
		{"中", "no glyph"},
	} {
		_, err := set.layout(c.text, 10)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.text, err, c.want)
		}
		if CheckText(c.text) == nil {
			t.Errorf("%s: CheckText accepts it", c.text)
		}
	}
}

// TestMathLayout checks where things are put.
func TestMathLayout(t *testing.T) {
	set := newTypesetter()
	lay := func(s string) box {
		b, err := set.layout(s, 10)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	extent := func(b box, i int) (lo, hi vg.Length) {
		lo, hi = vg.Length(math.Inf(1)), vg.Length(math.Inf(-1))
		for _, line := range flatten(b.ink[i].path) {
			for _, p := range line {
				lo, hi = min(lo, p.Y), max(hi, p.Y)
			}
		}
		return lo, hi
	}
	b := lay(`$\theta_1^2$`)
	if len(b.ink) != 3 {
		t.Fatalf("%d outlines", len(b.ink))
	}
	_, sub := extent(b, 1)
	sup, _ := extent(b, 2)
	if !(sub < sup) {
		t.Errorf("the subscript ends at %v, the superscript begins at %v", sub, sup)
	}
	if plain, bar := lay(`$\xi$`), lay(`$\bar\xi$`); !(bar.top > plain.top) {
		t.Errorf("the bar is not above the letter: %v, %v", bar.top, plain.top)
	}
	// A minus sign is as long as a plus sign, not a hyphen.
	if minus, hyphen, plus := lay(`$-$`), lay(`-`), lay(`$+$`); !(minus.w > 1.3*hyphen.w) ||
		math.Abs(float64(minus.w-plus.w)) > 1e-9 {
		t.Errorf("widths: minus %v, plus %v, hyphen %v", minus.w, plus.w, hyphen.w)
	}
	// A sign has no space around it, an operation has.
	if sign, op := lay(`$-a$`), lay(`$b-a$`); !(op.w-lay(`$b$`).w > sign.w+3) {
		t.Errorf("widths: -a %v, b-a %v", sign.w, op.w)
	}
	if a, b := lay(`AV`), lay(`A`).w+lay(`V`).w; !(a.w < b) {
		t.Errorf("AV is not kerned: %v, %v", a.w, b)
	}
	if small, large := lay(`$x^2$`), lay(`$x^2$`).scaled(2); large.w != 2*small.w {
		t.Errorf("size does not scale: %v, %v", small.w, large.w)
	}
}
