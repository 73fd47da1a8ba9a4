package main

import (
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/spec"
	"adl/pkg/study"
	"adl/pkg/table"
)

// laplace returns the variances of θ under the Laplace approximation.
func laplace(p *study.RegressionPosterior) (v estimate.Variances) {
	d := p.Train.D
	for i := range d {
		v.Value = append(v.Value, p.Laplace.Cov[i*d+i])
	}
	return v
}

// predicted adds the mean signed error of variances v that need no run.
func predicted(t *table.Table, row table.Row, p *study.RegressionPosterior, v estimate.Variances) {
	row["status"], row["source"] = table.OK, table.Prediction
	t.Measure(row, "signed error", v.Error(p.Variances()).Signed)
}

// frozen returns the task of the variances of θ that a run would have with ξ fixed at its mean if
// the posterior were the Laplace approximation. They are NaN if there is no stationary state.
func frozen(p *study.RegressionPosterior, run *study.Run) *study.Exact {
	d, f := p.Train.D, run.AdL()
	f.Form = run.Friction.Projection(p.Model)
	return &study.Exact{
		Key: spec.Key{
			"is": "frozen friction", "friction": f.Key(), "epsilon": run.Epsilon, "dt": run.Dt,
			"precision": dynamics.Digest(p.Laplace.Precision), "sigma": dynamics.Digest(p.Sigma),
		},
		Digest: p.Digest,
		Arrays: []study.Array{{Name: "variances", Len: d}},
		Compute: func() [][]float64 {
			v := make([]float64, d)
			cov := p.Laplace.AdL(f.Form, p.Sigma, run.Epsilon, f.Gamma, run.Dt)
			for i := range v {
				if v[i] = math.NaN(); cov != nil {
					v[i] = cov[i*d+i]
				}
			}
			return [][]float64{v}
		},
	}
}

// frozenRow adds the mean signed error of the variances that a task of frozen found.
func frozenRow(t *table.Table, p *study.RegressionPosterior, run *study.Run, task *study.Exact) {
	v := estimate.Variances{Value: task.Found("variances")}
	if math.IsNaN(v.Value[0]) {
		return
	}
	row := run.Row(t)
	row["method"] = "frozen friction"
	predicted(t, row, p, v)
}
