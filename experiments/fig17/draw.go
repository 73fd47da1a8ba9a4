package main

import (
	"gonum.org/v1/plot/vg"

	"adl/pkg/plots"
	"adl/pkg/study"
	"adl/pkg/table"
)

// render draws a panel for each posterior and quantity.
func render(_ Spec, t *table.Table) (*plots.Figure, error) {
	t = t.Filter(func(i int) bool { return t.Cell(i, "budget") != "" })
	f := plots.New(2, 2)
	f.Height = 16 * vg.Centimeter
	for i, posterior := range []string{"Gaussian", "mixture"} {
		for j, name := range quantities {
			p := f.Panel(i, j)
			study.GradientLegend(p, t)
			p.Label(posterior+[]string{", mean", ", variance"}[j], "gradients of a datum",
				"relative root mean square error")
			p.Log(true, true)
			study.CompareGradients(p, t.Where("posterior", posterior, "quantity", name),
				study.Series{X: study.Column("budget"), Join: true})
		}
	}
	return f, nil
}
