package main

import (
	"math"

	"gonum.org/v1/plot"
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
	p.Label("", "$n$", "mean relative error of the variances")
	p.Log(true, true)
	p.X.Tick.Marker = look.Ticks(t.Distinct(table.N))
	n := look.Column(table.N)
	var points []plot.Plotter // above the lines
	for i, k := range s.Friction {
		shift := func(j int) look.Axis { // the runs of all forms are side by side
			return n.Times(math.Pow(1.19, float64(2*i+j-len(s.Friction))+0.5))
		}
		of := t.Where(table.Friction, k)
		series := look.Series{Name: look.Title(k), Style: look.Style(k), X: shift(1)}
		single := of.Where(table.Quantity, oneRun[0])
		stationary := of.Where(table.Quantity, table.Error, table.Method, table.AdL)
		for row := range single.Len() {
			u := stationary.Where(table.N, single.Cell(row, table.N))
			if u.Len() > 0 && look.Drawn(u.Cell(0, table.Status)) {
				y, _ := u.Estimate(0).Bound(false)
				p.Add(plots.Line{
					X: []float64{shift(0)(single, row), shift(1)(u, 0)},
					Y: []float64{single.Float(row, table.Value), y}, Style: plots.Level(),
				})
			}
		}
		points = append(points, series.Points(stationary)...)
		series.Name, series.X = "", shift(0)
		if i == len(s.Friction)-1 {
			series.Name = "one run"
			series.Beside, series.Shift = 100, vg.Point{X: -6, Y: -3}
		}
		points = append(points, series.Points(single)...)
	}
	p.Add(points...)
	return f, nil
}
