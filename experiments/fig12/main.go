// Command fig12 reproduces Figure 12 (section 3.5): the distribution of the output of a Bayesian
// neural network at a point, sampled by Adaptive Langevin dynamics whose gradient is estimated from
// n of N data. There is a curve for each n, and a panel for each form of the friction.
package main

import (
	_ "embed"

	"adl/pkg/experiment"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct{ study.Network }

var program = experiment.Program[Spec]{
	Name: "fig12",
	Title: "Bayesian neural network, Adaptive Langevin dynamics: " +
		"distribution of the output at a point",
	Spec: specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs every friction for every n.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	return s.Table(c, true)
}
