// Command fig10 reproduces Figure 10: the mean relative error on the variances of the parameters of a Bayesian logistic regression, MNIST 7 against 9, that
// Adaptive Langevin dynamics makes when the gradient is estimated from n of N data, against ε(n), for a scalar, a diagonal and a full friction (section 3.4).
package main

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"os"
	"slices"

	"adl/pkg/dynamics"
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
	p, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	total := p.Model.Data()
	if err := p.Add("reference", study.Scalar, s.Reference.Gamma, total, s.Reference.T); err != nil {
		return nil, err
	}
	for j := range s.N {
		j = len(s.N) - 1 - j // the slow ones first
		T := s.T
		if s.N[j] <= s.Small.N {
			T = max(T, s.Small.T)
		}
		for _, k := range s.Friction {
			if err := p.Add(fmt.Sprintf("n[%d]", j), k, s.Gamma, s.N[j], T); err != nil {
				return nil, err
			}
		}
	}
	if err := p.Simulate(); err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{"data", "method", "friction", "gamma", "n", "dt"},
		"raw", "floor", "s", "T")...)
	p.About(t)
	for _, run := range p.Runs {
		row := p.Row(run)
		row["gamma"], row["T"] = run.AdL.Gamma, run.Chain.T
		if run == p.Runs[0] {
			row["method"] = "reference"
		}
		rows(t, row, p, run)
	}
	predictions(t, p)
	return t, nil
}

// rows adds the errors of a run. Those of the reference are relative to the Laplace approximation only.
func rows(t *table.Table, row table.Row, p *study.Posterior, run *study.RegressionRun) {
	none := math.NaN()
	reference := p.Runs[0]
	if run.Diverged || reference.Diverged {
		t.Measure(row, "error", estimate.Unknown(), none)
		return
	}
	variances := estimate.NewVariances(run.All(dynamics.Theta{}))
	if run != reference {
		e := variances.Error(estimate.NewVariances(reference.All(dynamics.Theta{})))
		t.MeasureL1(row, "error", e.L1, none)
		t.Measure(row, "signed error", e.Signed, none)
		by := func(a, b estimate.Estimate) int { return cmp.Compare(a.Value, b.Value) }
		t.Measure(row, "least error", slices.MinFunc(e.Each, by), none)
		t.Measure(row, "largest error", slices.MaxFunc(e.Each, by), none)
	}
	d := p.Train.D
	var laplace estimate.Variances
	for i := range d {
		laplace.Value = append(laplace.Value, p.Laplace.Cov[i*d+i])
	}
	e := variances.Error(laplace)
	t.MeasureL1(row, "error to Laplace", e.L1, none)
	t.Measure(row, "signed error to Laplace", e.Signed, none)
	t.Measure(row, "largest R-hat", estimate.Estimate{Value: run.RHat(dynamics.Theta{})}, none)
}

// predictions adds the error on the Laplace approximation with ξ frozen at its mean.
func predictions(t *table.Table, p *study.Posterior) {
	d := p.Train.D
	for _, run := range p.Runs[1:] {
		cov, ok := p.Laplace.AdL(run.AdL.Form, p.Sigma, run.Epsilon, run.AdL.Gamma, p.Dt)
		if !ok {
			continue
		}
		sum := 0.0
		for i := range d {
			sum += math.Abs(cov[i*d+i]/p.Laplace.Cov[i*d+i]-1) / float64(d)
		}
		row := p.Row(run)
		row["method"], row["gamma"] = "frozen friction", run.AdL.Gamma
		row["status"], row["source"] = table.OK, table.Prediction
		t.Measure(row, "error", estimate.Estimate{Value: sum}, math.NaN())
	}
}
