package main

import (
	"fmt"
	"slices"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/model"
	"adl/pkg/spec"
	"adl/pkg/study"
	"adl/pkg/table"
)

// Sets is the [sets] table of the spec: data sets of the same law as the figure's, for what depends
// on the data.
type Sets struct {
	Count int    `toml:"count" spec:"min=3,max=10000"`
	Seed  uint64 `toml:"seed"` // of the first
	// Degree is that of the polynomials in which the predicted perturbations are expanded.
	Degree int `toml:"degree" spec:"min=2,max=40"`
}

// quantities are what is computed for every data set, in the order of values.
var quantities = []struct{ quantity, method, per string }{
	{"slope", "SGLD", "epsilon dt"},
	{"slope", "Langevin", "epsilon dt"},
	{"norm of Sigma", "", ""},
	{"distance of theta1 to normal", "", ""},
	{"distance of theta2 to normal", "", ""},
}

// values are the predicted L¹ slopes of SGLD and Langevin dynamics, the norm of Σ_x, and the
// Kolmogorov distances of the marginals from normal laws.
func (s Spec) values(p *exact.Posterior, degree int, gamma float64) []float64 {
	b, h := exact.NewRoughBias(p, degree), s.Histogram
	mb, _ := b.SGLD()
	return []float64{
		mb.L1(0, h.Lo, h.Hi, h.Bins), b.Langevin(gamma).L1(0, h.Lo, h.Hi, h.Bins),
		p.GradCovNorm(), p.NormalDistance(0), p.NormalDistance(1),
	}
}

// gamma is the friction of Langevin dynamics, 0 if the spec does not have it.
func (s Spec) gamma() float64 {
	for _, m := range s.Method {
		if m.Word != dynamics.SGLD {
			return m.Gamma
		}
	}
	return 0
}

// share is the number of data sets of a task.
const share = 10

// setTasks returns the tasks of the values of the data sets, or none if data do not come from a
// law, or the spec has no Langevin dynamics.
func (s Spec) setTasks() (tasks []*study.Exact, err error) {
	gamma := s.gamma()
	if s.Data.File != "" || gamma == 0 {
		return nil, nil
	}
	for first := 0; first < s.Sets.Count; first += share {
		count := min(share, s.Sets.Count-first)
		var models []*model.Mixture
		var all []float64
		for i := range count {
			source := s.Data
			source.Seed = s.Sets.Seed + uint64(first+i)
			d, err := source.Load()
			if err != nil {
				return nil, err
			}
			models, all = append(models, s.Model.Posterior(d)), append(all, d.X...)
		}
		tasks = append(tasks, &study.Exact{
			Title: fmt.Sprintf("predictions for data sets %d to %d", first+1, first+count),
			Key: spec.Key{
				"is": "predictions of data sets", "degree": s.Sets.Degree, "gamma": gamma, "count": count,
				"lo": s.Histogram.Lo, "hi": s.Histogram.Hi, "bins": s.Histogram.Bins,
				"model": models[0].Key(),
			},
			Digest: dataset.Data{X: all}.Digest(),
			Arrays: []study.Array{{Name: "values", Len: count * len(quantities)}},
			Digits: study.Digits,
			Of: func() [][]float64 {
				var v []float64
				for _, m := range models {
					v = append(v, s.values(exact.NewPosterior(m, exact.Grid{}), s.Sets.Degree, gamma)...)
				}
				return [][]float64{v}
			},
			Part: func() []float64 {
				m := *models[0]
				m.X = m.X[:min(5, len(m.X))]
				return s.values(exact.NewPosterior(&m, exact.Grid{}), 4, gamma)
			},
		})
	}
	return tasks, nil
}

// addSets adds the values of the data sets, in the column "data set" the seed.
func (s Spec) addSets(t *table.Table, found [][][]float64) {
	seed := s.Sets.Seed
	for _, x := range found {
		for v := range slices.Chunk(x[0], len(quantities)) {
			for i, q := range quantities {
				row := table.Row{
					"data set": int(seed), "status": table.OK, "source": table.Exact,
				}
				if q.method != "" {
					row["method"], row["per"], row["source"] = q.method, q.per, table.Prediction
				}
				t.AddValue(row, q.quantity, v[i])
			}
			seed++
		}
	}
}

// normality adds the distances of the marginals of the figure's own posterior from normal laws.
func (s Spec) normality(t *table.Table, g *study.Marginal) {
	row := table.Row{"status": table.OK, "source": table.Exact}
	for i := range 2 {
		t.AddValue(row, fmt.Sprintf("distance of theta%d to normal", i+1), g.Posterior.NormalDistance(i))
	}
}
