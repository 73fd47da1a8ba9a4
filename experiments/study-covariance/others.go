package main

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/exact"
	"adl/pkg/model"
	"adl/pkg/spec"
	"adl/pkg/study"
)

// measure is a quantity that is measured for other data sets.
type measure struct {
	quantity string
	region   any
}

// measures lists what measured returns.
func (s Spec) measures() (all []measure) {
	for _, mass := range s.Mass {
		for _, k := range []string{"11", "22"} {
			all = append(all, measure{"largest over least Sigma_x" + k, share(mass)})
		}
	}
	return append(all,
		measure{"largest change of Sigma_x", share(slices.Max(s.Mass))},
		measure{"relative deviation of Sigma_x", nil})
}

// measured returns how Σ_x varies for the posterior m: the largest over the least variance in the
// regions of highest density, the largest change over a standard deviation of the nearest mode, and
// the distance from the mean over the norm of the mean.
func (s Spec) measured(m *model.Mixture) (all []float64) {
	p := exact.NewMixtureGrid(m, exact.Grid{Step: 1.2})
	support := nodes(p, 1e-10)
	fill := func(ns []node) {
		for i := range ns {
			ns[i].Data = exact.GradCov(m, ns[i].Theta)
		}
	}
	fill(support)
	for _, mass := range s.Mass {
		for _, k := range []int{0, 3} {
			lo, hi := extremes(densest(support, mass), sigmaX, k)
			all = append(all, hi/lo)
		}
	}
	near := densest(support, slices.Max(s.Mass))
	far := beside(near, p.Modes)
	fill(far)
	average := mean(support, sigmaX)
	norm := floats.Norm(average, 2)
	return append(all, largestChange(near, far, sigmaX)/norm,
		distance(support, sigmaX, constant(average))/norm)
}

// drawn lists the task that measures Σ_x for other data sets of the same distribution, if that is
// known.
func (s Spec) drawn(m *model.Mixture) []*study.Exact {
	sets := s.Others.Drawn(s.Data)
	if sets == 0 {
		return nil
	}
	of := func(sets int) (all []float64) {
		for k := range sets {
			all = append(all, s.measured(s.Model.Posterior(s.Others.Draw(s.Data, s.Data.N, k)))...)
		}
		return all
	}
	return []*study.Exact{{
		Title:  fmt.Sprintf("Σ_x for %d data sets", sets),
		Digest: s.Others.Draw(s.Data, s.Data.N, 0).Digest(),
		Key: spec.Key{
			"is": "gradient covariances of data sets", "model": m.Key(), "mass": s.Mass,
			"law": s.Data.Kind, "ndata": s.Data.N, "mu": s.Data.Mu, "sigma": s.Data.Sigma, "w": s.Data.W,
			"sets": sets, "seed": s.Others.First,
		},
		Arrays: []study.Array{{Name: "measured", Len: sets * len(s.measures())}},
		Of:     func() [][]float64 { return [][]float64{of(sets)} },
		Part:   func() []float64 { return of(1) },
	}}
}

// others adds what measured has found for every data set.
func (t rows) others(s Spec, found []float64) {
	names := s.measures()
	for i, x := range found {
		q := names[i%len(names)]
		t.add(q.quantity, x, "region", q.region, "ndata", s.Data.N,
			"set", s.Others.First+uint64(i/len(names)))
	}
}
