package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/spec"
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

// frozen is the task of the variances of θ on the Laplace approximation with ξ frozen at its mean,
// none where there is no stationary state.
func frozen(p *study.Posterior, run *study.RegressionRun) *study.Exact {
	d, f := p.Train.D, run.AdL
	variances := func(l *exact.Laplace, form dynamics.Form, sigma []float64) []float64 {
		d := len(l.Mode)
		v := make([]float64, d)
		cov, ok := l.AdL(form, sigma, run.Epsilon, f.Gamma, p.Dt)
		for i := range v {
			if v[i] = math.NaN(); ok {
				v[i] = cov[i*d+i]
			}
		}
		return v
	}
	return &study.Exact{
		Title: fmt.Sprintf("variances with a frozen %s ξ, n = %d", run.Friction, run.N),
		Key: spec.Key{
			"is": "frozen friction", "friction": f.Key(), "epsilon": run.Epsilon, "dt": p.Dt,
			"precision": dynamics.Digest(p.Laplace.Precision), "sigma": dynamics.Digest(p.Sigma),
		},
		Digest: p.Train.Digest(),
		Arrays: []study.Array{{Name: "variances", Len: d}},
		Of:     func() [][]float64 { return [][]float64{variances(p.Laplace, f.Form, p.Sigma)} },
		Part: func() []float64 { // in the first dimensions
			few, form := min(d, 6), f.Form
			if form.Check(few) != nil {
				form = dynamics.Full{}
			}
			var precision, sigma []float64
			for i := range few {
				precision = append(precision, p.Laplace.Precision[i*d:i*d+few]...)
				sigma = append(sigma, p.Sigma[i*d:i*d+few]...)
			}
			l := &exact.Laplace{Mode: p.Laplace.Mode[:few], Precision: precision}
			return variances(l, form, sigma)
		},
	}
}

// predictions adds the errors of the Laplace approximation with ξ frozen at its mean, from what the
// tasks of frozen found.
func predictions(t *table.Table, p *study.Posterior, found [][][]float64) {
	d := p.Train.D
	for k, run := range p.Runs[1:] {
		variances := found[k][0]
		if math.IsNaN(variances[0]) {
			continue
		}
		sum := 0.0
		for i := range d {
			sum += math.Abs(variances[i]/p.Laplace.Cov[i*d+i]-1) / float64(d)
		}
		row := p.Row(run)
		row["method"], row["gamma"] = "frozen friction", run.AdL.Gamma
		row["status"], row["source"] = table.OK, table.Prediction
		t.AddValue(row, "error", sum)
	}
}
