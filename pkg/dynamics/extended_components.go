package dynamics

import "adl/pkg/vec"

// extendedComponents evaluates ξ(θ) in the layout vec.Components.
type extendedComponents struct {
	basis    Basis
	theta, f []float64
	xi       []vec.Row // rows of one ξ_k
}

func newExtendedComponents(f Extended, d int) *extendedComponents {
	_, m := f.Basis.Cells()
	return &extendedComponents{
		basis: f.Basis, theta: make([]float64, d), f: make([]float64, m),
		xi: vec.Rows(f.Base.Rows(vec.Components, d)),
	}
}

// at returns the first function of the cell of θ, and sets the values of its functions.
func (o *extendedComponents) at(s *State) (k int) {
	for i := range o.theta {
		o.theta[i] = s.Theta[i/vec.Lanes][i%vec.Lanes]
	}
	return o.basis.At(o.f, o.theta) * len(o.f)
}

// xiTheta is ξ(θ) = Σ_k ξ_k f_k(θ).
func (o *extendedComponents) xiTheta(s *State) []vec.Row {
	k, n := o.at(s), len(o.xi)
	clear(o.xi)
	for i, f := range o.f {
		vec.AddScaled(o.xi, s.Xi[(k+i)*n:][:n], f)
	}
	return o.xi
}

type (
	extendedComponentsO struct {
		*extendedComponents
		base Flow
	}
	extendedComponentsD struct {
		*extendedComponents
		unit Flow
		rate float64 // h/η
	}
)

func (f *extendedComponentsO) Apply(s *State) {
	s.at(f.xiTheta(s), func() { f.base.Apply(s) })
}

func (f *extendedComponentsD) Apply(s *State) {
	clear(f.xi)
	s.at(f.xi, func() { f.unit.Apply(s) })
	k, n := f.at(s), len(f.xi)
	for i, x := range f.f {
		vec.AddScaled(s.Xi[(k+i)*n:][:n], f.xi, float64(f.rate*x))
	}
}
