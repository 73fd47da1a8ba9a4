package main

import (
	"cmp"
	"math"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// rows adds the errors of a run. For the reference they are relative to the Laplace approximation
// only.
func rows(t *table.Table, row table.Row, p *study.Posterior, run *study.RegressionRun) {
	reference := p.Runs[0]
	if run.Diverged || reference.Diverged {
		t.Measure(row, "error", estimate.Unknown())
		return
	}
	variances := estimate.NewVariances(run.All(dynamics.Theta{}))
	if run != reference {
		e := variances.Error(estimate.NewVariances(reference.All(dynamics.Theta{})))
		t.MeasureL1(row, "error", e.L1)
		t.Measure(row, "signed error", e.Signed)
		by := func(a, b estimate.Estimate) int { return cmp.Compare(a.Value, b.Value) }
		t.Measure(row, "least error", slices.MinFunc(e.Each, by))
		t.Measure(row, "largest error", slices.MaxFunc(e.Each, by))
	}
	d := p.Train.D
	var laplace estimate.Variances
	for i := range d {
		laplace.Value = append(laplace.Value, p.Laplace.Cov[i*d+i])
	}
	e := variances.Error(laplace)
	t.MeasureL1(row, "error to Laplace", e.L1)
	t.Measure(row, "signed error to Laplace", e.Signed)
	t.Measure(row, "largest R-hat", estimate.Estimate{Value: run.RHat(dynamics.Theta{})})
}

// predictions adds the errors of the Laplace approximation with ξ frozen at its mean.
func predictions(t *table.Table, p *study.Posterior) {
	d := p.Train.D
	for _, run := range p.Runs[1:] {
		cov, ok := p.Laplace.AdL(run.AdL.Form, p.Sigma, run.Epsilon, run.AdL.Gamma, p.Dt)
		if !ok {
			continue
		}
		sum := 0.0
		for i := range d {
			sum += math.Abs(cov[i*d+i]/p.Laplace.Cov[i*d+i]-1) / float64(d)
		}
		row := p.Row(run)
		row["method"], row["gamma"] = "frozen friction", run.AdL.Gamma
		row["status"], row["source"] = table.OK, table.Prediction
		t.AddValue(row, "error", sum)
	}
}
