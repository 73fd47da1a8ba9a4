package main

import (
	"cmp"
	"fmt"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/study"
)

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

// curves adds the points of the grid for the frictions of the panels, and then for the others and
// for the methods without ξ.
func (b *builder) curves(points []study.Point) {
	for _, k := range b.s.Friction {
		for _, p := range points {
			r := b.base(curve, k)
			r.Point = p
			b.runs = append(b.runs, r)
		}
	}
	for _, p := range points {
		for _, k := range b.s.Claims.Friction {
			r := b.base(curve, k)
			r.t, r.Point = b.s.Claims.T, p
			b.runs = append(b.runs, r)
		}
		if p.Sampling == minibatch.Without {
			b.baselines(p)
		}
	}
}

// checks adds the runs with a friction, of which the constant covariance and the other orders of
// the steps have points of their own.
func (b *builder) checks(k study.Friction, constantAt, orderAt []At) {
	var data []At
	for _, dt := range b.s.Claims.AllData {
		data = append(data, At{b.total, dt})
	}
	b.add(b.base(allData, k), "claims.all_data", data)
	b.add(b.base(steps, k), "steps.small", b.s.Steps.Small)
	b.add(b.base(steps, k), "steps.large", b.s.Steps.Large)
	b.addSampled(b.base(replacement, k), minibatch.With, "replacement.at", b.s.Replacement.At)
	b.addSampled(b.base(constant, k), minibatch.Gaussian, "constant."+string(k), constantAt)
	for _, word := range b.s.Order.Schemes {
		r := b.base(order, k)
		r.word = word
		b.add(r, "order."+string(k), orderAt)
	}
	for _, eta := range b.s.Law.Eta {
		r := b.base(law, k)
		r.eta, r.observe = eta, lawOfXi(k)
		b.add(r, "law.at", b.s.Law.At)
	}
	r := b.base(momentum, k)
	r.observe = lawOfP
	b.add(r, "momentum.at", b.s.Momentum.At)
}

// comparisons adds the methods without ξ at points that are not on the grid.
func (b *builder) comparisons() {
	for i, at := range slices.Concat(b.s.Langevin.At, b.s.Steps.Small) {
		key := fmt.Sprintf("langevin.at[%d]", i)
		if i >= len(b.s.Langevin.At) {
			key = fmt.Sprintf("steps.small[%d]", i-len(b.s.Langevin.At))
		}
		b.baselines(b.point(key, minibatch.Without, at))
	}
}

// otherData adds the runs on several data sets.
func (b *builder) otherData() {
	for _, seed := range b.s.seeds() {
		for _, eta := range b.s.Metastable.Eta {
			r := b.base(metastable, study.Full)
			r.seed, r.eta = seed, eta
			b.add(r, "metastable.full", b.s.Metastable.Full)
			r.friction = study.Scalar
			b.add(r, "metastable.n", b.s.Metastable.scalar(b.total))
		}
	}
	for _, seed := range b.s.otherSeeds() {
		r := b.base(others, study.Full)
		r.seed = seed
		b.add(r, "others.at", b.s.Others.At)
	}
}

// point returns a point under a key of the spec, and keeps the first error.
func (b *builder) point(key string, sampling minibatch.Sampling, at At) study.Point {
	p, err := study.NewPoint(b.c, key, sampling, b.total, at.N, at.Dt)
	if err != nil && b.err == nil {
		b.err = err
	}
	return p
}

// add adds a run at points without replacement, which stand under a key of the spec.
func (b *builder) add(r run, key string, at []At) { b.addSampled(r, minibatch.Without, key, at) }

func (b *builder) addSampled(r run, sampling minibatch.Sampling, key string, at []At) {
	for i, x := range at {
		r.Point = b.point(fmt.Sprintf("%s[%d]", key, i), sampling, x)
		b.runs = append(b.runs, r)
	}
}
