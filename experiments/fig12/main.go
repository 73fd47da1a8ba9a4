// Command fig12 reproduces Figure 12 (section 3.5): the distribution of the output of a Bayesian
// neural network at a point, sampled by Adaptive Langevin dynamics whose gradient is estimated from
// n of N data. There is a curve for each n, and a panel for each form of the friction.
package main

import (
	_ "embed"
	"math"

	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/network"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct{ network.Network }

var program = experiment.Program[Spec]{
	Name: "fig12",
	Title: "Bayesian neural network, Adaptive Langevin dynamics: " +
		"distribution of the output at a point",
	Spec: specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs every friction for every n.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	return s.Table(c, network.Show{Densities: true})
}

// render draws one panel per friction (and one row per Δt).
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(len(s.Dt), len(s.Friction))
	f.Legend = true
	f.Note = s.Note(t)
	t = t.Where("quantity", "density", "data", "")
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
			densities(p, s, u)
			cuts(p, s, u, top)
			panels = append(panels, p)
		}
	}
	figure.ShareY(panels...)
	return f, nil
}
