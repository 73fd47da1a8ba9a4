package main

import (
	"adl/pkg/study"
	"adl/pkg/table"
)

// Mixture are the keys of the runs on the mixture.
type Mixture struct {
	study.MixtureRuns
	Budget []float64 `toml:"budget" spec:"positive,nonempty,distinct"` // gradients of a datum
	// Shown is the point at which the picture shows the bias of each run against its noise.
	Shown study.At `toml:"shown"`
}

// Quantities of a run on the mixture, of both variances of θ.
const (
	biasOf    = "bias of variance"
	perSample = "gradients per sample"
)

// rows adds the smallest error of the variance after each budget for each method and γ, with
// independent and with full batches, for the runs shown their bias and their noise, and the errors
// of the moments in runs on other data.
func (s Mixture) rows(t *table.Table, runs []*study.Run) {
	var own []*study.Run
	for _, r := range runs {
		if r.Mixture().Seed == s.Data.Seed {
			own = append(own, r)
			continue
		}
		row := r.Row(t)
		row["posterior"] = "mixture"
		study.MomentRows(t, row, r)
	}
	averages := study.NewAverages(own)
	study.BestRows(t, []string{"data", "method", "friction", "gradient", "gamma"}, averages, s.Budget,
		func(study.Best) table.Row { return table.Row{"posterior": "mixture"} }, study.Variance)
	for _, a := range averages {
		if a.N == s.Shown.N && a.Dt == s.Shown.Dt {
			row := a.Row(t)
			row["posterior"] = "mixture"
			t.Measure(row, biasOf, a.Bias(study.Variance))
			t.Measure(row, perSample, a.Noise(study.Variance))
		}
	}
}
