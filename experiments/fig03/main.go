// Command fig03 reproduces Figure 3: the relative error on the variance of a Gaussian posterior that SGLD and Langevin dynamics make when
// the gradient is estimated from n of N data, against ε(n), for several time steps, with and without replacement (section 2.5.1).
package main

import (
	_ "embed"
	"math"
	"os"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/sweep"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	simulate.Settings
	experiment.Grid
	Data  dataset.Source `toml:"data"`
	Model struct {
		SigmaX     float64 `toml:"sigma_x" spec:"positive"`
		SigmaTheta float64 `toml:"sigma_theta" spec:"positive"`
	} `toml:"model"`
	Method []simulate.Method `toml:"method" spec:"nonempty"`
}

var program = experiment.Program[Spec]{
	Name: "fig03", Title: "SGLD and Langevin dynamics, Gaussian posterior: relative error on the variance",
	Spec: specText, Compute: compute, Render: render, Claims: claims,
}

func main() { os.Exit(program.Run(os.Args[1:], os.Stdout, os.Stderr)) }

// compute runs every method for every sampling, Δt and n, and takes the mean and the variance of θ.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	data, err := c.Chains(s.Data, s.Settings, s.Method...)
	if err != nil {
		return nil, err
	}
	m := &model.Gaussian{X: data.X, SigmaX: s.Model.SigmaX, SigmaTheta: s.Model.SigmaTheta}
	points, err := c.Points(s.Grid, m.Data())
	if err != nil {
		return nil, err
	}
	var tasks []sweep.Task
	for _, method := range s.Method {
		for _, p := range points {
			chain := s.Settings.Chain(m, data, method.Scheme(p.Dt), p.N, p.Sampling)
			chain.Theta = [][]float64{{m.Mean()}}
			tasks = append(tasks, chain)
		}
	}
	results, err := c.Sweep(tasks)
	if err != nil {
		return nil, err
	}

	t := table.New(table.Columns([]string{"method", "sampling", "n", "dt"}, "exact", "v", "a")...)
	law := exact.NewGaussian(m)
	variance := 1 / m.Precision()
	for i, r := range results {
		method, p := s.Method[i/len(points)], points[i%len(points)]
		x, err := simulate.ReadSamples(r.Arrays)
		if err != nil {
			return nil, err
		}
		row := table.Row{
			"method": method.Name, "sampling": p.Sampling, "n": p.N, "dt": p.Dt, "epsilon": p.Epsilon,
			"status": table.OK, "source": table.Simulation, "v": law.V, "a": law.A,
		}
		add := func(quantity string, e estimate.Estimate, exact float64) {
			row["quantity"], row["value"], row["stderr"], row["exact"] = quantity, e.Value, e.StdErr, exact
			t.Add(row)
		}
		if x.Diverged {
			row["status"] = table.Diverged
			add("variance error", estimate.Estimate{Value: math.NaN(), StdErr: math.NaN()}, varianceError(method, law, p.Epsilon, p.Dt))
			continue
		}
		theta := x.Theta(0)
		add("variance error", estimate.RelError(theta.Variance(), variance), varianceError(method, law, p.Epsilon, p.Dt))
		mean := theta.Mean()
		add("mean", estimate.Estimate{Value: mean.Value - m.Mean(), StdErr: mean.StdErr}, 0)
	}
	// the exact curves
	for _, method := range s.Method {
		for _, dt := range s.Dt {
			for _, eps := range experiment.LogSpace(1, float64(m.Data()*m.Data()), 41) {
				t.Add(table.Row{
					"method": method.Name, "dt": dt, "epsilon": eps, "quantity": "variance error",
					"value": varianceError(method, law, eps, dt), "stderr": 0, "status": table.OK, "source": table.Exact,
				})
			}
		}
	}
	return t, nil
}

// varianceError is the exact relative error; NaN where the scheme is unstable or the word has no closed form.
func varianceError(m simulate.Method, l exact.Gaussian, eps, dt float64) float64 {
	switch {
	case m.Word == dynamics.SGLD && float64(l.A*dt) < 2:
		return l.SGLD(eps, dt)
	case m.Word == "OABAO" && float64(l.A*float64(dt*dt)) < 4:
		return l.Langevin(eps, m.Gamma, dt)
	}
	return math.NaN()
}

// render draws one panel for each method.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, len(s.Method))
	f.Legend = &figure.Legend{}
	for i, method := range s.Method {
		p := f.Panel(0, i)
		p.Title = method.Name
		if i == 0 {
			p.YLabel = `relative error on the variance`
		}
		experiment.ErrorCurves{Quantity: "variance error", Grid: s.Grid}.Panel(p, t.Where("method", method.Name))
	}
	return f, nil
}
