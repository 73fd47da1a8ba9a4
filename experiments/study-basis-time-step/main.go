// Command study-basis-time-step answers which error the time step alone has (section 4.4): it runs
// extended Adaptive Langevin dynamics on the mixture of Figure 14 with all the data.
package main

import (
	_ "embed"
	"fmt"

	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/mixture"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	mixture.BasisRuns
	All mixture.BasisSet `toml:"all"`
}

var program = experiment.Program[Spec]{
	Name:  "study-basis-time-step",
	Title: "extended Adaptive Langevin dynamics, mixture of Gaussians: the error of the time step",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute adds the errors of all runs.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	runs, err := s.List(c, s.NewBases(c, g), "all", s.All)
	if err != nil {
		return nil, err
	}
	if err := s.Run(c, g, runs); err != nil {
		return nil, err
	}
	t := mixture.NewBasisTable()
	for _, r := range runs {
		r.Rows(t, g, "L1", "outside")
	}
	return t, nil
}

// render draws the errors against Δt, and lines of order Δt² through the last.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, 1)
	f.Legend = true
	p := f.Panel(0, 0)
	p.XLabel, p.YLabel = `$\Delta t$`, `$L^1$ error on the marginal of $\theta_1$`
	p.X.Log, p.Y.Log = true, true
	t = t.Where("quantity", "L1")
	ks := t.Distinct("K")
	for i, k := range ks {
		u := t.Where("K", k).Sort("dt")
		series := study.Series{
			Name: fmt.Sprintf("$K = %s$", k), Style: figure.Cycle(i), X: study.Column("dt"),
		}
		p.Add(series.Points(u)...)
	}
	if last := t.Where("K", ks[len(ks)-1]).Sort("dt"); last.Len() > 0 {
		x, y := last.Float(last.Len()-1, "dt"), last.Float(last.Len()-1, "value")
		p.Add(figure.Line{
			Name: `$\Delta t^2$`, X: []float64{x / 4, x}, Y: []float64{y / 16, y}, Style: figure.Guide(),
		})
	}
	return f, nil
}
