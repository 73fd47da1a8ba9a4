// Command fig08 reproduces Figure 8: marginal laws of parameters of a Bayesian logistic regression, MNIST 7 against 9, sampled by Adaptive Langevin dynamics with
// batches of n = 100, for a scalar, a diagonal and a full friction (section 3.4), beside the Laplace approximation.
package main

import (
	_ "embed"
	"math"
	"os"

	"adl/pkg/dataset"
	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/simulate"
	"adl/pkg/table"
	"adl/pkg/vec"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	experiment.Regression
}

var program = experiment.Program[Spec]{
	Name: "fig08", Title: "Bayesian logistic regression: marginal laws of parameters",
	Spec: specText, Compute: compute, Render: render, Claims: claims,
}

func main() { os.Exit(program.Run(os.Args[1:], os.Stdout, os.Stderr)) }

// compute runs every friction.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	r, err := c.Regression(s.Regression)
	if err != nil {
		return nil, err
	}
	for _, k := range s.Friction {
		if err := c.Add(r, s.Regression, "observe.n", simulate.AdL{Kind: k, Gamma: s.Gamma, Eta: s.Eta}, s.Observe.N, s.T); err != nil {
			return nil, err
		}
	}
	if err := c.Simulate(r); err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{"data", "method", "friction", "n", "dt", "component", "component2", "theta", "theta2"}, "raw", "floor", "s")...)
	t.Add(table.Row{"data": r.Train.Origin, "quantity": "data", "value": len(r.Train.Y), "stderr": 0, "source": table.Exact, "status": table.OK})
	laplace(t, s, r)
	for _, run := range r.Runs {
		row := table.Row{
			"method": "AdL", "friction": run.Friction, "n": run.N, "dt": s.Dt, "epsilon": run.Epsilon, "s": run.S, "status": run.Status(), "source": table.Simulation,
		}
		if run.Diverged {
			row["quantity"], row["value"] = "mean", math.NaN()
			t.Add(row)
			continue
		}
		marginals(t, row, r, run)
		joints(t, row, run)
		predictions(t, row, r, run)
	}
	return t, nil
}

// laplace adds what is known without a run: the Gaussians, and how well the MAP classifies the data held out.
func laplace(t *table.Table, s Spec, r *experiment.Regressed) {
	row := table.Row{"method": "Laplace", "status": table.OK, "source": table.Prediction, "stderr": 0}
	d := len(r.Laplace.Mode)
	seen := map[int]bool{}
	add := func(k int) {
		if seen[k] {
			return
		}
		seen[k] = true
		row["component"] = k
		row["quantity"], row["value"] = "mode", r.Laplace.Mode[k-1]
		t.Add(row)
		row["quantity"], row["value"] = "mean", r.Laplace.Mean[k-1]
		t.Add(row)
		row["quantity"], row["value"] = "variance", r.Laplace.Cov[(k-1)*d+k-1]
		t.Add(row)
	}
	for _, k := range s.Observe.Components {
		add(k)
	}
	for _, p := range s.Observe.Pairs {
		add(p[0])
		add(p[1])
		row["component"], row["component2"] = p[0], p[1]
		row["quantity"], row["value"] = "covariance", r.Laplace.Cov[(p[0]-1)*d+p[1]-1]
		t.Add(row)
		row["component2"] = nil
	}
	row["component"] = nil
	if len(r.HeldOut.Y) > 0 {
		row["method"] = "MAP"
		accuracy(t, row, r.HeldOut, func(k int) float64 { return r.Model.Probability(r.Laplace.Mode, r.HeldOut.Row(k)) })
	}
}

// marginals adds the histograms, and their distances from the Laplace approximation and from the normal law of the same mean and variance.
func marginals(t *table.Table, row table.Row, r *experiment.Regressed, run *experiment.RegressionRun) {
	d := run.Dim
	for i, b := range run.Wide.Marginals {
		row["component"] = b.Dim + 1
		add := func(quantity string, e estimate.Estimate) {
			row["quantity"], row["value"], row["stderr"] = quantity, e.Value, e.StdErr
			t.Add(row)
		}
		theta := run.Theta(b.Dim)
		mean, variance := theta.Mean(), theta.Variance()
		add("mean", mean)
		add("variance", variance)
		add("R-hat", estimate.Estimate{Value: theta.RHat()})
		h := run.Histogram(i, b)
		for k, e := range h.Densities() {
			row["theta"] = float64(0.5 * (h.Edge(k) + h.Edge(k+1)))
			add("density", e)
		}
		row["theta"] = nil
		add("outside", h.Outside())
		for _, q := range []struct {
			name   string
			mu, sd float64
		}{
			{"L1 to Laplace", r.Laplace.Mode[b.Dim], math.Sqrt(r.Laplace.Cov[b.Dim*d+b.Dim])},
			{"L1 to corrected Laplace", r.Laplace.Mean[b.Dim], math.Sqrt(r.Laplace.Cov[b.Dim*d+b.Dim])},
			{"L1 to normal", mean.Value, math.Sqrt(variance.Value)},
		} {
			mass := make([]float64, b.Bins)
			for k := range mass {
				mass[k] = estimate.NormalMass((h.Edge(k)-q.mu)/q.sd, (h.Edge(k+1)-q.mu)/q.sd)
			}
			l := h.L1(mass)
			row["raw"], row["floor"] = l.Raw, l.Floor
			add(q.name, estimate.Estimate{Value: l.Corrected, StdErr: l.StdErr})
			row["raw"], row["floor"] = nil, nil
		}
	}
	row["component"] = nil
}

// joints adds the masses of the cells that were met.
func joints(t *table.Table, row table.Row, run *experiment.RegressionRun) {
	for i, b := range run.Wide.Joints {
		row["component"], row["component2"] = b.Dims[0]+1, b.Dims[1]+1
		x, y := edges(b.Lo[0], b.Hi[0], b.Bins), edges(b.Lo[1], b.Hi[1], b.Bins)
		for k, e := range run.Masses(i, b) {
			if e.Value == 0 {
				continue
			}
			row["theta"], row["theta2"] = centre(x, k%b.Bins), centre(y, k/b.Bins)
			row["quantity"], row["value"], row["stderr"] = "joint mass", e.Value, e.StdErr
			t.Add(row)
		}
		row["theta"], row["theta2"] = nil, nil
	}
	row["component"], row["component2"] = nil, nil
}

func edges(lo, hi float64, bins int) []float64 {
	h := estimate.Histogram{Lo: lo, Hi: hi, Bins: bins}
	e := make([]float64, bins+1)
	for k := range e {
		e[k] = h.Edge(k)
	}
	return e
}

func centre(edges []float64, k int) float64 { return float64(0.5 * (edges[k] + edges[k+1])) }

// predictions adds how well the posterior predictive law classifies the data held out.
func predictions(t *table.Table, row table.Row, r *experiment.Regressed, run *experiment.RegressionRun) {
	if run.Predicted != nil {
		accuracy(t, row, r.HeldOut, run.Predictive)
	}
}

// accuracy adds the part of the labels that are more probable than not, and the mean of −log P(y), with the standard errors of a sample of the data.
func accuracy(t *table.Table, row table.Row, heldOut dataset.Labelled, p func(k int) float64) {
	right, loss := make([]float64, len(heldOut.Y)), make([]float64, len(heldOut.Y))
	for k, y := range heldOut.Y {
		q := p(k)
		if (q > 0.5) == (y == 1) {
			right[k] = 1
		}
		if y == 0 {
			q = 1 - q
		}
		loss[k] = -vec.Log(max(q, math.SmallestNonzeroFloat64))
	}
	for _, e := range []struct {
		name string
		x    []float64
	}{{"accuracy", right}, {"log loss", loss}} {
		m := estimate.Mean(e.x)
		row["quantity"], row["value"], row["stderr"] = e.name, m.Value, m.StdErr
		t.Add(row)
	}
}
