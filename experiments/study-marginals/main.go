// Command study-marginals draws what Figure 8 leaves out (section 3.4): the joint distributions for
// every friction, and all distributions with scores of scaled pixels too.
package main

import (
	_ "embed"

	"gonum.org/v1/plot/vg"

	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/marginal"
	"adl/pkg/regression"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	regression.Regression
}

var program = experiment.Program[Spec]{
	Name:  "study-marginals",
	Title: "Bayesian logistic regression: distributions for every friction and scaling of the scores",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute takes the histograms of the runs of Figure 8.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	ps, err := s.Sample(c, nil)
	if err != nil {
		return nil, err
	}
	t := regression.Table(ps, []string{"scaling", "data", "method", "friction", "n", "dt", "component",
		"component2", "theta", "theta2"}, "s")
	for _, p := range ps {
		marginal.Laplace(t, p)
		for _, run := range p.Runs {
			if run.Diverged {
				t.Measure(p.Row(run), "mean", estimate.Unknown())
				continue
			}
			for _, k := range p.Observe.Components {
				marginal.Rows(t, p, run, k)
			}
			for _, pair := range p.Observe.Pairs {
				marginal.JointRows(t, p, run, pair)
			}
		}
	}
	return t, nil
}

// render draws the marginal distributions in the first row and the joint distributions below, a row
// for each friction and a column for each scaling and pair.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	scalings := t.Where("quantity", "data").Distinct("scaling")
	columns := max(len(s.Observe.Components), len(s.Observe.Pairs), 1)
	f := figure.New(1+len(s.Friction), columns*len(scalings))
	f.Width = max(f.Width, vg.Length(columns*len(scalings))*4.25*vg.Centimeter)
	f.Height = vg.Length(5.8+float64(3.8*float64(len(s.Friction)))) * vg.Centimeter
	f.Legend = true
	levels := marginal.Levels(s.Regression, t, s.Friction...)
	for j, scaling := range scalings {
		u := t.Where("scaling", scaling)
		for i, k := range s.Observe.Components {
			p := f.Panel(0, j*columns+i)
			if i+j == 0 {
				p.YLabel = "density"
			}
			marginal.Density(p, s.Regression, u, k)
			p.Title = regression.ScalingTitle(scaling)
		}
		for r, friction := range s.Friction {
			for i, pair := range s.Observe.Pairs {
				p := f.Panel(1+r, j*columns+i)
				marginal.Joint(p, s.Regression, u, friction, pair, levels)
				if j*columns+i == columns*len(scalings)-1 {
					p.Bar = &figure.Bar{Label: "relative density"}
				}
			}
		}
	}
	return f, nil
}
