// Command study-methods compares the errors of Adaptive Langevin dynamics, with a diagonal friction
// among others, with the errors of Langevin dynamics and SGLD (sections 3.3.1 and 3.3.2): it runs
// them at the points of Figure 7.
package main

import (
	_ "embed"

	"adl/pkg/experiment"
	"adl/pkg/study"
)

//go:embed spec.toml
var specText []byte

var program = experiment.Program[study.MixtureRuns]{
	Name:  "study-methods",
	Title: "Langevin dynamics, SGLD and Adaptive Langevin dynamics, mixture of Gaussians",
	Spec:  specText, Compute: study.MixtureErrors, Render: render,
}

func main() { program.Main() }
