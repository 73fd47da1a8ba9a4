package main

import (
	"cmp"
	"fmt"
	"slices"

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

// runs lists the chains: the points of the curves, and the points that claims need.
func (s Spec) runs(c *experiment.Context, total int) ([]run, error) {
	b := builder{s: s, c: c, total: total, t: map[string]float64{
		constant: s.Constant.T, metastable: s.Metastable.T, law: s.Law.T, curve: s.T,
		long: float64(s.Long.Times * s.T),
	}}
	points, err := s.Points(c, total)
	if err != nil {
		return nil, err
	}
	for _, k := range s.Friction {
		for _, p := range points {
			r := b.base(curve, k)
			r.Point = p
			b.runs = append(b.runs, r)
		}
	}
	for _, p := range points {
		for _, k := range s.Claims.Friction {
			r := b.base(curve, k)
			r.t, r.Point = s.Claims.T, p
			b.runs = append(b.runs, r)
		}
		if p.Sampling == minibatch.Without {
			b.baselines(p)
		}
	}
	both := []study.Friction{study.Full, study.Scalar}
	lists := map[study.Friction][2][]At{
		study.Full:   {s.Constant.Full, s.Order.Full},
		study.Scalar: {s.Constant.Scalar, s.Order.Scalar},
	}
	var data []At
	for _, dt := range s.Claims.AllData {
		data = append(data, At{total, dt})
	}
	for _, k := range both {
		b.add(b.base(allData, k), "claims.all_data", data)
		b.add(b.base(steps, k), "steps.small", s.Steps.Small)
		b.add(b.base(steps, k), "steps.large", s.Steps.Large)
		b.addSampled(b.base(replacement, k), minibatch.With, "replacement.at", s.Replacement.At)
		b.addSampled(b.base(constant, k), minibatch.Gaussian, "constant."+string(k), lists[k][0])
		for _, word := range s.Order.Schemes {
			r := b.base(order, k)
			r.word = word
			b.add(r, "order."+string(k), lists[k][1])
		}
		for _, eta := range s.Law.Eta {
			r := b.base(law, k)
			r.eta, r.observe = eta, lawOfXi(k)
			b.add(r, "law.at", s.Law.At)
		}
		r := b.base(momentum, k)
		r.observe = lawOfP
		b.add(r, "momentum.at", s.Momentum.At)
	}
	b.add(b.base(long, study.Scalar), "long.at", s.Long.At)
	for i, at := range slices.Concat(s.Langevin.At, s.Steps.Small) {
		key := fmt.Sprintf("langevin.at[%d]", i)
		if i >= len(s.Langevin.At) {
			key = fmt.Sprintf("steps.small[%d]", i-len(s.Langevin.At))
		}
		p, err := study.NewPoint(c, key, minibatch.Without, total, at.N, at.Dt)
		if err != nil {
			return nil, err
		}
		b.baselines(p)
	}
	for _, eta := range s.Conditional.Eta {
		r := b.base(conditional, study.Full)
		r.eta, r.observe = eta, []simulate.Statistic{s.Conditional.xi()}
		b.add(r, "conditional.at", s.Conditional.At)
	}
	for _, seed := range s.seeds() {
		for _, eta := range s.Metastable.Eta {
			r := b.base(metastable, study.Full)
			r.seed, r.eta = seed, eta
			b.add(r, "metastable.full", s.Metastable.Full)
			r.friction = study.Scalar
			b.add(r, "metastable.n", s.Metastable.scalar(total))
		}
	}
	for _, seed := range s.otherSeeds() {
		r := b.base(others, study.Full)
		r.seed = seed
		b.add(r, "others.at", s.Others.At)
	}
	return b.runs, b.err
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

// builder makes lists of runs.
type builder struct {
	s     Spec
	c     *experiment.Context
	total int
	t     map[string]float64 // total time of a purpose, if not Claims.T
	runs  []run
	err   error // the first
}

// base is a run with what the spec says where a purpose says nothing else.
func (b *builder) base(method string, k study.Friction) run {
	return run{
		method: method, word: b.s.Word, friction: k, eta: b.s.Eta, seed: b.s.Data.Seed,
		t: cmp.Or(b.t[method], b.s.Claims.T),
	}
}

// baselines adds the methods with which Adaptive Langevin dynamics is compared, at a point.
func (b *builder) baselines(p study.Point) {
	for _, method := range []string{langevin, sgld} {
		r := b.base(method, "")
		r.word, r.Point = b.s.Langevin.Scheme, p
		if method == sgld {
			r.word = dynamics.SGLD
		}
		b.runs = append(b.runs, r)
	}
}

// add adds a run at points without replacement, which stand under a key of the spec.
func (b *builder) add(r run, key string, at []At) { b.addSampled(r, minibatch.Without, key, at) }

func (b *builder) addSampled(r run, sampling minibatch.Sampling, key string, at []At) {
	for i, x := range at {
		p, err := study.NewPoint(b.c, fmt.Sprintf("%s[%d]", key, i), sampling, b.total, x.N, x.Dt)
		if err != nil && b.err == nil {
			b.err = err
		}
		r.Point = p
		b.runs = append(b.runs, r)
	}
}

// scheme returns the scheme of a run.
func (s Spec) scheme(c *experiment.Context, g *study.Marginal, r run) (dynamics.Scheme, error) {
	key := map[string]string{langevin: "langevin.scheme", sgld: "langevin.scheme", order: "order.schemes"}
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
func (s Spec) chain(c *experiment.Context, g *study.Marginal, r run) (*simulate.Chain, error) {
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
		chain.Model = constantNoise(g, form)
	}
	return chain, nil
}
