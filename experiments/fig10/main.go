// Command fig10 reproduces Figure 10: the mean relative error on the variances of the parameters of a Bayesian logistic regression, MNIST 7 against 9, that
// Adaptive Langevin dynamics makes when the gradient is estimated from n of N data, against ε(n), for a scalar, a diagonal and a full friction (section 3.4).
package main

import (
	_ "embed"
	"fmt"
	"math"
	"os"

	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	experiment.Regression
	N         []int `toml:"n" spec:"min=1,nonempty,distinct"`
	Reference struct {
		T     float64 `toml:"T" spec:"positive"`
		Gamma float64 `toml:"gamma" spec:"positive"`
	} `toml:"reference"`
	Small struct {
		N int     `toml:"n" spec:"nonnegative"`
		T float64 `toml:"T" spec:"positive"`
	} `toml:"small"`
}

var program = experiment.Program[Spec]{
	Name: "fig10", Title: "Bayesian logistic regression: error on the variances of the parameters",
	Spec: specText, Compute: compute, Render: render, Claims: claims,
}

func main() { os.Exit(program.Run(os.Args[1:], os.Stdout, os.Stderr)) }

// compute runs all data once, and every friction for every n.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	r, err := c.Regression(s.Regression)
	if err != nil {
		return nil, err
	}
	total := r.Model.Data()
	if err := c.Add(r, s.Regression, "reference", simulate.AdL{Kind: exact.Scalar, Gamma: s.Reference.Gamma, Eta: s.Eta}, total, s.Reference.T); err != nil {
		return nil, err
	}
	for j := range s.N {
		j = len(s.N) - 1 - j // the slow ones first
		T := s.T
		if s.N[j] <= s.Small.N {
			T = max(T, s.Small.T)
		}
		for _, k := range s.Friction {
			if err := c.Add(r, s.Regression, fmt.Sprintf("n[%d]", j), simulate.AdL{Kind: k, Gamma: s.Gamma, Eta: s.Eta}, s.N[j], T); err != nil {
				return nil, err
			}
		}
	}
	if err := c.Simulate(r); err != nil {
		return nil, err
	}

	t := table.New(table.Columns([]string{"data", "method", "friction", "gamma", "n", "dt"}, "raw", "floor", "s", "T")...)
	t.Add(table.Row{"data": r.Train.Origin, "quantity": "data", "value": len(r.Train.Y), "stderr": 0, "source": table.Exact, "status": table.OK})
	d := r.Train.D
	laplace := make([]float64, d)
	for i := range laplace {
		laplace[i] = r.Laplace.Cov[i*d+i]
	}
	reference := r.Runs[0]
	for _, run := range r.Runs {
		row := table.Row{
			"method": "AdL", "friction": run.Friction, "gamma": run.Gamma, "n": run.N, "dt": s.Dt, "epsilon": run.Epsilon, "s": run.S, "T": run.Wide.T,
			"status": run.Status(), "source": table.Simulation,
		}
		if run == reference {
			row["method"] = "reference"
		}
		rows(t, row, run, reference, laplace)
	}
	predictions(t, s, r)
	return t, nil
}

// rows adds the errors of a run. Those of the reference are relative to the Laplace approximation only.
func rows(t *table.Table, row table.Row, run, reference *experiment.RegressionRun, laplace []float64) {
	add := func(quantity string, e estimate.Estimate) {
		row["quantity"], row["value"], row["stderr"] = quantity, e.Value, e.StdErr
		t.Add(row)
	}
	if run.Diverged || reference.Diverged {
		add("error", estimate.Estimate{Value: math.NaN(), StdErr: math.NaN()})
		return
	}
	mean := func(quantity string, e estimate.VarianceError) {
		row["raw"], row["floor"] = e.Raw, e.Floor
		add(quantity, estimate.Estimate{Value: e.Corrected, StdErr: e.StdErr})
		row["raw"], row["floor"] = nil, nil
	}
	if run != reference {
		e := run.VarianceError(reference.WideSamples)
		mean("error", e)
		add("signed error", e.Signed)
		least, most := e.Each[0], e.Each[0]
		for _, x := range e.Each {
			if x.Value < least.Value {
				least = x
			}
			if x.Value > most.Value {
				most = x
			}
		}
		add("least error", least)
		add("largest error", most)
	}
	e := run.VarianceErrorOf(laplace)
	mean("error to Laplace", e)
	add("signed error to Laplace", e.Signed)
	add("largest R-hat", estimate.Estimate{Value: run.RHat()})
}

// predictions adds the error on the Laplace approximation with ξ frozen at its mean.
func predictions(t *table.Table, s Spec, r *experiment.Regressed) {
	d := r.Train.D
	for _, run := range r.Runs[1:] {
		cov, ok := r.Laplace.AdL(run.Friction, r.Sigma, run.Epsilon, run.Gamma, s.Dt)
		if !ok {
			continue
		}
		sum := 0.0
		for i := range d {
			sum += math.Abs(cov[i*d+i]/r.Laplace.Cov[i*d+i]-1) / float64(d)
		}
		t.Add(table.Row{
			"method": "frozen friction", "friction": run.Friction, "gamma": run.Gamma, "n": run.N, "dt": s.Dt, "epsilon": run.Epsilon, "s": run.S,
			"quantity": "error", "value": sum, "stderr": 0, "status": table.OK, "source": table.Prediction,
		})
	}
}
