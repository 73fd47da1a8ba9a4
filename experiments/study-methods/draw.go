package main

import (
	"gonum.org/v1/plot/vg"

	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/study"
	"adl/pkg/table"
)

// render draws the errors of the methods, and the errors for the forms of ξ. Only the caption
// mentions points without a stationary state.
func render(_ study.MixtureRuns, t *table.Table) (*plots.Figure, error) {
	t = t.Filter(func(i int) bool { return look.Drawn(t.Cell(i, table.Status)) })
	kinds := look.Frictions(table.Scalar, table.Diagonal, table.Full)
	for i, shift := range []vg.Point{{X: 4, Y: -10}, {X: -5, Y: 4}, {X: 5, Y: -6}} {
		kinds[i].Beside, kinds[i].Shift = []float64{2, 1, 0.4}[i], shift
	}
	f := plots.New(1, 2)
	f.Height = 7 * vg.Centimeter
	methods, forms := f.Panel(0, 0), f.Panel(0, 1)
	look.CompareErrors(methods, t,
		look.Series{
			Name: "SGLD", Where: []any{table.Method, table.SGLD}, Style: look.SGLD,
			Beside: 0.4, Shift: vg.Point{X: -4, Y: 4},
		},
		look.Series{
			Name: "Langevin", Where: []any{table.Method, table.Langevin}, Style: look.Langevin,
			Beside: 8, Shift: vg.Point{X: -8, Y: 8},
		},
		kinds[0], kinds[2])
	look.CompareErrors(forms, t, kinds...)
	methods.XLim = plots.Limits{Lo: 0.06, Hi: 600}
	forms.XLim = methods.XLim
	plots.ShareY(methods, forms)
	return f, nil
}
