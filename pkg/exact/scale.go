package exact

import (
	"math"

	"adl/pkg/dynamics"
)

// Scale returns the factors 1/‖f_k‖, norms in L²(π), that give the functions of a basis the norm 1
// (section 4.3), or the bound most if they are larger: such a function is nearly or quite zero
// under π. Functions that jump need a Posterior whose Grid has cuts there. The factors multiply the
// functions as b gives them: set them in a basis that has no factors yet. Scale panics unless most
// is positive and finite.
func (p *Posterior) Scale(b dynamics.Basis, most float64) []float64 {
	if !(most > 0) || math.IsInf(most, 0) {
		panic("exact: scale factors need a positive and finite bound")
	}
	cells, m := b.Cells()
	f, a := make([]float64, m), make([]float64, cells*m)
	p.Each(func(theta []float64, mass float64) {
		at := b.At(f, theta) * m
		for i, x := range f {
			a[at+i] = math.FMA(float64(x*x), mass, a[at+i])
		}
	})
	for k, square := range a {
		a[k] = most
		if r := math.Sqrt(square); float64(r*most) > 1 {
			a[k] = 1 / r
		}
	}
	return a
}
