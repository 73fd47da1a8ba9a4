package main

import (
	"cmp"
	"fmt"
	"math"

	"adl/pkg/dataset"
	"adl/pkg/experiment"
	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/study"
)

// Grid is a table of the spec: runs for all combinations of its lists, in batches without
// replacement.
type Grid struct {
	T   float64   `toml:"T" spec:"optional,positive"` // instead of the spec's
	Dt  []float64 `toml:"dt" spec:"positive,nonempty,distinct"`
	N   []int     `toml:"n" spec:"min=1,nonempty,distinct"`
	Eta []float64 `toml:"eta" spec:"optional,positive,distinct"` // instead of the spec's
	// S are values of the criterion s, which the spread of the data is made to give.
	S []float64 `toml:"s" spec:"optional,positive,max=0.999,distinct"`
}

// list returns the runs of the table at a key.
func (s Spec) list(
	c *experiment.Context, g *study.GaussianPosterior, key string, grid Grid,
) (runs []*study.GaussianRun, err error) {
	if grid.Eta == nil {
		grid.Eta = []float64{s.Eta}
	}
	if grid.S == nil {
		grid.S = []float64{0}
	}
	for i, n := range grid.N {
		for _, dt := range grid.Dt {
			at := fmt.Sprintf("%s.n[%d]", key, i)
			p, err := study.NewPoint(c, at, minibatch.Without, g.Model.Ndata(), n, dt)
			if err != nil {
				return nil, err
			}
			for _, eta := range grid.Eta {
				for _, noise := range grid.S {
					of := g
					if noise > 0 {
						of, err = s.On(c, spread(g.Model.X, math.Sqrt(noise/g.Noise(p))))
						if err != nil {
							return nil, err
						}
					}
					r, err := s.At(c, of, p, eta, cmp.Or(grid.T, s.T))
					if err != nil {
						return nil, err
					}
					if noise > 0 {
						wait(r, s.BurnIn)
					}
					runs = append(runs, r)
				}
			}
		}
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
func wait(r *study.GaussianRun, least float64) {
	c, g := r.Chain, r.Posterior
	c.XiVar, c.BurnIn = 1/r.AdL().Eta, least
	fast := max(c.BurnIn, 10/r.AdL().Gamma, 5*c.Xi[0]/g.Law.A) // θ and p
	study.Settle(c, g.EffectiveCov(r.Dt), 3)
	if c.BurnIn > maxBurnIn*c.T/float64(c.Replicas) {
		c.BurnIn = 0
	}
	c.BurnIn = max(c.BurnIn, fast)
}
