package exact

import (
	"math"

	"adl/pkg/dynamics"
)

// Scale returns the factors 1/‖f_k‖, norms in L²(π), that give the functions of a basis the norm 1 (section 4.3), or most where they are larger: where a function is
// nearly or quite zero under π. Functions that jump want a Posterior whose Grid has cuts where they do. They multiply the functions as b gives them: set them
// in a basis that has no factors yet. It panics unless most is positive and finite.
func (p *Posterior) Scale(b dynamics.Basis, most float64) []float64 {
	s := newSquares(b, most)
	p.Each(s.add)
	return s.factors(most)
}

// SampleScale is Posterior.Scale with norms estimated from samples θ of π, those of a preliminary run. It panics if there are none.
func SampleScale(b dynamics.Basis, theta [][]float64, most float64) []float64 {
	if len(theta) == 0 {
		panic("exact: SampleScale wants samples")
	}
	s := newSquares(b, most)
	for _, t := range theta {
		s.add(t, 1/float64(len(theta)))
	}
	return s.factors(most)
}

// squares adds up the squares of the norms of a basis.
type squares struct {
	b   dynamics.Basis
	f   []float64
	sum []float64
}

func newSquares(b dynamics.Basis, most float64) *squares {
	if !(most > 0) || math.IsInf(most, 0) {
		panic("exact: scale factors want a positive and finite bound")
	}
	cells, m := b.Cells()
	return &squares{b, make([]float64, m), make([]float64, cells*m)}
}

func (s *squares) add(theta []float64, mass float64) {
	at := s.b.At(s.f, theta) * len(s.f)
	for i, f := range s.f {
		s.sum[at+i] = math.FMA(float64(f*f), mass, s.sum[at+i])
	}
}

func (s *squares) factors(most float64) []float64 {
	a := make([]float64, len(s.sum))
	for k, x := range s.sum {
		a[k] = most
		if r := math.Sqrt(x); float64(r*most) > 1 {
			a[k] = 1 / r
		}
	}
	return a
}
