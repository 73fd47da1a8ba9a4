// Command fig13 reproduces Figure 13: the L¹ error on the distribution of the output of a Bayesian neural network at a point that Adaptive Langevin dynamics makes when
// the gradient is estimated from n of N data, against n, relative to the same dynamics with all data, for two time steps and several forms of the friction
// (section 3.5).
package main

import (
	_ "embed"
	"fmt"
	"math"
	"os"
	"slices"

	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct{ experiment.Network }

var program = experiment.Program[Spec]{
	Name: "fig13", Title: "Bayesian neural network, Adaptive Langevin dynamics: L¹ error on the distribution of the output at a point",
	Spec: specText, Compute: compute, Render: render, Claims: claims,
}

func main() { os.Exit(program.Run(os.Args[1:], os.Stdout, os.Stderr)) }

// compute runs every friction for every Δt and n.
func compute(c *experiment.Context, s Spec) (*table.Table, error) { return c.Network(s.Network, false) }

// render draws a panel a Δt.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, len(s.Dt))
	f.Legend = &figure.Legend{}
	f.Note = experiment.NetworkNote(s.Network, t)
	t = t.Where("quantity", "L1")
	for i, dt := range s.Dt {
		p := f.Panel(0, i)
		p.Title = fmt.Sprintf(`$\Delta t = %s$`, experiment.Number(dt))
		p.XLabel = `$n$`
		p.X.Log, p.Y.Log = true, true
		if i == 0 {
			p.YLabel = `$L^1$ error on the distribution of $N_\theta(x)$`
		}
		lo, hi := slices.Min(s.N), slices.Max(s.N)
		p.X.Min, p.X.Max = float64(lo)/1.5, float64(hi)*1.5
		for _, n := range s.N {
			p.X.Ticks = append(p.X.Ticks, figure.Tick{Value: float64(n), Label: fmt.Sprint(n)})
		}
		var lost []figure.Plotter
		unmixed := false
		for j, k := range s.Friction {
			// side by side
			shift := 1 + float64(0.05*(float64(j)-float64(0.5*float64(len(s.Friction)-1))))
			at := func(t *table.Table) []float64 {
				x := t.Floats("n")
				for i := range x {
					x[i] *= shift
				}
				return x
			}
			u := t.Where("friction", k, "dt", dt).Sort("n")
			style := experiment.NetworkStyle(k)
			style.Dash = figure.NoLine
			p.Add(figure.Line{Name: experiment.NetworkTitle(k), Style: style})
			join := figure.Line{Style: style}
			join.Style.Marker, join.Style.Dash, join.Style.Width = figure.NoMarker, figure.Solid, 0.5
			join.X = at(u)
			for i := range u.Len() {
				// what is not known to be stationary breaks the line
				y := math.NaN()
				if u.Cell(i, "status") == table.OK {
					y = u.Float(i, "value")
				}
				join.Y = append(join.Y, y)
			}
			p.Add(join)
			for _, status := range []string{table.Unmixed, table.OK} {
				v := u.Where("status", status)
				marks := style
				if status == table.Unmixed && v.Len() > 0 {
					marks.Color, unmixed = figure.Tint(style.Color, 0.4), true
				}
				p.Add(figure.Line{X: at(v), Y: v.Floats("value"), Err: v.Floats("stderr"), Style: marks})
			}
			for _, status := range []string{table.Runaway, table.Diverged} {
				if v := u.Where("status", status); v.Len() > 0 {
					lost = append(lost, figure.Runaway{Name: "no stationary state", X: at(v), Y: v.Floats("value"), Style: style})
				}
			}
		}
		if unmixed {
			p.Add(figure.Line{Name: `pale: $\xi$ not settled`, Style: figure.Style{Color: figure.Grey(0.6), Marker: figure.Circle, Dash: figure.NoLine}})
		}
		p.Add(lost...)
	}
	return f, nil
}
