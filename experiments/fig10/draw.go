package main

import (
	"fmt"

	"gonum.org/v1/plot/vg"

	"adl/pkg/figure"
	"adl/pkg/study"
	"adl/pkg/table"
)

// render draws a panel for each scaling, with a curve for each friction and the same y axis.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	scalings := t.Where("quantity", "data").Distinct("scaling")
	f := figure.New(1, len(scalings))
	f.Width, f.Height = vg.Length(2+8*len(scalings))*vg.Centimeter, 9*vg.Centimeter
	f.Note = fmt.Sprintf("Data: %s. Variances relative to the posterior's. Bars: one standard error. "+
		"Langevin dynamics is far above the panels.", study.DataNote(t))
	f.Legend = true
	lo, hi := limits(t)
	for i, scaling := range scalings {
		p := f.Panel(0, i)
		p.Title = study.ScalingTitle(scaling)
		p.XLabel = `$\varepsilon(n)$`
		if i == 0 {
			p.YLabel = `mean relative error on $\mathrm{var}(\theta_i)$`
		}
		p.X.Log = true
		p.Y.Min, p.Y.Max = lo, hi
		panel(p, s, t.Where("scaling", scaling))
	}
	return f, nil
}

// limits returns a range that holds all errors and predictions of the panels.
func limits(t *table.Table) (lo, hi float64) {
	lo, hi = -0.1, 0.1
	for _, method := range []string{"AdL", "frozen friction"} {
		u := t.Where("method", method, "quantity", "signed error", "status", table.OK)
		for i := range u.Len() {
			e := u.Estimate(i)
			if lo, hi = min(lo, e.Value-e.StdErr), max(hi, e.Value+e.StdErr); hi > 5 {
				hi = 5
			}
		}
	}
	margin := float64(0.06 * (hi - lo))
	return lo - margin, hi + margin
}

// panel draws the errors with scores in one scaling.
func panel(p *figure.Panel, s Spec, t *table.Table) {
	p.Add(figure.HLine{Y: 0, Style: figure.Style{Color: figure.Grey(0.6), Width: 0.4}})
	for _, k := range s.Friction {
		measured(p, s, t, k)
	}
	for _, k := range s.Friction {
		x, y := errors(t.Where("method", "frozen friction", "friction", k,
			"quantity", "signed error").Sort("epsilon"))
		p.Add(figure.Line{X: x, Y: y, Style: k.Style(s.Friction).Reference()})
	}
	p.Add(figure.Line{
		Name:  "Laplace approximation, frozen friction",
		Style: figure.Style{Width: 0.5, Dash: figure.Dashed, Color: figure.Grey(0.3)},
	})
}

// measured draws the errors with a friction.
func measured(p *figure.Panel, s Spec, t *table.Table, k study.Friction) {
	t = t.Where("method", "AdL", "friction", k)
	lost := t.Filter(func(i int) bool {
		return t.Cell(i, "quantity") == "error" && !study.Drawn(t.Cell(i, "status"))
	})
	series := study.Series{
		Name: k.Title(), Style: k.Style(s.Friction), Join: true, Linear: true,
		Unmixed: "replicas differ",
	}
	p.Add(series.Points(t.Where("quantity", "signed error"))...)
	p.Add(series.Points(lost)...)
}

// errors returns ε(n) and the errors of the rows.
func errors(t *table.Table) (x, y []float64) { return t.Floats("epsilon"), t.Floats("value") }
