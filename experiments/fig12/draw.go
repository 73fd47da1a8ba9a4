package main

import (
	"fmt"
	"slices"

	"adl/pkg/figure"
	"adl/pkg/study"
	"adl/pkg/table"

	"gonum.org/v1/plot"
)

// style is that of the curve of the j-th n, with marks that tell it in print without colours.
func style(s Spec, j int) figure.Style {
	style := figure.Ramp(j, len(s.N))
	style.Width, style.Size = 1, 1.9
	return style
}

// marks are some points of the j-th curve, where the density is not nearly 0.
func marks(s Spec, j int, x, y []float64) figure.Line {
	const apart = 12 // bins
	l := figure.Line{Style: style(s, j)}
	l.Style.Dash = figure.NoLine
	for b := j * apart / len(s.N); b < len(x); b += apart {
		if y[b] > 0.1/(s.Histogram.Hi-s.Histogram.Lo) {
			l.X, l.Y = append(l.X, x[b]), append(l.Y, y[b])
		}
	}
	return l
}

// densities draws one curve per n, with a band of one standard error on either side.
func densities(p *figure.Panel, s Spec, t *table.Table) {
	var reasons []plot.Plotter
	for j, n := range s.N {
		u := t.Where("n", n)
		if u.Len() == 0 {
			continue
		}
		style := style(s, j)
		p.Add(figure.Line{Name: fmt.Sprintf(`$n = %d$`, n), Style: style})
		dash, reason := study.Dash(u.Cell(0, "status"))
		style.Marker = figure.NoMarker
		if reason != "" {
			style.Dash, style.Width = dash, 0.8
		}
		x, y, e := u.Floats("output"), u.Floats("value"), u.Floats("stderr")
		low, high := make([]float64, len(x)), make([]float64, len(x))
		for b := range x {
			low[b], high[b] = max(0, y[b]-e[b]), y[b]+e[b]
		}
		p.Add(
			figure.Band{X: x, Low: low, High: high, Fill: figure.Tint(style.Color, 0.3)},
			figure.Line{X: x, Y: y, Style: style},
			marks(s, j, x, y),
		)
		p.Add(study.Shown(u)...)
		reasons = append(reasons, figure.Line{
			Name: reason, Style: figure.Style{Dash: dash, Width: 0.8},
		})
	}
	p.Add(reasons...) // after the curves in the legend
}

// cuts tells the peaks that are above the panels.
func cuts(p *figure.Panel, s Spec, t *table.Table, top float64) {
	row := 0
	for j, n := range s.N {
		u := t.Where("n", n)
		y := u.Floats("value")
		if top == 0 || len(y) == 0 || slices.Max(y) <= top {
			continue
		}
		peak := slices.Index(y, slices.Max(y))
		p.Add(figure.Cut{
			X: u.Float(peak, "output"), Row: row, Style: style(s, j),
			Text: fmt.Sprintf(`$n = %d$: up to $%s$`, n, study.Number(study.Round(y[peak], 2))),
		})
		row++
	}
}
