package study

import (
	"cmp"
	"fmt"

	"adl/pkg/dynamics"
	"adl/pkg/experiment"
	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/table"
)

// MixtureRuns are the keys of a spec for tables of runs on a mixture.
type MixtureRuns struct {
	Mixture
	AdL
	BurnInXi float64 `toml:"burn_in_xi" spec:"nonnegative"` // in relaxation times of ξ
}

// MixtureStudy are the keys of a study beside Figure 7.
type MixtureStudy struct {
	MixtureRuns
	Runs   []Runs `toml:"runs" spec:"nonempty"`
	Curves *Runs  `toml:"curves" spec:"optional"` // of Figure 7, also shown in the picture
}

// Runs is a table of a spec: runs for all combinations of its lists. Keys not given are taken from
// the spec; without a friction there is no ξ. The ways to estimate the gradient replace Control and
// Sampling.
type Runs struct {
	Method   string     `toml:"method" spec:"nonempty"` // of the rows of the table
	Scheme   []string   `toml:"scheme" spec:"optional,nonempty,distinct"`
	Friction []Friction `toml:"friction" spec:"optional,nonempty,distinct"`
	Eta      []float64  `toml:"eta" spec:"optional,nonempty,positive,distinct"`
	Seeds    []uint64   `toml:"seeds" spec:"optional,nonempty,distinct"` // of the data
	Control  Control    `toml:"control,omitempty" spec:"optional"`
	Sampling Sampling   `toml:"sampling" spec:"optional,in=with|without|reshuffle|symmetric|Gaussian"`
	Gradient []Gradient `toml:"gradient,omitempty" spec:"optional,nonempty,distinct"`
	T        float64    `toml:"T" spec:"optional,positive"`
	Selection
}

// KeyedRuns is a table of runs and its key.
type KeyedRuns struct {
	Key string
	Runs
}

// MixtureRun is a run on a mixture.
type MixtureRun struct {
	Run
	Posterior *MixturePosterior
}

// Run returns the run of a scheme at a point with the total time T. It settles ξ, if any, for
// burnXi relaxation times. Gaussian noise has a constant covariance in the form of ξ.
func (g *MixturePosterior) Run(
	method string, k Friction, scheme dynamics.Scheme, p Point, T, burnInXi float64,
) *MixtureRun {
	c := g.Chain(scheme, p)
	c.T = T
	if f, ok := scheme.Friction.(dynamics.AdL); ok {
		Settle(c, g.Sigma, burnInXi)
		if p.Sampling == minibatch.Gaussian {
			c.Model = constantNoise(g.Model, linalg.RoundedSym(dynamics.Project(f.Form, g.Sigma), digits))
		}
	}
	return &MixtureRun{Run{Point: p, Method: method, Friction: k, Chain: c}, g}
}

// Row returns the cells of the run, with its status.
func (r *MixtureRun) Row() table.Row {
	row := r.Point.Row(r.Method)
	row["scheme"], row["data"] = r.Chain.Scheme.Word, r.Posterior.Seed
	row["ndata"] = r.Posterior.Model.Ndata()
	if r.Friction != "" {
		row["friction"], row["eta"] = r.Friction, r.AdL().Eta
	}
	r.Posterior.Classify(row, r.Samples)
	return row
}

// L1 adds the L¹ error of the run.
func (r *MixtureRun) L1(t *table.Table) { r.Posterior.L1(t, r.Row(), r.Samples) }

// MixtureTable returns an empty table of runs, with more columns.
func MixtureTable(more ...string) *table.Table {
	params := []string{"method", "scheme", "friction", "eta", "data", "ndata", "sampling", "n", "dt"}
	return table.New(table.Columns(params, append([]string{"raw", "floor", "s"}, more...)...)...)
}

// All loads the data and returns the runs of the spec.
func (s MixtureStudy) All(
	c *experiment.Context,
) (g *MixturePosterior, all []*MixtureRun, err error) {
	if g, err = s.Load(c); err != nil {
		return nil, nil, err
	}
	var tables []KeyedRuns
	for i, r := range s.Runs {
		tables = append(tables, KeyedRuns{fmt.Sprintf("runs[%d]", i), r})
	}
	if s.Curves != nil {
		tables = append(tables, KeyedRuns{"curves", *s.Curves})
	}
	all, err = s.List(c, g, tables)
	return g, all, err
}

// List returns the runs of tables. If the data come from a file, it skips other seeds.
func (s MixtureRuns) List(
	c *experiment.Context, g *MixturePosterior, tables []KeyedRuns,
) (all []*MixtureRun, err error) {
	for _, r := range tables {
		for _, way := range or(r.Gradient, "") {
			if way != "" {
				r.Control, r.Sampling = way.Keys()
			}
			runs, err := s.list(c, g, r.Key, r.Runs)
			if err != nil {
				return nil, err
			}
			all = append(all, runs...)
		}
	}
	return all, nil
}

// list returns the runs of the table at a key with one way to estimate the gradient.
func (s MixtureRuns) list(
	c *experiment.Context, g *MixturePosterior, key string, r Runs,
) (runs []*MixtureRun, err error) {
	points, err := r.Select(c, key, r.Sampling, g.Model.Ndata())
	if err != nil {
		return nil, err
	}
	schemes, frictions, err := s.schemes(c, g.Model, key, r)
	if err != nil {
		return nil, err
	}
	for _, seed := range or(r.Seeds, g.Seed) {
		if s.Data.File != "" && seed != g.Seed {
			continue
		}
		other, err := g.Other(c, seed, cmp.Or(r.Control, g.spec.Control), key+".control")
		if err != nil {
			return nil, err
		}
		for i, scheme := range schemes {
			for _, p := range points {
				T := cmp.Or(r.T, s.T)
				runs = append(runs, other.Run(r.Method, frictions[i], scheme, p, T, s.BurnInXi))
			}
		}
	}
	return runs, nil
}

// schemes returns the schemes of the table at a key, and the frictions of each.
func (s MixtureRuns) schemes(
	c *experiment.Context, m model.Model, key string, r Runs,
) (schemes []dynamics.Scheme, frictions []Friction, err error) {
	if r.Sampling == minibatch.Gaussian && r.Friction == nil {
		return nil, nil, c.Errorf(key, "Gaussian noise has the constant covariance of a form of ξ, and "+
			"there is no friction")
	}
	for _, friction := range or(r.Friction, "") {
		for i, word := range or(r.Scheme, s.Word) {
			at := "scheme"
			if r.Scheme != nil {
				at = fmt.Sprintf("%s.scheme[%d]", key, i)
			}
			for _, eta := range or(r.Eta, s.Eta) {
				of := AdL{Word: word, Gamma: s.Gamma, Eta: eta}
				scheme, err := of.scheme(c, m, friction, key+".friction", at)
				if err != nil {
					return nil, nil, err
				}
				schemes, frictions = append(schemes, scheme), append(frictions, friction)
			}
		}
	}
	return schemes, frictions, nil
}

// constantNoise returns the posterior with the full gradient plus Gaussian noise of covariance s.
func constantNoise(m model.Model, s []float64) *model.GaussianNoise {
	return &model.GaussianNoise{
		Model: m, Name: fmt.Sprintf("constant %s", dynamics.Digest(s)),
		Cov: func(cov, _ []float64) { copy(cov, s) },
	}
}

// MixtureErrors computes the table of the L¹ errors of all runs of a study, and of the mean of a
// diagonal ξ with its prediction γ + ε(n)Δt S*/2.
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
		if r.Friction == Diagonal {
			XiRows(t, r.Row(), r.Samples, r.Posterior.Sigma, false)
		}
	}
	return t, nil
}
