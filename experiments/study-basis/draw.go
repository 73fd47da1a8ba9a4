package main

import (
	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/table"
)

// render draws the errors against the distance of Σ_x from its projection, for each n and Δt with
// several forms, with one series per form.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	distances := t.Where(table.Quantity, table.ProjectionError)
	at := func(u *table.Table, i int) float64 {
		x, _ := distances.Lookup(table.Value, table.Friction, u.Cell(i, table.Friction),
			table.K, u.Cell(i, table.K), table.Cuts, u.Cell(i, table.Cuts))
		return x
	}
	errors := t.Where(table.Quantity, table.L1, table.Method, "eAdL")
	f := plots.New(1, 2)
	for i, dt := range []float64{2e-3, 5e-3} {
		p := f.Panel(0, i)
		p.Label(`$n = 5$, $\Delta t = `+look.Number(dt)+`$`, `$\|\Sigma_x - S_K\|$`,
			`$L^1$ error on the marginal of $\theta_1$`)
		p.Log(true, true)
		for j, k := range forms {
			series := look.Series{Name: look.Title(k), Style: look.Style(k), X: at}
			of := errors.Where(table.N, 5, table.Dt, dt, table.Friction, k)
			p.Add(series.Points(of.Where(table.Eta, s.Eta[0]))...)
			if j == len(forms)-1 {
				series.Name += `, $\eta = 0.1$`
				series.Style.Color = plots.Tint(series.Style.Color, 0.5)
				p.Add(series.Points(of.Where(table.Eta, 0.1))...)
			}
		}
	}
	plots.ShareY(f.Panels()...)
	return f, nil
}
