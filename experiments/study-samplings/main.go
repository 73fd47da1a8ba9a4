// Command study-samplings answers whether it matters if batches are drawn with or without
// replacement (section 2.2): it runs Adaptive Langevin dynamics with both at the same ε(n).
package main

import (
	_ "embed"
	"fmt"

	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/gaussian"
	"adl/pkg/minibatch"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

var program = experiment.Program[gaussian.Study]{
	Name:  "study-samplings",
	Title: "Adaptive Langevin dynamics, Gaussian posterior: batches with and without replacement",
	Spec:  specText, Compute: gaussian.VarianceErrors, Render: render,
}

func main() { program.Main() }

// render draws the errors over those of a frozen ξ, which depend on ε(n) alone, a panel for each
// Δt.
func render(_ gaussian.Study, t *table.Table) (*figure.Figure, error) {
	t = gaussian.Compared(t, func(e estimate.Estimate, exact float64) estimate.Estimate {
		return e.Times(1 / exact)
	})
	steps := t.Distinct("dt")
	f := figure.New(1, len(steps))
	f.Legend = true
	var panels []*figure.Panel
	for i, dt := range steps {
		p := f.Panel(0, i)
		p.Title, p.XLabel, p.X.Log = fmt.Sprintf(`$\Delta t = %s$`, dt), `$\varepsilon(n)$`, true
		if i == 0 {
			p.YLabel = `error over that of a frozen $\xi$`
		}
		p.Add(figure.HLine{Y: 1})
		for j, sampling := range []minibatch.Sampling{minibatch.Without, minibatch.With} {
			p.Add(study.Series{
				Name: string(sampling) + " replacement", Style: figure.Cycle(j), Linear: true,
			}.Points(t.Where("dt", dt, "sampling", sampling))...)
		}
		panels = append(panels, p)
	}
	figure.ShareY(panels...)
	return f, nil
}
