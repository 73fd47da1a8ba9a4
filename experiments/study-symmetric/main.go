// Command study-symmetric answers whether a noise with E Z³ = 0 leaves θ without a third moment
// (section 3.2.2): it runs Adaptive Langevin dynamics on data that are symmetric.
package main

import (
	_ "embed"

	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/gaussian"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

var program = experiment.Program[gaussian.Study]{
	Name:  "study-symmetric",
	Title: "Adaptive Langevin dynamics, Gaussian posterior: symmetric data",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

func compute(c *experiment.Context, s gaussian.Study) (*table.Table, error) {
	return s.Table(c, func(_ *gaussian.Run, chain *simulate.Chain) {
		chain.Observe = append(chain.Observe, simulate.Moments{Of: gaussian.Cube})
	}, func(t *table.Table, row table.Row, r *gaussian.Run) {
		r.AddError(t, row)
		r.AddThird(t, row)
	})
}

// render draws the third moments and the errors on the variance against ε(n).
func render(_ gaussian.Study, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, 2)
	f.Legend = true
	byDt := gaussian.ByColumn(t, "dt", `\Delta t`)
	for i, q := range []struct{ quantity, label string }{
		{"third moment", `third moment of $\theta$`},
		{"variance error", "relative error on the variance"},
	} {
		p := f.Panel(0, i)
		p.XLabel, p.YLabel = `$\varepsilon(n)$`, q.label
		p.X.Log, p.Y.Log = true, i == 1
		gaussian.BesideExact(p, t, q.quantity, study.Column("epsilon"), byDt...)
	}
	return f, nil
}
