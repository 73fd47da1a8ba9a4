package main

import (
	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/table"
)

// render draws a panel for each method.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	t = t.Filter(func(i int) bool { return t.Cell(i, table.Source) != table.Prediction })
	curves := look.ErrorCurves{
		Quantity: table.VarianceError, Dt: s.Dt, Signed: true, Linear: 2,
	}
	const label = `relative error of the variance`
	f := curves.Figure(label, len(s.Method), true, func(i int) (string, *table.Table) {
		return s.Method[i].Name, t.Where(table.Method, s.Method[i].Name)
	})
	f.Heights = []float64{1.5, 1}
	return f, nil
}
