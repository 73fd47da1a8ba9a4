package main

import (
	"gonum.org/v1/plot/vg"

	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/table"
)

// render draws one panel for each method.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	curves := look.ErrorCurves{
		Quantity: table.L1, Join: true, Linear: 1, Level: 0.1,
	}
	const label = `$L^1$ error on the marginal of $\theta_1$`
	methods := t.Distinct(table.Method)
	f := curves.Figure(label, len(methods), true, func(i int) (string, *table.Table) {
		title := methods[i]
		if title == table.Langevin {
			title = look.WithGamma(title, s.Gamma...)
		}
		return title, t.Where(table.Method, methods[i])
	})
	f.Height = 14 * vg.Centimeter
	return f, nil
}
