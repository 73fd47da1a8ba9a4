// Command fig12 reproduces Figure 12 (section 3.5): the distribution of the output of a Bayesian
// neural network at a point, sampled by Adaptive Langevin dynamics whose gradient is estimated from
// n of N data. There is a curve for each n, and a panel for each form of the friction.
package main

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

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
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	f := plots.New(len(s.Dt), len(s.Friction))
	t = t.Where("quantity", "density")
	for r, dt := range s.Dt {
		for i, k := range s.Friction {
			p := f.Panel(r, i)
			p.Label(k.Title(), `$N_\theta(x)$`, "density")
			p.XLim = plots.Limits{Lo: s.Histogram.Lo, Hi: s.Histogram.Hi}
			p.YLim = plots.From(0)
			densities(p, s, t.Where("friction", k, "dt", dt))
		}
	}
	plots.ShareY(f.Panels()...)
	return f, nil
}

// densities draws one curve per n, and names each n without a stationary state.
func densities(p *plots.Panel, s Spec, t *table.Table) {
	const apart = 12 // bins between marks of a curve
	var away []string
	for j, n := range s.N {
		u := t.Where("n", n)
		if u.Len() == 0 {
			continue
		}
		if !study.Drawn(u.Cell(0, "status")) {
			away = append(away, strconv.Itoa(n))
			continue
		}
		series := study.Series{
			Name: fmt.Sprintf("$n = %d$", n), X: study.Column("output"),
			Style: plots.Ramp(j, len(s.N)),
		}
		if u.Float(0, "epsilon") == 0 {
			series.Name = "all data"
		}
		p.Add(series.Density(u, j*apart/len(s.N), apart)...)
	}
	if len(away) > 0 {
		p.Add(
			plots.Text{X: 0.04, Y: 0.91, Relative: true, Text: "$n = " + strings.Join(away, ", ") + "$"},
			plots.Text{X: 0.04, Y: 0.83, Relative: true, Text: "run away"})
	}
}
