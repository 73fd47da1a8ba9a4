package main

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// The methods of the runs.
const (
	curve    = "eAdL"           // extended Adaptive Langevin dynamics, or Adaptive Langevin at K = 0
	langevin = "Langevin"       // with constant friction
	gaussian = "Gaussian noise" // all the data, and normal noise of covariance ε(n) S_K(θ)
	law      = "law"            // the law of ξ_k
	mapped   = "map"            // the mean of ξ(θ) by the cells of a grid
	uncapped = "no cap"         // functions of norm 1 in L²(π)
)

// run is a chain of the figure.
type run struct {
	method   string
	drawn    bool
	basis    *basis // nil: Langevin dynamics
	friction study.Friction
	eta      float64
	part     float64 // of T
	longer   float64 // times the burn-in
	study.Point
}

// basis is a choice of functions, the coefficients of the projection of Σ_x onto them, and its
// distance from Σ_x.
type basis struct {
	functions  dynamics.Basis
	cuts       string // in tables
	form       dynamics.Form
	posterior  func() (*exact.Posterior, error)
	projection [][]float64
	distance   float64
	uncapped   bool
}

// projected is what a basis takes long to get.
type projected struct {
	Scale      []float64 // of its functions; nil for K = 0
	Projection [][]float64
	Distance   float64
}

func (b *basis) K() int { return study.K(b.functions) }

// bases makes the bases of a spec, each once.
type bases struct {
	spec    Spec
	context *experiment.Context
	model   *model.Mixture
	made    map[string][]*basis
	all     []*basis // in the order in which they were made
}

// of lists the constant function, for K = 0, and the polynomials of every degree with their
// factors, and projects Σ_x onto their combinations with the matrices of a form.
func (b *bases) of(boxes study.Boxes, friction study.Friction, most float64) ([]*basis, error) {
	key := fmt.Sprint(boxes, friction, most)
	if made, ok := b.made[key]; ok {
		return made, nil
	}
	form, err := friction.Form(b.model)
	if err != nil {
		return nil, b.context.Errorf("friction", "%v", err)
	}
	functions, err := boxes.Bases(b.context, b.model)
	if err != nil {
		return nil, err
	}
	posterior := sync.OnceValues(func() (*exact.Posterior, error) {
		return boxes.Posterior(b.context, b.model)
	})
	found, err := experiment.Prepared(b.context, "bases "+key, func() (all []projected, err error) {
		p, err := posterior()
		if err != nil {
			return nil, err
		}
		for _, f := range functions {
			all = append(all, project(p, f, form, most))
		}
		return all, nil
	})
	if err != nil {
		return nil, err
	}
	var made []*basis
	for i, f := range functions {
		x := &basis{
			functions: f, form: form, posterior: posterior, uncapped: most == noCap,
			projection: found[i].Projection, distance: found[i].Distance,
		}
		if f, ok := f.(dynamics.Boxes); ok {
			f.Scale = found[i].Scale
			x.functions, x.cuts = f, fmt.Sprint(f.Cuts)
		}
		made = append(made, x)
	}
	if b.made == nil {
		b.made = map[string][]*basis{}
	}
	b.made[key] = made
	b.all = append(b.all, made...)
	return made, nil
}

// project finds the factors of functions and projects Σ_x onto their combinations.
func project(
	p *exact.Posterior, f dynamics.Basis, form dynamics.Form, most float64,
) (x projected) {
	if b, ok := f.(dynamics.Boxes); ok {
		x.Scale = p.Scale(b, most)
		b.Scale = x.Scale
		f = b
	}
	x.Projection, x.Distance = p.ProjectBasis(f, form)
	return x
}

// noCap bounds the factors of functions that are zero under π, up to rounding.
const noCap = 1e12

// maxDegree is more than any degree of polynomials.
const maxDegree = 10

// find lists the bases of a [[more]] table.
func (b *bases) find(m More, friction study.Friction) ([]*basis, error) {
	boxes, most := b.spec.Basis.Boxes, b.spec.Basis.Cap
	if m.Method == langevin {
		return []*basis{nil}, nil
	}
	if m.Cut != 0 {
		boxes.Cuts = [][]float64{{m.Cut}, {m.Cut}}
	}
	if m.Method == uncapped {
		boxes.Degrees, most = nil, noCap
		for degree := range maxDegree {
			if slices.Contains(m.K, study.K(dynamics.Boxes{Cuts: boxes.Cuts, Degree: degree})) {
				boxes.Degrees = append(boxes.Degrees, degree)
			}
		}
	}
	all, err := b.of(boxes, friction, most)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(all), func(x *basis) bool {
		return m.K != nil && !slices.Contains(m.K, x.K())
	}), nil
}

// runs lists the chains: the points of the curves, and those that claims need.
func (s Spec) runs(b *bases) (runs []run, err error) {
	total := b.model.Ndata()
	points, err := s.Points(b.context, total)
	if err != nil {
		return nil, err
	}
	curves, err := b.of(s.Basis.Boxes, s.Friction, s.Basis.Cap)
	if err != nil {
		return nil, err
	}
	if _, err := s.AdL.Scheme(b.context, b.model, s.Friction, "friction", 1); err != nil {
		return nil, err
	}
	for _, x := range curves {
		for _, p := range points {
			runs = append(runs, run{curve, true, x, s.Friction, s.Eta, 1, 1, p})
		}
	}
	more := s.More
	if len(s.All.Dt) > 0 {
		more = append(slices.Clone(more),
			More{Method: curve, K: s.All.K, N: []int{total}, Dt: s.All.Dt, Part: 1})
	}
	for i, m := range more {
		key := fmt.Sprintf("more[%d].n", i)
		if m.Friction == "" {
			m.Friction = s.Friction
		}
		if m.Eta == 0 {
			m.Eta = s.Eta
		}
		found, err := b.find(m, m.Friction)
		if err != nil {
			return nil, err
		}
		for _, x := range found {
			for _, n := range m.N {
				for _, dt := range m.Dt {
					p, err := study.NewPoint(b.context, key, m.sampling(), total, n, dt)
					if err != nil {
						return nil, err
					}
					runs = append(runs,
						run{m.Method, false, x, m.Friction, m.Eta, m.Part, cmp.Or(m.Longer, 1), p})
				}
			}
		}
	}
	return runs, nil
}

func (m More) sampling() minibatch.Sampling {
	switch {
	case m.Method == gaussian:
		return minibatch.Gaussian
	case m.Sampling != "":
		return minibatch.Sampling(m.Sampling)
	}
	return minibatch.Without
}

// chain returns the chain of the i-th run.
func (s Spec) chain(
	c *experiment.Context, g *study.Marginal, i int, r run,
) (*simulate.Chain, error) {
	scheme := dynamics.Scheme{Word: s.Word, Dt: r.Dt}
	if r.basis == nil {
		scheme.Word, scheme.Friction = s.Langevin, dynamics.Constant{Gamma: s.Gamma}
	}
	x := g.Chain(scheme, r.Point)
	x.T *= r.part
	if r.basis == nil {
		return x, nil
	}
	start, err := experiment.Prepared(c, fmt.Sprint("start of run ", i), func() ([][]float64, error) {
		return r.start(s.Gamma)
	})
	if err != nil {
		return nil, err
	}
	f := dynamics.AdL{Form: r.basis.form, Gamma: s.Gamma, Eta: r.eta}
	study.Extend(x, f, r.basis.functions, start, g.Visited())
	times := s.BurnXi
	if r.basis.sloping() {
		if times = float64(r.longer * s.Others); r.drawn || r.Epsilon == 0 {
			times = s.Slopes
		}
		x.XiVar = 1 / r.eta
	}
	study.BurnXi(x, g.Sigma, times)
	switch r.method {
	case gaussian:
		x.Model = r.basis.noisy(g.Posterior.Model)
	case law:
		x.Observe = append(x.Observe, r.law(x)...)
	case mapped:
		x.Observe = append(x.Observe, s.grid())
	}
	return x, nil
}

// start returns the ξ_k at which a run starts. From A_k, whose error is of order (ξΔt)², slopes of
// ξ(θ) would relax for as long as a run lasts.
func (r run) start(gamma float64) ([][]float64, error) {
	if !r.basis.sloping() || r.basis.uncapped || r.method == gaussian {
		return r.basis.average(gamma, r.Point), nil
	}
	p, err := r.basis.posterior()
	if err != nil {
		return nil, err
	}
	return p.FrozenBasisXi(r.basis.functions, r.basis.form, r.Epsilon, gamma, r.Dt), nil
}

// sloping reports whether the functions of a basis are not constant in its cells.
func (b *basis) sloping() bool {
	x, ok := b.functions.(dynamics.Boxes)
	return ok && x.Degree > 0
}

// average returns the means A_k of ξ_k by theorem th:1 if Σ_x is S_K.
func (b *basis) average(gamma float64, p study.Point) [][]float64 {
	return exact.ExtendedXi(b.functions, b.projection, p.Epsilon, gamma, p.Dt)
}

// noisy returns the posterior whose gradient has noise of covariance ε(n) S_K(θ).
func (b *basis) noisy(m *model.Mixture) *model.GaussianNoise {
	return study.BasisNoise(m, b.functions, b.projection)
}

// measure adds what claims and the figure need of a run.
func (s Spec) measure(t *table.Table, g *study.Marginal, r run, x *simulate.Samples) {
	row := r.Row(r.method)
	if r.basis != nil {
		row["friction"], row["K"], row["cuts"], row["eta"] = r.friction, r.basis.K(), r.basis.cuts, r.eta
	}
	all := table.New(columns...)
	g.Rows(all, row, x)
	switch {
	case r.drawn:
		t.Append(all)
	case r.method == law:
		r.measureLaw(t, row, x)
	case r.method == mapped:
		row["status"] = all.Cell(0, "status")
		r.measureMap(t, row, g, s.grid(), x)
	default:
		t.Append(all.Filter(func(i int) bool {
			return slices.Contains([]string{"L1", "outside"}, all.Cell(i, "quantity"))
		}))
	}
}
