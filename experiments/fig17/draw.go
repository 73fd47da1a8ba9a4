package main

import (
	"gonum.org/v1/plot/vg"

	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/table"
)

// render draws a panel for each posterior and quantity.
func render(_ Spec, t *table.Table) (*plots.Figure, error) {
	t = t.Filter(func(i int) bool { return t.Cell(i, table.Budget) != "" })
	f := plots.New(2, 2)
	f.Height = 16 * vg.Centimeter
	for i, posterior := range []string{"Gaussian", "mixture"} {
		for j, name := range quantities {
			p := f.Panel(i, j)
			look.GradientLegend(p, t)
			p.Label(posterior+[]string{", mean", ", variance"}[j], "gradients of a datum",
				"relative root mean square error")
			p.Log(true, true)
			look.CompareGradients(p, t.Where(table.Posterior, posterior, table.Quantity, name),
				look.Series{X: look.Column(table.Budget), Join: true})
		}
	}
	return f, nil
}
