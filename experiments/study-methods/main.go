// Command study-methods answers how far below the errors of Langevin dynamics and SGLD those of
// Adaptive Langevin dynamics are, and where a diagonal friction stands (sections 3.3.1 and 3.3.2):
// it runs them at the points of Figure 7.
package main

import (
	_ "embed"

	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

var program = experiment.Program[study.MixtureStudy]{
	Name:  "study-methods",
	Title: "Langevin dynamics, SGLD and Adaptive Langevin dynamics, mixture of Gaussians",
	Spec:  specText, Compute: study.MixtureErrors, Render: render,
}

func main() { program.Main() }

// render draws the errors of the methods, and those of the forms of ξ.
func render(_ study.MixtureStudy, t *table.Table) (*figure.Figure, error) {
	kinds := study.Frictions(study.Scalar, study.Diagonal, study.Full)
	f := figure.New(1, 2)
	f.Legend = true
	methods, forms := f.Panel(0, 0), f.Panel(0, 1)
	study.CompareErrors(methods, t,
		study.Series{Name: "SGLD", Where: []any{"method", "SGLD"}, Style: figure.Cycle(3)},
		study.Series{Name: "Langevin", Where: []any{"method", "Langevin"}, Style: figure.Cycle(4)},
		kinds[0], kinds[2])
	study.CompareErrors(forms, t, kinds...)
	figure.ShareY(methods, forms)
	return f, nil
}
