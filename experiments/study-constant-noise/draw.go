package main

import (
	"gonum.org/v1/plot/vg"

	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/study"
	"adl/pkg/table"
)

// render draws the errors with both noises, and the errors with batches by time step.
func render(_ study.MixtureRuns, t *table.Table) (*plots.Figure, error) {
	batches := t.Where(table.Method, table.AdL)
	forms := batches.Distinct(table.Friction)
	gaussian := look.Other(0, 1)
	f := plots.New(1, len(forms)+1)
	for i, k := range forms {
		p := f.Panel(0, i)
		p.Title.Text = look.Title(k)
		look.CompareErrors(p, t.Where(table.Friction, k),
			look.Series{
				Name: "batches", Where: []any{table.Method, table.AdL},
				Style: look.Style(k), Beside: 1, Shift: vg.Point{X: -6, Y: 6},
			},
			look.Series{
				Row: "Gaussian noise", Where: []any{table.Method, "constant"}, Style: gaussian,
			})
		p.Add(plots.Text{
			Text: `Gaussian noise, $S^*$`, Color: gaussian.Color,
			X: 0.97, Y: 0.05, Relative: true, XAlign: 1,
		})
	}
	p := f.Panel(0, len(forms))
	p.Title.Text = look.Title(table.Full) + ", batches"
	batches = batches.Where(table.Friction, table.Full)
	look.CompareErrors(p, batches, look.TimeSteps(batches)...)
	f.Panels()[0].YLim = plots.From(5e-4)
	plots.ShareY(f.Panels()...)
	return f, nil
}
