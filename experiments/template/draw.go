package main

import (
	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/table"
)

// render draws the errors against ε(n), a panel for each method.
func render(_ Spec, t *table.Table) (*plots.Figure, error) {
	curves := look.ErrorCurves{Quantity: table.VarianceError, Signed: true, Join: true}
	names := t.Distinct(table.Method)
	return curves.Figure("relative error of the variance", len(names), false,
		func(i int) (string, *table.Table) { return names[i], t.Where(table.Method, names[i]) }), nil
}
