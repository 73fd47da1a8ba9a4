// Command fig12 reproduces Figure 12 (section 3.5): the distribution of the output of a Bayesian
// neural network at a point, sampled by Adaptive Langevin dynamics whose gradient is estimated from
// n of N data. There is a curve for each n, and a panel for each form of the friction.
package main

import (
	_ "embed"
	"fmt"
	"math"

	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct{ study.Network }

var program = experiment.Program[Spec]{
	Name: "fig12",
	Title: "Bayesian neural network, Adaptive Langevin dynamics: " +
		"distribution of the output at a point",
	Section: "3.5", Spec: specText, Compute: compute, Render: render, Claims: claims,
}

func main() { program.Main() }

// compute runs every friction for every n.
func compute(c *experiment.Context, s Spec) (*table.Table, error) { return s.Table(c, true) }

// render draws one panel per friction (and one row per Δt).
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(len(s.Dt), len(s.Friction))
	f.Legend = true
	f.Note = s.Note(t)
	t = t.Where("quantity", "density", "data", "")
	top := 0.0
	for _, v := range t.Where("status", table.OK).Floats("value") {
		top = max(top, v)
	}
	for r, dt := range s.Dt {
		for i, k := range s.Friction {
			p := f.Panel(r, i)
			p.Title = k.Title()
			p.XLabel = `$N_\theta(x)$`
			p.X.Min, p.X.Max = s.Histogram.Lo, s.Histogram.Hi
			p.Y.Min, p.Y.Max = 0, math.NaN()
			if top > 0 {
				p.Y.Max = 1.08 * top
			}
			if i == 0 {
				p.YLabel = `density`
			}
			densities(p, s, t.Where("friction", k, "dt", dt))
		}
	}
	return f, nil
}

// densities draws one curve per n, with a band of one standard error on either side.
func densities(p *figure.Panel, s Spec, t *table.Table) {
	var lost [2]bool
	for j, n := range s.N {
		u := t.Where("n", n)
		if u.Len() == 0 {
			continue
		}
		style := figure.Ramp(j, len(s.N))
		style.Marker, style.Width = figure.NoMarker, 1
		p.Add(figure.Line{Name: fmt.Sprintf(`$n = %d$`, n), Style: style})
		switch u.Cell(0, "status") {
		case table.OK:
		case table.Runaway, table.Diverged:
			style.Dash, style.Width, lost[0] = figure.Dotted, 0.8, true
		default:
			style.Dash, style.Width, lost[1] = figure.DashDotted, 0.8, true
		}
		x, y, e := u.Floats("output"), u.Floats("value"), u.Floats("stderr")
		low, high := make([]float64, len(x)), make([]float64, len(x))
		for b := range x {
			low[b], high[b] = max(0, y[b]-e[b]), y[b]+e[b]
		}
		p.Add(
			figure.Band{X: x, Low: low, High: high, Fill: figure.Tint(style.Color, 0.3)},
			figure.Line{X: x, Y: y, Style: style},
		)
	}
	for k, name := range []string{
		"dotted: no stationary state", "dash-dotted: not settled, or runaway by theory alone",
	} {
		dash := []figure.Dash{figure.Dotted, figure.DashDotted}[k]
		if lost[k] {
			p.Add(figure.Line{Name: name, Style: figure.Style{Dash: dash, Width: 0.8}})
		}
	}
}
