// Command fig13 reproduces Figure 13 (section 3.5): the L¹ error on the distribution of the output
// of a Bayesian neural network at a point, for Adaptive Langevin dynamics whose gradient is
// estimated from n of N data. The reference is the same dynamics with full batches (n = Nd). The
// error is drawn against n, for two time steps and several forms of the friction.
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
	Name: "fig13",
	Title: "Bayesian neural network, Adaptive Langevin dynamics: " +
		"L¹ error on the distribution of the output at a point",
	Spec: specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs every friction for every Δt and n.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	return s.Table(c, false)
}
