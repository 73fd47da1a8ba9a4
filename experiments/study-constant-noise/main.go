// Command study-constant-noise answers whether batches add to the error because their covariance
// depends on θ (section 3.2.2): it runs Adaptive Langevin dynamics with Gaussian noise of a
// constant covariance beside batches. It also runs it with all the data, and with batches at time
// steps beyond those of Figure 7 (section 3.3.2).
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
	Name:  "study-constant-noise",
	Title: "Adaptive Langevin dynamics, mixture of Gaussians: noise of constant covariance",
	Spec:  specText, Compute: study.MixtureErrors, Render: render,
}

func main() { program.Main() }

// render draws the errors with both noises, and those with batches by time step.
func render(s study.MixtureStudy, t *table.Table) (*figure.Figure, error) {
	forms, batches := s.Curves.Friction, t.Where("method", s.Curves.Method)
	f := figure.New(1, len(forms)+1)
	f.Legend = true
	var panels []*figure.Panel
	for i, k := range forms {
		p := f.Panel(0, i)
		p.Title = k.Title()
		study.CompareErrors(p, t.Where("friction", k),
			study.Series{
				Name: `batches, $\Sigma_x(\theta)$`, Where: []any{"method", s.Curves.Method},
				Style: figure.Cycle(1),
			},
			study.Series{
				Name: `Gaussian noise, $S^*$`, Where: []any{"method", s.Runs[0].Method},
				Style: figure.Cycle(0),
			})
		panels = append(panels, p)
	}
	p := f.Panel(0, len(forms))
	p.Title = study.Full.Title() + ", batches"
	batches = batches.Where("friction", study.Full)
	study.CompareErrors(p, batches, study.TimeSteps(batches)...)
	p.YLabel = ""
	figure.ShareY(append(panels, p)...)
	return f, nil
}
