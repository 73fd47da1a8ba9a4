// Command study-samplings answers whether it matters if batches are drawn with or without
// replacement (section 2.2): it runs Adaptive Langevin dynamics with both at the same ε(n).
package main

import (
	_ "embed"
	"fmt"
	"math"

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

// render draws the errors over those of a frozen ξ, which depend on ε(n) alone. Points at the same
// ε(n) stand side by side.
func render(_ gaussian.Study, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, 1)
	f.Width, f.Legend = figure.DoubleColumn, true
	p := f.Panel(0, 0)
	p.XLabel, p.YLabel, p.X.Log = `$\varepsilon(n)$`, `error over that of a frozen $\xi$`, true
	p.Add(figure.HLine{Y: 1})
	t = gaussian.Compared(t, func(e estimate.Estimate, exact float64) estimate.Estimate {
		return e.Times(1 / exact)
	})
	for i, dt := range t.Distinct("dt") {
		for j, sampling := range []minibatch.Sampling{minibatch.With, minibatch.Without} {
			style := figure.Cycle(i)
			style.Marker, style.Hollow = figure.Circle, sampling == minibatch.With
			p.Add(study.Series{
				Name: fmt.Sprintf(`%s, $\Delta t = %s$`, sampling, dt), Style: style, Linear: true,
				X: func(t *table.Table, k int) float64 {
					return t.Float(k, "epsilon") * math.Pow(1.04, float64(2*(i%2)+j)-1.5)
				},
			}.Points(t.Where("dt", dt, "sampling", sampling))...)
		}
	}
	return f, nil
}
