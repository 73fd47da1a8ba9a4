package main

import (
	"math"

	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/mixture"
	"adl/pkg/table"
)

// components are the entries of a symmetric matrix: their names, their places in row order, and the
// direction from which a viewer of the surface sees both modes.
var components = []struct {
	name, label        string
	at                 int
	azimuth, elevation float64
}{{"11", "1,1", 0, -50, 45}, {"22", "2,2", 3, -50, 45}, {"12", "1,2", 1, -128, 34}}

// surfaces adds the components of Σ on the square, and of Σ_x in the column data.
func (s Spec) surfaces(t *table.Table, square []mixture.CovarianceNode) {
	for _, n := range square {
		closed := []float64{math.NaN(), math.NaN(), math.NaN(), math.NaN()}
		if n.Theta[0] == n.Theta[1] && s.Model.Sigma1 == s.Model.Sigma2 {
			closed = onDiagonal(s.Model.W, s.Model.Sigma1, s.Theta0)
		}
		for _, k := range components {
			t.Measure(table.Row{
				"theta1": n.Theta[0], "theta2": n.Theta[1], "data": n.Data[k.at],
				"status": table.OK, "source": table.Exact,
			}, "Sigma"+k.name, estimate.Estimate{Value: n.Sigma[k.at]}, closed[k.at])
		}
	}
}

// onDiagonal returns Σ(θ) for θ₁ = θ₂ and σ₁ = σ₂ = σ, where every datum belongs to the two
// components with the probabilities w and 1−w:
//
//	var(x)/σ⁴ (w, 1−w)(w, 1−w)ᵀ,   var(x) = σ² + w(1−w)(θ₀₁ − θ₀₂)².
func onDiagonal(w, sigma float64, theta0 [2]float64) []float64 {
	v, d := float64(sigma*sigma), theta0[0]-theta0[1]
	k := (v + float64(float64(w*(1-w))*float64(d*d))) / float64(v*v)
	off := float64(k * float64(w*(1-w)))
	return []float64{float64(k * float64(w*w)), off, off, float64(k * float64((1-w)*(1-w)))}
}

// modes adds the modes of the posterior.
func modes(t *table.Table, p *exact.MixtureGrid) {
	for i, w := range weights(p) {
		row := table.Row{"mode": i + 1, "status": table.OK, "source": table.Exact}
		x := p.Modes[i]
		t.AddValue(row, "theta1", x.Theta[0])
		t.AddValue(row, "theta2", x.Theta[1])
		for _, k := range components {
			t.AddValue(row, "Laplace"+k.name, x.Laplace[k.at])
		}
		t.AddValue(row, "log density", x.LogDensity)
		t.AddValue(row, "weight", w)
	}
}

// weights returns the mass of the points nearest to each mode.
func weights(p *exact.MixtureGrid) []float64 {
	w := make([]float64, len(p.Modes))
	if len(w) == 2 {
		w[1] = p.Nearer(p.Modes[0].Theta, p.Modes[1].Theta)
		w[0] = 1 - w[1]
		return w
	}
	p.Each(func(theta []float64, mass float64) {
		best, least := 0, math.Inf(1)
		for i, x := range p.Modes {
			u, v := theta[0]-x.Theta[0], theta[1]-x.Theta[1]
			if d := float64(u*u) + float64(v*v); d < least {
				best, least = i, d
			}
		}
		w[best] += mass
	})
	return w
}
