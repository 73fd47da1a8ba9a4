package main

import (
	"adl/pkg/figure"
	"adl/pkg/study"
	"adl/pkg/table"
)

// render draws one panel for each friction.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, len(s.Friction))
	f.Legend = &figure.Legend{}
	curves := study.ErrorCurves{
		Quantity: "L1", Grid: s.Grid, Join: true, Dashed: `$\xi$ frozen, leading order`,
	}
	for i, k := range s.Friction {
		p := f.Panel(0, i)
		p.Title = k.Title()
		if i == 0 {
			p.YLabel = `$L^1$ error on the marginal of $\theta_1$`
		}
		curves.Panel(p, t.Where("method", "AdL", "friction", k))
	}
	return f, nil
}
