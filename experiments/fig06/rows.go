package main

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/model"
	"adl/pkg/table"
)

// components are the entries of a symmetric matrix: their names, their places in row order, and the
// direction from which a viewer of the surface sees both modes.
var components = []struct {
	name, label        string
	at                 int
	azimuth, elevation float64
}{{"11", "1,1", 0, -50, 45}, {"22", "2,2", 3, -50, 45}, {"12", "1,2", 1, -128, 34}}

// add adds a row with more cells, each a column and its value. The column data is for what Σ_x
// gives instead of Σ.
func add(t *table.Table, quantity string, value float64, cells ...any) {
	row := table.Row{
		"quantity": quantity, "value": value, "stderr": 0,
		"status": table.OK, "source": table.Exact,
	}
	for i := 0; i < len(cells); i += 2 {
		row[cells[i].(string)] = cells[i+1]
	}
	t.Add(row)
}

// surfaces adds the components of Σ on the square.
func (s Spec) surfaces(t *table.Table, m *model.Mixture, square []node) {
	for _, n := range square {
		for _, k := range components {
			var closed any
			if n.theta[0] == n.theta[1] && m.Sigma1 == m.Sigma2 {
				closed = onDiagonal(m.W, m.Sigma1, s.Theta0)[k.at]
			}
			add(t, "Sigma"+k.name, n.sigma[k.at], "theta1", n.theta[0], "theta2", n.theta[1],
				"data", n.data[k.at], "exact", closed)
		}
	}
}

// modes adds the modes of the posterior.
func modes(t *table.Table, p *exact.Posterior) {
	for i, w := range weights(p) {
		x := p.Modes[i]
		add(t, "theta1", x.Theta[0], "mode", i+1)
		add(t, "theta2", x.Theta[1], "mode", i+1)
		for _, k := range components {
			add(t, "Laplace"+k.name, x.Laplace[k.at], "mode", i+1)
		}
		add(t, "log density", x.LogDensity, "mode", i+1)
		add(t, "weight", w, "mode", i+1)
	}
}

// span adds the extreme values of Σ in a region.
func span(t *table.Table, region string, ns []node) {
	for _, k := range components {
		lo, hi := extremes(ns, sigma, k.at)
		dlo, dhi := extremes(ns, sigmaX, k.at)
		add(t, "least Sigma"+k.name, lo, "region", region, "data", dlo)
		add(t, "largest Sigma"+k.name, hi, "region", region, "data", dhi)
	}
}

// The matrices as functions on the nodes.
func sigma(n node) []float64  { return n.sigma }
func sigmaX(n node) []float64 { return n.data }
func zero(node) []float64     { return make([]float64, 4) }

// variation adds by how much Σ varies in L²(π), and its distance from Σ_x.
func variation(t *table.Table, support []node, total int) {
	average, averageX := mean(support, sigma), mean(support, sigmaX)
	for _, k := range components {
		add(t, "mean Sigma"+k.name, average[k.at], "data", averageX[k.at])
	}
	norm := distance(support, sigma, zero)
	add(t, "norm", norm, "data", distance(support, sigmaX, zero))
	add(t, "distance from the mean", distance(support, sigma, constant(average)),
		"data", distance(support, sigmaX, constant(averageX)))
	add(t, "relative distance of Sigma_x", distance(support, sigmaX, sigma)/norm, "ndata", total)
}

// share names a region of highest density by the mass that it holds.
func share(mass float64) string { return fmt.Sprintf("%g %%", 100*mass) }

// change adds the largest change of Σ in a region, over one standard deviation of the nearest mode,
// relative to the norm of the mean. Its nodes ns are among those that covariances has found, and
// arrays are what it has found beside them.
func change(t *table.Table, region string, support, ns []node, arrays [][]float64) {
	near := make([]node, 4*len(ns))
	fill(near, arrays)
	of := func(f func(node) []float64) float64 {
		return largestChange(ns, near, f) / floats.Norm(mean(support, f), 2)
	}
	add(t, "largest change", of(sigma), "region", region, "data", of(sigmaX))
}

// limit adds the distance of Σ_x from Σ for data sets that follow the law of the limit. Of every
// size an array has its squares.
func (s Spec) limit(t *table.Table, arrays [][][]float64) {
	for i, size := range s.Limit.N {
		e := estimate.Mean(arrays[i][0])
		d := math.Sqrt(e.Value) // root mean square
		add(t, "relative distance of Sigma_x", d, "stderr", e.StdErr/float64(2*d),
			"ndata", size, "source", table.Simulation)
	}
}
