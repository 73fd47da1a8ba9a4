package main

import (
	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/study"
	"adl/pkg/table"
)

// render draws the errors of the methods and the errors for the forms of ξ: of the density of θ₁
// above, and of its variance below. Only the caption mentions points without a stationary state.
func render(_ study.MixtureRuns, t *table.Table) (*plots.Figure, error) {
	t = t.Filter(func(i int) bool { return look.Drawn(t.Cell(i, table.Status)) })
	kinds := look.Frictions(table.Scalar, table.Diagonal, table.Full, table.Rotated)
	kinds[3].Style.Size = 1.5 // rotated, in the marks of full
	methods := []look.Series{{
		Name: "SGLD", Where: []any{table.Method, table.SGLD}, Style: look.SGLD,
	}}
	for _, gamma := range []float64{1, 25} {
		m := look.Series{
			Name: look.WithGamma("Langevin", gamma), Style: look.Langevin,
			Where: []any{table.Method, table.Langevin, table.Gamma, gamma},
		}
		if gamma > 1 {
			m.Style.Color = plots.Tint(m.Style.Color, 0.55)
		}
		methods = append(methods, m)
	}
	methods = append(methods, kinds[0], kinds[2])
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
			look.Compare(q, t, table.VarianceError, look.ScaledNoise, s)
		}
	}
	plots.ShareY(f.Panels()[:2]...)
	plots.ShareY(f.Panels()[2:]...)
	return f, nil
}
