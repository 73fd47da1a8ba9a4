// Command study-order answers whether the order of the sub-steps matters (section 3.2.2): it runs
// other schemes with one gradient a step beside ODABADO, at points of Figure 7 with small errors.
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

// Spec is spec.toml.
type Spec struct{ study.MixtureStudy }

var program = experiment.Program[Spec]{
	Name: "study-order", Section: "3.2.2",
	Title: "Adaptive Langevin dynamics, mixture of Gaussians: other orders of the sub-steps",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute adds the errors, and how many gradients a step of each scheme takes.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	return s.Table(c, nil, func(t *table.Table, r *study.MixtureRun) {
		row := r.Rows(t, "L1")
		if r.Method == "order" && !r.Samples.Diverged {
			t.AddValue(study.Known(row), "gradients a step",
				float64(r.Samples.Chain.Scheme.Gradients()))
		}
	})
}

// render draws the errors of the schemes at the same points.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	var kinds []study.Kind
	for i, word := range t.Distinct("scheme") {
		kinds = append(kinds, study.Kind{
			Name: word, Where: []any{"scheme", word}, Style: figure.Cycle(i),
		})
	}
	return study.CompareErrors(t, s.Curves.Friction, kinds...), nil
}
