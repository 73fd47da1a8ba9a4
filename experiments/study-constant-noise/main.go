// Command study-constant-noise answers whether batches add to the error because their covariance
// depends on θ (section 3.2.2): it runs Adaptive Langevin dynamics with Gaussian noise of a
// constant covariance beside batches.
package main

import (
	_ "embed"

	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/mixture"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

var program = experiment.Program[mixture.Study]{
	Name:  "study-constant-noise",
	Title: "Adaptive Langevin dynamics, mixture of Gaussians: noise of constant covariance",
	Spec:  specText, Compute: mixture.Errors, Render: render,
}

func main() { program.Main() }

// render draws the errors with both noises.
func render(s mixture.Study, t *table.Table) (*figure.Figure, error) {
	return study.ByFriction(s.Curves.Friction, func(p *figure.Panel, k study.Friction) {
		study.CompareErrors(p, t.Where("friction", k),
			study.Kind{
				Name: `batches, $\Sigma_x(\theta)$`, Where: []any{"method", s.Curves.Method},
				Style: figure.Cycle(1),
			},
			study.Kind{
				Name: `Gaussian noise, $S^*$`, Where: []any{"method", s.Runs[0].Method},
				Style: figure.Cycle(0),
			})
	}), nil
}
