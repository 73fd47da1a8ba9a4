package estimate

import (
	"math"
	"testing"

	"adl/pkg/vec"
)

// A normal law has the distance 0, one of two normals that of its distribution function.
func TestFromNormal(t *testing.T) {
	for _, c := range []struct {
		name string
		of   func(x, y float64) float64
		cdf  func(x float64) float64 // of variance 1.2
	}{
		{"normal", func(x, _ float64) float64 { return 0.3 + 0.8*x },
			func(x float64) float64 { return NormalCDF(x / math.Sqrt(1.2)) }},
		// centres ±1 with the variance 0.2 each
		{"two modes", func(x, y float64) float64 {
			return math.Copysign(1, y) + math.Sqrt(0.2)*x
		}, func(x float64) float64 {
			return (NormalCDF((x+1)/math.Sqrt(0.2)) + NormalCDF((x-1)/math.Sqrt(0.2))) / 2
		}},
	} {
		h := NewHistogram(64, 200, -5, 5)
		s, rows := vec.NewStream(7), vec.Rows(2)
		for range 2000 {
			s.Normals(rows)
			for r := range 64 {
				h.Add(r, c.of(rows[0][r], rows[1][r]))
			}
		}
		want := 0.0
		for x := -3.0; x < 3; x += 0.01 {
			want = math.Max(want, math.Abs(c.cdf(x)-NormalCDF(x/math.Sqrt(1.2))))
		}
		d := h.FromNormal()
		if !(math.Abs(d.Value-want) < 0.004) || !(d.StdErr > 1e-4 && d.StdErr < 0.003) {
			t.Errorf("%s: got %.4f, want %.4f", c.name, d, want)
		}
	}
}
