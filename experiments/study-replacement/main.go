// Command study-replacement answers whether the error depends on how batches are drawn only through
// ε(n) (section 2.2): it runs Adaptive Langevin dynamics with replacement beside the curves without.
package main

import (
	_ "embed"

	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/minibatch"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct{ study.MixtureStudy }

var program = experiment.Program[Spec]{
	Name: "study-replacement", Section: "2.2",
	Title: "Adaptive Langevin dynamics, mixture of Gaussians: batches with replacement",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	return s.Table(c, nil, study.AddErrors)
}

// render draws the errors with both samplings against ε(n).
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	curves := study.ErrorCurves{
		Quantity: "L1", Join: true, Unmixed: study.RarelyExchanged,
		Grid: study.Grid{
			Dt: s.Curves.Dt, Sampling: []minibatch.Sampling{minibatch.With, minibatch.Without},
		},
	}
	return curves.Figure(`$L^1$ error on the marginal of $\theta_1$`, len(s.Curves.Friction),
		func(i int) (string, *table.Table) {
			k := s.Curves.Friction[i]
			return k.Title(), t.Where("friction", k)
		}), nil
}
