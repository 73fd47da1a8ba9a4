package main

import (
	"gonum.org/v1/plot/vg"

	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/table"
)

// render draws one curve per kind of coefficients, with its name at its end.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	f := plots.New(1, 1)
	p := f.Panel(0, 0)
	p.Label("", "$K$", `$\|\Sigma_x - S_K\|_{L^2(\pi)}$`)
	p.Log(false, true)
	p.X.Tick.Marker = look.Ticks(t.Distinct(table.K))
	p.XLim.Lo, p.XLim.Hi = -2, 47 // room for the names
	p.YLim = plots.Limits{Lo: 0.007, Hi: 4}
	for i, k := range s.Friction {
		u := t.Where(table.Friction, k, table.Quantity, table.ProjectionError).Sort(table.K)
		l := plots.Line{Style: look.Style(k), X: u.Floats(table.K), Y: u.Floats(table.Value)}
		p.Add(l)
		if end := u.Len() - 1; end >= 0 {
			p.Add(plots.Text{
				X: l.X[end], Y: l.Y[end], Shift: vg.Point{X: 5, Y: vg.Length(5*i - 8)}, Text: string(k),
				Color: l.Style.Color,
			})
		}
	}
	return f, nil
}
