package main

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"adl/pkg/estimate"
	"adl/pkg/figure"
	"adl/pkg/study"
	"adl/pkg/table"
)

// render draws one panel per n with the error against K, and for the first n the error over that
// of K = 0 against the projection error over that of K = 0.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, len(s.N)+1)
	f.Legend = true
	var panels []*figure.Panel
	var drawn points
	for i, n := range s.N {
		p := f.Panel(0, i)
		axes(s, p, t)
		p.Title = fmt.Sprintf("$n = %d$", n)
		p.XLabel = fmt.Sprintf(`$K$  ($K = 0$: AdL, $\eta = %s$)`, study.Number(s.Eta))
		if i == 0 {
			p.YLabel = `$L^1$ error on the marginal of $\theta_1$`
		}
		drawn = append(drawn, curves(s, p, t, n)...)
		panels = append(panels, p)
	}
	lowest, top := drawn.lowest(), math.Inf(-1)
	for _, n := range s.N {
		for _, y := range s.paper(t).Where("n", n).Floats("value") {
			if y > top { // not NaN, where the run diverged
				top = y
			}
		}
	}
	for _, p := range panels { // the same axis for all n
		if lowest < top {
			p.Y.Min, p.Y.Max = lowest/1.6, top*1.6
		}
	}
	decay(s, f.Panel(0, len(s.N)), t)
	return f, nil
}

// axes sets up a panel against K, with ticks at all K of the table.
func axes(s Spec, p *figure.Panel, t *table.Table) {
	p.Y.Log = true
	p.X.Ticks = study.Ticks(s.paper(t).Distinct("K"))
	if k := p.X.Ticks; len(k) > 1 {
		first, last := k[0].Value, k[len(k)-1].Value
		room := float64(0.06 * (last - first))
		p.X.Min, p.X.Max = first-room, last+room
	}
}

// curves draws the errors at an n, and those with all the data. It returns their points.
func curves(s Spec, p *figure.Panel, t *table.Table, n int) points {
	t = s.paper(t)
	var drawn points
	var lost []figure.Plotter // over the others
	for j, dt := range s.Dt {
		style := figure.Ramp(j, len(s.Dt))
		for _, sampling := range s.Sampling {
			u := t.Where("dt", dt, "n", n, "sampling", sampling)
			ps := stationary(u)
			ps.draw(p, fmt.Sprintf(`$\Delta t = %s$`, study.Number(dt)), style)
			drawn = append(drawn, ps...)
			lost = append(lost, study.Series{Style: style, At: errors}.Lost(u, "runaway or diverged")...)
		}
	}
	for j, dt := range s.Dt {
		u := t.Where("dt", dt, "epsilon", 0, "status", table.OK)
		if ps := stationary(u); len(ps) > 0 {
			drawAll(p, ps, figure.Ramp(j, len(s.Dt)).Color)
			drawn = append(drawn, ps...)
		}
	}
	if slices.ContainsFunc(drawn, func(q point) bool { return q.bound }) {
		p.Add(figure.Line{Name: "upper bound (2 s.e.)", Style: bound(figure.Style{Color: grey})})
	}
	p.Add(study.PaleEntries(t.Where("n", n), "replicas differ")...)
	p.Add(lost...)
	return drawn
}

// errors returns K and the errors of the rows.
func errors(t *table.Table) (k, y []float64) { return t.Floats("K"), t.Floats("value") }

// stationary returns the points of a curve that have a stationary state.
func stationary(t *table.Table) (ps points) {
	for i := range t.Len() {
		if s := t.Cell(i, "status"); study.Drawn(s) {
			ps = append(ps, newPoint(t.Float(i, "K"), t.Estimate(i), s != table.OK))
		}
	}
	return ps
}

// drawAll draws crosses on a dotted line, for all the data.
func drawAll(p *figure.Panel, ps points, c color.Color) {
	line := figure.Line{Style: figure.Style{Color: c, Dash: figure.Dotted}}
	for _, q := range ps {
		line.X, line.Y = append(line.X, q.x), append(line.Y, q.y)
	}
	p.Add(line)
	ps.draw(p, "", figure.Style{Color: c, Marker: figure.Cross, Dash: figure.NoLine})
	style := figure.Style{Color: grey, Marker: figure.Cross, Dash: figure.Dotted}
	if !slices.ContainsFunc(ps, func(q point) bool { return !q.bound }) {
		style.Marker = figure.NoMarker
	}
	p.Add(figure.Line{Name: `$n = N_d$`, Style: style})
}

// decay draws the errors at the first n, and the line on which they would be proportional to the
// projection error.
func decay(s Spec, p *figure.Panel, t *table.Table) {
	p.Title = fmt.Sprintf("$n = %d$", s.N[0])
	p.XLabel = `$\|\Sigma_{\mathbf{x}} - S_K\|\,/\,\|\Sigma_{\mathbf{x}} - S_0\|$`
	p.YLabel = `$L^1$ error over that of $K = 0$`
	p.X.Log, p.Y.Log = true, true
	p.Add(figure.Line{
		Name: "proportional", X: []float64{1e-9, 1}, Y: []float64{1e-9, 1},
		Style: figure.Style{Color: grey, Dash: figure.Dashed, Width: 0.6},
	})
	low, left := 0.3, 0.9
	for j, dt := range s.Dt {
		var ps points
		for _, r := range relative(s, t, s.N[0], dt) {
			if !math.IsNaN(r.bias.Value) {
				ps = append(ps, newPoint(r.projection, r.bias, r.unmixed))
				left = min(left, r.projection)
			}
		}
		ps.draw(p, "", figure.Ramp(j, len(s.Dt)))
		low = min(low, ps.lowest())
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = left/1.6, 1.35, low/3, 1.6
	for _, r := range ratios(s, t) {
		if r.projection >= left && r.k != "0" {
			p.Add(figure.Text{
				X: r.projection, Y: p.Y.Min * 1.3, Text: "$K = " + r.k + "$", XAlign: 0.5, Size: 7,
			})
		}
	}
}

var grey = figure.Grey(0.35)

// paleness is the part of its colour that a point keeps if it is not ok.
const paleness = 0.4

// point is an error on a logarithmic axis. An error within two standard errors of 0 is shown as an
// upper bound.
type point struct {
	x, y, stderr float64
	bound, pale  bool
}

func newPoint(x float64, e estimate.Estimate, pale bool) point {
	if e.Value > float64(2*e.StdErr) {
		return point{x, e.Value, e.StdErr, false, pale}
	}
	return point{x, max(e.Value, 0) + float64(2*e.StdErr), 0, true, pale}
}

// bound returns the style of the bounds of a curve.
func bound(style figure.Style) figure.Style {
	style.Marker, style.Hollow, style.Dash = figure.Nabla, true, figure.NoLine
	return style
}

type points []point

// draw draws pale points below others, and values and bounds apart.
func (ps points) draw(p *figure.Panel, name string, style figure.Style) {
	for _, pale := range []bool{true, false} {
		for _, isBound := range []bool{false, true} {
			l := figure.Line{Style: style}
			if pale {
				l.Style.Color = figure.Tint(style.Color, paleness)
			}
			if isBound {
				l.Style = bound(l.Style)
			} else if !pale {
				l.Name = name
			}
			for _, q := range ps {
				if q.pale == pale && q.bound == isBound {
					l.X, l.Y, l.Err = append(l.X, q.x), append(l.Y, q.y), append(l.Err, q.stderr)
				}
			}
			p.Add(l)
		}
	}
}

// lowest returns the smallest value, +Inf if there is none.
func (ps points) lowest() float64 {
	low := math.Inf(1)
	for _, q := range ps {
		low = min(low, q.y)
	}
	return low
}
