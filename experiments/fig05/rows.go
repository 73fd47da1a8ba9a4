package main

import (
	"math"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/linalg"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// row returns the cells that all rows of a job share.
func (j job) row(method string) table.Row {
	row := j.Row(method)
	row["run"], row["gamma"], row["v"], row["a"] = string(j.run), j.Gamma, j.law.V, j.law.A
	return row
}

// rows adds the measurements of a run.
func rows(t *table.Table, j job, x *simulate.Samples) {
	row := j.row("AdL")
	row["eta"] = j.Eta
	mean := kick(j.law, j.Dt)
	noise := study.Classify(row, x, mean, study.Constant, 1)
	frozen := j.frozen(j.Epsilon)
	if x.Diverged {
		t.Measure(row, "variance error", estimate.Unknown(), frozen)
		return
	}
	switch j.run {
	case laws:
		j.laws(t, row, x)
		return
	case asymptote:
		length := float64(x.Observations()) * j.every(x.Chain)
		t.Measure(row, "asymptotic variance of theta", x.Theta(0).AsymptoticVariance(length, false))
		t.Measure(row, "asymptotic variance of theta^2", x.Theta(0).AsymptoticVariance(length, true))
		return
	case symmetric:
		j.third(t, row, x)
	}
	t.Measure(row, "variance error", estimate.RelError(x.Theta(0).Variance(), 1/j.law.A), frozen)
	if j.run == drawn || j.run == inertia {
		study.XiRows(t, row, x, mean, study.Constant)
	}
	if j.run == drawn {
		trend := x.Blocks(dynamics.Xi{}, 0).Trend()
		t.Measure(row, "growth of xi", growth(trend, x.Chain), max(noise-1, 0)/j.Eta)
	}
}

// every is the time between two observations.
func (j job) every(c *simulate.Chain) float64 {
	_, _, every := c.Steps()
	return j.Dt * float64(every)
}

// laws adds what Lemma lemmeADL says about the laws of p and ξ, and the third moment of θ.
func (j job) laws(t *table.Table, row table.Row, x *simulate.Samples) {
	j.third(t, row, x)
	b := func(of dynamics.Observable) *estimate.Blocks { return x.Blocks(of, 0) }
	noise, _ := row["s"].(float64)
	t.Measure(row, "mean of p^2", b(kinetic).Mean(), 1+noise)
	t.Measure(row, "D of p", x.Histogram(lawOfP).FromNormal())
	t.Measure(row, "D of xi", x.Histogram(lawOfXi(x.Chain.Xi[0], j.Eta)).FromNormal())
	t.Measure(row, "correlation of xi and theta^2",
		estimate.Correlation(b(xi), b(square), b(dynamics.Product{X: xi, Y: square})))
	middle, product := j.middle(b(xi), b(kinetic), b(dynamics.Product{X: xi, Y: kinetic}))
	t.Measure(row, "correlation of xi and p^2",
		estimate.Correlation(middle, b(kinetic), product))
}

// middle returns the sums of ξ in the middle of a step, and those of its product with p², from
// those after the step. The last D has added (Δt/2η)(p² − 1) to ξ, with the p that is observed: to
// leading order in Δt, ξ is independent of p² between the two D's only.
func (j job) middle(xi, p2, product *estimate.Blocks) (x, xp2 *estimate.Blocks) {
	h := float64(0.5*j.Dt) / j.Eta
	a, b := *xi, *product
	a.S1, a.S2, b.S1 = slices.Clone(a.S1), slices.Clone(a.S2), slices.Clone(b.S1)
	for i := range a.S1 {
		more := float64(h * (p2.S1[i] - float64(xi.Count)))           // Σ k, k = h (p² − 1)
		both := float64(h * (product.S1[i] - xi.S1[i]))               // Σ ξ k
		squares := p2.S2[i] - float64(2*p2.S1[i]) + float64(xi.Count) // Σ (p² − 1)²
		a.S1[i] -= more
		a.S2[i] += float64(float64(h*h)*squares) - float64(2*both)
		b.S1[i] -= float64(h * (p2.S2[i] - p2.S1[i]))
	}
	return &a, &b
}

// third adds the third central moment of θ in units of σ_post³.
func (j job) third(t *table.Table, row table.Row, x *simulate.Samples) {
	unit := j.law.A * math.Sqrt(j.law.A)
	e := estimate.ThirdMoment(x.Theta(0), x.Blocks(cube, 0))
	t.Measure(row, "third moment",
		estimate.Estimate{Value: unit * e.Value, StdErr: unit * e.StdErr}, j.frozenThird())
}

// known adds what needs no simulation: the errors of the methods of Figure 3 at the same point, and
// third, the third moment of θ if ξ is frozen.
func known(t *table.Table, j job, third float64) {
	if j.run != drawn {
		return
	}
	add := func(method, source, quantity string, value float64) {
		if !math.IsNaN(value) {
			row := j.row(method)
			row["source"], row["s"] = source, j.noise()
			t.AddValue(row, quantity, value)
		}
	}
	if float64(j.law.A*float64(j.Dt*j.Dt)) < 4 {
		add("Langevin", table.Exact, "variance error", j.law.Langevin(j.Epsilon, j.Gamma, j.Dt))
	}
	if float64(j.law.A*j.Dt) < 2 {
		add("SGLD", table.Exact, "variance error", j.law.SGLD(j.Epsilon, j.Dt))
	}
	add("AdL", table.Prediction, "third moment", third)
}

// curves adds the curves of the frozen ξ.
func (s Spec) curves(t *table.Table, j job) {
	total := float64(j.model.Ndata())
	for _, dt := range s.Dt {
		j.Dt = dt
		end := min(float64(total*total), 0.999/exact.BatchNoise(1, dt, kick(j.law, dt)[0])) // s < 1
		if !(end > 1) {
			continue
		}
		for _, eps := range linalg.LogSpace(1, end, 61) {
			t.AddValue(table.Row{
				"method": "AdL", "dt": dt, "epsilon": eps, "gamma": s.Gamma,
				"status": table.OK, "source": table.Prediction,
			}, "variance error", j.frozen(eps))
		}
	}
}
