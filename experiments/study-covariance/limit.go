package main

import (
	"fmt"
	"math"
	"sync"

	"adl/pkg/dataset"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/mixture"
	"adl/pkg/spec"
	"adl/pkg/study"
	"adl/pkg/table"
)

// Limit is the [limit] table of a spec: data sets that follow the distribution of the limit Σ.
type Limit struct {
	N    []int  `toml:"ndata" spec:"min=2,max=65536,distinct"`
	Sets int    `toml:"sets" spec:"min=2,max=1024"`
	Seed uint64 `toml:"seed"`
}

// tasks lists the tasks of the squared distances of Σ_x from Σ, for every size of data sets. They
// take few nodes, since the data sets are many.
func (l Limit) tasks(s Spec, v *mixture.Covariances) (list []*study.Exact) {
	m := v.Posterior.Model
	support := sync.OnceValue(func() []node {
		ns := nodes(exact.NewMixtureGrid(m, exact.Grid{Step: 1.6}), 1e-5)
		v.Evaluate(ns)
		return ns
	})
	sd := [2]float64{m.Sigma1, m.Sigma2}
	for i, size := range l.N {
		seed := l.Seed + uint64(i*l.Sets)
		squares := func(sets int, ns []node) []float64 {
			norm := distance(ns, sigma, zero)
			d2 := make([]float64, sets)
			for k := range d2 {
				drawn := s.Model.Posterior(dataset.Mixture(size, m.W, s.Theta0, sd, seed+uint64(k)))
				d := distance(ns, sigma, func(n node) []float64 {
					return exact.GradCov(drawn, n.Theta)
				}) / norm
				d2[k] = float64(d * d)
			}
			return d2
		}
		list = append(list, &study.Exact{
			Title: fmt.Sprintf("distance of Σ_x for %d data from Σ", size), Digest: v.Digest,
			Key: spec.Key{
				"is": "distances to the limit", "model": m.Key(), "theta0": s.Theta0[:],
				"ndata": size, "sets": l.Sets, "seed": seed,
			},
			Arrays: []study.Array{{Name: "squares", Len: l.Sets}},
			Of:     func() [][]float64 { return [][]float64{squares(l.Sets, support())} },
			Part:   func() []float64 { return squares(1, study.Some(support())) },
		})
	}
	return list
}

// limit adds the distance of Σ_x from Σ for data sets that follow its distribution. Of every size
// an array has its squares.
func (t rows) limit(l Limit, arrays [][][]float64) {
	for i, size := range l.N {
		e := estimate.Mean(arrays[i][0])
		d := math.Sqrt(e.Value) // root mean square
		t.Measure(table.Row{"ndata": size, "status": table.OK, "source": table.Simulation},
			"relative distance of Sigma_x", estimate.Estimate{Value: d, StdErr: e.StdErr / float64(2*d)})
	}
}
