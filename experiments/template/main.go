// Command template asks whether Adaptive Langevin dynamics removes the error of mini-batches that
// SGLD and Langevin dynamics have, for the posterior of model.go.
package main

import (
	_ "embed"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.Settings
	study.Runs
	Limit float64              `toml:"limit"` // of θ₂, in a probability
	Data  dataset.LinearSource `toml:"data"`
}

var program = experiment.Program[Spec]{
	Name:  "template",
	Title: "SGLD, Langevin and Adaptive Langevin dynamics: error of the variance of θ₂",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// measured is the component of θ, from 0, whose variance is measured.
const measured = 1

// above observes whether θ₂ exceeds the limit. What Of captures is in Params, and so in the keys of
// results.
func (s Spec) above() simulate.Mean {
	return simulate.Mean{Of: dynamics.Function{
		Name: "theta2 > limit", N: 1, Params: s.Limit, F: func(y, theta []float64) {
			y[0] = dynamics.Indicator(theta[measured] > s.Limit)
		},
	}}
}

// posterior is what the runs sample, with its moments by quadrature, which works for up to three
// parameters.
type posterior struct {
	Spec
	*Line
	*exact.Box
	sigma []float64 // the mean of Σ_x
}

// Target is the model.
func (g *posterior) Target() model.Model { return g.Line }

// Chain returns the chain of a scheme at a point: its start, and what it observes besides the
// moments of θ and ξ.
func (g *posterior) Chain(scheme dynamics.Scheme, p study.Point) *simulate.Chain {
	c := g.Spec.Chain(g.Line, g.Digest(), scheme, p)
	c.Theta = study.Rounded(g.Points(64))
	c.Observe = append(c.Observe, g.above())
	study.Settle(c, g.sigma, g.BurnInXi)
	return c
}

// Criteria returns what decides the status of a run.
func (g *posterior) Criteria(x *simulate.Samples) study.Criteria {
	return study.NewCriteria(x, g.sigma)
}

// Cells returns no more cells than all runs have.
func (g *posterior) Cells(*study.Run) table.Row { return nil }

// compute runs all methods and measures the variance of a component and the probability that it
// exceeds the limit.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	data, err := c.Linear(s.Data)
	if err != nil {
		return nil, err
	}
	m := &Line{data}
	known, err := exact.NewBox(m, 0)
	if err != nil {
		return nil, err
	}
	_, cov := known.Moments()
	want := cov[measured*m.Dim()+measured]

	runs, err := s.List(c, &posterior{s, m, known, known.MeanGradCov()})
	if err != nil {
		return nil, err
	}
	if err := study.Sample(c, runs); err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{"method", "sampling", "n", "dt"}, "exact", "s")...)
	for _, r := range runs {
		row, v, p := r.Row(t), estimate.Unknown(), estimate.Unknown()
		if r.Friction != "" {
			row["method"] = "AdL, " + string(r.Friction) + " ξ"
		}
		if !r.Diverged {
			v = r.Theta(measured).Variance()
			var above []float64 // of every replica
			for _, m := range r.Means(s.above()) {
				above = append(above, m[0])
			}
			p = estimate.Mean(above)
		}
		t.Measure(row, table.Variance, v, want)
		t.Measure(row, table.VarianceError, estimate.RelError(v, want))
		t.Measure(row, "P(theta2 > limit)", p)
	}
	return t, nil
}
