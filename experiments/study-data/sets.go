package main

import (
	"slices"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/spec"
	"adl/pkg/study"
	"adl/pkg/table"
)

// Sets is the [sets] table of the spec: data sets of the distribution of [data], with the seeds
// seed, seed+1, ….
type Sets struct {
	Count int    `toml:"count" spec:"min=1,max=10000"` // for each number of data
	Seed  uint64 `toml:"seed"`
	Ndata []int  `toml:"ndata" spec:"min=2,max=65536,nonempty,distinct"`

	// Slopes is the number of sets with errors to leading order, from polynomials of degree Degree, at
	// EpsilonDt = ε(n)Δt.
	Slopes    int     `toml:"slopes" spec:"nonnegative"`
	Degree    int     `toml:"degree" spec:"min=4,max=24"`
	EpsilonDt float64 `toml:"epsilon_dt" spec:"positive"`
}

// numbers are the compared quantities of a posterior: the distances of Σ_x from constant matrices
// of the forms, its norm, and the distance of the distribution of θ₁ from a normal distribution.
var numbers = []string{scalar, "norm of Sigma - D", full, norm, distance}

const (
	scalar   = "norm of Sigma - s I"
	full     = "norm of Sigma - mean"
	norm     = "norm of Sigma"
	distance = "D of theta1"
	ratio    = "ratio" // the array of Spec.ratio
)

func numbersOf(p *exact.MixtureGrid) (x []float64) {
	for _, form := range []dynamics.Form{dynamics.Scalar{}, dynamics.Diagonal{}, dynamics.Full{}} {
		_, d := p.ProjectBasis(dynamics.One{}, form)
		x = append(x, d)
	}
	return append(x, p.GradCovNorm(), p.NormalDistance(0))
}

// ratio returns the L¹ error on the marginal of θ₁ of Adaptive Langevin dynamics with a full ξ,
// fixed at its mean, divided by the error of Langevin dynamics, both to leading order at the same
// ε(n)Δt.
func (s Spec) ratio(p *exact.MixtureGrid) float64 {
	b := exact.NewRoughBias(p, s.Sets.Degree)
	adl := b.AdL(dynamics.Full{}, s.Sets.EpsilonDt, s.Gamma[0]).L1(0, p.Lo[0], p.Hi[0], 200)
	return adl / b.Langevin(s.Gamma[0]).L1(0, p.Lo[0], p.Hi[0], 200)
}

// tasks lists the computations for the data sets, one for every number of data.
func (s Spec) tasks() (tasks []*study.Exact) {
	count, slopes := s.Sets.Count, min(s.Sets.Slopes, s.Sets.Count)
	var arrays []study.Array
	for _, name := range numbers {
		arrays = append(arrays, study.Array{Name: name, Len: count})
	}
	arrays = append(arrays, study.Array{Name: ratio, Len: slopes})
	for _, n := range s.Sets.Ndata {
		source := s.Data
		source.N, source.Seed = n, s.Sets.Seed
		tasks = append(tasks, &study.Exact{
			Key: spec.Key{
				"is": "norms of data sets", "kind": source.Kind, "ndata": n, "seed": s.Sets.Seed,
				"count": count, "slopes": slopes, "degree": s.Sets.Degree, "noise": s.Sets.EpsilonDt,
				"gamma": s.Gamma[0], "w": source.W, "mu": source.Mu, "sigma": source.Sigma,
				"model": s.Model.Posterior(dataset.Data{}).Key(),
			},
			Arrays: arrays,
			Compute: func() [][]float64 {
				found := make([][]float64, len(arrays))
				for k := range count {
					p := s.posterior(source, k)
					x := numbersOf(p)
					if k < slopes {
						x = append(x, s.ratio(p))
					}
					for j, v := range x {
						found[j] = append(found[j], v)
					}
				}
				return found
			},
		})
	}
	return tasks
}

// posterior returns the posterior of data set k. Its quadrature, with an error of about 1e-4, has
// fewer nodes and a smaller box than for the plots.
func (s Spec) posterior(source dataset.Source, k int) *exact.MixtureGrid {
	source.Seed += uint64(k)
	data, err := source.Load()
	if err != nil {
		panic("study-data: " + err.Error()) // only n and seed differ from the spec's own data
	}
	return exact.NewMixtureGrid(s.Model.Posterior(data), exact.Grid{Step: 1.6, Edge: 16})
}

// rows adds the numbers of the data sets that the picture shows or a statement uses.
func (s Spec) rows(t *table.Table, tasks []*study.Exact) {
	for i, task := range tasks {
		n := s.Sets.Ndata[i]
		add := func(quantity, array, source string) {
			for k, x := range task.Found(array) {
				t.AddValue(table.Row{
					"data": s.Sets.Seed + uint64(k), "ndata": n, "status": table.OK, "source": source,
				}, quantity, x)
			}
		}
		if n == slices.Min(s.Sets.Ndata) {
			add(scalar, scalar, table.Exact)
		}
		for _, quantity := range []string{full, norm, distance} {
			add(quantity, quantity, table.Exact)
		}
		add("error over Langevin's", ratio, table.Prediction)
	}
}
