package study

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"

	"adl/pkg/figure"
	"adl/pkg/minibatch"
	"adl/pkg/table"
)

// ErrorCurves draws panels of an error against ε(n): one colour per time step, error bars, and
// exact and predicted errors as dashed lines. Where there are both samplings, circles are with
// replacement and squares without. Points that are not ok are pale, runaway and diverged ones are
// marked.
type ErrorCurves struct {
	Quantity string // of the rows; their absolute values are drawn
	Grid     Grid
	Join     bool   // joins the points of each time step and sampling by a line
	Dashed   string // name of predicted curves in the legend; "" is "leading order"
}

// Figure draws n panels side by side, of which panel returns the titles and the rows.
func (e ErrorCurves) Figure(
	label string, n int, panel func(i int) (title string, rows *table.Table),
) *figure.Figure {
	f := figure.New(1, n)
	f.Legend = true
	for i := range n {
		title, rows := panel(i)
		p := f.Panel(0, i)
		p.Title = title
		if i == 0 {
			p.YLabel = label
		}
		e.Panel(p, rows)
	}
	return f
}

// Panel draws the rows of t.
func (e ErrorCurves) Panel(p *figure.Panel, t *table.Table) {
	t = t.Where("quantity", e.Quantity)
	simulated := t.Where("source", table.Simulation)
	p.XLabel = `$\varepsilon(n)$`
	p.X.Log, p.Y.Log = true, true
	noise := slices.DeleteFunc(
		simulated.Floats("epsilon"), func(x float64) bool { return !(x > 0) })
	if len(noise) > 0 && slices.Min(noise) < slices.Max(noise) {
		p.X.Min, p.X.Max = slices.Min(noise)/1.6, slices.Max(noise)*1.6
	}
	var lost []figure.Plotter // drawn last, over the others
	for j, dt := range e.Grid.Dt {
		base := figure.Ramp(j, len(e.Grid.Dt))
		for _, source := range []string{table.Exact, table.Prediction} {
			if c := t.Where("dt", dt, "source", source); c.Len() > 0 {
				x, y := absolute(c)
				p.Add(figure.Line{X: x, Y: y, Style: base.Reference()})
			}
		}
		base.Dash = figure.NoLine
		p.Add(figure.Line{
			Name: fmt.Sprintf(`$\Delta t = %s$`, Number(dt)), Style: e.style(e.Grid.Sampling[0], base),
		})
		for _, sampling := range e.Grid.Sampling {
			u := simulated.Where("dt", dt, "sampling", sampling).Sort("epsilon")
			s := Series{Style: e.style(sampling, base), Pale: pale(base.Color), At: absolute}
			if e.Join {
				p.Add(joined(u, s.Style))
			}
			s.Add(p, u)
			lost = append(lost, s.Lost(u, "no stationary state")...)
		}
	}
	e.legend(p, t)
	p.Add(lost...)
}

// absolute returns ε(n) and the absolute values of the rows.
func absolute(t *table.Table) (x, y []float64) {
	return t.Floats("epsilon"), Abs(t.Floats("value"))
}

// joined returns a thin line through the points that have a stationary state.
func joined(t *table.Table, style figure.Style) figure.Line {
	l := figure.Line{Style: style}
	l.Style.Marker, l.Style.Dash, l.Style.Width = figure.NoMarker, figure.Solid, 0.5
	l.X, l.Y = absolute(t.Filter(func(i int) bool {
		return Drawn(t.Cell(i, "status"))
	}))
	return l
}

// legend adds the entries that do not belong to one time step.
func (e ErrorCurves) legend(p *figure.Panel, t *table.Table) {
	if len(e.Grid.Sampling) > 1 {
		for _, sampling := range e.Grid.Sampling {
			p.Add(figure.Line{
				Name:  string(sampling) + " replacement",
				Style: e.style(sampling, figure.Style{Color: color.Black, Dash: figure.NoLine}),
			})
		}
	}
	if t.Where("source", table.Exact).Len() > 0 {
		p.Add(figure.Line{Name: "exact", Style: figure.Style{}.Reference()})
	}
	if t.Where("source", table.Prediction).Len() > 0 {
		p.Add(figure.Line{
			Name: cmp.Or(e.Dashed, "leading order"), Style: figure.Style{}.Reference(),
		})
	}
	p.Add(PaleEntries(t, "")...)
}

// style returns the style of a time step, with the marker of the sampling where there are two.
func (e ErrorCurves) style(s minibatch.Sampling, base figure.Style) figure.Style {
	if len(e.Grid.Sampling) > 1 {
		base.Marker, base.Hollow = figure.Circle, false
		if s == minibatch.Without {
			base.Marker, base.Hollow = figure.Square, true
		}
	}
	return base
}
