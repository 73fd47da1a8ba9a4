// Package marginal tabulates and draws marginal and joint distributions of parameters of a Bayesian
// logistic regression, for Figure 8 and its supplement.
package marginal

import (
	"adl/pkg/regression"
	"adl/pkg/table"
)

// Laplace adds the mode, the mean and the covariances of the Laplace approximation, for the
// components and the pairs that are observed.
func Laplace(t *table.Table, p *regression.Posterior) {
	row := table.Row{
		"scaling": p.Scaling, "method": "Laplace", "status": table.OK, "source": table.Prediction,
	}
	d := len(p.Laplace.Mode)
	seen := map[int]bool{}
	component := func(k int) {
		if row["component"] = k; !seen[k] {
			t.AddValue(row, "mode", p.Laplace.Mode[k-1])
			t.AddValue(row, "mean", p.Laplace.Mean[k-1])
			t.AddValue(row, "variance", p.Laplace.Cov[(k-1)*d+k-1])
		}
		seen[k] = true
	}
	for _, k := range p.Observe.Components {
		component(k)
	}
	for _, pair := range p.Observe.Pairs {
		component(pair[0])
		component(pair[1])
		row["component"], row["component2"] = pair[0], pair[1]
		t.AddValue(row, "covariance", p.Laplace.Cov[(pair[0]-1)*d+pair[1]-1])
		row["component2"] = nil
	}
}

// Rows adds the moments and the histogram of a component in a run.
func Rows(t *table.Table, p *regression.Posterior, run *regression.Run, k int) {
	row := p.Row(run)
	row["component"] = k
	theta, h := run.Theta(k-1), run.Histogram(p.Marginal(k))
	mean, variance := theta.Mean(), theta.Variance()
	t.Measure(row, "mean", mean)
	t.Measure(row, "variance", variance)
	t.AddDiagnostic(row, "R-hat", theta.RHat())
	centres := h.Centres()
	for b, e := range h.Densities() {
		row["theta"] = centres[b]
		t.Measure(row, "density", e)
	}
	row["theta"] = nil
	t.Measure(row, "outside", h.Outside())
}

// JointRows adds the masses of the cells of a pair in a run, those that are not empty.
func JointRows(t *table.Table, p *regression.Posterior, run *regression.Run, pair []int) {
	row, j := p.Row(run), p.Joint(pair)
	row["component"], row["component2"] = pair[0], pair[1]
	xs, ys := j.Axes()
	x, y := xs.Centres(), ys.Centres()
	for k, e := range run.Masses(j) {
		if e.Value > 0 {
			row["theta"], row["theta2"] = x[k%j.Bins], y[k/j.Bins]
			t.Measure(row, "joint mass", e)
		}
	}
}
