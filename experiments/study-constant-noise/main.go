// Command study-constant-noise answers whether batches add to the error because their covariance
// depends on θ (section 3.2.2): it runs Adaptive Langevin dynamics with Gaussian noise of a
// constant covariance and with batches. It also runs it with the full gradient, and with batches at
// other time steps than Figure 7 (section 3.3.2).
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
	Name:  "study-constant-noise",
	Title: "Adaptive Langevin dynamics, mixture of Gaussians: noise of constant covariance",
	Spec:  specText, Compute: study.MixtureErrors, Render: render,
}

func main() { program.Main() }

// render draws the errors with both noises, and the errors with batches by time step.
func render(s study.MixtureStudy, t *table.Table) (*plots.Figure, error) {
	forms, batches := s.Curves.Friction, t.Where("method", s.Curves.Method)
	gaussian := plots.Cycle(7)
	f := plots.New(1, len(forms)+1)
	for i, k := range forms {
		p := f.Panel(0, i)
		p.Title.Text = k.Title()
		study.CompareErrors(p, t.Where("friction", k),
			study.Series{
				Name: "batches", Where: []any{"method", s.Curves.Method},
				Style: k.Style(), Beside: 1, Shift: vg.Point{X: -6, Y: 6},
			},
			study.Series{
				Row: "Gaussian noise", Where: []any{"method", s.Runs[0].Method}, Style: gaussian,
			})
		p.Add(plots.Text{
			Text: `Gaussian noise, $S^*$`, Color: gaussian.Color,
			X: 0.97, Y: 0.05, Relative: true, XAlign: 1,
		})
	}
	p := f.Panel(0, len(forms))
	p.Title.Text = study.Full.Title() + ", batches"
	batches = batches.Where("friction", study.Full)
	study.CompareErrors(p, batches, study.TimeSteps(batches)...)
	f.Panels()[0].YLim = plots.From(5e-4)
	plots.ShareY(f.Panels()...)
	return f, nil
}
