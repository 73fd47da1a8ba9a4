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

// load returns the runs.
func (s Gaussian) load(c *experiment.Context) (runs []*study.GaussianRun, err error) {
	g, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	langevin := study.Method{Word: "OABAO", Gamma: s.Gamma}.Scheme()
	for i, sampling := range slices.Concat(s.Langevin, s.AdL) {
		for _, dt := range s.Dt {
			p, err := study.NewPoint(c, "n", sampling, g.Model.Ndata(), s.N, dt)
			if err != nil {
				return nil, err
			}
			r, err := s.At(c, g, p, s.Eta, s.T)
			if err != nil {
				return nil, err
			}
			if i < len(s.Langevin) {
				r.Method, r.Chain = "Langevin", g.Chain(langevin, p)
			}
			runs = append(runs, r)
		}
	}
	return runs, nil
}

// rows adds the errors of the variance, and the exact ones between the time steps of the runs.
func (s Gaussian) rows(t *table.Table, runs []*study.GaussianRun) {
	lo, hi := slices.Min(s.Dt), slices.Max(s.Dt)
	for i, r := range runs {
		row := r.Point.Row(r.Method)
		if r.Method == "AdL" {
			row = r.Row()
		}
		row["posterior"], row["gradient"], row["gamma"] = "Gaussian", r.Gradient(), s.Gamma
		row["T"] = r.Chain.T
		g, word := r.Posterior, r.Chain.Scheme.Word
		g.VarianceError(t, row, r.Samples, g.Expected(word, s.Gamma, r.Chain))
		if i%len(s.Dt) > 0 { // of each method once
			continue
		}
		chain := *r.Chain
		for _, dt := range linalg.LogSpace(lo, hi, 61) {
			chain.Scheme.Dt, chain.Every = dt, dt
			t.AddValue(table.Row{
				"posterior": "Gaussian", "method": r.Method, "gradient": r.Gradient(), "n": s.N, "dt": dt,
				"source": table.Exact, "status": table.OK,
			}, "variance error", g.Expected(word, s.Gamma, &chain))
		}
	}
}
