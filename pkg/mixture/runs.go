package mixture

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"adl/pkg/dynamics"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// MixtureRuns are the keys of a spec whose runs on mixtures are of Adaptive Langevin dynamics, or
// beside it of dynamics with the constant friction γ.
type MixtureRuns struct {
	Sampled
	study.AdL
	BurnInXi float64 `toml:"burn_in_xi" spec:"nonnegative"` // in relaxation times of ξ
}

// Runs is a table of a spec: runs for all combinations of its lists. A key that it leaves out is
// that of the spec; without a friction there is no ξ.
type Runs struct {
	Method   string             `toml:"method" spec:"nonempty"` // of the rows of the table
	Scheme   []string           `toml:"scheme" spec:"optional,nonempty,distinct"`
	Friction []study.Friction   `toml:"friction" spec:"optional,nonempty,distinct"`
	Eta      []float64          `toml:"eta" spec:"optional,nonempty,positive,distinct"`
	Seeds    []uint64           `toml:"seeds" spec:"optional,nonempty,distinct"` // of the data
	Sampling minibatch.Sampling `toml:"sampling" spec:"optional,in=with|without|Gaussian"`
	T        float64            `toml:"T" spec:"optional,positive"`
	Selection
}

// Selection are the keys of some points: those of At, and of the grid of Dt and N, by default all
// the data.
type Selection struct {
	At []At      `toml:"at" spec:"optional"`
	N  []int     `toml:"n" spec:"optional,min=1,distinct"`
	Dt []float64 `toml:"dt" spec:"optional,positive,distinct"`
}

// At is a point that is not on a grid: n, by default all the data, and Δt, which may be given as
// ε(n)Δt.
type At struct {
	N     int     `toml:"n" spec:"optional,min=1"`
	Dt    float64 `toml:"dt" spec:"optional,positive"`
	Noise float64 `toml:"noise" spec:"optional,positive"`
}

// Run is a run. Before [MixtureRuns.Run], a program may add to what it observes.
type Run struct {
	study.Point
	Method   string
	Word     string // of the scheme
	Friction study.Friction
	Eta      float64
	Seed     uint64 // of the data
	T        float64
	Observe  []simulate.Statistic // besides those of [Marginal.Chain]
	XiVar    float64              // of ξ at the start

	Data    *Marginal         // set by Run
	Samples *simulate.Samples // set by Run

	key string // of Friction
}

// List returns the runs of the table at a key. Where the data come from a file, there are no
// others.
func (s MixtureRuns) List(
	c *experiment.Context, g *Marginal, key string, r Runs,
) (runs []*Run, err error) {
	if r.Sampling == minibatch.Gaussian && r.Friction == nil {
		return nil, c.Errorf(key, "Gaussian noise has the constant covariance of a form of ξ, and there "+
			"is no friction")
	}
	points, err := r.Points(c, key, g.Posterior.Model.Ndata())
	if err != nil {
		return nil, err
	}
	for _, seed := range study.Or(r.Seeds, s.Data.Seed) {
		if s.Data.File != "" && seed != s.Data.Seed {
			continue
		}
		for _, friction := range study.Or(r.Friction, "") {
			for i, word := range study.Or(r.Scheme, s.Word) {
				one := Run{
					Method: r.Method, Word: word, Friction: friction, Seed: seed, T: cmp.Or(r.T, s.T),
					key: key + ".friction",
				}
				if err := s.scheme(&one, dynamics.Scalar{}).Check(); err != nil {
					if r.Scheme == nil {
						return nil, c.Errorf("scheme", "%v", err)
					}
					return nil, c.Errorf(fmt.Sprintf("%s.scheme[%d]", key, i), "%v", err)
				}
				for _, eta := range study.Or(r.Eta, s.Eta) {
					for _, p := range points {
						run := one
						run.Eta, run.Point = eta, p
						runs = append(runs, &run)
					}
				}
			}
		}
	}
	return runs, nil
}

// Points returns the points for a number of data.
func (r Runs) Points(c *experiment.Context, key string, total int) ([]study.Point, error) {
	return r.Select(c, key, cmp.Or(r.Sampling, minibatch.Without), total)
}

// Select returns the points for a number of data of a selection at a key.
func (s Selection) Select(
	c *experiment.Context, key string, sampling minibatch.Sampling, total int,
) (ps []study.Point, err error) {
	add := func(key string, at At) error {
		p := study.Point{Sampling: sampling, N: cmp.Or(at.N, total), Dt: at.Dt}
		if err := sampling.Check(total, p.N); err != nil {
			return c.Errorf(key, "%v", err)
		}
		p.Epsilon = sampling.Epsilon(total, p.N)
		if at.Noise > 0 && at.Dt == 0 && p.Epsilon > 0 {
			p.Dt = at.Noise / p.Epsilon
		} else if at.Dt == 0 || at.Noise > 0 {
			return c.Errorf(key, "expected dt, or noise = ε(n)Δt with n below Nd")
		}
		ps = append(ps, p)
		return nil
	}
	for i, at := range s.At {
		if err := add(fmt.Sprintf("%s.at[%d]", key, i), at); err != nil {
			return nil, err
		}
	}
	for _, dt := range s.Dt {
		for j, n := range study.Or(s.N, 0) {
			if err := add(fmt.Sprintf("%s.n[%d]", key, j), At{N: n, Dt: dt}); err != nil {
				return nil, err
			}
		}
	}
	return ps, nil
}

// scheme returns the scheme of a run with a form of ξ.
func (s MixtureRuns) scheme(r *Run, form dynamics.Form) dynamics.Scheme {
	if r.Friction == "" {
		return study.Method{Word: r.Word, Gamma: s.Gamma}.Scheme(r.Dt)
	}
	return dynamics.Scheme{
		Word: r.Word, Dt: r.Dt, Friction: dynamics.AdL{Form: form, Gamma: s.Gamma, Eta: r.Eta},
	}
}

// Run runs all, together with exact computations, and sets the data and the samples of the runs.
// The posteriors of other data than the spec's, g, are computed when they are needed.
func (s MixtureRuns) Run(
	c *experiment.Context, g *Marginal, runs []*Run, exact ...*study.Exact,
) error {
	sets := map[uint64]func() (*Marginal, error){
		s.Data.Seed: func() (*Marginal, error) { return g, nil },
	}
	for _, r := range runs {
		if sets[r.Seed] == nil {
			sets[r.Seed] = sync.OnceValues(func() (*Marginal, error) { return s.Another(c, r.Seed) })
		}
	}
	samples, err := study.RunEach(c, len(runs), func(i int) (*simulate.Chain, error) {
		g, err := sets[runs[i].Seed]()
		if err != nil {
			return nil, err
		}
		return s.chain(c, g, runs[i])
	}, exact...)
	if err != nil {
		return err
	}
	for i, r := range runs {
		r.Samples = samples[i]
		if r.Data, err = sets[r.Seed](); err != nil {
			return err
		}
	}
	return nil
}

// chain returns the chain of a run on its data.
func (s MixtureRuns) chain(
	c *experiment.Context, g *Marginal, r *Run,
) (*simulate.Chain, error) {
	var form dynamics.Form
	if r.Friction != "" {
		var err error
		if form, err = r.Friction.Form(g.Posterior.Model); err != nil {
			return nil, c.Errorf(cmp.Or(r.key, "friction"), "%v", err)
		}
	}
	chain := g.Chain(s.scheme(r, form), r.Point)
	chain.T, chain.XiVar = r.T, r.XiVar
	chain.Observe = append(chain.Observe, r.Observe...)
	if r.Friction != "" {
		study.Settle(chain, g.Sigma, s.BurnInXi)
	}
	if r.Sampling == minibatch.Gaussian {
		chain.Model = ConstantNoise(g.Posterior.Model, dynamics.Project(form, g.Sigma))
	}
	return chain, nil
}

// NewTable returns an empty table of runs on mixtures, with more columns.
func (s MixtureRuns) NewTable(more ...string) *table.Table {
	params := []string{"method", "scheme", "friction", "eta", "data", "ndata", "sampling", "n", "dt"}
	more = append([]string{"raw", "floor", "s"}, more...)
	return table.New(table.Columns(params, more...)...)
}

// Row returns the cells of the run.
func (r *Run) Row() table.Row {
	row := r.Point.Row(r.Method)
	row["scheme"], row["data"], row["ndata"] = r.Word, r.Seed, r.Data.Posterior.Model.Ndata()
	if r.Friction != "" {
		row["friction"], row["eta"] = r.Friction, r.Eta
	}
	return row
}

// Rows adds the measurements of [Marginal.Rows] and returns their row, with the status of the run.
// Unless quantities is nil, it adds these alone, with those of their entries.
func (r *Run) Rows(t *table.Table, quantities ...string) table.Row {
	row, all := r.Row(), table.New(t.Columns()...)
	r.Data.Rows(all, row, r.Samples)
	t.Append(all.Filter(func(i int) bool {
		q := all.Cell(i, "quantity")
		return quantities == nil || slices.ContainsFunc(quantities, func(k string) bool {
			return q == k || strings.HasPrefix(q, k+" ")
		})
	}))
	return row
}

// The covariances stand here and not in the programs, whose own code is not in the digest of what
// computed a result.

// ConstantNoise returns the posterior whose gradient uses all the data and adds Gaussian noise of
// covariance s.
func ConstantNoise(m model.Model, s []float64) *model.GaussianNoise {
	return &model.GaussianNoise{
		Model: m, Name: fmt.Sprintf("constant %s", dynamics.Digest(s)),
		Cov: func(cov, _ []float64) { copy(cov, s) },
	}
}

// BasisNoise returns the posterior whose gradient uses all the data and adds Gaussian noise of
// covariance S(θ) = Σ_k S_k f_k(θ), with the functions of a basis.
func BasisNoise(m model.Model, b dynamics.Basis, s [][]float64) *model.GaussianNoise {
	cells, n := b.Cells()
	f := make([]float64, n)
	return &model.GaussianNoise{
		Model: m, Name: fmt.Sprintf("projection %v, %d cells", dynamics.Digest(s...), cells),
		Cov: func(cov, theta []float64) {
			clear(cov)
			at := b.At(f, theta) * n
			for i, v := range f {
				for e, x := range s[at+i] {
					cov[e] += float64(v * x)
				}
			}
		},
	}
}
