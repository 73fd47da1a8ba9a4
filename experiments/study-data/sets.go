package main

import (
	"fmt"
	"slices"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/spec"
	"adl/pkg/study"
	"adl/pkg/table"
)

// Sets is the [sets] table of the spec: data sets of the law of [data], with the seeds seed, seed+1,
// ….
type Sets struct {
	Count int    `toml:"count" spec:"min=1,max=10000"` // with the least number of data
	More  int    `toml:"more" spec:"min=1,max=10000"`  // with more
	Seed  uint64 `toml:"seed"`
	Ndata []int  `toml:"ndata" spec:"min=2,max=65536,nonempty,distinct"`

	// Errors are predicted to leading order for the first Slopes sets, in polynomials of a degree, at
	// Noise = ε(n)Δt.
	Slopes int     `toml:"slopes" spec:"nonnegative"`
	Degree int     `toml:"degree" spec:"min=4,max=24"`
	Noise  float64 `toml:"noise" spec:"positive"`
}

// setNumbers are the quantities of a posterior that sets compares: the distances of Σ_x from
// constant matrices of the forms, its norm, and the distance of the law of θ₁ from a normal one.
var setNumbers = []string{
	"norm of Sigma - s I", "norm of Sigma - D", "norm of Sigma - mean", "norm of Sigma", "D of theta1",
}

// sets lists the tasks of the data sets, one for every number of data.
func (s Spec) sets(c *experiment.Context) ([]*study.Exact, error) {
	if s.Data.File != "" {
		return nil, nil
	}
	var arrays []study.Array
	for _, name := range setNumbers {
		arrays = append(arrays, study.Array{Name: name})
	}
	var tasks []*study.Exact
	for i, n := range s.Sets.Ndata {
		source, count := s.Data, s.Sets.count(n)
		arrays := slices.Clone(arrays)
		for j := range arrays {
			arrays[j].Len = count
		}
		source.N, source.Seed = n, s.Sets.Seed
		if _, err := source.Load(); err != nil {
			return nil, c.Errorf(fmt.Sprintf("sets.ndata[%d]", i), "%v", err)
		}
		tasks = append(tasks, &study.Exact{
			Title: fmt.Sprintf("norms of Σ for %d data sets of %d", count, n),
			Key: spec.Key{
				"is": "norms of data sets", "kind": source.Kind, "ndata": n, "seed": s.Sets.Seed,
				"count": count, "slopes": s.Sets.slopes(), "degree": s.Sets.Degree,
				"noise": s.Sets.Noise, "gamma": s.Gamma, "w": source.W, "mu": source.Mu, "sigma": source.Sigma,
				"model": s.Model.Posterior(dataset.Data{}).Key(),
			},
			Arrays: append(arrays, study.Array{Name: "ratio", Len: s.Sets.slopes()}),
			Digits: study.Digits,
			Of: func() [][]float64 {
				found := make([][]float64, len(setNumbers)+1)
				for k := range uint64(s.Sets.slopes()) {
					source.Seed = s.Sets.Seed + k
					found[len(setNumbers)] = append(found[len(setNumbers)], s.ratioOfSet(source))
				}
				for k := range uint64(count) {
					source.Seed = s.Sets.Seed + k
					for j, x := range s.ofSet(source) {
						found[j] = append(found[j], x)
					}
				}
				return found
			},
			Part: func() []float64 {
				few := source
				few.N, few.Seed = min(n, 100), s.Sets.Seed
				return append(s.ofSet(few), s.ratioOfSet(few))
			},
		})
	}
	return tasks, nil
}

// ofSet returns setNumbers of the posterior of generated data, to about 1e-4: the quadrature takes
// fewer nodes and a smaller box than that of the figure.
func (s Spec) ofSet(source dataset.Source) (x []float64) {
	data, err := source.Load()
	if err != nil {
		panic("study-data: " + err.Error()) // sets has loaded such data
	}
	p := exact.NewPosterior(s.Model.Posterior(data), exact.Grid{Step: 1.6, Edge: 16})
	for _, form := range []dynamics.Form{dynamics.Scalar{}, dynamics.Diagonal{}, dynamics.Full{}} {
		_, distance := p.ProjectBasis(dynamics.One{}, form)
		x = append(x, distance)
	}
	return append(x, p.GradCovNorm(), p.NormalDistance(0))
}

// ratioOfSet returns the L¹ error on the marginal of θ₁ of Adaptive Langevin dynamics with a full
// ξ, frozen at its mean, over that of Langevin dynamics, both to leading order at the same ε(n)Δt.
func (s Spec) ratioOfSet(source dataset.Source) float64 {
	data, err := source.Load()
	if err != nil {
		panic("study-data: " + err.Error()) // sets has loaded such data
	}
	p := exact.NewPosterior(s.Model.Posterior(data), exact.Grid{Step: 1.6, Edge: 16})
	b := exact.NewRoughBias(p, s.Sets.Degree)
	adl := b.AdL(dynamics.Full{}, s.Sets.Noise, s.Gamma).L1(0, p.Lo[0], p.Hi[0], 200)
	return adl / b.Langevin(s.Gamma).L1(0, p.Lo[0], p.Hi[0], 200)
}

// slopes is the number of the data sets of which the errors are predicted.
func (s Sets) slopes() int { return min(s.Slopes, s.Count, s.More) }

// count is the number of the data sets with ndata data.
func (s Sets) count(ndata int) int {
	if ndata == slices.Min(s.Ndata) {
		return s.Count
	}
	return s.More
}

// setRows adds the numbers of the data sets, a row each.
func (s Spec) setRows(t *table.Table, found [][][]float64) {
	for i, arrays := range found {
		for k := range s.Sets.count(s.Sets.Ndata[i]) {
			for j, name := range setNumbers {
				if name == "norm of Sigma - D" || i > 0 && name == "norm of Sigma - s I" {
					continue // of no claim
				}
				t.AddValue(table.Row{
					"data": s.Sets.Seed + uint64(k), "ndata": s.Sets.Ndata[i],
					"status": table.OK, "source": table.Exact,
				}, name, arrays[j][k])
			}
		}
		for k, x := range arrays[len(setNumbers)] {
			t.AddValue(table.Row{
				"data": s.Sets.Seed + uint64(k), "ndata": s.Sets.Ndata[i],
				"status": table.OK, "source": table.Prediction,
			}, "error over Langevin's", x)
		}
	}
}
