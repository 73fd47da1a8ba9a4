package main

import (
	"cmp"
	"math"
	"slices"

	"adl/pkg/dataset"
	"adl/pkg/experiment"
	"adl/pkg/linalg"
	"adl/pkg/study"
)

// The tables of runs with a treatment of their own.
const (
	laws     = "laws"
	anyNoise = "any_noise"
)

// list returns the runs of the tables, each by n, then by Δt.
func (s Spec) list(
	c *experiment.Context, g *study.GaussianPosterior,
) (runs []*study.Run, err error) {
	listed, err := s.List(c, g)
	if err != nil {
		return nil, err
	}
	table := func(r *study.Run) int {
		return slices.IndexFunc(s.Tables, func(t study.Table) bool { return t.Name == r.Table })
	}
	slices.SortStableFunc(listed, func(a, b *study.Run) int {
		return cmp.Or(table(a)-table(b), a.N-b.N, cmp.Compare(a.Dt, b.Dt))
	})
	for _, r := range listed {
		switch r.Table {
		case anyNoise:
			for _, noise := range s.S {
				of, err := s.On(c, spread(g.Model.X, math.Sqrt(noise/g.S(r.Point))))
				if err != nil {
					return nil, err
				}
				x := r.On(of)
				wait(x, of, s.BurnIn)
				runs = append(runs, x)
			}
			continue
		case laws:
			observeLaws(r)
		}
		runs = append(runs, r)
	}
	return runs, nil
}

// spread returns data with their distances from the mean multiplied by a factor. This multiplies
// Σ_x by factor² and does not change the posterior.
func spread(x []float64, factor float64) dataset.Data {
	mean := 0.0
	for _, v := range x {
		mean += v / float64(len(x))
	}
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = mean + factor*(v-mean)
	}
	return dataset.Data{X: linalg.Rounded(y, 8)} // the same on every machine
}

// maxBurnIn is the longest burn-in of a slow ξ, divided by the length of the run. A ξ that needs a
// longer burn-in is unsettled.
const maxBurnIn = 1.5

// wait makes ξ start from its distribution in Lemma lemmeADL with the mean of exact.MeanXi, because
// ξ may relax too slowly for a run. The burn-in is three relaxation times of ξ, which are enough,
// unless maxBurnIn forbids it.
func wait(r *study.Run, g *study.GaussianPosterior, least float64) {
	c := r.Chain
	c.XiVar, c.BurnIn = 1/r.AdL().Eta, least
	fast := max(c.BurnIn, 10/r.AdL().Gamma, 5*c.Xi[0]/g.Law.A) // θ and p
	study.Settle(c, g.EffectiveCov(r.Dt), 3)
	if c.BurnIn > maxBurnIn*c.T/float64(c.Replicas) {
		c.BurnIn = 0
	}
	c.BurnIn = max(c.BurnIn, fast)
}
