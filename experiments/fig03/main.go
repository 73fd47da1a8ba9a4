// Command fig03 reproduces Figure 3 (section 2.5.1): the relative error on the variance of a
// Gaussian posterior, for SGLD and Langevin dynamics whose gradient is estimated from n of N data.
// It is drawn against ε(n), for several time steps, with and without replacement.
package main

import (
	_ "embed"

	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/gaussian"
	"adl/pkg/linalg"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	gaussian.Variance
	study.Grid
}

var program = experiment.Program[Spec]{
	Name:  "fig03",
	Title: "SGLD and Langevin dynamics, Gaussian posterior: relative error on the variance",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs every method for every sampling, Δt and n, and takes the mean and the variance of θ.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	t, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	points, err := s.Points(c, t.Model.Ndata())
	if err != nil {
		return nil, err
	}
	var chains []*simulate.Chain
	for _, m := range s.Method {
		for _, p := range points {
			chains = append(chains, t.Chain(m, p))
		}
	}
	samples, err := study.Run(c, chains)
	if err != nil {
		return nil, err
	}
	for i, x := range samples {
		t.AddPoint(s.Method[i/len(points)], points[i%len(points)], x)
	}
	s.curves(t)
	return t.Table, nil
}

// curves adds the exact errors against ε(n), from 0 for n = N to N².
func (s Spec) curves(t *gaussian.NewTable) {
	total := float64(t.Model.Ndata())
	for _, m := range s.Method {
		for _, dt := range s.Dt {
			for _, eps := range append(linalg.LogSpace(1, float64(total*total), 41), 0) {
				row := t.ExactRow(m, dt)
				row["epsilon"], row["v"], row["a"] = eps, nil, nil
				t.AddValue(row, "variance error", t.VarianceError(m, eps, dt))
			}
		}
	}
}

// render draws a panel for each method.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	curves := study.ErrorCurves{
		Quantity: "variance error", Grid: s.Grid, Signed: true, Both: true, Linear: 2,
	}
	const label = `relative error on the variance`
	return curves.Figure(label, len(s.Method), func(i int) (string, *table.Table) {
		return s.Method[i].Name, t.Where("method", s.Method[i].Name)
	}), nil
}
