// Command fig03 reproduces Figure 3 (section 2.5.1): the relative error of the variance of a
// Gaussian posterior, for SGLD and Langevin dynamics whose gradient is estimated from n of N data.
// It is drawn against ε(n), for several time steps, with and without replacement.
package main

import (
	_ "embed"
	"math"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.Gaussian
	study.Runs
}

var program = experiment.Program[Spec]{
	Name:  "fig03",
	Title: "SGLD and Langevin dynamics, Gaussian posterior: relative error of the variance",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs every method for every sampling, Δt and n, and takes the mean and the variance of θ.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	runs, err := s.List(c, g)
	if err != nil {
		return nil, err
	}
	if err := study.Sample(c, runs); err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{"method", "gamma", "sampling", "n", "dt"}, "exact")...)
	for _, r := range runs {
		row, mean := r.Row(t), estimate.Unknown()
		if !r.Diverged {
			mean = r.Theta(0).Mean()
			mean.Value -= g.Model.Mean()
		}
		word := r.Chain.Scheme.Word
		g.VarianceError(t, row, r, g.Expected(word, r.Gamma(), r.Chain))
		t.Measure(row, table.Mean, mean, 0)
		row["status"], row["source"] = table.OK, table.Prediction
		if !r.Sampling.Along() {
			t.AddValue(row, table.VarianceError, firstOrder(g.Law, word, r.Gamma(), r.Epsilon, r.Dt))
		}
	}
	if !slices.ContainsFunc(s.Sampling, minibatch.Sampling.Along) {
		curves(t, runs, g.Law)
	}
	return t, nil
}

// firstOrder returns the relative error of the variance to first order in Δt: Δt(ε(n)v + a)/2 for
// SGLD (eq. sigme_post_erreur_SGLD) and ε(n)Δt v/(2γ) for Langevin dynamics (eq.
// sigme_post_erreur). It is NaN for other schemes.
func firstOrder(l exact.Gaussian, word string, gamma, eps, dt float64) float64 {
	noise := eps * dt * l.V / 2
	switch word {
	case dynamics.SGLD:
		return noise + l.A*dt/2
	case "OABAO":
		return noise / gamma
	}
	return math.NaN()
}

// curves adds the exact errors of every method and Δt against ε(n), from 0 for n = N to N².
func curves(t *table.Table, runs []*study.Run, law exact.Gaussian) {
	for _, r := range runs {
		if r.N != runs[0].N || r.Sampling != runs[0].Sampling {
			continue
		}
		row, total := r.Row(t), float64(r.Posterior.Target().Ndata())
		row["sampling"], row["n"], row["status"], row["source"] = nil, nil, table.OK, table.Exact
		for _, eps := range append(linalg.LogSpace(1, total*total, 41), 0) {
			row["epsilon"] = eps
			t.AddValue(row, table.VarianceError,
				law.RelError(r.Chain.Scheme.Word, eps, r.Gamma(), r.Dt))
		}
	}
}
