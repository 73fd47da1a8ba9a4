// Command fig06 reproduces Figure 6: the three components of Σ(θ), the covariance of the gradient of one datum's log-likelihood in the limit of
// many data that follow a mixture of two Gaussians, and where the posterior has its modes (section 3.3.2).
package main

import (
	_ "embed"
	"fmt"
	"math"
	"os"
	"slices"

	"adl/pkg/dataset"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/linalg"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	Theta0  [2]float64         `toml:"theta0"`
	Square  [2]float64         `toml:"square"`
	Nodes   int                `toml:"nodes" spec:"min=2,max=401"`
	Ellipse float64            `toml:"ellipse" spec:"positive"`
	Mass    float64            `toml:"mass" spec:"positive,max=1"`
	Data    dataset.Source     `toml:"data"`
	Model   study.MixtureModel `toml:"model"`
	Limit   struct {
		N    []int  `toml:"ndata" spec:"min=2,max=65536,distinct"`
		Sets int    `toml:"sets" spec:"min=2,max=1024"`
		Seed uint64 `toml:"seed"`
	} `toml:"limit"`
}

var program = experiment.Program[Spec]{
	Name: "fig06", Title: "covariance of the gradient for many data of a mixture, and the modes of the posterior",
	Spec: specText, Compute: compute, Render: render, Claims: claims,
}

func main() { os.Exit(program.Run(os.Args[1:], os.Stdout, os.Stderr)) }

// components are the entries of a symmetric matrix: their names, where they are in row order, and where a viewer of the surface stands who sees both modes.
var components = []struct {
	name, label        string
	at                 int
	azimuth, elevation float64
}{{"11", "1,1", 0, -50, 45}, {"22", "2,2", 3, -50, 45}, {"12", "1,2", 1, -128, 34}}

// compute evaluates Σ on the square and where the posterior has its mass. Nothing of it takes long: there are no tasks.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	data, err := c.Data("data", s.Data)
	if err != nil {
		return nil, err
	}
	m := s.Model.Posterior(data)
	switch {
	case m.Data() < 2:
		return nil, c.Errorf("data", "a covariance wants at least 2 data, got %d", m.Data())
	case s.Square[0] >= s.Square[1]:
		return nil, c.Errorf("square", "expected the lower end first, got %g", s.Square)
	case !(work(m, s.Theta0, s.Square) < 5e5):
		return nil, c.Errorf("square", "the integral over x in Σ would be too long: %g is too far from theta0 = %g, or sigma1 = %g and sigma2 = %g are too different",
			s.Square, s.Theta0, m.Sigma1, m.Sigma2)
	}
	axis := linalg.LinSpace(s.Square[0], s.Square[1], s.Nodes)
	if len(slices.Compact(slices.Clone(axis))) < s.Nodes {
		return nil, c.Errorf("square", "%g has no room for %d nodes", s.Square, s.Nodes)
	}
	posterior, err := study.NewPosterior(c, m, exact.Grid{})
	if err != nil {
		return nil, err
	}
	if _, err := c.Sweep(nil); err != nil {
		return nil, err
	}

	t := table.New(table.Columns([]string{"region", "mode", "ndata", "theta1", "theta2"}, "exact", "data")...)
	// add appends a row with more cells, each a column and what it holds; the column data is for what Σ_x gives instead of Σ
	add := func(quantity string, value float64, cells ...any) {
		row := table.Row{"quantity": quantity, "value": value, "stderr": 0, "status": table.OK, "source": table.Exact}
		for i := 0; i < len(cells); i += 2 {
			row[cells[i].(string)] = cells[i+1]
		}
		t.Add(row)
	}
	at := func(theta []float64, mass float64) node {
		return node{theta, mass, exact.LimitGradCov(m, s.Theta0[:], theta), exact.GradCov(m, theta)}
	}

	// the figure
	var square []node
	for _, t1 := range axis {
		for _, t2 := range axis {
			n := at([]float64{t1, t2}, 0)
			square = append(square, n)
			for _, k := range components {
				var closed any
				if t1 == t2 && m.Sigma1 == m.Sigma2 {
					closed = onDiagonal(m.W, m.Sigma1, s.Theta0)[k.at]
				}
				add("Sigma"+k.name, n.sigma[k.at], "theta1", t1, "theta2", t2, "data", n.data[k.at], "exact", closed)
			}
		}
	}
	for i, w := range weights(posterior) {
		x := posterior.Modes[i]
		add("theta1", x.Theta[0], "mode", i+1)
		add("theta2", x.Theta[1], "mode", i+1)
		for _, k := range components {
			add("Laplace"+k.name, x.Laplace[k.at], "mode", i+1)
		}
		add("log density", x.LogDensity, "mode", i+1)
		add("weight", w, "mode", i+1)
	}

	// by how much Σ varies: over regions, and in L²(π)
	support := nodes(posterior, 1e-14)
	for i, n := range support {
		support[i] = at(n.theta, n.mass)
	}
	span := func(region string, ns []node) {
		for _, k := range components {
			lo, hi := extremes(ns, func(n node) float64 { return n.sigma[k.at] })
			dlo, dhi := extremes(ns, func(n node) float64 { return n.data[k.at] })
			add("least Sigma"+k.name, lo, "region", region, "data", dlo)
			add("largest Sigma"+k.name, hi, "region", region, "data", dhi)
		}
	}
	span("square", square)
	span("posterior", densest(support, s.Mass))
	for i, x := range posterior.Modes {
		span(fmt.Sprintf("mode %d", i+1), inside(support, x, s.Ellipse))
	}
	sigma := func(n node) []float64 { return n.sigma }
	sigmaX := func(n node) []float64 { return n.data }
	zero := constant(make([]float64, 4))
	average, averageX := mean(support, sigma), mean(support, sigmaX)
	for _, k := range components {
		add("mean Sigma"+k.name, average[k.at], "data", averageX[k.at])
	}
	norm := distance(support, sigma, zero)
	add("norm", norm, "data", distance(support, sigmaX, zero))
	add("distance from the mean", distance(support, sigma, constant(average)), "data", distance(support, sigmaX, constant(averageX)))
	add("relative distance of Sigma_x", distance(support, sigmaX, sigma)/norm, "ndata", m.Data())

	// the same distance for data sets that follow the law of the limit, at a few nodes: they are many
	support = nodes(exact.NewPosterior(m, exact.Grid{Step: 1.6}), 1e-5)
	for i, n := range support {
		support[i] = at(n.theta, n.mass)
	}
	norm = distance(support, sigma, zero)
	seed := s.Limit.Seed
	for _, size := range s.Limit.N {
		d2 := make([]float64, s.Limit.Sets)
		for i := range d2 {
			drawn := s.Model.Posterior(dataset.Mixture(size, m.W, s.Theta0, [2]float64{m.Sigma1, m.Sigma2}, seed))
			seed++
			d := distance(support, sigma, func(n node) []float64 { return exact.GradCov(drawn, n.theta) }) / norm
			d2[i] = float64(d * d)
		}
		e := estimate.Mean(d2)
		d := math.Sqrt(e.Value) // root mean square
		add("relative distance of Sigma_x", d, "stderr", e.StdErr/float64(2*d), "ndata", size, "source", table.Simulation)
	}
	return t, nil
}
