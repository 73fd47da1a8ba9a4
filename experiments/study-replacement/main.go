// Command study-replacement answers whether the error depends on how batches are drawn only through
// ε(n) (section 2.2): it runs Adaptive Langevin dynamics with replacement beside the curves
// without.
package main

import (
	_ "embed"
	"fmt"

	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/minibatch"
	"adl/pkg/mixture"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

var program = experiment.Program[mixture.Study]{
	Name:  "study-replacement",
	Title: "Adaptive Langevin dynamics, mixture of Gaussians: batches with replacement",
	Spec:  specText, Compute: mixture.Errors, Render: render,
}

func main() { program.Main() }

// render draws the errors with replacement beside the curves without, a panel for each friction.
func render(s mixture.Study, t *table.Table) (*figure.Figure, error) {
	var kinds []study.Kind
	for i, dt := range s.Curves.Dt {
		style := study.TimeStep(i, s.Curves.Dt)
		for j, sampling := range []minibatch.Sampling{minibatch.Without, minibatch.With} {
			style.Marker, style.Hollow = figure.Square+figure.Marker(j), j == 0
			kinds = append(kinds, study.Kind{
				Name:  fmt.Sprintf(`%s replacement, $\Delta t = %s$`, sampling, study.Number(dt)),
				Where: []any{"dt", dt, "sampling", sampling}, Style: style,
				Join: sampling == minibatch.Without,
			})
		}
	}
	return study.ByFriction(s.Curves.Friction, func(p *figure.Panel, k study.Friction) {
		p.XLabel, p.YLabel = `$\varepsilon(n)$`, `$L^1$ error on the marginal of $\theta_1$`
		p.X.Log, p.Y.Log = true, true
		study.Compare(p, t.Where("friction", k), "L1", study.Column("epsilon"), kinds...)
	}), nil
}
