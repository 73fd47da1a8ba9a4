package main

import (
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/linalg"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// rows adds the measurements of a point.
func (s Spec) rows(t *table.Table, p study.Point, x *simulate.Samples, law exact.Gaussian) {
	row := p.Row("AdL")
	row["v"], row["a"] = law.V, law.A
	noise := study.Classify(row, x, kick(law, p.Dt), study.Constant)
	frozen := s.frozen(law, p.Epsilon, p.Dt)
	if x.Diverged {
		t.Measure(row, "variance error", estimate.Unknown(), frozen)
		return
	}
	t.Measure(row, "variance error", estimate.RelError(x.Theta(0).Variance(), 1/law.A), frozen)
	study.XiRows(t, row, x, kick(law, p.Dt), study.Constant)
	trend := x.Blocks(dynamics.Xi{}, 0).Trend()
	t.Measure(row, "growth of xi", growth(trend, x.Chain), max(noise-1, 0)/s.Eta)
}

// known adds the errors that need no simulation: those of the methods of Figure 3 at the same
// points, and the curves of the frozen ξ.
func (s Spec) known(t *table.Table, points []study.Point, law exact.Gaussian, total float64) {
	add := func(method string, p study.Point, value float64) {
		row := p.Row(method)
		row["source"] = table.Exact
		t.AddValue(row, "variance error", value)
	}
	for _, p := range points {
		if float64(law.A*float64(p.Dt*p.Dt)) < 4 {
			add("Langevin", p, law.Langevin(p.Epsilon, s.Gamma, p.Dt))
		}
		if float64(law.A*p.Dt) < 2 {
			add("SGLD", p, law.SGLD(p.Epsilon, p.Dt))
		}
	}
	for _, dt := range s.Dt {
		end := min(float64(total*total), 0.999/exact.BatchNoise(1, dt, kick(law, dt)[0])) // s < 1
		if !(end > 1) {
			continue
		}
		for _, eps := range linalg.LogSpace(1, end, 61) {
			t.AddValue(table.Row{
				"method": "AdL", "dt": dt, "epsilon": eps,
				"status": table.OK, "source": table.Prediction,
			}, "variance error", s.frozen(law, eps, dt))
		}
	}
}
