package main

import (
	"fmt"
	"slices"
	"sync"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/model"
	"adl/pkg/spec"
	"adl/pkg/study"
)

// evaluate fills in Σ and Σ_x.
func (s Spec) evaluate(m *model.Mixture, ns []node) {
	for i := range ns {
		n := &ns[i]
		n.sigma, n.data = exact.LimitGradCov(m, s.Theta0[:], n.theta), exact.GradCov(m, n.theta)
	}
}

// covariances evaluates Σ and Σ_x at nodes, as a task.
func (s Spec) covariances(m *model.Mixture, digest, where string, ns []node) *study.Exact {
	thetas := make([][]float64, len(ns))
	for i, n := range ns {
		thetas[i] = n.theta
	}
	matrices := func(ns []node) (sigma, data []float64) {
		ns = slices.Clone(ns)
		s.evaluate(m, ns)
		for _, n := range ns {
			sigma, data = append(sigma, n.sigma...), append(data, n.data...)
		}
		return sigma, data
	}
	return &study.Exact{
		Title: "Σ and Σ_x " + where, Digest: digest,
		Key: spec.Key{
			"is": "gradient covariances", "model": m.Key(), "theta0": s.Theta0[:],
			"theta": dynamics.Digest(thetas...),
		},
		Arrays: []study.Array{{Name: "sigma", Len: 4 * len(ns)}, {Name: "data", Len: 4 * len(ns)}},
		Of: func() [][]float64 {
			sigma, data := matrices(ns)
			return [][]float64{sigma, data}
		},
		Part: func() []float64 {
			sigma, data := matrices(study.Some(ns))
			return append(sigma, data...)
		},
	}
}

// fill fills in what covariances found.
func fill(ns []node, arrays [][]float64) {
	for i := range ns {
		ns[i].sigma, ns[i].data = arrays[0][4*i:4*i+4], arrays[1][4*i:4*i+4]
	}
}

// limits lists the tasks of the squared distances of Σ_x from Σ, for every size of data sets that
// follow the law of the limit. They take few nodes, since the data sets are many.
func (s Spec) limits(m *model.Mixture, digest string) (list []*study.Exact) {
	support := sync.OnceValue(func() []node {
		ns := nodes(exact.NewPosterior(m, exact.Grid{Step: 1.6}), 1e-5)
		s.evaluate(m, ns)
		return ns
	})
	sd := [2]float64{m.Sigma1, m.Sigma2}
	for i, size := range s.Limit.N {
		seed := s.Limit.Seed + uint64(i*s.Limit.Sets)
		squares := func(sets int, ns []node) []float64 {
			norm := distance(ns, sigma, zero)
			d2 := make([]float64, sets)
			for k := range d2 {
				drawn := s.Model.Posterior(dataset.Mixture(size, m.W, s.Theta0, sd, seed+uint64(k)))
				d := distance(ns, sigma, func(n node) []float64 {
					return exact.GradCov(drawn, n.theta)
				}) / norm
				d2[k] = float64(d * d)
			}
			return d2
		}
		list = append(list, &study.Exact{
			Title: fmt.Sprintf("distance of Σ_x for %d data from Σ", size), Digest: digest,
			Key: spec.Key{
				"is": "distances to the limit", "model": m.Key(), "theta0": s.Theta0[:],
				"ndata": size, "sets": s.Limit.Sets, "seed": seed,
			},
			Arrays: []study.Array{{Name: "squares", Len: s.Limit.Sets}},
			Of:     func() [][]float64 { return [][]float64{squares(s.Limit.Sets, support())} },
			Part:   func() []float64 { return squares(1, study.Some(support())) },
		})
	}
	return list
}
