package main

import (
	"fmt"
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// coefficient is an entry of ξ_k, with the mean and the variance that theorem th:1 gives it.
type coefficient struct {
	dynamics.Coefficient
	mean, variance float64
}

// coefficients lists the entries of all ξ_k.
func (r run) coefficients(c *simulate.Chain) (all []coefficient) {
	f := c.Scheme.Friction.(dynamics.Extended).Base
	for k, a := range r.basis.average(f.Gamma, r.Point) {
		for _, e := range dynamics.Entries(r.basis.form, 2) {
			x := coefficient{dynamics.Coefficient{K: k, I: e.I, J: e.J}, a[2*e.I+e.J], 1 / r.eta}
			if !e.Diagonal() {
				x.variance /= 2
			}
			all = append(all, x)
		}
	}
	return all
}

// moments and histogram are what is observed of an entry.
func (x coefficient) moments() simulate.Moments { return simulate.Moments{Of: x.Coefficient} }

func (x coefficient) histogram() simulate.Histogram {
	const wide, bins = 5, 100
	h := float64(wide * math.Sqrt(x.variance))
	return simulate.Histogram{Of: x.Coefficient, Lo: x.mean - h, Hi: x.mean + h, Bins: bins}
}

func (x coefficient) String() string { return fmt.Sprintf("xi_%d %d%d", x.K, x.I+1, x.J+1) }

// law lists what is observed of the ξ_k.
func (r run) law(c *simulate.Chain) (observe []simulate.Statistic) {
	for _, x := range r.coefficients(c) {
		observe = append(observe, x.moments(), x.histogram())
	}
	return observe
}

// leastRHat is the R-hat above which an entry of ξ_k has not relaxed, as in package study.
const leastRHat = 1.05

// measureLaw adds mean, variance, and distance from a normal law of every entry of the ξ_k, and
// what theorem th:1 predicts. An entry whose replicas disagree is unmixed.
func (r run) measureLaw(t *table.Table, row table.Row, x *simulate.Samples) {
	for _, c := range r.coefficients(x.Chain) {
		row["status"], row["source"] = table.Diverged, table.Simulation
		mean, variance, distance := estimate.Unknown(), estimate.Unknown(), estimate.Unknown()
		if !x.Diverged {
			b := x.Blocks(c.Coefficient, 0)
			mean, variance = b.Mean(), b.Variance()
			distance = x.Histogram(c.histogram()).FromNormal()
			if row["status"] = table.OK; !(b.RHat() <= leastRHat) {
				row["status"] = table.Unmixed
			}
		}
		t.Measure(row, "mean of "+c.String(), mean)
		t.Measure(row, "variance of "+c.String(), variance)
		t.Measure(row, "distance from normal of "+c.String(), distance)
		row["status"], row["source"] = table.OK, table.Prediction
		t.AddValue(row, "mean of "+c.String(), c.mean)
		t.AddValue(row, "variance of "+c.String(), c.variance)
	}
}

// grid is the mean of ξ(θ) by the cells of a grid on the square of the histogram.
func (s Spec) grid() simulate.Mean {
	const every = 0.05
	of := dynamics.ByCell{Of: dynamics.Xi{}, Lo: s.Histogram.Lo, Hi: s.Histogram.Hi, Side: side}
	return simulate.Mean{Of: of, Every: every}
}

// measureMap adds the means of the entries of ξ(θ) in the cells that count, and those of
// γ I + ε(n) Δt S_K/2.
func (r run) measureMap(
	t *table.Table, row table.Row, g *study.Marginal, grid simulate.Mean, x *simulate.Samples,
) {
	by := grid.Of.(dynamics.ByCell)
	f := x.Chain.Scheme.Friction.(dynamics.Extended)
	entries := dynamics.Entries(f.Base.Form, 2)
	var means [][]float64
	if !x.Diverged {
		means = x.Means(grid)
	}
	for _, c := range r.basis.means(g.Posterior.Model, by) {
		for i, e := range entries {
			name := fmt.Sprintf("xi %d%d in cell %d, %d", e.I+1, e.J+1, c.cell%side+1, c.cell/side+1)
			row["source"] = table.Simulation
			at := c.cell * (1 + len(entries))
			t.Measure(row, name, estimate.RatioOfMeans(means, at+1+i, at))
			a := float64(float64(0.5*r.Epsilon*r.Dt) * c.mean[2*e.I+e.J])
			if e.Diagonal() {
				a += f.Base.Gamma
			}
			p := table.Row{"source": table.Prediction, "status": table.OK}
			for k, v := range row {
				if _, ok := p[k]; !ok {
					p[k] = v
				}
			}
			t.AddValue(p, name, a)
		}
	}
}
