// Command study-frozen-xi answers whether the error on the variance at the least n is that of a ξ
// that stays at its mean (section 3.2.3): it runs points of Figure 5 for 100 times as long.
package main

import (
	_ "embed"

	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/gaussian"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

var program = experiment.Program[gaussian.Study]{
	Name:  "study-frozen-xi",
	Title: "Adaptive Langevin dynamics, Gaussian posterior: the error of a frozen ξ",
	Spec:  specText, Compute: gaussian.VarianceErrors, Render: render,
}

func main() { program.Main() }

// render draws the errors against ε(n)Δt, and by how much they differ from those of a frozen ξ.
func render(_ gaussian.Study, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, 2)
	f.Legend = true
	byN := gaussian.ByColumn(t, "n", "n")
	p := f.Panel(0, 0)
	p.XLabel, p.YLabel = `$\varepsilon(n)\Delta t$`, "relative error on the variance"
	p.X.Log, p.Y.Log = true, true
	gaussian.BesideExact(p, t, "variance error", study.ScaledNoise, byN...)

	q := f.Panel(0, 1)
	q.XLabel, q.YLabel = p.XLabel, `difference, in $10^{-4}$`
	q.X.Log = true
	q.Add(figure.HLine{})
	known := t.Where("status", table.OK)
	less := gaussian.Compared(known, func(e estimate.Estimate, exact float64) estimate.Estimate {
		return estimate.Sub(e, estimate.Estimate{Value: exact}).Times(1e4)
	})
	study.Compare(q, less, "variance error", study.ScaledNoise, byN...)
	return f, nil
}
