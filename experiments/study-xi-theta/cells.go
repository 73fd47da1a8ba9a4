package main

import (
	"maps"
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/mixture"
	"adl/pkg/table"
)

// Cells is the [cells] table of the spec: Side² cells of [Lo, Hi]².
type Cells struct {
	Lo   float64 `toml:"lo"`
	Hi   float64 `toml:"hi"`
	Side int     `toml:"side" spec:"min=1,max=20"`
}

// of sorts the entries of ξ by the cells of θ.
func (k Cells) of() dynamics.ByCell {
	return dynamics.ByCell{Of: dynamics.Xi{}, Lo: k.Lo, Hi: k.Hi, Side: k.Side}
}

// rows adds the means of a full ξ in every cell that has at least 1 % of the posterior, and the
// means of Σ_x there.
func (k Cells) rows(
	t *table.Table, row table.Row, p *exact.MixtureGrid, means [][]float64,
) {
	weight, sigma := k.means(p)
	width := (k.Hi - k.Lo) / float64(k.Side)
	for c, w := range weight {
		if w < 0.01 {
			continue
		}
		row := maps.Clone(row)
		row["theta1"] = math.FMA(float64(c%k.Side)+0.5, width, k.Lo)
		row["theta2"] = math.FMA(float64(c/k.Side)+0.5, width, k.Lo)
		row["weight"] = w
		for i, name := range []string{" 11", " 12", " 22"} {
			t.Measure(row, "xi in cell"+name, estimate.RatioOfMeans(means, c*4+1+i, c*4))
			t.AddValue(mixture.Known(row), "Sigma in cell"+name, sigma[c][i]/w)
		}
	}
}

// means returns the mass of the posterior in each cell, and the integral of Σ_x there: entries 11,
// 12, 22.
func (k Cells) means(p *exact.MixtureGrid) (weight []float64, sigma [][3]float64) {
	cells := k.of()
	weight, sigma = make([]float64, k.Side*k.Side), make([][3]float64, k.Side*k.Side)
	p.Each(func(theta []float64, mass float64) {
		c := cells.Cell(theta[0], theta[1])
		if c < 0 || mass < 1e-12 {
			return
		}
		cov := exact.GradCov(p.Model, theta)
		weight[c] += mass
		for i, x := range []float64{cov[0], cov[1], cov[3]} {
			sigma[c][i] = math.FMA(mass, x, sigma[c][i])
		}
	})
	return weight, sigma
}
