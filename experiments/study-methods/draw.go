package main

import (
	"gonum.org/v1/plot/vg"

	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/study"
	"adl/pkg/table"
)

// below are the places of names in the panels of the variance.
var below = map[string]look.Series{
	look.WithGamma("Langevin", 1):  {Beside: 8, Shift: vg.Point{X: -8, Y: 8}},
	look.WithGamma("Langevin", 25): {Beside: 8, Shift: vg.Point{X: 4, Y: -18}},
}

// render draws the errors of the methods and the errors for the forms of ξ: of the density of θ₁
// above, with the names, and of its variance below. Only the caption mentions points without a
// stationary state.
func render(_ study.MixtureRuns, t *table.Table) (*plots.Figure, error) {
	t = t.Filter(func(i int) bool { return look.Drawn(t.Cell(i, table.Status)) })
	kinds := look.Frictions(table.Scalar, table.Diagonal, table.Rotated, table.Full)
	for i, shift := range []vg.Point{{X: 4, Y: -10}, {X: -5, Y: 5}, {X: 8, Y: -10}, {X: 5, Y: -6}} {
		kinds[i].Beside, kinds[i].Shift = []float64{2, 0.4, 16, 0.4}[i], shift
	}
	methods := []look.Series{
		{
			Name: "SGLD", Where: []any{table.Method, table.SGLD}, Style: look.SGLD,
			Beside: 0.4, Shift: vg.Point{X: -4, Y: 4},
		},
		{
			Name: look.WithGamma("Langevin", 1), Style: look.Langevin,
			Where:  []any{table.Method, table.Langevin, table.Gamma, 1},
			Beside: 8, Shift: vg.Point{X: -8, Y: 8},
		},
		{
			Name: look.WithGamma("Langevin", 25), Style: look.Langevin,
			Where:  []any{table.Method, table.Langevin, table.Gamma, 25},
			Beside: 400, Shift: vg.Point{X: -1, Y: -34},
		},
		kinds[0], kinds[3],
	}
	f := plots.New(2, 2)
	for column, all := range [][]look.Series{methods, kinds} {
		p := f.Panel(0, column)
		look.CompareErrors(p, t, all...)
		p.XLim = plots.Limits{Lo: 0.06, Hi: 600}
		p.Label([]string{"density, methods", `density, forms of $\xi$`}[column], "", p.Y.Label.Text)
		q := f.Panel(1, column)
		q.Label([]string{"variance, methods", `variance, forms of $\xi$`}[column],
			`$\varepsilon(n)\Delta t$`, `relative error of the variance of $\theta_1$`)
		q.Log(true, true)
		q.XLim, q.YLim = p.XLim, plots.UpTo(15) // Langevin dynamics at γ = 1 rises far beyond it
		for _, s := range all {
			s.Signed = true
			if at, ok := below[s.Name]; ok {
				s.Beside, s.Shift = at.Beside, at.Shift
			} else {
				s.Row, s.Name, s.Beside = s.Name, "", 0
			}
			look.Compare(q, t, table.VarianceError, look.ScaledNoise, s)
		}
	}
	plots.ShareY(f.Panels()[:2]...)
	plots.ShareY(f.Panels()[2:]...)
	return f, nil
}
