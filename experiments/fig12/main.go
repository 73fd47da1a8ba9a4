// Command fig12 reproduces Figure 12 (section 3.5): the distribution of the output of a Bayesian
// neural network at a point, sampled by Adaptive Langevin dynamics whose gradient is estimated from
// n of N data. There is a curve for each n, and a panel for each form of the friction.
package main

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"

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
	Spec: specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs every friction for every n.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	return s.Table(c, true)
}

// render draws one panel per friction (and one row per Δt), with the densities of runs that may
// have a stationary state.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(len(s.Dt), len(s.Friction))
	f.Legend = true
	t = t.Where("quantity", "density")
	runs := t // of all n
	t = t.Filter(func(i int) bool { return study.Drawn(t.Cell(i, "status")) })
	top := 0.0
	for _, v := range t.Where("status", table.OK).Floats("value") {
		top = max(top, float64(1.22*v)) // room for cuts
	}
	var panels []*figure.Panel
	for r, dt := range s.Dt {
		for i, k := range s.Friction {
			p := f.Panel(r, i)
			p.Title = k.Title()
			p.XLabel = `$N_\theta(x)$`
			p.X.Min, p.X.Max = s.Histogram.Lo, s.Histogram.Hi
			p.Y.Min, p.Y.Max = 0, math.NaN()
			if top > 0 {
				p.Y.Max = top
			}
			if i == 0 {
				p.YLabel = `density`
			}
			u := t.Where("friction", k, "dt", dt)
			p.Add(study.Shown(runs.Where("friction", k, "dt", dt))...)
			densities(p, s, u)
			cuts(p, s, u, top)
			panels = append(panels, p)
		}
	}
	figure.ShareY(panels...)
	return f, nil
}

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
		most, _ := strconv.ParseFloat(fmt.Sprintf("%.1e", y[peak]), 64) // two digits
		p.Add(figure.Cut{
			X: u.Float(peak, "output"), Row: row, Style: style(s, j),
			Text: fmt.Sprintf(`$n = %d$: up to $%s$`, n, study.Number(most)),
		})
		row++
	}
}
