package main

import (
	"math"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// Quantities of the laws of p and ξ.
const (
	distanceOfP  = "D of p"
	distanceOfXi = "D of xi"
	withTheta    = "correlation of xi and theta^2"
	withP        = "correlation of xi and p^2"
)

// Statistics of the laws of p and ξ in one dimension.
var (
	thetaSquared = dynamics.Product{X: dynamics.Theta{}, Y: dynamics.Theta{}}
	pSquared     = dynamics.Product{X: dynamics.Momentum{}, Y: dynamics.Momentum{}}
	lawOfP       = simulate.Histogram{Of: dynamics.Momentum{}, Lo: -6, Hi: 6, Bins: 240}
)

// lawOfXi is the histogram of ξ within six standard deviations of its mean at the start.
func lawOfXi(r *study.Run) simulate.Histogram {
	mean, reach := r.Chain.Xi[0], 6/math.Sqrt(r.AdL().Eta)
	return simulate.Histogram{Of: dynamics.Xi{}, Lo: mean - reach, Hi: mean + reach, Bins: 240}
}

// observeLaws adds the statistics that addLaws needs to the run.
func observeLaws(r *study.Run) {
	xi := dynamics.Xi{}
	for _, of := range []dynamics.Observable{
		thetaSquared, pSquared,
		dynamics.Product{X: xi, Y: thetaSquared}, dynamics.Product{X: xi, Y: pSquared},
	} {
		r.Chain.Observe = append(r.Chain.Observe, simulate.Moments{Of: of})
	}
	r.Chain.Observe = append(r.Chain.Observe, lawOfP, lawOfXi(r))
}

// addLaws adds tests of the lemma about the distributions of p and ξ:
//
//	D of p, xi     the Kolmogorov distance from the normal distribution of the same mean and variance
//	correlation    of ξ and θ², p²
func addLaws(t *table.Table, row table.Row, r *study.Run) {
	if r.Diverged {
		return
	}
	t.Measure(row, distanceOfP, r.Histogram(lawOfP).FromNormal())
	t.Measure(row, distanceOfXi, r.Histogram(lawOfXi(r)).FromNormal())
	blocks := func(of dynamics.Observable) (xi, square, product *estimate.TimeBlocks) {
		return r.Blocks(dynamics.Xi{}, 0), r.Blocks(of, 0),
			r.Blocks(dynamics.Product{X: dynamics.Xi{}, Y: of}, 0)
	}
	t.Measure(row, withTheta, estimate.Correlation(blocks(thetaSquared)))
	xi, p2, product := blocks(pSquared)
	xi, product = inMiddle(0.5*r.Dt/r.AdL().Eta, xi, p2, product)
	t.Measure(row, withP, estimate.Correlation(xi, p2, product))
}

// inMiddle returns the sums of ξ in the middle of a step and of its product with p², from the sums
// after the step. The last D has added h (p² − 1), h = Δt/2η, to ξ with the observed p. To leading
// order in Δt, ξ is independent of p² only between the two D's.
func inMiddle(h float64, xi, p2, product *estimate.TimeBlocks) (x, xp2 *estimate.TimeBlocks) {
	a, b := *xi, *product
	a.S1, a.S2, b.S1 = slices.Clone(a.S1), slices.Clone(a.S2), slices.Clone(b.S1)
	for i := range a.S1 {
		more := h * (p2.S1[i] - float64(xi.Count))           // Σ k, k = h (p² − 1)
		both := h * (product.S1[i] - xi.S1[i])               // Σ ξ k
		squares := p2.S2[i] - 2*p2.S1[i] + float64(xi.Count) // Σ (p² − 1)²
		a.S1[i] -= more
		a.S2[i] += h*h*squares - 2*both
		b.S1[i] -= h * (p2.S2[i] - p2.S1[i])
	}
	return &a, &b
}
