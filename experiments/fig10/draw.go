package main

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot/vg"

	"adl/pkg/figure"
	"adl/pkg/study"
	"adl/pkg/table"
)

// render draws one curve per friction. Noise increases a mean of absolute values. The values are
// corrected for this, so that values near 0 may be negative.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, 1)
	f.Width, f.Height = 12*vg.Centimeter, 9*vg.Centimeter
	f.Plain = true
	f.Note = fmt.Sprintf("Data: %s. Bars: one standard error.", t.Cell(0, "data"))
	p := f.Panel(0, 0)
	p.XLabel = `$\varepsilon(n)$`
	p.YLabel = `mean relative error on $\mathrm{var}(\theta_i)$`
	p.X.Log = true
	p.Legend = figure.Right
	p.Add(figure.HLine{Y: 0, Style: figure.Style{Color: figure.Grey(0.6), Width: 0.4}})
	for _, k := range s.Friction {
		measured(p, s, t, k)
	}
	for _, k := range s.Friction {
		if k == study.Full { // far below the noise
			continue
		}
		x, y := errors(t.Where("method", "frozen friction", "friction", k).Sort("epsilon"))
		p.Add(figure.Line{X: x, Y: y, Style: k.Style(s.Friction).Reference()})
	}
	p.Add(figure.Line{
		Name:  "Laplace, frozen friction",
		Style: figure.Style{Width: 0.5, Dash: figure.Dashed, Color: figure.Grey(0.3)},
	})
	x, y := floor(t)
	p.Add(figure.Line{
		Name: "noise alone, at most", X: x, Y: y,
		Style: figure.Style{Width: 0.6, Dash: figure.Dotted, Color: figure.Grey(0.45)},
	})
	return f, nil
}

// measured draws the errors with a friction, and marks the points without a stationary state.
func measured(p *figure.Panel, s Spec, t *table.Table, k study.Friction) {
	style := k.Style(s.Friction)
	u := t.Where("method", "AdL", "quantity", "error", "friction", k).Sort("epsilon")
	ok := u.Where("status", table.OK)
	x, y := errors(ok)
	p.Add(figure.Line{Name: k.Title(), Style: style, X: x, Y: y, Err: ok.Floats("stderr")})
	p.Add(study.Series{Style: style, At: errors}.Lost(u, "")...)
}

// errors returns ε(n) and the errors of the rows.
func errors(t *table.Table) (x, y []float64) { return t.Floats("epsilon"), t.Floats("value") }

// floor returns, for every n, ε(n) and the largest error that noise alone would give.
func floor(t *table.Table) (x, y []float64) {
	t = t.Where("method", "AdL", "quantity", "error", "status", table.OK).Sort("epsilon")
	for _, n := range t.Distinct("n") {
		u := t.Where("n", n)
		x, y = append(x, u.Float(0, "epsilon")), append(y, slices.Max(u.Floats("floor")))
	}
	return x, y
}
