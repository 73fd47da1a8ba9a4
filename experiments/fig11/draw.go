package main

import (
	"fmt"

	"gonum.org/v1/plot/vg"

	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/table"
)

// render draws the classes, the lines and the cross.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	f := plots.New(1, 1)
	f.Height = 9.5 * vg.Centimeter
	p := f.Panel(0, 0)
	p.Label("", `$x_1$`, `$x_2$`)
	p.XLim, p.YLim = plots.Limits{Lo: -0.6, Hi: 2.6}, plots.Limits{Lo: -0.3, Hi: 4.5}
	p.Aspect = 1.5 // round clouds look round
	for _, g := range s.Guide {
		p.Add(plots.Line{X: g.X, Y: g.Y, Style: plots.Style{Color: plots.Grey(0.3), Width: 1}})
	}
	for class := range 2 {
		u := t.Where(table.Class, class)
		style := look.Other(2*class, 4)
		style.Dash, style.Size = plots.NoLine, 1.4
		label := plots.Text{Text: fmt.Sprintf(`$y = %d$`, class), Color: style.Color}
		label.X, label.Y = []float64{-0.2, 1.85}[class], []float64{2.55, 3.45}[class]
		p.Add(label, plots.Line{
			X: u.Where(table.Quantity, table.X1).Floats(table.Value), Style: style,
			Y: u.Where(table.Quantity, table.X2).Floats(table.Value),
		})
	}
	x, y := s.Point.X[0], s.Point.X[1]
	p.Add(
		plots.Line{
			X: []float64{x}, Y: []float64{y},
			Style: plots.Style{Mark: plots.Cross, Size: 5, Dash: plots.NoLine},
		},
		plots.Text{
			X: x, Y: y, Text: fmt.Sprintf(`$x = (%g, %g)$`, x, y), Shift: vg.Point{X: 14, Y: -2},
		})
	return f, nil
}
