// Command fig13 reproduces Figure 13 (section 3.5): the L¹ error on the distribution of the output
// of a Bayesian neural network at a point, for Adaptive Langevin dynamics whose gradient is
// estimated from n of N data. The reference is the same dynamics with full batches (n = Nd). The
// error is drawn against n, for two time steps and several forms of the friction.
package main

import (
	_ "embed"
	"slices"

	"adl/pkg/experiment"
	"adl/pkg/plots"
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
	Spec: specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs every friction for every Δt and n.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	return s.Table(c, false)
}

// render draws one panel per Δt.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	f := plots.New(1, len(s.Dt))
	t = t.Where("quantity", "L1")
	for i, dt := range s.Dt {
		p := f.Panel(0, i)
		p.Label(study.StepName(dt), "$n$", `$L^1$ error on the distribution of $N_\theta(x)$`)
		p.Log(true, true)
		p.XLim.Lo, p.XLim.Hi = float64(slices.Min(s.N))/1.5, float64(slices.Max(s.N))*1.5
		p.X.Tick.Marker = study.Ticks(t.Distinct("n"))
		for _, series := range study.Frictions(s.Friction...) {
			series.Join = true
			study.Compare(p, t.Where("dt", dt), "L1", study.Column("n"), series)
		}
	}
	plots.ShareY(f.Panels()...)
	return f, nil
}
