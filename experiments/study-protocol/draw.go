package main

import (
	"math"

	"gonum.org/v1/plot/vg"

	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/table"
)

// render draws two errors of the variances against n, joined by a line: of the stationary
// distribution, and of one run with the paper's settings, the median of its copies.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	t = t.Where(table.Scaling, t.Cell(0, table.Scaling))
	f := plots.New(1, 1)
	f.Height = 7 * vg.Centimeter
	p := f.Panel(0, 0)
	p.Label("", "$n$", "error of the variances")
	p.Log(true, true)
	p.X.Tick.Marker = look.Ticks(t.Distinct(table.N))
	for i, k := range s.Friction {
		beside := func(t *table.Table, row int) float64 { // the forms are side by side
			return t.Float(row, table.N) * math.Pow(1.25, float64(2*i-len(s.Friction)+1)/2)
		}
		of := t.Where(table.Friction, k)
		series := look.Series{Name: look.Title(k), Style: look.Style(k), X: beside}
		single := of.Where(table.Quantity, oneRun[0])
		stationary := of.Where(table.Quantity, table.Error, table.Method, table.AdL)
		for row := range single.Len() {
			u := stationary.Where(table.N, single.Cell(row, table.N))
			if u.Len() > 0 && look.Drawn(u.Cell(0, table.Status)) {
				y, _ := u.Estimate(0).Bound(false)
				x := beside(single, row)
				p.Add(plots.Line{
					X: []float64{x, x}, Y: []float64{y, single.Float(row, table.Value)}, Style: plots.Level(),
				})
			}
		}
		p.Add(series.Points(stationary)...)
		series.Name = ""
		if i == len(s.Friction)-1 {
			series.Name = "one run, paper's settings"
			series.Beside, series.Shift = 100, vg.Point{X: -6, Y: -3}
		}
		p.Add(series.Points(single)...)
	}
	return f, nil
}
