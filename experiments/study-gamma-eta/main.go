// Command study-gamma-eta answers which γ and η have a small statistical error (section 3.2.1): it
// estimates the asymptotic variances of θ and θ² on the Gaussian posterior of Figure 5.
package main

import (
	_ "embed"

	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/gaussian"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

var program = experiment.Program[gaussian.Study]{
	Name:  "study-gamma-eta",
	Title: "Adaptive Langevin dynamics, Gaussian posterior: the statistical error for other γ and η",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

func compute(c *experiment.Context, s gaussian.Study) (*table.Table, error) {
	return s.Table(c, nil, func(t *table.Table, row table.Row, r *gaussian.Run) {
		_, _, every := r.Samples.Chain.Steps()
		length := float64(r.Samples.Observations()) * float64(r.Dt*float64(every))
		theta := r.Samples.Theta(0)
		t.Measure(row, "asymptotic variance of theta", theta.AsymptoticVariance(length, false))
		t.Measure(row, "asymptotic variance of theta^2", theta.AsymptoticVariance(length, true))
	})
}

// render draws both asymptotic variances against γ, a curve for every η.
func render(_ gaussian.Study, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, 2)
	f.Legend = true
	for i, of := range []string{`\theta`, `\theta^2`} {
		p := f.Panel(0, i)
		p.XLabel, p.YLabel = `$\gamma$`, `asymptotic variance of $`+of+`$`
		p.X.Log, p.Y.Log = true, true
		u := t.Where("quantity", "asymptotic variance of "+of[1:])
		for k, eta := range u.Distinct("eta") {
			p.Add(study.Series{
				Name: `$\eta = ` + eta + `$`, Style: figure.Cycle(k), X: study.Column("gamma"), Join: true,
			}.Points(u.Where("eta", eta))...)
		}
	}
	return f, nil
}
