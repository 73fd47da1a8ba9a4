package main

import (
	"fmt"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/mixture"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// grid is the mean of ξ(θ) by the cells of a grid on the square of the histogram.
func (s Spec) grid() simulate.Mean {
	const every = 0.05
	of := dynamics.ByCell{Of: dynamics.Xi{}, Lo: s.Histogram.Lo, Hi: s.Histogram.Hi, Side: side}
	return simulate.Mean{Of: of, Every: every}
}

// measureMap adds the means of the entries of ξ(θ) in the cells that count, and those of
// γ I + ε(n) Δt S_K/2.
func measureMap(
	t *table.Table, row table.Row, g *mixture.Marginal, grid simulate.Mean, r *mixture.BasisRun,
) {
	x, by := r.Samples, grid.Of.(dynamics.ByCell)
	f := x.Chain.Scheme.Friction.(dynamics.Extended)
	entries := dynamics.Entries(f.Base.Form, 2)
	var found [][]float64
	if !x.Diverged {
		found = x.Means(grid)
	}
	for _, c := range means(r.Basis, g.Posterior.Model, by) {
		for i, e := range entries {
			name := fmt.Sprintf("xi %d%d in cell %d, %d", e.I+1, e.J+1, c.cell%side+1, c.cell/side+1)
			row["source"] = table.Simulation
			at := c.cell * (1 + len(entries))
			t.Measure(row, name, estimate.RatioOfMeans(found, at+1+i, at))
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

// side is the number of cells along an axis of the grid on which ξ(θ) is averaged.
const side = 7

// leastMass is the mass under π from which on a cell of the grid counts.
const leastMass = 0.05

// cellMean is the mean of S_K in a cell of the grid.
type cellMean struct {
	cell int
	mean []float64
}

// means returns the means of S_K under π in the cells that count.
func means(b *mixture.Basis, m *model.Mixture, grid dynamics.ByCell) (cells []cellMean) {
	var cuts [2][]float64
	for axis := range cuts {
		for i := range side + 1 {
			cuts[axis] = append(cuts[axis], grid.Lo+float64(float64(i)*(grid.Hi-grid.Lo))/side)
		}
		if f, ok := b.Functions.(dynamics.Boxes); ok {
			cuts[axis] = append(cuts[axis], f.Cuts[axis]...)
		}
		slices.Sort(cuts[axis])
		cuts[axis] = slices.Compact(cuts[axis])
	}
	masses, sums := make([]float64, side*side), make([][]float64, side*side)
	_, n := b.Functions.Cells()
	f := make([]float64, n)
	exact.NewMixtureGrid(m, exact.Grid{Cuts: cuts}).Each(func(theta []float64, mass float64) {
		c := grid.Cell(theta[0], theta[1])
		if c < 0 {
			return
		}
		if sums[c] == nil {
			sums[c] = make([]float64, 4)
		}
		masses[c] += mass
		b.At(sums[c], f, theta, mass)
	})
	for c, mass := range masses {
		if mass < leastMass {
			continue
		}
		for e := range sums[c] {
			sums[c][e] /= mass
		}
		cells = append(cells, cellMean{c, sums[c]})
	}
	return cells
}
