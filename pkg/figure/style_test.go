package figure

import (
	"image/color"
	"math"
	"testing"
)

// luminance is the relative luminance of the WCAG, in [0, 1].
func luminance(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	lin := func(v uint32) float64 {
		s := float64(v) / 65535
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*lin(r) + 0.7152*lin(g) + 0.0722*lin(b)
}

// lightness is that of CIELAB, from 0 to 100.
func lightness(c color.Color) float64 {
	return 116*math.Cbrt(math.Max(luminance(c), 0.008856)) - 16
}

func TestCycle(t *testing.T) {
	type look struct {
		m      Marker
		hollow bool
	}
	seen := map[look]int{}
	for i := range 12 {
		s := Cycle(i)
		if j, ok := seen[look{s.Marker, s.Hollow}]; ok {
			t.Errorf("%d and %d have the same marker", i, j)
		}
		seen[look{s.Marker, s.Hollow}] = i
		if luminance(s.Color) > 0.5 {
			t.Errorf("%d is too pale: %v", i, s.Color)
		}
		for j := range min(i, 6) {
			d := math.Abs(lightness(s.Color) - lightness(Cycle(j).Color))
			if i < 6 && d < 10 || j == i-1 && i < 8 && d < 15 {
				t.Errorf("%d and %d differ by %.0f in lightness", j, i, d)
			}
		}
		if i >= 8 && s.Dash == Cycle(i-8).Dash {
			t.Errorf("%d repeats the dash of %d", i, i-8)
		}
	}
}

func TestRamp(t *testing.T) {
	for n := 1; n <= 9; n++ {
		for i := 1; i < n; i++ {
			if d := lightness(Ramp(i, n).Color) - lightness(Ramp(i-1, n).Color); d < 40/float64(n) {
				t.Errorf("%d of %d is lighter by %.1f only", i, n, d)
			}
		}
	}
}

func TestPalettesAreMonotone(t *testing.T) {
	for _, p := range []Palette{"viridis", "plasma", "blues"} {
		at, sign := func(t float64) color.RGBA { return blend(p.Colors(), t) }, 1.0
		if p == "blues" {
			sign = -1
		}
		for i := 1; i <= 50; i++ {
			if d := sign * (lightness(at(float64(i)/50)) - lightness(at(float64(i-1)/50))); d <= 0 ||
				d > 4 {
				t.Errorf("palette %s: step of %.2f at %d/50", p, d, i)
			}
		}
	}
	at := func(t float64) color.RGBA { return blend(Palette("signed").Colors(), t) }
	if c := at(0.5); c != (color.RGBA{255, 255, 255, 255}) {
		t.Errorf("the middle of signed is %v, not white", c)
	}
	if d := lightness(at(0)) - lightness(at(1)); d < 25 {
		t.Errorf("the ends of signed differ by %.0f in lightness", d)
	}
	if at(math.NaN()) != at(0) || at(2) != at(1) {
		t.Error("blend is not clamped")
	}
}

func TestTint(t *testing.T) {
	c := color.RGBA{100, 200, 0, 255}
	if Tint(c, 0) != (color.RGBA{255, 255, 255, 255}) || Tint(c, 1) != c {
		t.Errorf("ends %v, %v", Tint(c, 0), Tint(c, 1))
	}
}

// TestEllipse: every point is r standard deviations from the centre.
func TestEllipse(t *testing.T) {
	cov := [2][2]float64{{2, .7}, {.7, .5}}
	det := cov[0][0]*cov[1][1] - cov[0][1]*cov[1][0]
	l := Ellipse(1, -2, cov, 1.5, Style{})
	for i := range l.X {
		u, v := l.X[i]-1, l.Y[i]+2
		q := (cov[1][1]*u*u - 2*cov[0][1]*u*v + cov[0][0]*v*v) / det
		if math.Abs(q-2.25) > 1e-12 {
			t.Fatalf("(%g, %g): %g, want 2.25", l.X[i], l.Y[i], q)
		}
	}
	if n := len(l.X) - 1; l.X[0] != l.X[n] || l.Y[0] != l.Y[n] {
		t.Error("not closed")
	}
}

// No text is smaller than 7 pt at the width for which figures are made.
func TestSizes(t *testing.T) {
	for _, size := range []float64{
		titleSize, labelSize, tickSize, legendText, remarkSize, endSize,
	} {
		if size < 7 {
			t.Errorf("text of %v pt", size)
		}
	}
	if single, double := New(2, 1).Width, New(1, 2).Width; single != singleColumn ||
		double != DoubleColumn {
		t.Errorf("widths %v and %v", single, double)
	}
}
