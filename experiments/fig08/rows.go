package main

import (
	"math"

	"adl/pkg/dataset"
	"adl/pkg/estimate"
	"adl/pkg/study"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// laplace adds the numbers that need no run: the Laplace approximation, and how well the MAP
// classifies the data held out.
func laplace(t *table.Table, p *study.Posterior) {
	row := table.Row{"method": "Laplace", "status": table.OK, "source": table.Prediction}
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
	if len(p.HeldOut.Y) > 0 {
		row["component"], row["method"] = nil, "MAP"
		accuracy(t, row, p.HeldOut, func(k int) float64 {
			return p.Model.Probability(p.Laplace.Mode, p.HeldOut.Row(k))
		})
	}
}

// marginalRows adds the histogram of a component, and its distances from the Laplace approximation
// and from the normal law of the same mean and variance.
func marginalRows(t *table.Table, p *study.Posterior, run *study.RegressionRun, k int) {
	row := p.Row(run)
	row["component"] = k
	theta, h := run.Theta(k-1), run.Histogram(p.Marginal(k))
	mean, variance := theta.Mean(), theta.Variance()
	t.Measure(row, "mean", mean)
	t.Measure(row, "variance", variance)
	t.AddValue(row, "R-hat", theta.RHat())
	centres, edges := h.Centres(), h.Edges()
	for b, e := range h.Densities() {
		row["theta"] = centres[b]
		t.Measure(row, "density", e)
	}
	row["theta"] = nil
	t.Measure(row, "outside", h.Outside())
	sd := math.Sqrt(p.Laplace.Cov[(k-1)*p.Train.D+k-1])
	for _, q := range []struct {
		name   string
		mu, sd float64
	}{
		{"L1 to Laplace", p.Laplace.Mode[k-1], sd},
		{"L1 to corrected Laplace", p.Laplace.Mean[k-1], sd},
		{"L1 to normal", mean.Value, math.Sqrt(variance.Value)},
	} {
		mass := make([]float64, h.Bins)
		for b := range mass {
			mass[b] = estimate.NormalMass((edges[b]-q.mu)/q.sd, (edges[b+1]-q.mu)/q.sd)
		}
		t.MeasureL1(row, q.name, h.L1(mass))
	}
}

// jointRows adds the masses of the cells that are not empty.
func jointRows(t *table.Table, p *study.Posterior, run *study.RegressionRun, pair []int) {
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

// accuracy adds the fraction of the labels that are more probable than not, and the mean of −log
// P(y), with the standard errors of a sample of the data. p returns the probability of label 1.
func accuracy(t *table.Table, row table.Row, heldOut dataset.Labelled, p func(k int) float64) {
	right, loss := make([]float64, len(heldOut.Y)), make([]float64, len(heldOut.Y))
	for k, y := range heldOut.Y {
		q := p(k)
		if (q > 0.5) == (y == 1) {
			right[k] = 1
		}
		if y == 0 {
			q = 1 - q
		}
		loss[k] = -vec.Log(max(q, math.SmallestNonzeroFloat64))
	}
	t.Measure(row, "accuracy", estimate.Mean(right))
	t.Measure(row, "log loss", estimate.Mean(loss))
}
