// Command fig09 reproduces Figure 9: the mean covariance of the stochastic gradient of a Bayesian logistic regression, MNIST 7 against 9, as the mean friction of
// Adaptive Langevin dynamics tells it (section 3.4), beside what it is.
package main

import (
	_ "embed"
	"math"
	"os"
	"slices"

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
}

var program = experiment.Program[Spec]{
	Name: "fig09", Title: "Bayesian logistic regression: mean covariance of the stochastic gradient",
	Spec: specText, Compute: compute, Render: render, Claims: claims,
}

func main() { os.Exit(program.Run(os.Args[1:], os.Stdout, os.Stderr)) }

// compute runs every friction, and translates the mean of ξ into Σ̄ by the function of exact.SigmaFromXi.
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
	t := table.New(table.Columns([]string{"data", "method", "friction", "n", "dt", "i", "j"}, "s")...)
	t.Add(table.Row{"data": r.Train.Origin, "quantity": "data", "value": len(r.Train.Y), "stderr": 0, "source": table.Exact, "status": table.OK})
	known(t, s, r)
	for _, run := range r.Runs {
		row := table.Row{
			"method": "AdL", "friction": run.Friction, "n": run.N, "dt": s.Dt, "epsilon": run.Epsilon, "s": run.S, "status": run.Status(), "source": table.Simulation,
		}
		if run.Diverged || run.Epsilon == 0 {
			row["quantity"], row["value"] = "Sigma", math.NaN()
			t.Add(row)
			continue
		}
		sigma(t, row, s, run)
	}
	if last := r.Runs[len(r.Runs)-1]; !last.Diverged {
		states(t, r, last)
	}
	return t, nil
}

// known adds the diagonals of Σ_x at the MAP and of its mean over the Laplace approximation, and their parts; of the latter all entries, if no friction tells them.
func known(t *table.Table, s Spec, r *experiment.Regressed) {
	for _, k := range []struct {
		method string
		sigma  []float64
	}{{"MAP", exact.LogisticGradCov(r.Model, r.Laplace.Mode)}, {"Laplace", r.Sigma}} {
		row := table.Row{"method": k.method, "status": table.OK, "source": table.Prediction, "stderr": 0}
		matrix(t, row, k.sigma, nil, k.method == "Laplace" && !slices.Contains(s.Friction, exact.Full))
		parts(t, row, k.sigma)
	}
}

// states adds the mean of the diagonal of Σ_x over the states in which the replicas of a run end.
func states(t *table.Table, r *experiment.Regressed, run *experiment.RegressionRun) {
	row := table.Row{"method": "states", "friction": run.Friction, "n": run.N, "status": table.OK, "source": table.Simulation, "quantity": "Sigma"}
	d := run.Dim
	each := make([][]float64, d)
	for k := range run.Replicas {
		c := exact.LogisticGradCov(r.Model, run.Last[k*d:k*d+d])
		for i := range d {
			each[i] = append(each[i], c[i*d+i])
		}
	}
	for i, x := range each {
		e := estimate.Mean(x)
		row["i"], row["j"], row["value"], row["stderr"] = i+1, i+1, e.Value, e.StdErr
		t.Add(row)
	}
}

// matrix adds the entries on the diagonal, and those above it if all are wanted.
func matrix(t *table.Table, row table.Row, sigma, stderr []float64, all bool) {
	row["quantity"] = "Sigma"
	d := order(sigma)
	for i := range d {
		for j := i; j < d && (j == i || all); j++ {
			row["i"], row["j"], row["value"] = i+1, j+1, sigma[i*d+j]
			if stderr != nil {
				row["stderr"] = stderr[i*d+j]
			}
			t.Add(row)
		}
	}
	row["i"], row["j"] = nil, nil
}

func order(m []float64) int { return int(math.Round(math.Sqrt(float64(len(m))))) }

// parts adds s* = tr Σ̄/d, and the Frobenius norms of s* I, of what the diagonal has beyond it, and of what is off the diagonal.
func parts(t *table.Table, row table.Row, sigma []float64) {
	d := order(sigma)
	trace := 0.0
	for i := range d {
		trace += sigma[i*d+i]
	}
	s := trace / float64(d)
	on, off := 0.0, 0.0
	for i := range d {
		for j := range d {
			x := sigma[i*d+j]
			if i == j {
				on = math.FMA(x-s, x-s, on)
			} else {
				off = math.FMA(x, x, off)
			}
		}
	}
	for _, q := range []struct {
		name  string
		value float64
	}{
		{"s*", s}, {"norm of s* I", float64(s * math.Sqrt(float64(d)))}, {"norm of the rest of the diagonal", math.Sqrt(on)}, {"norm off the diagonal", math.Sqrt(off)},
		{"largest eigenvalue", exact.Full.Lambda(sigma)},
	} {
		row["quantity"], row["value"] = q.name, q.value
		t.Add(row)
	}
}

// sigma adds Σ̄ as a mean friction tells it, with standard errors from the replicas, and the mean of ξ itself.
func sigma(t *table.Table, row table.Row, s Spec, run *experiment.RegressionRun) {
	of := func(xi float64) float64 { return exact.SigmaFromXi(xi, run.Epsilon, s.Gamma, s.Dt) }
	for i := range run.Entries() {
		xi := run.XiEntry(i).Mean()
		row["quantity"], row["value"], row["stderr"] = "xi", xi.Value, xi.StdErr
		if run.Friction != exact.Scalar {
			row["i"], row["j"] = i+1, i+1
		}
		t.Add(row)
		if run.Friction != exact.Full {
			row["quantity"], row["value"], row["stderr"] = "Sigma", of(xi.Value), float64(0.5*math.Abs(of(xi.Value+xi.StdErr)-of(xi.Value-xi.StdErr)))
			t.Add(row)
		}
	}
	row["i"], row["j"] = nil, nil
	if run.Friction != exact.Full {
		return
	}
	all := exact.SigmaFromMeanXi(run.MeanXi(0, run.Replicas), run.Epsilon, s.Gamma, s.Dt)
	stderr := make([]float64, len(all))
	var each [][]float64
	for k := range run.Replicas {
		each = append(each, exact.SigmaFromMeanXi(run.MeanXi(k, k+1), run.Epsilon, s.Gamma, s.Dt))
	}
	x := make([]float64, run.Replicas)
	for i := range all {
		for k := range x {
			x[k] = each[k][i]
		}
		stderr[i] = estimate.Mean(x).StdErr
	}
	matrix(t, row, all, stderr, true)
	row["stderr"] = nil
	parts(t, row, all)
}
