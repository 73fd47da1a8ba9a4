package plots

import (
	"image/color"
	"math"
	"testing"
)

// lightness is CIELAB's, from 0 to 100.
func lightness(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	lin := func(v uint32) float64 {
		s := float64(v) / 65535
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	y := 0.2126*lin(r) + 0.7152*lin(g) + 0.0722*lin(b)
	return 116*math.Cbrt(max(y, 0.008856)) - 16
}

// TestCycle checks that the first six styles differ in mark, and in print without colours.
func TestCycle(t *testing.T) {
	for i := range 6 {
		for j := range i {
			a, b := Cycle(i), Cycle(j)
			if d := math.Abs(lightness(a.Color) - lightness(b.Color)); a.Mark == b.Mark || d < 10 {
				t.Errorf("%d and %d have marks %d and %d, and differ by %.0f in lightness",
					j, i, b.Mark, a.Mark, d)
			}
		}
	}
}

// TestBlues checks that the colours of maps are ordered in print without colours.
func TestBlues(t *testing.T) {
	blues := Scale{Colors: Blues(), Max: 1}
	for i := range 50 {
		d := lightness(blues.at(float64(i)/50)) - lightness(blues.at(float64(i+1)/50))
		if d <= 0 || d > 4 {
			t.Errorf("a step of %.2f at %d/50", d, i)
		}
	}
}
