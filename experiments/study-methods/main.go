// Command study-methods answers how far below the errors of Langevin dynamics and SGLD those of
// Adaptive Langevin dynamics are, and where a diagonal friction stands (sections 3.3.1 and 3.3.2):
// it runs them at the points of Figure 7.
package main

import (
	_ "embed"
	"fmt"

	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/mixture"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	mixture.Study
	Degree int          `toml:"degree" spec:"min=6,max=40"`
	Long   mixture.Runs `toml:"long"`
}

var program = experiment.Program[Spec]{
	Name:  "study-methods",
	Title: "Langevin dynamics, SGLD and Adaptive Langevin dynamics, mixture of Gaussians",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute adds the errors, all that is measured with a diagonal friction, and the slope of
// Langevin's error to leading order in half, all and twice the bins.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, runs, err := s.All(c)
	if err != nil {
		return nil, err
	}
	longer, err := s.List(c, g, "long", s.Long)
	if err != nil {
		return nil, err
	}
	runs = append(runs, longer...)
	bins := []int{max(1, g.Histogram.Bins/2), g.Histogram.Bins, 2 * g.Histogram.Bins}
	var slopes []*study.Exact
	for _, n := range bins {
		slopes = append(slopes, g.BatchSlope(s.Gamma, s.Degree, n))
	}
	if err := s.Run(c, g, runs, slopes...); err != nil {
		return nil, err
	}
	t := s.NewTable()
	for _, r := range runs {
		if r.Friction == study.Diagonal {
			r.Rows(t)
		} else {
			r.Rows(t, "L1")
		}
	}
	row := table.Row{"method": langevin, "status": table.OK, "source": table.Prediction}
	for i, n := range bins {
		t.Measure(row, fmt.Sprintf("slope in %d bins", n), mixture.FoundSlope(slopes[i]))
	}
	return t, nil
}

const langevin = "Langevin"

// render draws the errors of the methods, and those of the forms of ξ.
func render(_ Spec, t *table.Table) (*figure.Figure, error) {
	kinds := study.Kinds(study.Scalar, study.Diagonal, study.Full)
	f := figure.New(1, 2)
	f.Legend = true
	methods, forms := f.Panel(0, 0), f.Panel(0, 1)
	study.CompareErrors(methods, t,
		study.Kind{Name: "SGLD", Where: []any{"method", "SGLD"}, Style: figure.Cycle(3)},
		study.Kind{Name: langevin, Where: []any{"method", langevin}, Style: figure.Cycle(4)},
		kinds[0], kinds[2])
	study.CompareErrors(forms, t, kinds...)
	figure.ShareY(methods, forms)
	return f, nil
}
