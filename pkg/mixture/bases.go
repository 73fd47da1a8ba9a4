package mixture

import (
	"fmt"
	"slices"
	"sync"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/model"
	"adl/pkg/study"
	"adl/pkg/table"
)

// Basis is a choice of functions, the coefficients of the projection of Σ_x onto them, and its
// distance from Σ_x.
type Basis struct {
	Functions dynamics.Basis
	Cuts      string // in tables
	Form      dynamics.Form
	Distance  float64
	Uncapped  bool // all functions have norm 1

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

// Noisy returns the posterior whose gradient has noise of covariance ε(n) S_K(θ).
func (b *Basis) Noisy(m *model.Mixture) *model.GaussianNoise {
	return BasisNoise(m, b.Functions, b.projection)
}

// At adds S_K(θ) with a weight to sum, four entries. f is room for the functions of a cell.
func (b *Basis) At(sum, f, theta []float64, weight float64) {
	at := b.Functions.At(f, theta) * len(f)
	for i, v := range f {
		for e, x := range b.projection[at+i] {
			sum[e] += float64(weight * float64(v*x))
		}
	}
}

// Bases makes the bases of a spec, each once.
type Bases struct {
	Model *model.Mixture
	All   []*Basis // in the order in which they were made

	spec    BasisRuns
	context *experiment.Context
	made    map[string][]*Basis
}

// NewBases returns an empty set.
func (s BasisRuns) NewBases(c *experiment.Context, g *Marginal) *Bases {
	return &Bases{
		Model: g.Posterior.Model, spec: s, context: c, made: map[string][]*Basis{},
	}
}

// Curves lists the bases of the spec with the matrices of a form.
func (b *Bases) Curves(friction study.Friction) ([]*Basis, error) {
	return b.Of(b.spec.Basis.Boxes, friction, b.spec.Basis.Cap)
}

// Of lists the constant function, for K = 0, and the polynomials of every degree with factors of at
// most most, and projects Σ_x onto their combinations with the matrices of a form.
func (b *Bases) Of(boxes Boxes, friction study.Friction, most float64) ([]*Basis, error) {
	key := fmt.Sprint(boxes, friction, most)
	if made, ok := b.made[key]; ok {
		return made, nil
	}
	form, err := friction.Form(b.Model)
	if err != nil {
		return nil, b.context.Errorf("friction", "%v", err)
	}
	functions, err := boxes.Bases(b.context, b.Model)
	if err != nil {
		return nil, err
	}
	posterior := sync.OnceValues(func() (*exact.MixtureGrid, error) {
		return boxes.Posterior(b.context, b.Model)
	})
	type projected struct { // takes long
		Scale      []float64 // of its functions; nil for K = 0
		Projection [][]float64
		Distance   float64
	}
	found, err := experiment.Prepared(b.context, "bases "+key, func() (all []projected, err error) {
		p, err := posterior()
		if err != nil {
			return nil, err
		}
		for _, f := range functions {
			var x projected
			if b, ok := f.(dynamics.Boxes); ok {
				x.Scale = p.Scale(b, most)
				b.Scale = x.Scale
				f = b
			}
			x.Projection, x.Distance = p.ProjectBasis(f, form)
			all = append(all, x)
		}
		return all, nil
	})
	if err != nil {
		return nil, err
	}
	var made []*Basis
	for i, f := range functions {
		x := &Basis{
			Functions: f, Form: form, Distance: found[i].Distance, Uncapped: most == noCap,
			posterior: posterior, projection: found[i].Projection,
		}
		if f, ok := f.(dynamics.Boxes); ok {
			f.Scale = found[i].Scale
			x.Functions, x.Cuts = f, fmt.Sprint(f.Cuts)
		}
		made = append(made, x)
	}
	b.made[key] = made
	b.All = append(b.All, made...)
	return made, nil
}

// noCap bounds the factors of functions that are zero under π, up to rounding.
const noCap = 1e12

// maxDegree is more than any degree of polynomials.
const maxDegree = 10

// find lists the bases of a [[runs]] table.
func (b *Bases) find(m BasisSet) ([]*Basis, error) {
	boxes, most := b.spec.Basis.Boxes, b.spec.Basis.Cap
	if m.Method == basisLangevin {
		return []*Basis{nil}, nil
	}
	if m.Cut != 0 {
		boxes.Cuts = [][]float64{{m.Cut}, {m.Cut}}
	}
	if m.Method == noCapOnScale {
		boxes.Degrees, most = nil, noCap
		for degree := range maxDegree {
			if slices.Contains(m.K, K(dynamics.Boxes{Cuts: boxes.Cuts, Degree: degree})) {
				boxes.Degrees = append(boxes.Degrees, degree)
			}
		}
	}
	all, err := b.Of(boxes, m.Friction, most)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(all), func(x *Basis) bool {
		return m.K != nil && !slices.Contains(m.K, x.K())
	}), nil
}

// Rows adds the distances of Σ_x from its projections onto the bases that were made, each once.
func (b *Bases) Rows(t *table.Table) {
	var done []string
	for _, x := range b.All {
		row := table.Row{
			"friction": x.Form.Name(), "K": x.K(), "cuts": x.Cuts,
			"status": table.OK, "source": table.Exact,
		}
		if name := fmt.Sprint(row); !x.Uncapped && !slices.Contains(done, name) {
			done = append(done, name)
			t.AddValue(row, "projection error", x.Distance)
		}
	}
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
