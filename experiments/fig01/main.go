// Command fig01 reproduces Figure 1 (section 2.2): the distribution of the standardized noise Z of
// a stochastic gradient for the Gaussian model, for batches of n = 1, 2 and 30 of 100 data, with
// the standard normal distribution for comparison.
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
	Data  dataset.Source      `toml:"data"`
	Model study.GaussianModel `toml:"model"`
}

var program = experiment.Program[Spec]{
	Name: "fig01", Title: "The noise of the stochastic gradient, Gaussian model: its distribution",
	Spec: specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute draws Z for every n.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	d, err := c.Data(s.Data)
	if err != nil {
		return nil, err
	}
	return s.Table(c, s.Model.Posterior(d), d)
}
