package look

import (
	"image/color"
	"math"
	"strings"
	"testing"

	"adl/pkg/plots"
	"adl/pkg/table"
)

// Each of the paper's forms has its own look, and every other form has a title.
func TestForms(t *testing.T) {
	styles, titles := map[plots.Style]bool{}, map[string]bool{}
	for _, f := range []string{table.Scalar, table.Diagonal, table.Full, table.Layers, "blocks-2"} {
		styles[Style(f)], titles[Title(f)] = true, true
		if !strings.Contains(Title(f), `$\xi$`) {
			t.Errorf("%s: title %q", f, Title(f))
		}
	}
	if len(styles) < 5 || len(titles) < 5 {
		t.Errorf("%d styles and %d titles of 5 forms", len(styles), len(titles))
	}
}

// lab returns the coordinates of a colour in CIELAB: its lightness from 0 to 100, and two of hue.
// With blind they are as with deuteranopia (Machado, Oliveira and Fernandes 2009).
func lab(c color.Color, blind bool) (p [3]float64) {
	r, g, b, _ := c.RGBA()
	var v [3]float64
	for i, x := range []uint32{r, g, b} {
		v[i] = math.Pow((float64(x)/65535+0.055)/1.055, 2.4)
	}
	times := func(m [3][3]float64) (w [3]float64) {
		for i := range w {
			w[i] = max(m[i][0]*v[0]+m[i][1]*v[1]+m[i][2]*v[2], 0)
		}
		return w
	}
	if blind {
		v = times([3][3]float64{
			{0.367, 0.861, -0.228}, {0.280, 0.673, 0.047}, {-0.012, 0.043, 0.969},
		})
	}
	v = times([3][3]float64{
		{0.434, 0.376, 0.190}, {0.213, 0.715, 0.072}, {0.018, 0.109, 0.873},
	})
	for i, x := range v {
		v[i] = max(math.Cbrt(x), 0.2)
	}
	return [3]float64{116*v[1] - 16, 500 * (v[0] - v[1]), 200 * (v[1] - v[2])}
}

// Colours differ also with deuteranopia, and those of a ramp become lighter or darker evenly.
func TestColours(t *testing.T) {
	differ := func(a, b plots.Style, least float64) {
		t.Helper()
		x, y := lab(a.Color, true), lab(b.Color, true)
		if d := math.Hypot(x[0]-y[0], math.Hypot(x[1]-y[1], x[2]-y[2])); d < least {
			t.Errorf("%v and %v differ by %.1f only", a.Color, b.Color, d)
		}
	}
	methods := []plots.Style{SGLD, Langevin}
	for _, f := range []string{
		table.Scalar, table.Diagonal, table.Full, table.Layers, table.Rotated, table.Fixed,
	} {
		methods = append(methods, Style(f))
	}
	for i := range methods {
		for j := range i {
			differ(methods[i], methods[j], 20)
		}
	}
	for name, r := range map[string]struct {
		of    func(i int) plots.Style
		n     int
		least float64
	}{
		"steps": {func(i int) plots.Style { return TimeStep(steps[i]) }, len(steps), 5},
		"n":     {func(i int) plots.Style { return Batches(5-i, 6) }, 6, 9},
		"other": {func(i int) plots.Style { return Other(i, 4) }, 4, 12},
	} {
		for i := 1; i < r.n; i++ {
			a, b := r.of(i-1), r.of(i)
			differ(a, b, 5)
			if d := lab(b.Color, false)[0] - lab(a.Color, false)[0]; d < r.least {
				t.Errorf("%s: %d is lighter than the one before by %.1f only", name, i, d)
			}
		}
	}
}

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		x    float64
		want string
	}{
		{0, "0"}, {1, "1"}, {0.002, "0.002"}, {1e-3, "0.001"}, {2e-4, `2\times10^{-4}`},
		{1e-4, "10^{-4}"}, {2.5e-5, `2.5\times10^{-5}`}, {99999, "99999"}, {1e5, "10^{5}"},
		{-3e12, `-3\times10^{12}`}, {math.NaN(), "NaN"}, {math.Inf(1), "+Inf"},
	} {
		if got := Number(c.x); got != c.want {
			t.Errorf("%g: got %s, want %s", c.x, got, c.want)
		}
	}
}
