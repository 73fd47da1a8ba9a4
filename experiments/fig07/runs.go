package main

import (
	"slices"
	"sync"

	"adl/pkg/dynamics"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/simulate"
	"adl/pkg/study"
)

// The purposes of the runs. All but the last two are Adaptive Langevin dynamics.
const (
	curve       = "AdL"         // the panels, and another friction on the same grid
	allData     = "all data"    // n = Nd
	steps       = "AdL, steps"  // other time steps
	long        = "AdL, long"   // a longer time
	replacement = "replacement" // batches with replacement
	constant    = "constant"    // constant covariance
	order       = "order"       // other orders of the steps
	metastable  = "metastable"  // several η
	others      = "other data"
	law         = "law"         // of ξ
	momentum    = "momentum"    // law of p
	conditional = "conditional" // mean of ξ given θ
	langevin    = "Langevin"
	sgld        = "SGLD"
)

// run is a chain of the figure.
type run struct {
	method   string
	word     string
	friction study.Friction // none of Langevin dynamics and SGLD
	eta      float64
	seed     uint64  // of the data
	t        float64 // total time
	observe  []simulate.Statistic
	study.Point
}

// At is a point that is not on a grid.
type At struct {
	N  int     `toml:"n" spec:"min=1"`
	Dt float64 `toml:"dt" spec:"positive"`
}

// Checks are the tables of the spec on runs that claims need and that are not drawn.
type Checks struct {
	Claims struct {
		T        float64          `toml:"T" spec:"positive"`
		Friction []study.Friction `toml:"friction" spec:"distinct"`
		AllData  []float64        `toml:"all_data" spec:"positive,distinct"`
	} `toml:"claims"`
	Langevin struct {
		Scheme string  `toml:"scheme"`
		Gamma  float64 `toml:"gamma" spec:"positive"`
		At     []At    `toml:"at"`
	} `toml:"langevin"`
	Long struct {
		Times float64 `toml:"times" spec:"positive"`
		At    []At    `toml:"at"`
	} `toml:"long"`
	Steps struct {
		Small []At `toml:"small"`
		Large []At `toml:"large"`
	} `toml:"steps"`
	Replacement struct {
		At []At `toml:"at"`
	} `toml:"replacement"`
	Constant struct {
		T      float64 `toml:"T" spec:"positive"`
		Full   []At    `toml:"full"`
		Scalar []At    `toml:"scalar"`
	} `toml:"constant"`
	Order struct {
		Schemes []string `toml:"schemes" spec:"distinct"`
		Full    []At     `toml:"full"`
		Scalar  []At     `toml:"scalar"`
	} `toml:"order"`
	Metastable Metastable `toml:"metastable"`
	Others     struct {
		Seeds []uint64 `toml:"seeds" spec:"distinct"`
		At    []At     `toml:"at"`
	} `toml:"others"`
	Law struct {
		T   float64   `toml:"T" spec:"positive"`
		Eta []float64 `toml:"eta" spec:"positive,distinct"`
		At  []At      `toml:"at"`
	} `toml:"law"`
	Momentum struct {
		At []At `toml:"at"`
	} `toml:"momentum"`
	Conditional Conditional `toml:"conditional"`
	Sets        Sets        `toml:"sets"`
}

// runs lists the chains: the points of the curves, and the points that claims need.
func (s Spec) runs(c *experiment.Context, total int) ([]run, error) {
	points, err := s.Points(c, total)
	if err != nil {
		return nil, err
	}
	b := builder{s: s, c: c, total: total, t: map[string]float64{
		constant: s.Constant.T, metastable: s.Metastable.T, law: s.Law.T, curve: s.T,
		long: float64(s.Long.Times * s.T),
	}}
	b.curves(points)
	b.checks(study.Full, s.Constant.Full, s.Order.Full)
	b.checks(study.Scalar, s.Constant.Scalar, s.Order.Scalar)
	b.add(b.base(long, study.Scalar), "long.at", s.Long.At)
	b.comparisons()
	for _, eta := range s.Conditional.Eta {
		r := b.base(conditional, study.Full)
		r.eta, r.observe = eta, []simulate.Statistic{s.Conditional.xi()}
		b.add(r, "conditional.at", s.Conditional.At)
	}
	b.otherData()
	return b.runs, b.err
}

// marginal returns the posterior of a data set.
type marginal func() (*study.Marginal, error)

// marginals are the posteriors of the figure's data and of the others, by their seeds. Those of the
// others are computed when they are needed.
func (s Spec) marginals(c *experiment.Context, own *study.Marginal) map[uint64]marginal {
	sets := map[uint64]marginal{}
	for _, seed := range slices.Concat(s.seeds(), s.otherSeeds()) {
		sets[seed] = sync.OnceValues(func() (*study.Marginal, error) { return s.Another(c, seed) })
	}
	sets[s.Data.Seed] = func() (*study.Marginal, error) { return own, nil }
	return sets
}

// seeds are those of the data sets: the figure's own, and others unless its data come from a file.
func (s Spec) seeds() []uint64 {
	seeds := []uint64{s.Data.Seed}
	if s.Data.File == "" {
		seeds = append(seeds, s.Metastable.Seeds...)
	}
	return seeds
}

// otherSeeds are those of the data sets of [others].
func (s Spec) otherSeeds() []uint64 {
	if s.Data.File != "" {
		return nil
	}
	return s.Others.Seeds
}

// scheme returns the scheme of a run.
func (s Spec) scheme(c *experiment.Context, g *study.Marginal, r run) (dynamics.Scheme, error) {
	key := map[string]string{
		langevin: "langevin.scheme", sgld: "langevin.scheme", order: "order.schemes",
	}
	if r.friction != "" {
		adl := s.AdL
		adl.Word, adl.Eta = r.word, r.eta
		return adl.Scheme(c, g.Posterior.Model, r.friction, "friction", r.Dt)
	}
	scheme := study.Method{Word: r.word, Gamma: s.Langevin.Gamma}.Scheme(r.Dt)
	if err := scheme.Check(); err != nil {
		return scheme, c.Errorf(key[r.method], "%v", err)
	}
	return scheme, nil
}

// chain returns the chain of a run on its data.
func (s Spec) chain(c *experiment.Context, data marginal, r run) (*simulate.Chain, error) {
	g, err := data()
	if err != nil {
		return nil, err
	}
	scheme, err := s.scheme(c, g, r)
	if err != nil {
		return nil, err
	}
	chain := g.Chain(scheme, r.Point)
	chain.T = r.t
	chain.Observe = append(chain.Observe, r.observe...)
	if r.friction != "" {
		study.Settle(chain, g.Sigma, s.BurnInXi)
		if r.method == law {
			chain.XiVar = 1 / r.eta
		}
	}
	if r.Sampling == minibatch.Gaussian {
		form, err := r.friction.Form(g.Posterior.Model)
		if err != nil {
			return nil, err
		}
		chain.Model = study.ConstantNoise(g.Posterior.Model, dynamics.Project(form, g.Sigma))
	}
	return chain, nil
}
