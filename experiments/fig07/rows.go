package main

import (
	"maps"
	"math"
	"slices"
	"strings"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// kept are the quantities of study.Marginal.Rows that the runs of a purpose keep in the table;
// those of the panels keep all.
var kept = map[string][]string{
	law: {"xi", "var xi"}, momentum: {}, conditional: {"xi"}, metastable: {"L1", "crossings"},
}

// rows adds the measurements of a run.
func (s Spec) rows(t *table.Table, g *study.Marginal, r run, x *simulate.Samples) {
	row := r.Row(r.method)
	row["scheme"], row["data"], row["ndata"] = r.word, r.seed, g.Posterior.Model.Ndata()
	if r.friction != "" {
		row["friction"], row["eta"] = r.friction, r.eta
	}
	if r.method == curve {
		g.Rows(t, row, x)
		return
	}
	keep, ok := kept[r.method]
	if !ok {
		keep = []string{"L1"}
	}
	all := table.New(t.Columns()...)
	g.Rows(all, row, x)
	t.Append(all.Filter(func(i int) bool {
		q := all.Cell(i, "quantity")
		return slices.ContainsFunc(keep, func(k string) bool {
			return q == k || strings.HasPrefix(q, k+" ") && all.Cell(i, "source") == table.Simulation
		})
	}))
	if x.Diverged {
		return
	}
	switch r.method {
	case order:
		t.AddValue(exactly(row), "gradients a step", float64(x.Chain.Scheme.Gradients()))
	case law:
		xiRows(t, row, r.friction, x)
	case momentum:
		momentumRows(t, row, r.friction, x)
	case conditional:
		s.conditionalRows(t, g, row, x)
	}
}

// exactly is the row of a number that is known.
func exactly(row table.Row) table.Row {
	row = maps.Clone(row)
	row["status"], row["source"] = table.OK, table.Exact
	return row
}

// places are the names of the entries of ξ, empty for a single one.
func places(k study.Friction) []string {
	return map[study.Friction][]string{
		study.Scalar: {""}, study.Diagonal: {" 11", " 22"}, study.Full: {" 11", " 12", " 22"},
	}[k]
}

// xiRows adds the distances of the entries of ξ from normal laws, and their correlations.
func xiRows(t *table.Table, row table.Row, k study.Friction, x *simulate.Samples) {
	names, xi := places(k), x.All(dynamics.Xi{})
	products := x.All(dynamics.Products{Of: dynamics.Xi{}})
	at := 0
	for i, name := range names {
		t.Measure(row, "D of xi"+name, x.Histogram(histogramOf(dynamics.Xi{}, i, 16)).FromNormal())
		for j := i; j < len(names); j++ {
			if j > i {
				t.Measure(row, "correlation of xi"+name+names[j],
					estimate.Correlation(xi[i], xi[j], products[at]), 0)
			}
			at++
		}
	}
}

// momentumRows adds the mean of p pᵀ − 1 over the D's of the run, as it enters ξ, and the distances
// of the components of p at the last D of a step from normal laws. Since D is the only flow that
// moves ξ, the former is η times the slope of ξ: that of the means of the two halves of the run.
func momentumRows(t *table.Table, row table.Row, k study.Friction, x *simulate.Samples) {
	_, steps, _ := x.Chain.Steps()
	eta := x.Chain.Scheme.Friction.(dynamics.AdL).Eta
	per := 2 * eta / (float64(steps) * x.Chain.Scheme.Dt)
	for i, b := range x.All(dynamics.Xi{}) {
		e := b.Trend()
		t.Measure(row, "mean of pp - 1"+places(k)[i],
			estimate.Estimate{Value: e.Value * per, StdErr: e.StdErr * per}, 0)
	}
	for i, name := range []string{" 1", " 2"} {
		t.Measure(row, "D of p"+name, x.Histogram(histogramOf(dynamics.Momentum{}, i, 6)).FromNormal())
	}
	pp := x.All(dynamics.Products{Of: dynamics.Momentum{}})
	for i, name := range []string{" 11", " 12", " 22"} {
		t.Measure(row, "pp at the last D"+name, pp[i].Mean())
	}
}

// conditionalRows adds the means of ξ in every cell of θ that has at least 1 % of the posterior,
// and the means of Σ_x there.
func (s Spec) conditionalRows(
	t *table.Table, g *study.Marginal, row table.Row, x *simulate.Samples,
) {
	cells := s.Conditional.cells()
	weight, sigma := cellMeans(g.Posterior, cells)
	means := x.Means(s.Conditional.xi())
	for c, w := range weight {
		if w < 0.01 {
			continue
		}
		row := maps.Clone(row)
		width := (cells.Hi - cells.Lo) / float64(cells.Side)
		row["theta1"] = math.FMA(float64(c%cells.Side)+0.5, width, cells.Lo)
		row["theta2"] = math.FMA(float64(c/cells.Side)+0.5, width, cells.Lo)
		row["weight"] = w
		for i, name := range places(study.Full) {
			t.Measure(row, "xi in cell"+name, estimate.RatioOfMeans(means, c*4+1+i, c*4))
			t.AddValue(exactly(row), "Sigma in cell"+name, sigma[c][i]/w)
		}
	}
}

// cellMeans returns the mass of the posterior in each cell, and the integral of Σ_x there: entries
// 11, 12, 22.
func cellMeans(p *exact.Posterior, cells dynamics.ByCell) (weight []float64, sigma [][3]float64) {
	weight, sigma = make([]float64, cells.Side*cells.Side), make([][3]float64, cells.Side*cells.Side)
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
