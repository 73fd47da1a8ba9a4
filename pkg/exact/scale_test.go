package exact

import (
	"math"
	"testing"

	"adl/pkg/dynamics"
)

// quarters is the partition of section 4.4.
func quarters(degree int) dynamics.Boxes {
	return dynamics.Boxes{
		Cuts: [][]float64{{0.7}, {0.7}}, Lo: []float64{0, 0}, Hi: []float64{1.4, 1.4}, Degree: degree,
	}
}

// TestScale: with the factors, a function has the norm 1, or its factor is the bound.
func TestScale(t *testing.T) {
	p := NewPosterior(mixture(1, 200), Grid{Step: 1.6, Cuts: [2][]float64{{0.7}, {0.7}}})
	for degree := range 3 {
		b := quarters(degree)
		scale := p.Scale(b, 30)
		capped := 0
		b.Scale = scale
		for k, inverse := range p.Scale(b, 1e10) {
			n := 1 / (inverse * inverse)
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

func TestScalePanics(t *testing.T) {
	p := NewPosterior(mixture(1, 20), Grid{Step: 1.6})
	for _, most := range []float64{0, math.NaN(), math.Inf(1)} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("bound %v: no panic", most)
				}
			}()
			p.Scale(quarters(0), most)
		}()
	}
}
