// Command fig00 asks whether Adaptive Langevin dynamics removes the error of mini-batches that SGLD
// and Langevin dynamics have, for the posterior of model.go.
package main

import (
	_ "embed"

	"adl/pkg/dataset"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.Bench
	Data dataset.LinearSource `toml:"data"`
}

var program = experiment.Program[Spec]{
	Name: "fig00", Title: "Student-t regression: error on the variance of the slope",
	Spec: specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs all methods and measures the error on the variance of the slope. The posterior is
// known by quadrature, which works for up to three parameters.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	data, err := c.Linear("data", s.Data)
	if err != nil {
		return nil, err
	}
	m := &Line{data}
	known, err := exact.NewBox(m, 0)
	if err != nil {
		return nil, err
	}
	_, cov := known.Moments()
	return s.Table(c, study.Posterior{
		Model: m, Digest: data.Digest(), Starts: known.Points(64), Mean: known.MeanGradCov(),
	}, study.Quantity{Name: "variance error", Of: func(x *simulate.Samples) estimate.Estimate {
		return estimate.RelError(x.Theta(1).Variance(), cov[3])
	}})
}

// render draws the errors against ε(n), a panel for each method.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	curves := study.ErrorCurves{Quantity: "variance error", Grid: s.Grid, Signed: true, Join: true}
	return curves.Figure("relative error on the variance", len(s.Methods),
		func(i int) (string, *table.Table) {
			return s.Methods[i].Name, t.Where("method", s.Methods[i].Name)
		}), nil
}
