package main

import (
	"slices"

	"adl/pkg/experiment"
	"adl/pkg/linalg"
	"adl/pkg/study"
	"adl/pkg/table"
)

// Gaussian are the keys of the runs on the Gaussian posterior: the samplings of Langevin dynamics
// and of Adaptive Langevin dynamics.
type Gaussian struct {
	study.GaussianRuns
	N        int              `toml:"n" spec:"min=1"`
	Dt       []float64        `toml:"dt" spec:"positive,nonempty,distinct"`
	Langevin []study.Sampling `toml:"langevin" spec:"in=without|reshuffle|sweep,distinct"`
	AdL      []study.Sampling `toml:"adl" spec:"in=without|reshuffle|sweep,distinct"`
}

// gaussianRuns are the runs on the Gaussian posterior.
type gaussianRuns struct {
	Gaussian
	posterior *study.GaussianPosterior
	runs      []*study.GaussianRun
}

func (s Gaussian) load(c *experiment.Context) (x gaussianRuns, err error) {
	x.Gaussian = s
	if x.posterior, err = s.Load(c); err != nil {
		return x, err
	}
	langevin := study.Method{Word: "OABAO", Gamma: s.Gamma}.Scheme()
	for i, sampling := range slices.Concat(s.Langevin, s.AdL) {
		for _, dt := range s.Dt {
			p, err := study.NewPoint(c, "n", sampling, x.posterior.Model.Ndata(), s.N, dt)
			if err != nil {
				return x, err
			}
			r, err := s.At(c, x.posterior, p, s.Eta, s.T)
			if err != nil {
				return x, err
			}
			if i < len(s.Langevin) {
				r.Method, r.Chain = "Langevin", x.posterior.Chain(langevin, p)
			}
			x.runs = append(x.runs, r)
		}
	}
	return x, nil
}

// rows adds the errors of the variance, and the exact ones between the time steps of the runs.
func (x gaussianRuns) rows(t *table.Table) {
	lo, hi := slices.Min(x.Dt), slices.Max(x.Dt)
	for i, r := range x.runs {
		row := r.Point.Row(r.Method)
		if r.Method == "AdL" {
			row = r.Row()
		}
		row["posterior"], row["gradient"], row["gamma"] = "Gaussian", r.Gradient(), x.Gamma
		row["T"] = r.Chain.T
		word := r.Chain.Scheme.Word
		x.posterior.VarianceError(t, row, r.Samples, x.posterior.Expected(word, x.Gamma, r.Chain))
		if i%len(x.Dt) > 0 { // of each method once
			continue
		}
		chain := *r.Chain
		for _, dt := range linalg.LogSpace(lo, hi, 61) {
			chain.Scheme.Dt, chain.Every = dt, dt
			t.AddValue(table.Row{
				"posterior": "Gaussian", "method": r.Method, "gradient": r.Gradient(), "n": x.N, "dt": dt,
				"source": table.Exact, "status": table.OK,
			}, "variance error", x.posterior.Expected(word, x.Gamma, &chain))
		}
	}
}
