package exact

import (
	"math"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/vec"
)

// quarters is the partition of section 4.4.
func quarters(degree int) dynamics.Boxes {
	return dynamics.Boxes{Cuts: [][]float64{{0.7}, {0.7}}, Lo: []float64{0, 0}, Hi: []float64{1.4, 1.4}, Degree: degree}
}

// TestScale: with the factors the functions have norm 1, or the bound as factor.
func TestScale(t *testing.T) {
	p := NewPosterior(mixture(1, 200), Grid{Step: 1.6, Cuts: [2][]float64{{0.7}, {0.7}}})
	for degree := range 3 {
		b := quarters(degree)
		scale := p.Scale(b, 30)
		capped := 0
		b.Scale = scale
		norms := newSquares(b, 1)
		p.Each(norms.add)
		for k, n := range norms.sum {
			switch {
			case scale[k] == 30:
				capped++
				if !(n <= 1) {
					t.Errorf("degree %d: function %d has the bound as factor and norm² %v", degree, k, n)
				}
			case scale[k] > 30 || math.Abs(n-1) > 1e-13:
				t.Errorf("degree %d: function %d with factor %v has norm² %v", degree, k, scale[k], n)
			}
		}
		if _, m := b.Cells(); capped == 4*m || degree == 0 && capped == 0 {
			t.Errorf("degree %d: %d of %d factors are bounded: this tests nothing", degree, capped, 4*m)
		}
	}
	// indicators: the mass of the cell
	upper := 0.0
	p.Each(func(theta []float64, mass float64) {
		if theta[0] >= 0.7 && theta[1] < 0.7 {
			upper += mass
		}
	})
	if s := p.Scale(quarters(0), 30); math.Abs(s[1]-1/math.Sqrt(upper)) > 1e-12 {
		t.Errorf("factor %v of an indicator of mass %v", s[1], upper)
	}
	if s := p.Scale(dynamics.One{}, 30); math.Abs(s[0]-1) > 1e-12 {
		t.Errorf("the factor of 1 is %v", s[0])
	}
}

// TestSampleScale: a basis on normal samples has the factors that the normal law gives it.
func TestSampleScale(t *testing.T) {
	const n = 200
	r := vec.Rows(2 * n)
	vec.NewStream(12).Normals(r)
	var theta [][]float64
	for i := range n {
		for l := range vec.Lanes {
			theta = append(theta, []float64{r[2*i][l], r[2*i+1][l]})
		}
	}
	b := dynamics.Boxes{Cuts: [][]float64{{0}, {100}}, Lo: []float64{-9, -9}, Hi: []float64{9, 101}, Degree: 1}
	s := SampleScale(b, theta, 50)
	want := []float64{math.Sqrt2, 1 / math.Sqrt(0.5-9/math.Sqrt(2*math.Pi)/81*2+0.5/81)} // ∫_(−∞)^0 ((x+9)/9)² = 1/2 − 2/(9√2π) + 1/162
	for k := range want {
		if se := 1 / math.Sqrt(float64(len(theta))); math.Abs(s[k]/want[k]-1) > 4.5*se {
			t.Errorf("factor %d is %v, want %v to %.2g", k, s[k], want[k], se)
		}
	}
	if x := s[4]; math.Abs(x/math.Sqrt2-1) > 0.05 {
		t.Errorf("factor 4 is %v, want %v", x, math.Sqrt2)
	}
	for k := 8; k < 16; k++ {
		if s[k] != 50 {
			t.Errorf("function %d has no sample and the factor %v", k, s[k])
		}
	}
	for _, f := range []func(){func() { SampleScale(b, nil, 1) }, func() { SampleScale(b, theta, 0) }, func() { SampleScale(b, theta, math.Inf(1)) }} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f()
		}()
	}
}
