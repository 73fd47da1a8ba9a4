package main

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot/vg"

	"adl/pkg/figure"
	"adl/pkg/regression"
	"adl/pkg/study"
	"adl/pkg/table"
)

// measures are the rows of panels: the mean of the relative errors, in which those of components
// that are too wide and too narrow cancel, and the mean of their absolute values.
var measures = []struct {
	quantity, label string
	log             bool
}{
	{"signed error", "mean relative error", false},
	{"error", "mean absolute relative error", true},
}

// render draws a row of panels for each measure and a column for each scaling, with a curve for
// each friction. The panels of a row have the same y axis.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	scalings := t.Where("quantity", "data").Distinct("scaling")
	f := figure.New(len(measures), len(scalings))
	f.Height = 14 * vg.Centimeter
	f.Note = fmt.Sprintf("Errors on the variances of all $\\theta_i$, relative to the posterior's, "+
		"also of the dashed and dotted lines. Bars: one standard error.%s Data: %s.",
		langevin(t), regression.DataNote(t))
	f.Legend = true
	for r, m := range measures {
		var row []*figure.Panel
		for i, scaling := range scalings {
			p := f.Panel(r, i)
			p.Title = regression.ScalingTitle(scaling)
			p.XLabel = `$\varepsilon(n)$`
			if i == 0 {
				p.YLabel = m.label
			}
			p.X.Log, p.Y.Log = true, m.log
			if !m.log {
				p.Add(figure.HLine{Y: 0, Style: figure.Style{Color: figure.Grey(0.6), Width: 0.4}})
			}
			panel(p, s, t.Where("scaling", scaling, "quantity", m.quantity))
			row = append(row, p)
		}
		figure.ShareY(row...)
	}
	return f, nil
}

// panel draws the errors with scores in one scaling.
func panel(p *figure.Panel, s Spec, t *table.Table) {
	for _, k := range s.Friction {
		series := study.Series{
			Name: k.Title(), Style: k.Style(s.Friction), Join: true, Linear: !p.Y.Log,
		}
		p.Add(series.Points(t.Where("method", "AdL", "friction", k))...)
	}
	for _, k := range s.Friction {
		u := t.Where("method", "frozen friction", "friction", k).Sort("epsilon")
		p.Add(figure.Line{
			X: u.Floats("epsilon"), Y: u.Floats("value"), Style: k.Style(s.Friction).Reference(),
		})
	}
	p.Add(figure.Line{
		Name:  "Laplace approximation, frozen friction",
		Style: figure.Style{Width: 0.6, Dash: figure.Dashed, Color: figure.Grey(0.3)},
	})
	for _, v := range t.Where("method", "Laplace").Floats("value") {
		p.Add(figure.HLine{
			Name: "Laplace approximation", Y: v,
			Style: figure.Style{Width: 0.9, Dash: figure.Dotted, Color: figure.Grey(0.3)},
		})
	}
}

// langevin says how large the errors of Langevin dynamics are, which is not drawn.
func langevin(t *table.Table) string {
	e := t.Where("method", "Langevin", "quantity", "error").Floats("value")
	if len(e) == 0 {
		return ""
	}
	return fmt.Sprintf(" Langevin dynamics is not shown: its mean absolute errors are $%s$ to $%s$.",
		study.Number(study.Round(slices.Min(e), 2)), study.Number(study.Round(slices.Max(e), 2)))
}
