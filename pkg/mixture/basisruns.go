package mixture

import (
	"cmp"
	"fmt"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// BasisRuns are the keys of a spec whose runs on a mixture are of extended Adaptive Langevin
// dynamics, or beside it of Langevin dynamics with the constant friction γ.
type BasisRuns struct {
	Sampled
	study.AdL
	Friction study.Friction `toml:"friction"`
	BurnXi   float64        `toml:"burn_in_xi" spec:"nonnegative"`     // in relaxation times of ξ
	Slopes   float64        `toml:"burn_in_slopes" spec:"nonnegative"` // the same for slopes of ξ(θ)
	Langevin string         `toml:"langevin" spec:"optional"`          // its scheme
	Basis    struct {
		Boxes
		Cap float64 `toml:"cap" spec:"min=1"`
	} `toml:"basis"`
}

// BasisSet is a [[runs]] table of a spec: runs for all combinations of its lists. Keys that it does
// not give are those of the spec.
type BasisSet struct {
	Method   string         `toml:"method" spec:"in=eAdL|Langevin|Gaussian noise|law|map|no cap"`
	K        []int          `toml:"K" spec:"optional,min=0,distinct"`
	Friction study.Friction `toml:"friction" spec:"optional"`
	Eta      float64        `toml:"eta" spec:"optional,positive"`
	Cut      float64        `toml:"cut" spec:"optional,positive"` // of both axes
	Sampling string         `toml:"sampling" spec:"optional,in=with|without"`
	N        []int          `toml:"n" spec:"optional,min=1,distinct"` // all the data without it
	Dt       []float64      `toml:"dt" spec:"positive,distinct"`
	Part     float64        `toml:"part" spec:"optional,positive,max=1"` // of T
	Longer   float64        `toml:"longer" spec:"optional,positive"`     // times burn_in_slopes
}

// The methods of runs of [BasisRuns].
const (
	ExtendedAdL   = "eAdL" // extended Adaptive Langevin dynamics, or Adaptive Langevin at K = 0
	basisLangevin = "Langevin"
	gaussianNoise = "Gaussian noise" // all the data, and normal noise of covariance ε(n) S_K(θ)
	noCapOnScale  = "no cap"         // functions of norm 1 in L²(π)
)

// BasisRun is a run. Before [BasisRuns.Run], a program may add to what it observes.
type BasisRun struct {
	study.Point
	Method   string
	Basis    *Basis // nil: Langevin dynamics
	Friction study.Friction
	Eta      float64
	Observe  func(c *simulate.Chain) []simulate.Statistic // besides those of [Marginal.Chain]

	Samples *simulate.Samples // set by Run

	part, longer float64 // of T, and times the burn-in of slopes
}

// Curves returns the runs at the points of a grid, for every K.
func (s BasisRuns) Curves(
	c *experiment.Context, b *Bases, g study.Grid,
) (runs []*BasisRun, err error) {
	points, err := g.Points(c, b.Model.Ndata())
	if err != nil {
		return nil, err
	}
	if _, err := s.Scheme(c, b.Model, s.Friction, "friction", 1); err != nil {
		return nil, err
	}
	bases, err := b.Of(s.Basis.Boxes, s.Friction, s.Basis.Cap)
	if err != nil {
		return nil, err
	}
	for _, x := range bases {
		for _, p := range points {
			runs = append(runs, &BasisRun{
				Point: p, Method: ExtendedAdL, Basis: x, Friction: s.Friction, Eta: s.Eta,
				part: 1, longer: 1,
			})
		}
	}
	return runs, nil
}

// List returns the runs of the table at a key.
func (s BasisRuns) List(
	c *experiment.Context, b *Bases, key string, m BasisSet,
) (runs []*BasisRun, err error) {
	total := b.Model.Ndata()
	m.Friction, m.Eta = cmp.Or(m.Friction, s.Friction), cmp.Or(m.Eta, s.Eta)
	bases, err := b.find(m)
	if err != nil {
		return nil, err
	}
	for _, x := range bases {
		for i, n := range study.Or(m.N, total) {
			for _, dt := range m.Dt {
				p, err := study.NewPoint(c, fmt.Sprintf("%s.n[%d]", key, i), m.sampling(), total, n, dt)
				if err != nil {
					return nil, err
				}
				runs = append(runs, &BasisRun{
					Point: p, Method: m.Method, Basis: x, Friction: m.Friction, Eta: m.Eta,
					part: cmp.Or(m.Part, 1), longer: cmp.Or(m.Longer, 1),
				})
			}
		}
	}
	return runs, nil
}

func (m BasisSet) sampling() minibatch.Sampling {
	if m.Method == gaussianNoise {
		return minibatch.Gaussian
	}
	return minibatch.Sampling(cmp.Or(m.Sampling, string(minibatch.Without)))
}

// Lists returns the runs of several tables at a key.
func (s BasisRuns) Lists(
	c *experiment.Context, b *Bases, key string, sets []BasisSet,
) (all []*BasisRun, err error) {
	for i, m := range sets {
		runs, err := s.List(c, b, fmt.Sprintf("%s[%d]", key, i), m)
		if err != nil {
			return nil, err
		}
		all = append(all, runs...)
	}
	return all, nil
}

// Run runs all and sets their samples.
func (s BasisRuns) Run(c *experiment.Context, g *Marginal, runs []*BasisRun) error {
	samples, err := study.RunEach(c, len(runs), func(i int) (*simulate.Chain, error) {
		return s.chain(c, g, i, runs[i])
	})
	if err != nil {
		return err
	}
	for i, r := range runs {
		r.Samples = samples[i]
	}
	return nil
}

// chain returns the chain of the i-th run.
func (s BasisRuns) chain(
	c *experiment.Context, g *Marginal, i int, r *BasisRun,
) (*simulate.Chain, error) {
	scheme := dynamics.Scheme{Word: s.Word, Dt: r.Dt}
	if r.Basis == nil {
		scheme.Word, scheme.Friction = s.Langevin, dynamics.Constant{Gamma: s.Gamma}
	}
	x := g.Chain(scheme, r.Point)
	x.T *= r.part
	if r.Basis == nil {
		return x, nil
	}
	start, err := experiment.Prepared(c, fmt.Sprint("start of run ", i), func() ([][]float64, error) {
		return r.start(s.Gamma)
	})
	if err != nil {
		return nil, err
	}
	f := dynamics.AdL{Form: r.Basis.Form, Gamma: s.Gamma, Eta: r.Eta}
	extend(x, f, r.Basis.Functions, start, g.Visited())
	times := s.BurnXi
	if r.Basis.sloping() {
		times, x.XiVar = float64(r.longer*s.Slopes), 1/r.Eta
	}
	study.BurnXi(x, g.Sigma, times)
	if r.Method == gaussianNoise {
		x.Model = r.Basis.Noisy(g.Posterior.Model)
	}
	if r.Observe != nil {
		x.Observe = append(x.Observe, r.Observe(x)...)
	}
	return x, nil
}

// start returns the ξ_k at which a run starts. From A_k, whose error is of order (ξΔt)², slopes of
// ξ(θ) would relax for as long as a run lasts.
func (r *BasisRun) start(gamma float64) ([][]float64, error) {
	if !r.Basis.sloping() || r.Basis.Uncapped || r.Method == gaussianNoise {
		return r.Average(gamma), nil
	}
	p, err := r.Basis.posterior()
	if err != nil {
		return nil, err
	}
	return p.FrozenBasisXi(r.Basis.Functions, r.Basis.Form, r.Epsilon, gamma, r.Dt), nil
}

// Average returns the means A_k of ξ_k by theorem th:1 if Σ_x is S_K.
func (r *BasisRun) Average(gamma float64) [][]float64 {
	return exact.ExtendedXi(r.Basis.Functions, r.Basis.projection, r.Epsilon, gamma, r.Dt)
}

// NewBasisTable returns an empty table of runs of extended Adaptive Langevin dynamics.
func NewBasisTable() *table.Table {
	params := []string{"method", "friction", "K", "cuts", "eta", "sampling", "n", "dt"}
	return table.New(table.Columns(params, "exact", "raw", "floor", "s")...)
}

// Rows adds the measurements of [Marginal.Rows] and returns their row, with the status of the run.
// If quantities are named, it adds these alone.
func (r *BasisRun) Rows(t *table.Table, g *Marginal, quantities ...string) table.Row {
	row := r.Point.Row(r.Method)
	if b := r.Basis; b != nil {
		row["friction"], row["K"], row["cuts"], row["eta"] = r.Friction, b.K(), b.Cuts, r.Eta
	}
	all := table.New(t.Columns()...)
	g.Rows(all, row, r.Samples)
	t.Append(all.Filter(func(i int) bool {
		return quantities == nil || slices.Contains(quantities, all.Cell(i, "quantity"))
	}))
	row["status"] = all.Cell(0, "status")
	return row
}

// mostXi is the largest |ξ_ij(θ)| Δt of a replica that has not diverged. At 100 a step leaves
// e^(−100) of p. As ξ_k decreases by at most f_k/η per unit of time, such a replica stands still
// for longer than any affordable run. In a stationary state ξΔt is below 3, apart from
// fluctuations.
const mostXi = 100

// extend gives a chain, whose word, time step and batches are set, the friction of extended
// Adaptive Langevin dynamics on a basis, whose ξ_k start at xi0, and bounds ξ(θ), which is observed
// at the points. The ξ_k relax slowly where their functions differ only on a set of small mass
// under π: xi0 should be near their means (exact.ExtendedXi, FrozenBasisXi), and the burn-in is up
// to the caller.
func extend(c *simulate.Chain, f dynamics.AdL, b dynamics.Basis, xi0, points [][]float64) {
	c.Scheme.Friction = dynamics.Extended{Base: f, Basis: b, Xi0: xi0}
	c.XiMax = mostXi / c.Scheme.Dt
	c.Observe = append(c.Observe,
		simulate.Moments{Of: dynamics.Xi{}}, simulate.Moments{Of: dynamics.XiAt{Points: points}})
}
