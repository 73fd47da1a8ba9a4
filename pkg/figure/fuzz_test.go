package figure

import (
	"image/color"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

// FuzzMathText: no text makes the typesetter or a vector file panic, an error is one line, and a
// box has a size.
func FuzzMathText(f *testing.F) {
	for _, s := range []string{
		"", "plain", `$\theta_1^2$`, `$x_{a_b}^{c}$`, `$\mathrm{x} \times 10^{-4}$`, `\$5`, `$\nosuch$`,
		`$\hat{x}\bar y\sqrt{2}$`, `$\|\Sigma_{\mathbf{x}}\|$`,
		`${{{{{x}}}}}$`, "$", `$\`, "$\\\n$", "中", "\xff", "é",
		`$\text{a $b$}$`, "$" + strings.Repeat("{", 100),
	} {
		f.Add(s)
	}
	set := newTypesetter()
	f.Fuzz(func(t *testing.T, text string) {
		b, err := set.layout(text, 10)
		if err != nil {
			if msg := err.Error(); strings.Contains(msg, "\n") {
				t.Errorf("not one line: %q", msg)
			}
			return
		}
		for _, x := range []vg.Length{b.w, b.top, b.bottom} {
			if x-x != 0 {
				t.Errorf("%q: %v", text, b)
			}
		}
		for _, c := range []page{newPDF(9, 9, set), newSVG(9, 9, set)} {
			c.write(b, pt(1, 2), 0.5, color.Black)
			c.file(Origin{Title: text})
		}
	})
}
