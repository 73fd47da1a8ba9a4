// Command fig08 reproduces Figure 8 (section 3.4): marginal laws of parameters of a Bayesian logistic
// regression, MNIST 7 against 9. Adaptive Langevin dynamics samples them with batches of n = 100, for
// a scalar, a diagonal and a full friction; the Laplace approximation is drawn beside.
package main

import (
	_ "embed"
	"math"
	"os"

	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.Regression
}

var program = experiment.Program[Spec]{
	Name:  "fig08",
	Title: "Bayesian logistic regression: marginal laws of parameters",
	Spec:  specText, Compute: compute, Render: render, Claims: claims,
}

func main() { os.Exit(program.Run(os.Args[1:], os.Stdout, os.Stderr)) }

// compute runs every friction, and takes the histograms and the predicted labels.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	p, err := s.Sample(c)
	if err != nil {
		return nil, err
	}
	t := p.Table([]string{"data", "method", "friction", "n", "dt", "component", "component2",
		"theta", "theta2"}, "raw", "floor", "s")
	laplace(t, p)
	for _, run := range p.Runs {
		row := p.Row(run)
		if run.Diverged {
			t.Measure(row, "mean", estimate.Unknown(), none)
			continue
		}
		for _, k := range s.Observe.Components {
			row["component"] = k
			marginalRows(t, row, p, run, k)
		}
		row["component"] = nil
		for _, pair := range s.Observe.Pairs {
			jointRows(t, row, p, run, pair)
		}
		if len(p.HeldOut.Y) > 0 {
			predicted := p.Predicted(run)
			accuracy(t, row, p.HeldOut, func(k int) float64 { return predicted[k] })
		}
	}
	return t, nil
}

// none is the exact value of what has none.
var none = math.NaN()

// laplace adds what is known without a run: the Gaussians, and how well the MAP classifies the data
// held out.
func laplace(t *table.Table, p *study.Posterior) {
	row := table.Row{"method": "Laplace", "status": table.OK, "source": table.Prediction}
	d := len(p.Laplace.Mode)
	add := func(quantity string, value float64) {
		t.Measure(row, quantity, estimate.Estimate{Value: value}, none)
	}
	seen := map[int]bool{}
	component := func(k int) {
		if row["component"] = k; !seen[k] {
			add("mode", p.Laplace.Mode[k-1])
			add("mean", p.Laplace.Mean[k-1])
			add("variance", p.Laplace.Cov[(k-1)*d+k-1])
		}
		seen[k] = true
	}
	for _, k := range p.Observe.Components {
		component(k)
	}
	for _, pair := range p.Observe.Pairs {
		component(pair[0])
		component(pair[1])
		row["component"], row["component2"] = pair[0], pair[1]
		add("covariance", p.Laplace.Cov[(pair[0]-1)*d+pair[1]-1])
		row["component2"] = nil
	}
	if len(p.HeldOut.Y) > 0 {
		row["component"], row["method"] = nil, "MAP"
		accuracy(t, row, p.HeldOut, func(k int) float64 {
			return p.Model.Probability(p.Laplace.Mode, p.HeldOut.Row(k))
		})
	}
}
