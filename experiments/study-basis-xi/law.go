package main

import (
	"fmt"
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/mixture"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// coefficient is an entry of ξ_k, with the mean and the variance that theorem th:1 gives it.
type coefficient struct {
	dynamics.Coefficient
	mean, variance float64
}

// coefficients lists the entries of all ξ_k.
func coefficients(r *mixture.BasisRun, c *simulate.Chain) (all []coefficient) {
	f := c.Scheme.Friction.(dynamics.Extended).Base
	for k, a := range r.Average(f.Gamma) {
		for _, e := range dynamics.Entries(r.Basis.Form, 2) {
			x := coefficient{dynamics.Coefficient{K: k, I: e.I, J: e.J}, a[2*e.I+e.J], 1 / r.Eta}
			if !e.Diagonal() {
				x.variance /= 2
			}
			all = append(all, x)
		}
	}
	return all
}

// moments and histogram are the statistics of an entry.
func (x coefficient) moments() simulate.Moments { return simulate.Moments{Of: x.Coefficient} }

func (x coefficient) histogram() simulate.Histogram {
	const wide, bins = 5, 100
	h := float64(wide * math.Sqrt(x.variance))
	return simulate.Histogram{Of: x.Coefficient, Lo: x.mean - h, Hi: x.mean + h, Bins: bins}
}

func (x coefficient) String() string { return fmt.Sprintf("xi_%d %d%d", x.K, x.I+1, x.J+1) }

// law lists what is observed of the ξ_k.
func law(r *mixture.BasisRun, c *simulate.Chain) (observe []simulate.Statistic) {
	for _, x := range coefficients(r, c) {
		observe = append(observe, x.moments(), x.histogram())
	}
	return observe
}

// leastRHat is the R-hat above which an entry of ξ_k has not relaxed, as in package study.
const leastRHat = 1.05

// measureLaw adds mean, variance, and distance from a normal distribution of every entry of the
// ξ_k, and what theorem th:1 predicts. An entry whose replicas disagree is unmixed.
func measureLaw(t *table.Table, row table.Row, r *mixture.BasisRun) {
	x := r.Samples
	for _, c := range coefficients(r, x.Chain) {
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
