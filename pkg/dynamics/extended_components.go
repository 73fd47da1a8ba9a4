package dynamics

import "adl/pkg/vec"

// atComponents is atTheta in the layout vec.Components.
type atComponents struct {
	basis    Basis
	theta, f []float64
	sum      []vec.Row // ξ(θ)
}

func newAtComponents(f Extended, d int) *atComponents {
	_, m := f.Basis.Cells()
	return &atComponents{
		basis: f.Basis, theta: make([]float64, d), f: make([]float64, m),
		sum: vec.Rows(f.Base.Rows(vec.Components, d)),
	}
}

// each calls do for the functions of the cell of θ, with their ξ_k and f_k(θ).
func (o *atComponents) each(s *State, do func(k int, xi []vec.Row, f float64)) {
	for i := range o.theta {
		o.theta[i] = s.Theta[i/vec.Lanes][i%vec.Lanes]
	}
	k, n := o.basis.At(o.f, o.theta)*len(o.f), len(o.sum)
	for i, f := range o.f {
		do(k+i, s.Xi[(k+i)*n:][:n], f)
	}
}

func (o *atComponents) xi(s *State) []vec.Row {
	clear(o.sum)
	o.each(s, func(_ int, xi []vec.Row, f float64) { vec.AddScaled(o.sum, xi, f) })
	return o.sum
}

func (o *atComponents) add(s *State, y []vec.Row, rate []float64) {
	o.each(s, func(k int, xi []vec.Row, f float64) { vec.AddScaled(xi, y, float64(rate[k]*f)) })
}
