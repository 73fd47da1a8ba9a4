package main

import (
	"gonum.org/v1/plot/vg"

	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/table"
)

// render draws the mean absolute relative error: a panel for each scaling with a curve for each
// friction, and one for Langevin dynamics.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	scalings := t.Where(table.Quantity, table.DataPoint).Distinct(table.Scaling)
	f := plots.New(1, len(scalings))
	f.Height = 8 * vg.Centimeter
	for i, scaling := range scalings {
		p := f.Panel(0, i)
		p.Label(look.ScalingTitle(scaling), `$\varepsilon(n)$`,
			"mean absolute relative error")
		p.Log(true, true)
		u := t.Where(table.Scaling, scaling)
		for k, series := range look.Frictions(s.Friction...) {
			series.Join = true
			if i == len(scalings)-1 && len(scalings) > 1 {
				series.Beside, series.Shift = 3e6, vg.Point{Y: 5}
			} else {
				series.Row, series.Name = series.Name, ""
			}
			epsilon := look.Column(table.Epsilon).Times(1 + 0.06*float64(k-1)) // side by side
			look.Compare(p, u.Where(table.Method, table.AdL), table.Error, epsilon, series)
		}
		langevin := look.Series{
			Name: look.WithGamma("Langevin", s.Gamma...), Style: look.Langevin, Join: true,
			Beside: 3e6, Shift: vg.Point{X: 5, Y: -7},
		}
		look.Compare(p, u.Where(table.Method, table.Langevin), table.Error,
			look.Column(table.Epsilon), langevin)
	}
	plots.ShareY(f.Panels()...)
	return f, nil
}
