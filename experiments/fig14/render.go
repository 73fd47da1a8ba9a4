package main

import (
	"fmt"
	"image/color"
	"math"
	"strconv"

	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/table"
)

// render draws the error against K, a panel an n, and for the first n the error over that of K = 0 against the projection error over that of K = 0.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, len(s.N)+1)
	f.Legend = &figure.Legend{}
	lowest := math.Inf(1)
	var panels []*figure.Panel
	for i, n := range s.N {
		p := f.Panel(0, i)
		p.Title = fmt.Sprintf("$n = %d$", n)
		if i == 0 {
			p.YLabel = `$L^1$ error on the marginal of $\theta_1$`
		}
		p.XLabel = fmt.Sprintf(`$K$  ($K = 0$: AdL, $\eta = %s$)`, experiment.Number(s.Eta))
		p.Y.Log = true
		p.X.Ticks = kTicks(t)
		if k := p.X.Ticks; len(k) > 1 {
			room := float64(0.06 * (k[len(k)-1].Value - k[0].Value))
			p.X.Min, p.X.Max = k[0].Value-room, k[len(k)-1].Value+room
		}
		lowest = min(lowest, errors(s, p, t, n))
		panels = append(panels, p)
	}
	top := math.Inf(-1)
	for _, y := range t.Where("quantity", "L1", "source", table.Simulation).Floats("value") { // NaN where it diverged
		if y > top {
			top = y
		}
	}
	for _, p := range panels { // the same axis for all n
		if lowest < top {
			p.Y.Min, p.Y.Max = lowest/1.6, top*1.6
		}
	}
	p := f.Panel(0, len(s.N))
	p.Title = fmt.Sprintf("$n = %d$", s.N[0])
	p.XLabel = `$\|\Sigma_{\mathbf{x}} - S_K\|\,/\,\|\Sigma_{\mathbf{x}} - S_0\|$`
	p.YLabel = `$L^1$ error over that of $K = 0$`
	p.X.Log, p.Y.Log = true, true
	decay(s, p, t)
	return f, nil
}

// kTicks are the values of K.
func kTicks(t *table.Table) []figure.Tick {
	var ticks []figure.Tick
	for _, k := range t.Distinct("K") {
		x, err := strconv.ParseFloat(k, 64)
		if err == nil {
			ticks = append(ticks, figure.Tick{Value: x, Label: k})
		}
	}
	return ticks
}

// errors draws the curves of an n, and what all the data give. It returns the lowest point.
func errors(s Spec, p *figure.Panel, t *table.Table, n int) float64 {
	l1 := t.Where("quantity", "L1", "source", table.Simulation)
	var last []figure.Plotter // over the others
	bounds, pale := false, false
	lowest := math.Inf(1)
	for j, dt := range s.Dt {
		style := figure.Ramp(j, len(s.Dt))
		for _, sampling := range s.Sampling {
			u := l1.Where("method", curve, "dt", dt, "n", n, "sampling", sampling)
			var c points
			for i := range u.Len() {
				k, v := u.Float(i, "K"), estimate.Estimate{Value: u.Float(i, "value"), StdErr: u.Float(i, "stderr")}
				switch u.Cell(i, "status") {
				case table.Runaway, table.Diverged:
					last = append(last, figure.Runaway{Name: "runaway or diverged", X: []float64{k}, Y: []float64{v.Value}, Style: style})
				case table.Unmixed:
					pale = true
					c.add(k, v, true)
				default:
					c.add(k, v, false)
				}
			}
			c.draw(p, fmt.Sprintf(`$\Delta t = %s$`, experiment.Number(dt)), style)
			bounds = bounds || len(c.bound.X)+len(c.paleBound.X) > 0
			lowest = min(lowest, c.lowest())
		}
	}
	for j, dt := range s.Dt {
		u := l1.Where("method", all, "dt", dt, "status", table.OK)
		var c points
		for i := range u.Len() {
			c.add(u.Float(i, "K"), estimate.Estimate{Value: u.Float(i, "value"), StdErr: u.Float(i, "stderr")}, false)
		}
		if u.Len() > 0 {
			style := figure.Style{Color: figure.Ramp(j, len(s.Dt)).Color, Marker: figure.Cross, Dash: figure.Dotted}
			p.Add(figure.Line{X: c.every.X, Y: c.every.Y, Style: figure.Style{Color: style.Color, Dash: figure.Dotted}})
			c.draw(p, "", figure.Style{Color: style.Color, Marker: figure.Cross, Dash: figure.NoLine})
			bounds = bounds || len(c.bound.X)+len(c.paleBound.X) > 0
			lowest = min(lowest, c.lowest())
			style.Color = grey
			p.Add(figure.Line{Name: `$n = N_d$`, Style: style})
		}
	}
	if bounds {
		p.Add(figure.Line{Name: "upper bound (2 s.e.)", Style: figure.Style{Color: grey, Marker: figure.Nabla, Hollow: true, Dash: figure.NoLine}})
	}
	if pale {
		p.Add(figure.Line{Name: "pale: modes rarely exchanged", Style: figure.Style{Color: figure.Tint(color.Black, paleness), Marker: figure.Circle, Dash: figure.NoLine}})
	}
	p.Add(last...)
	return lowest
}

// decay draws the errors of the first n, and the line on which they would be proportional to the projection error.
func decay(s Spec, p *figure.Panel, t *table.Table) {
	p.Add(figure.Line{Name: "proportional", X: []float64{1e-9, 1}, Y: []float64{1e-9, 1}, Style: figure.Style{Color: grey, Dash: figure.Dashed, Width: 0.6}})
	low, left := 0.3, 0.9
	for j, dt := range s.Dt {
		var c points
		for _, r := range relative(s, t, s.N[0], dt) {
			if !math.IsNaN(r.bias.Value) {
				c.add(r.projection, r.bias, r.status == table.Unmixed)
				left = min(left, r.projection)
			}
		}
		c.draw(p, "", figure.Ramp(j, len(s.Dt)))
		low = min(low, c.lowest())
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = left/1.6, 1.35, low/3, 1.6
	for _, r := range ratios(t) {
		if r.projection >= left && r.k != "0" {
			p.Add(figure.Text{X: r.projection, Y: p.Y.Min * 1.3, Text: "$K = " + r.k + "$", XAlign: 0.5, YAlign: 0, Size: 7})
		}
	}
}

var grey = figure.Grey(0.35)

// paleness is how much of its colour a point keeps whose replicas did not exchange modes.
const paleness = 0.4

// points are those of a curve on a logarithmic axis: what is within two standard errors of 0 is shown as a bound from above.
type points struct{ ok, pale, bound, paleBound, every figure.Line }

func (c *points) add(x float64, v estimate.Estimate, unmixed bool) {
	y := v.Value
	switch {
	case !(v.Value > float64(2*v.StdErr)):
		y = max(v.Value, 0) + float64(2*v.StdErr)
		b := &c.bound
		if unmixed {
			b = &c.paleBound
		}
		b.X, b.Y = append(b.X, x), append(b.Y, y)
	case unmixed:
		c.pale.X, c.pale.Y, c.pale.Err = append(c.pale.X, x), append(c.pale.Y, v.Value), append(c.pale.Err, v.StdErr)
	default:
		c.ok.X, c.ok.Y, c.ok.Err = append(c.ok.X, x), append(c.ok.Y, v.Value), append(c.ok.Err, v.StdErr)
	}
	c.every.X, c.every.Y = append(c.every.X, x), append(c.every.Y, y)
}

func (c *points) draw(p *figure.Panel, name string, style figure.Style) {
	c.ok.Name, c.ok.Style = name, style
	c.pale.Style = style
	c.pale.Style.Color = figure.Tint(style.Color, paleness)
	c.bound.Style = style
	c.bound.Style.Marker, c.bound.Style.Hollow, c.bound.Style.Dash = figure.Nabla, true, figure.NoLine
	c.paleBound.Style = c.bound.Style
	c.paleBound.Style.Color = c.pale.Style.Color
	p.Add(c.pale, c.paleBound, c.ok, c.bound)
}

// lowest is the smallest value.
func (c *points) lowest() float64 {
	low := math.Inf(1)
	for _, l := range []figure.Line{c.ok, c.pale, c.bound, c.paleBound} {
		for _, y := range l.Y {
			low = min(low, y)
		}
	}
	return low
}
