package main

import (
	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/table"
)

// render draws one panel for each method.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	curves := look.ErrorCurves{
		Quantity: table.L1, Dt: s.Dt, Join: true,
	}
	const label = `$L^1$ error on the marginal of $\theta_1$`
	return curves.Figure(label, len(s.Method), true, func(i int) (string, *table.Table) {
		return s.Method[i].Name, t.Where(table.Method, s.Method[i].Name)
	}), nil
}
