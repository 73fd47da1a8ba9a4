package study

import (
	"cmp"
	"fmt"
	"image/color"
	"math"

	"adl/pkg/figure"
	"adl/pkg/minibatch"
	"adl/pkg/table"
)

// ErrorCurves draws the panels that show an error against ε(n): a colour a time step, circles for batches with replacement and squares without where there are both, error
// bars, and what is known exactly as dashed lines. Points that did not mix are pale, runaway and diverged ones marked.
type ErrorCurves struct {
	Quantity string // of the rows that are drawn; the absolute value is
	Grid     Grid
	Join     bool   // the points of a time step and a sampling by a line
	Dashed   string // name of predicted curves in the legend; "" is "leading order"
}

// Panel draws the rows of t.
func (e ErrorCurves) Panel(p *figure.Panel, t *table.Table) {
	t = t.Where("quantity", e.Quantity)
	p.XLabel = `$\varepsilon(n)$`
	p.X.Log, p.Y.Log = true, true
	if x := t.Where("source", table.Simulation).Floats("epsilon"); len(x) > 0 {
		lo, hi := math.Inf(1), 0.0
		for _, x := range x {
			if x > 0 {
				lo, hi = min(lo, x), max(hi, x)
			}
		}
		if lo < hi {
			p.X.Min, p.X.Max = lo/1.6, hi*1.6
		}
	}
	unmixed := false
	var lost []figure.Plotter // drawn last, over the others
	for j, dt := range e.Grid.Dt {
		base := figure.Ramp(j, len(e.Grid.Dt))
		u := t.Where("dt", dt)
		for _, source := range []string{table.Exact, table.Prediction} {
			if c := u.Where("source", source); c.Len() > 0 {
				p.Add(figure.Line{X: c.Floats("epsilon"), Y: Abs(c.Floats("value")), Style: base.Reference()})
			}
		}
		name := fmt.Sprintf(`$\Delta t = %s$`, Number(dt))
		base.Dash = figure.NoLine
		p.Add(figure.Line{Name: name, Style: e.style(e.Grid.Sampling[0], base)})
		for _, sampling := range e.Grid.Sampling {
			style := e.style(sampling, base)
			v := u.Where("sampling", sampling, "source", table.Simulation).Sort("epsilon")
			if e.Join {
				ok := figure.Line{Style: style}
				ok.Style.Marker, ok.Style.Dash, ok.Style.Width = figure.NoMarker, figure.Solid, 0.5
				for i := range v.Len() {
					if s := v.Cell(i, "status"); s == table.OK || s == table.Unmixed {
						ok.X, ok.Y = append(ok.X, v.Float(i, "epsilon")), append(ok.Y, math.Abs(v.Float(i, "value")))
					}
				}
				p.Add(ok)
			}
			for _, status := range []string{table.Unmixed, table.OK} {
				w := v.Where("status", status)
				s := style
				if status == table.Unmixed && w.Len() > 0 {
					s.Color, unmixed = pale(s.Color), true
				}
				p.Add(figure.Line{X: w.Floats("epsilon"), Y: Abs(w.Floats("value")), Err: w.Floats("stderr"), Style: s})
			}
			for _, status := range []string{table.Runaway, table.Diverged} {
				if w := v.Where("status", status); w.Len() > 0 {
					lost = append(lost, figure.Runaway{Name: "no stationary state", X: w.Floats("epsilon"), Y: Abs(w.Floats("value")), Style: style})
				}
			}
		}
	}
	if len(e.Grid.Sampling) > 1 {
		for _, sampling := range e.Grid.Sampling {
			p.Add(figure.Line{Name: string(sampling) + " replacement", Style: e.style(sampling, figure.Style{Color: color.Black, Dash: figure.NoLine})})
		}
	}
	if t.Where("source", table.Exact).Len() > 0 {
		p.Add(figure.Line{Name: "exact", Style: figure.Style{}.Reference()})
	}
	if t.Where("source", table.Prediction).Len() > 0 {
		p.Add(figure.Line{Name: cmp.Or(e.Dashed, "leading order"), Style: figure.Style{}.Reference()})
	}
	if unmixed {
		p.Add(figure.Line{Name: "pale: modes rarely exchanged", Style: figure.Style{Color: pale(color.Black), Marker: figure.Circle, Dash: figure.NoLine}})
	}
	p.Add(lost...)
}

// style is that of a time step, with the marker of the sampling where there are two.
func (e ErrorCurves) style(s minibatch.Sampling, base figure.Style) figure.Style {
	if len(e.Grid.Sampling) > 1 {
		base.Marker, base.Hollow = figure.Circle, false
		if s == minibatch.Without {
			base.Marker, base.Hollow = figure.Square, true
		}
	}
	return base
}

// pale mixes a colour with white.
func pale(c color.Color) color.Color {
	r, g, b, _ := c.RGBA()
	f := func(x uint32) uint8 { return uint8(255 - (255-x>>8)*2/5) }
	return color.RGBA{f(r), f(g), f(b), 255}
}

// Abs returns the absolute values.
func Abs(x []float64) []float64 {
	y := make([]float64, len(x))
	for i := range x {
		y[i] = math.Abs(x[i])
	}
	return y
}
