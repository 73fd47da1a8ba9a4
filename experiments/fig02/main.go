// Command fig02 reproduces Figure 2 (section 2.2): the distribution of the standardized noise Z of
// a stochastic gradient in two dimensions, for a mixture of two Gaussians and batches of n = 1, 5,
// 10 and 30 of 100 data, with its marginals and the standard normal density.
package main

import (
	_ "embed"

	"adl/pkg/dataset"
	"adl/pkg/experiment"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.GradientNoise
	Data  dataset.Source     `toml:"data"`
	Model study.MixtureModel `toml:"model"`
}

var program = experiment.Program[Spec]{
	Name:  "fig02",
	Title: "The noise of the stochastic gradient, mixture of Gaussians: its distribution",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute draws Z for every n.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	if !(s.Model.W < 1) {
		return nil, c.Errorf("model.w",
			"expected a weight between 0 and 1, both excluded, got %g", s.Model.W)
	}
	d, err := c.Data(s.Data)
	if err != nil {
		return nil, err
	}
	return s.Table(c, s.Model.Posterior(d), d)
}
