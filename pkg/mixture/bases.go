package mixture

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/model"
	"adl/pkg/study"
)

// Basis is a choice of functions, the coefficients of the projection of Σ_x onto them, and its
// distance from Σ_x.
type Basis struct {
	Functions dynamics.Basis
	Cuts      string // in tables
	Form      dynamics.Form
	Distance  float64

	posterior  func() (*exact.MixtureGrid, error)
	projection [][]float64
}

// K is the number of functions less one.
func (b *Basis) K() int { return K(b.Functions) }

// sloping reports whether the functions are not constant in their cells.
func (b *Basis) sloping() bool {
	x, ok := b.Functions.(dynamics.Boxes)
	return ok && x.Degree > 0
}

// noisy returns the posterior whose gradient has noise of covariance ε(n) S_K(θ).
func (b *Basis) noisy(m *model.Mixture) *model.GaussianNoise {
	return BasisNoise(m, b.Functions, b.projection)
}

// Negative returns the mass under π of where S_K is not positive semidefinite, up to rounding:
// there is no noise with such a covariance.
func (b *Basis) Negative() (mass float64, err error) {
	p, err := b.posterior()
	if err != nil {
		return 0, err
	}
	cov, s := b.noisy(p.Model).Cov, make([]float64, 4)
	p.Each(func(theta []float64, at float64) {
		cov(s, theta)
		half, product := 0.5*(s[0]-s[3]), float64(s[1]*s[2])
		if float64(0.5*(s[0]+s[3])) < float64(math.Sqrt(float64(half*half)+product)*(1-1e-9)) {
			mass += at
		}
	})
	return mass, nil
}

// Bases lists the bases of the spec with the matrices of a form, and with cuts of both axes at cut
// unless that is 0: the constant function, for K = 0, and the polynomials of every degree.
func (b *BasisRuns) Bases(friction study.Friction, cut float64) ([]*Basis, error) {
	boxes, m := b.spec.Basis.Boxes, b.Marginal.Posterior.Model
	if cut != 0 {
		boxes.Cuts = [][]float64{{cut}, {cut}}
	}
	key := fmt.Sprint(boxes, friction)
	if made, ok := b.made[key]; ok {
		return made, nil
	}
	form, err := friction.Form(m)
	if err != nil {
		return nil, b.context.Errorf("friction", "%v", err)
	}
	functions, err := boxes.Bases(b.context, m)
	if err != nil {
		return nil, err
	}
	posterior := sync.OnceValues(func() (*exact.MixtureGrid, error) {
		return boxes.Posterior(b.context, m)
	})
	p, err := posterior()
	if err != nil {
		return nil, err
	}
	var made []*Basis
	for _, f := range functions {
		x := &Basis{Functions: f, Form: form, posterior: posterior}
		if f, ok := f.(dynamics.Boxes); ok {
			f.Scale = p.Scale(f, b.spec.Basis.Cap)
			x.Functions, x.Cuts = f, fmt.Sprint(f.Cuts)
		}
		x.projection, x.Distance = p.ProjectBasis(x.Functions, form)
		made = append(made, x)
	}
	b.made[key] = made
	b.all = append(b.all, made...)
	return made, nil
}

// Boxes are the keys of a spec about tensor polynomials of several degrees on a partition into
// boxes (dynamics.Boxes).
type Boxes struct {
	Cuts    [][]float64 `toml:"cuts"`
	Lo      []float64   `toml:"lo"`
	Hi      []float64   `toml:"hi"`
	Degrees []int       `toml:"degrees" spec:"min=0,max=9,nonempty,distinct"`
}

// Bases returns the constant function, for K = 0, and the polynomials of every degree, without
// scale factors.
func (b Boxes) Bases(c *experiment.Context, m *model.Mixture) ([]dynamics.Basis, error) {
	bases := []dynamics.Basis{dynamics.One{}}
	for _, degree := range slices.Sorted(slices.Values(b.Degrees)) {
		f := dynamics.Boxes{Cuts: b.Cuts, Lo: b.Lo, Hi: b.Hi, Degree: degree}
		if err := f.Check(m.Dim()); err != nil {
			return nil, c.Errorf("basis", "%v", err)
		}
		bases = append(bases, f)
	}
	return bases, nil
}

// Posterior returns the quadrature of a mixture's posterior with cuts where the functions of Bases
// jump.
func (b Boxes) Posterior(c *experiment.Context, m *model.Mixture) (*exact.MixtureGrid, error) {
	return NewPosterior(c, m, exact.Grid{Cuts: [2][]float64(b.Cuts)})
}

// K returns the number of functions of a basis less one.
func K(b dynamics.Basis) int {
	cells, m := b.Cells()
	return cells*m - 1
}
