// Command study-methods compares the errors of Adaptive Langevin dynamics, with a diagonal friction
// among others, with the errors of Langevin dynamics and SGLD (sections 3.3.1 and 3.3.2): it runs
// them at the points of Figure 7.
package main

import (
	_ "embed"

	"gonum.org/v1/plot/vg"

	"adl/pkg/experiment"
	"adl/pkg/plots"
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

// render draws the errors of the methods, and the errors for the forms of ξ. Only the caption
// mentions points without a stationary state.
func render(_ study.MixtureStudy, t *table.Table) (*plots.Figure, error) {
	t = t.Filter(func(i int) bool { return study.Drawn(t.Cell(i, "status")) })
	kinds := study.Frictions(study.Scalar, study.Diagonal, study.Full)
	for i, shift := range []vg.Point{{X: 4, Y: -10}, {X: -5, Y: 4}, {X: 5, Y: -6}} {
		kinds[i].Beside, kinds[i].Shift = []float64{2, 1, 0.4}[i], shift
	}
	f := plots.New(1, 2)
	f.Height = 7 * vg.Centimeter
	methods, forms := f.Panel(0, 0), f.Panel(0, 1)
	study.CompareErrors(methods, t,
		study.Series{
			Name: "SGLD", Where: []any{"method", "SGLD"}, Style: study.SGLD,
			Beside: 0.4, Shift: vg.Point{X: -4, Y: 4},
		},
		study.Series{
			Name: "Langevin", Where: []any{"method", "Langevin"}, Style: study.Langevin,
			Beside: 8, Shift: vg.Point{X: -8, Y: 8},
		},
		kinds[0], kinds[2])
	study.CompareErrors(forms, t, kinds...)
	methods.XLim = plots.Limits{Lo: 0.06, Hi: 600}
	forms.XLim = methods.XLim
	plots.ShareY(methods, forms)
	return f, nil
}
