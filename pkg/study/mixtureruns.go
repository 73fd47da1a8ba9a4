package study

import (
	"cmp"
	"fmt"

	"adl/pkg/dynamics"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// MixtureRuns are the keys of a spec whose runs on mixtures are of Adaptive Langevin dynamics, or
// beside it of dynamics with the constant friction γ.
type MixtureRuns struct {
	Mixture
	AdL
	BurnInXi float64 `toml:"burn_in_xi" spec:"nonnegative"` // in relaxation times of ξ
}

// MixtureRun is a run.
type MixtureRun struct {
	Point
	Method    string
	Word      string   // of the scheme
	Friction  Friction // "" without ξ
	Eta       float64
	Posterior *MixturePosterior
	Chain     *simulate.Chain   // set by At
	Samples   *simulate.Samples // set by Sample
}

// At sets the chain of a run. Its errors are about the key of the friction.
func (s MixtureRuns) At(c *experiment.Context, key string, r MixtureRun) (*MixtureRun, error) {
	g := r.Posterior
	if r.Friction == "" {
		r.Chain = g.Chain(Method{Word: r.Word, Gamma: s.Gamma}.Scheme(), r.Point)
		return &r, nil
	}
	form, err := r.Friction.Form(g.Model)
	if err != nil {
		return nil, c.Errorf(key, "%v", err)
	}
	f := dynamics.AdL{Form: form, Gamma: s.Gamma, Eta: r.Eta}
	r.Chain = g.Chain(dynamics.Scheme{Word: r.Word, Friction: f}, r.Point)
	Settle(r.Chain, g.Sigma, s.BurnInXi)
	if r.Sampling == minibatch.Gaussian {
		r.Chain.Model = constantNoise(g.Model, dynamics.Project(form, g.Sigma))
	}
	return &r, nil
}

// Sample computes all, together with exact computations, and sets the samples.
func Sample(c *experiment.Context, runs []*MixtureRun, exact ...*Exact) error {
	chains := make([]*simulate.Chain, len(runs))
	for i, r := range runs {
		chains[i] = r.Chain
	}
	samples, err := Sweep(c, chains, exact...)
	for i, x := range samples {
		runs[i].Samples = x
	}
	return err
}

// MixtureTable returns an empty table of runs, with more columns.
func MixtureTable(more ...string) *table.Table {
	params := []string{"method", "scheme", "friction", "eta", "data", "ndata", "sampling", "n", "dt"}
	more = append([]string{"raw", "floor", "s"}, more...)
	return table.New(table.Columns(params, more...)...)
}

// Row returns the cells of the run, with its status.
func (r *MixtureRun) Row() table.Row {
	row := r.Point.Row(r.Method)
	row["scheme"], row["data"], row["ndata"] = r.Word, r.Posterior.Seed, r.Posterior.Model.Ndata()
	if r.Friction != "" {
		row["friction"], row["eta"] = r.Friction, r.Eta
	}
	r.Posterior.Classify(row, r.Samples)
	return row
}

// L1 adds the L¹ error of the run.
func (r *MixtureRun) L1(t *table.Table) { r.Posterior.L1(t, r.Row(), r.Samples) }

// Runs is a table of a spec: runs for all combinations of its lists. A key that it leaves out is
// that of the spec; without a friction there is no ξ.
type Runs struct {
	Method   string             `toml:"method" spec:"nonempty"` // of the rows of the table
	Scheme   []string           `toml:"scheme" spec:"optional,nonempty,distinct"`
	Friction []Friction         `toml:"friction" spec:"optional,nonempty,distinct"`
	Eta      []float64          `toml:"eta" spec:"optional,nonempty,positive,distinct"`
	Seeds    []uint64           `toml:"seeds" spec:"optional,nonempty,distinct"` // of the data
	Sampling minibatch.Sampling `toml:"sampling" spec:"optional,in=with|without|Gaussian"`
	T        float64            `toml:"T" spec:"optional,positive"`
	Selection
}

// List returns the runs of the table at a key. Where the data come from a file, there are no
// others.
func (s MixtureRuns) List(
	c *experiment.Context, g *MixturePosterior, key string, r Runs,
) (runs []*MixtureRun, err error) {
	if r.Sampling == minibatch.Gaussian && r.Friction == nil {
		return nil, c.Errorf(key, "Gaussian noise has the constant covariance of a form of ξ, and there "+
			"is no friction")
	}
	points, err := r.Points(c, key, g.Model.Ndata())
	if err != nil {
		return nil, err
	}
	words := or(r.Scheme, s.Word)
	for i, word := range words {
		scheme := Method{Word: word}.Scheme()
		if r.Friction != nil {
			scheme.Friction = dynamics.AdL{}
		}
		if err := scheme.Check(); err != nil {
			at := "scheme"
			if r.Scheme != nil {
				at = fmt.Sprintf("%s.scheme[%d]", key, i)
			}
			return nil, c.Errorf(at, "%v", err)
		}
	}
	for _, seed := range or(r.Seeds, g.Seed) {
		if s.Data.File != "" && seed != g.Seed {
			continue
		}
		other, err := g.Other(c, seed)
		if err != nil {
			return nil, err
		}
		for _, friction := range or(r.Friction, "") {
			for _, word := range words {
				for _, eta := range or(r.Eta, s.Eta) {
					for _, p := range points {
						run, err := s.At(c, key+".friction", MixtureRun{
							Point: p, Method: r.Method, Word: word, Friction: friction, Eta: eta,
							Posterior: other,
						})
						if err != nil {
							return nil, err
						}
						run.Chain.T = cmp.Or(r.T, s.T)
						runs = append(runs, run)
					}
				}
			}
		}
	}
	return runs, nil
}

// Points returns the points for a number of data.
func (r Runs) Points(c *experiment.Context, key string, total int) ([]Point, error) {
	return r.Select(c, key, cmp.Or(r.Sampling, minibatch.Without), total)
}

// MixtureStudy are the keys of a study beside Figure 7.
type MixtureStudy struct {
	MixtureRuns
	Runs   []Runs `toml:"runs" spec:"nonempty"`
	Curves *Runs  `toml:"curves" spec:"optional"` // of Figure 7, which the picture shows, too
}

// All loads the data and returns the runs of the spec.
func (s MixtureStudy) All(
	c *experiment.Context,
) (g *MixturePosterior, all []*MixtureRun, err error) {
	if g, err = s.Load(c); err != nil {
		return nil, nil, err
	}
	for i, r := range s.Runs {
		runs, err := s.List(c, g, fmt.Sprintf("runs[%d]", i), r)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, runs...)
	}
	if s.Curves != nil {
		runs, err := s.List(c, g, "curves", *s.Curves)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, runs...)
	}
	return g, all, nil
}

// MixtureErrors computes the table of the L¹ errors of all runs of a study.
func MixtureErrors(c *experiment.Context, s MixtureStudy) (*table.Table, error) {
	_, runs, err := s.All(c)
	if err != nil {
		return nil, err
	}
	if err := Sample(c, runs); err != nil {
		return nil, err
	}
	t := MixtureTable()
	for _, r := range runs {
		r.L1(t)
	}
	return t, nil
}

// constantNoise returns the posterior whose gradient uses all the data and adds Gaussian noise of
// covariance s.
func constantNoise(m model.Model, s []float64) *model.GaussianNoise {
	return &model.GaussianNoise{
		Model: m, Name: fmt.Sprintf("constant %s", dynamics.Digest(s)),
		Cov: func(cov, _ []float64) { copy(cov, s) },
	}
}
