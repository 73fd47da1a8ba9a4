package main

import (
	"gonum.org/v1/plot/vg"

	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/table"
)

// render draws a panel for each method.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	t = t.Filter(func(i int) bool { return t.Cell(i, table.Source) != table.Prediction })
	curves := look.ErrorCurves{
		Quantity: table.VarianceError, Signed: true, Linear: 2,
	}
	const label = `relative error of the variance`
	methods := t.Distinct(table.Method)
	f := curves.Figure(label, len(methods), true, func(i int) (string, *table.Table) {
		title := methods[i]
		if title == table.Langevin {
			title = look.WithGamma(title, s.Gamma...)
		}
		return title, t.Where(table.Method, methods[i])
	})
	f.Height = 14 * vg.Centimeter
	f.Heights = []float64{1.3, 1}
	return f, nil
}
