// Command study-constant-noise answers whether batches add to the error because their covariance
// depends on θ (section 3.2.2): it runs Adaptive Langevin dynamics with Gaussian noise of a
// constant covariance and with batches. It also runs it with the full gradient, and with batches at
// other time steps than Figure 7 (section 3.3.2).
package main

import (
	_ "embed"

	"adl/pkg/experiment"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

var program = experiment.Program[study.MixtureRuns]{
	Name:  "study-constant-noise",
	Title: "Adaptive Langevin dynamics, mixture of Gaussians: noise of constant covariance",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

func compute(c *experiment.Context, s study.MixtureRuns) (*table.Table, error) {
	return study.MixtureErrors(c, s)
}
