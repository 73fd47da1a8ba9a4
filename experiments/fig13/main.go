// Command fig13 reproduces Figure 13 (section 3.5): the L¹ error on the distribution of the output
// of a Bayesian neural network at a point, for Adaptive Langevin dynamics whose gradient is
// estimated from n of N data. The reference is the same dynamics with all data. The error is drawn
// against n, for two time steps and several forms of the friction.
package main

import (
	_ "embed"
	"fmt"
	"math"
	"slices"

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
	Name: "fig13",
	Title: "Bayesian neural network, Adaptive Langevin dynamics: " +
		"L¹ error on the distribution of the output at a point",
	Section: "3.5", Spec: specText, Compute: compute, Render: render, Claims: claims,
}

func main() { program.Main() }

// compute runs every friction for every Δt and n.
func compute(c *experiment.Context, s Spec) (*table.Table, error) { return s.Table(c, false) }

// render draws one panel per Δt.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, len(s.Dt))
	f.Legend = true
	f.Note = s.Note(t)
	t = t.Where("quantity", "L1")
	for i, dt := range s.Dt {
		p := f.Panel(0, i)
		p.Title = fmt.Sprintf(`$\Delta t = %s$`, study.Number(dt))
		p.XLabel = `$n$`
		p.X.Log, p.Y.Log = true, true
		if i == 0 {
			p.YLabel = `$L^1$ error on the distribution of $N_\theta(x)$`
		}
		p.X.Min, p.X.Max = float64(slices.Min(s.N))/1.5, float64(slices.Max(s.N))*1.5
		p.X.Ticks = study.Ticks(t.Distinct("n"))
		u := t.Where("dt", dt).Sort("n")
		var lost []figure.Plotter // over the others
		for j, k := range s.Friction {
			// side by side
			shift := 1 + float64(0.05*(float64(j)-float64(0.5*float64(len(s.Friction)-1))))
			lost = append(lost, curve(p, s, u.Where("friction", k), k, shift)...)
		}
		p.Add(study.PaleEntries(u, "replicas differ")...)
		p.Add(lost...)
	}
	return f, nil
}

// curve draws the errors with a friction against n times shift. It returns marks for the points
// without a stationary state.
func curve(
	p *figure.Panel, s Spec, t *table.Table, friction study.Friction, shift float64,
) []figure.Plotter {
	style := friction.Style(s.Friction)
	style.Dash = figure.NoLine
	at := func(t *table.Table) (x, y []float64) {
		x = t.Floats("n")
		for i := range x {
			x[i] *= shift
		}
		return x, t.Floats("value")
	}
	p.Add(figure.Line{Name: friction.Title(), Style: style})
	join := figure.Line{Style: style}
	join.Style.Marker, join.Style.Dash, join.Style.Width = figure.NoMarker, figure.Solid, 0.5
	join.X, join.Y = at(t)
	for i := range t.Len() {
		if t.Cell(i, "status") != table.OK { // points that may not be stationary break the line
			join.Y[i] = math.NaN()
		}
	}
	p.Add(join)
	series := study.Series{Style: style, Pale: figure.Tint(style.Color, 0.4), At: at}
	series.Add(p, t)
	return series.Lost(t, "no stationary state")
}
