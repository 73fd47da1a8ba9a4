package main

import (
	"fmt"

	"gonum.org/v1/plot/vg"

	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/table"
)

// render draws a curve a friction. What noise adds to a mean of absolute values is taken off, so that values about 0 may be negative.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, 1)
	f.Width, f.Height = 12*vg.Centimeter, 9*vg.Centimeter
	f.Plain = true
	f.Note = fmt.Sprintf("Data: %s. Bars: one standard error.", t.Cell(0, "data"))
	p := f.Panel(0, 0)
	p.XLabel, p.YLabel = `$\varepsilon(n)$`, `mean relative error on $\mathrm{var}(\theta_i)$`
	p.X.Log = true
	p.Legend.Position = figure.Right
	p.Add(figure.HLine{Y: 0, Style: figure.Style{Color: figure.Grey(0.6), Width: 0.4}})
	for _, k := range s.Friction {
		style := experiment.FrictionStyle(k)
		u := t.Where("method", "AdL", "quantity", "error", "friction", k).Sort("epsilon")
		ok := u.Where("status", table.OK)
		x, y, e := ok.Floats("epsilon"), ok.Floats("value"), ok.Floats("stderr")
		p.Add(figure.Line{Name: experiment.FrictionName(k), X: x, Y: y, Err: e, Style: style})
		for _, status := range []string{table.Runaway, table.Diverged} {
			if w := u.Where("status", status); w.Len() > 0 {
				p.Add(figure.Runaway{Name: status, X: w.Floats("epsilon"), Y: w.Floats("value"), Style: style})
			}
		}
	}
	for _, k := range s.Friction {
		if k == exact.Full { // far below the noise
			continue
		}
		u := t.Where("method", "frozen friction", "friction", k).Sort("epsilon")
		l := figure.Line{X: u.Floats("epsilon"), Y: u.Floats("value"), Style: experiment.FrictionStyle(k).Reference()}
		p.Add(l)
	}
	p.Add(figure.Line{Name: "Laplace, frozen friction", Style: figure.Style{Width: 0.5, Dash: figure.Dashed, Color: figure.Grey(0.3)}})
	floor := t.Where("method", "AdL", "quantity", "error", "status", table.OK).Sort("epsilon")
	worst := map[string]float64{}
	var x, y []float64
	for i := range floor.Len() {
		n, v := floor.Cell(i, "n"), floor.Float(i, "floor")
		if old, ok := worst[n]; !ok {
			x, y = append(x, floor.Float(i, "epsilon")), append(y, v)
			worst[n] = v
		} else if v > old {
			worst[n], y[len(y)-1] = v, v
		}
	}
	p.Add(figure.Line{Name: "noise alone, at most", X: x, Y: y, Style: figure.Style{Width: 0.6, Dash: figure.Dotted, Color: figure.Grey(0.45)}})
	return f, nil
}
