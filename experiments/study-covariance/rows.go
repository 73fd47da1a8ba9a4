package main

import (
	"fmt"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/study"
	"adl/pkg/table"
)

// rows is the table. Its column data holds what Σ_x gives instead of Σ.
type rows struct{ *table.Table }

// add adds an exact row with more cells, each a column and its value.
func (t rows) add(quantity string, value float64, cells ...any) {
	row := table.Row{"status": table.OK, "source": table.Exact}
	for i := 0; i < len(cells); i += 2 {
		row[cells[i].(string)] = cells[i+1]
	}
	t.AddValue(row, quantity, value)
}

// components are the entries of a symmetric matrix: their names and their places in row order.
var components = []struct {
	name string
	at   int
}{{"11", 0}, {"22", 3}, {"12", 1}}

// The matrices as functions on the nodes.
func sigma(n node) []float64  { return n.Sigma }
func sigmaX(n node) []float64 { return n.Data }
func zero(node) []float64     { return make([]float64, 4) }

// span adds the extreme values of Σ in a region.
func (t rows) span(region string, ns []node) {
	for _, k := range components {
		lo, hi := extremes(ns, sigma, k.at)
		dlo, dhi := extremes(ns, sigmaX, k.at)
		t.add("least Sigma"+k.name, lo, "region", region, "data", dlo)
		t.add("largest Sigma"+k.name, hi, "region", region, "data", dhi)
	}
}

// variation adds by how much Σ varies in L²(π), and its distance from Σ_x.
func (t rows) variation(support []node, total int) {
	average, averageX := mean(support, sigma), mean(support, sigmaX)
	for _, k := range components {
		t.add("mean Sigma"+k.name, average[k.at], "data", averageX[k.at])
	}
	norm := distance(support, sigma, zero)
	t.add("norm", norm, "data", distance(support, sigmaX, zero))
	t.add("distance from the mean", distance(support, sigma, constant(average)),
		"data", distance(support, sigmaX, constant(averageX)))
	t.add("relative distance of Sigma_x", distance(support, sigmaX, sigma)/norm, "ndata", total)
}

// share names a region of highest density by the mass that it holds.
func share(mass float64) string { return fmt.Sprintf("%g %%", 100*mass) }

// change adds the largest change of Σ in a region, over one standard deviation of the nearest mode,
// relative to the norm of the mean. Arrays holds the findings beside its nodes ns, which are
// evaluated.
func (t rows) change(region string, support, ns []node, arrays [][]float64) {
	near := make([]node, 4*len(ns))
	study.FillCovariances(near, arrays)
	of := func(f func(node) []float64) float64 {
		return largestChange(ns, near, f) / floats.Norm(mean(support, f), 2)
	}
	t.add("largest change", of(sigma), "region", region, "data", of(sigmaX))
}
