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

// BasisSpec are the keys of a spec whose runs on a mixture are of extended Adaptive Langevin
// dynamics, or beside it of Langevin dynamics with the constant friction γ.
type BasisSpec struct {
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

// BasisSet is a table of a spec: runs for all combinations of its lists. Keys that it does not give
// are those of the spec.
type BasisSet struct {
	Method   string         `toml:"method" spec:"in=eAdL|Langevin|Gaussian noise"`
	K        []int          `toml:"K" spec:"optional,min=0,distinct"`
	Friction study.Friction `toml:"friction" spec:"optional"`
	Eta      float64        `toml:"eta" spec:"optional,positive"`
	Cut      float64        `toml:"cut" spec:"optional,positive"`     // of both axes
	N        []int          `toml:"n" spec:"optional,min=1,distinct"` // all the data without it
	Dt       []float64      `toml:"dt" spec:"positive,distinct"`
	Part     float64        `toml:"part" spec:"optional,positive,max=1"` // of T
	Longer   float64        `toml:"longer" spec:"optional,positive"`     // times burn_in_slopes
}

// The methods of a [BasisSet].
const (
	ExtendedAdL   = "eAdL" // extended Adaptive Langevin dynamics, or Adaptive Langevin at K = 0
	basisLangevin = "Langevin"
	gaussianNoise = "Gaussian noise" // all the data, and normal noise of covariance ε(n) S_K(θ)
)

// BasisRuns are the runs of a spec and the bases of their frictions, each made once.
type BasisRuns struct {
	Marginal *Marginal

	spec    BasisSpec
	context *experiment.Context
	made    map[string][]*Basis
	all     []*Basis // in the order in which they were made
	runs    []basisRun
}

// basisRun is a run of a set.
type basisRun struct {
	study.Point
	set   BasisSet
	basis *Basis // nil: Langevin dynamics
}

// Load loads the data and checks the spec. There are no runs yet.
func (s BasisSpec) Load(c *experiment.Context) (*BasisRuns, error) {
	g, err := s.Sampled.Load(c)
	if err != nil {
		return nil, err
	}
	if _, err := s.Scheme(c, g.Posterior.Model, s.Friction, "friction", 1); err != nil {
		return nil, err
	}
	return &BasisRuns{Marginal: g, spec: s, context: c, made: map[string][]*Basis{}}, nil
}

// Add adds the runs of a set. key is that of its table, with a dot, or "" for the spec itself.
func (b *BasisRuns) Add(key string, set BasisSet) error {
	total, sampling := b.Marginal.Posterior.Model.Ndata(), minibatch.Without
	if set.Method == gaussianNoise {
		sampling = minibatch.Gaussian
	}
	set.Friction, set.Eta = cmp.Or(set.Friction, b.spec.Friction), cmp.Or(set.Eta, b.spec.Eta)
	set.Part, set.Longer = cmp.Or(set.Part, 1), cmp.Or(set.Longer, 1)
	bases := []*Basis{nil}
	if set.Method != basisLangevin {
		var err error
		if bases, err = b.Bases(set.Friction, set.Cut); err != nil {
			return err
		}
	}
	for _, x := range bases {
		if x != nil && set.K != nil && !slices.Contains(set.K, x.K()) {
			continue
		}
		for i, n := range study.Or(set.N, total) {
			for _, dt := range set.Dt {
				p, err := study.NewPoint(b.context, fmt.Sprintf("%sn[%d]", key, i), sampling, total, n, dt)
				if err != nil {
					return err
				}
				b.runs = append(b.runs, basisRun{Point: p, set: set, basis: x})
			}
		}
	}
	return nil
}

// Table runs all. It returns their L¹ errors ([Marginal.L1]), and for every basis the distance
// "projection error" of Σ_x from its projection in L²(π).
func (b *BasisRuns) Table() (*table.Table, error) {
	samples, err := study.RunEach(b.context, len(b.runs), b.chain)
	if err != nil {
		return nil, err
	}
	params := []string{"method", "friction", "K", "cuts", "eta", "sampling", "n", "dt"}
	t := table.New(table.Columns(params, "raw", "floor", "s")...)
	for i, r := range b.runs {
		row := r.Point.Row(r.set.Method)
		if x := r.basis; x != nil {
			row["friction"], row["K"], row["cuts"], row["eta"] = r.set.Friction, x.K(), x.Cuts, r.set.Eta
		}
		b.Marginal.L1(t, row, samples[i])
	}
	row := table.Row{"status": table.OK, "source": table.Exact}
	constant := map[string]bool{} // forms whose constant matrix is there
	for _, x := range b.all {
		if form := x.Form.Name(); x.K() > 0 || !constant[form] {
			constant[form] = constant[form] || x.K() == 0
			row["friction"], row["K"], row["cuts"] = form, x.K(), x.Cuts
			t.AddValue(row, "projection error", x.Distance)
		}
	}
	return t, nil
}

// chain returns the chain of the i-th run.
func (b *BasisRuns) chain(i int) (*simulate.Chain, error) {
	r, s, g := b.runs[i], b.spec, b.Marginal
	scheme := dynamics.Scheme{Word: s.Word, Dt: r.Dt}
	if r.basis == nil {
		scheme.Word, scheme.Friction = s.Langevin, dynamics.Constant{Gamma: s.Gamma}
	}
	x := g.Chain(scheme, r.Point)
	x.T *= r.set.Part
	if r.basis == nil {
		return x, nil
	}
	start, err := r.start(s.Gamma)
	if err != nil {
		return nil, err
	}
	f := dynamics.AdL{Form: r.basis.Form, Gamma: s.Gamma, Eta: r.set.Eta}
	extend(x, f, r.basis.Functions, start, g.Visited())
	times := s.BurnXi
	if r.basis.sloping() {
		times, x.XiVar = float64(r.set.Longer*s.Slopes), 1/r.set.Eta
	}
	study.BurnXi(x, g.Sigma, times)
	if r.set.Method == gaussianNoise {
		x.Model = r.basis.noisy(g.Posterior.Model)
	}
	return x, nil
}

// start returns the ξ_k at which a run starts: the means A_k of theorem th:1 if Σ_x is S_K. From
// these, whose error is of order (ξΔt)², slopes of ξ(θ) would relax for as long as a run lasts.
func (r basisRun) start(gamma float64) ([][]float64, error) {
	x := r.basis
	if !x.sloping() || r.set.Method == gaussianNoise {
		return exact.ExtendedXi(x.Functions, x.projection, r.Epsilon, gamma, r.Dt), nil
	}
	p, err := x.posterior()
	if err != nil {
		return nil, err
	}
	return p.FrozenBasisXi(x.Functions, x.Form, r.Epsilon, gamma, r.Dt), nil
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
