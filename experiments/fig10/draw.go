package main

import (
	"fmt"
	"math"

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
		p.YLim = plots.UpTo(most)
		u := t.Where(table.Scaling, scaling)
		for _, series := range look.Frictions(s.Friction...) {
			series.Join = true
			look.Compare(p, u.Where(table.Method, table.AdL), table.Error,
				look.Column(table.Epsilon), series)
		}
		u = u.Where(table.Quantity, table.Error, table.Method, table.Langevin).Sort(table.Epsilon)
		p.Add(look.Series{Style: look.Langevin, Join: true}.Points(u)...)
		if end := u.Len() - 1; end > 0 {
			x, y := u.Floats(table.Epsilon), u.Floats(table.Value)
			slope := math.Log(x[1]/x[0]) / math.Log(y[1]/y[0])
			p.Add(plots.Text{ // where the line leaves the frame
				X: x[0] * math.Pow(0.99*most/y[0], slope), Y: 0.99 * most,
				Shift: vg.Point{X: 5, Y: -9}, Color: look.Langevin.Color,
				Text: fmt.Sprintf("%s, up to %.0f", look.WithGamma("Langevin", s.Gamma...), y[end]),
			})
		}
	}
	plots.ShareY(f.Panels()...)
	return f, nil
}

// most is the upper end of the axis. The errors of Langevin dynamics rise far beyond it.
const most = 5
