// Command fig03 reproduces Figure 3: the relative error on the variance of a Gaussian posterior that SGLD and Langevin dynamics make when
// the gradient is estimated from n of N data, against ε(n), for several time steps, with and without replacement (section 2.5.1).
package main

import (
	_ "embed"
	"fmt"
	"math"
	"os"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/minibatch"
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
	Dt       []float64            `toml:"dt" spec:"positive,nonempty,distinct"`
	N        []int                `toml:"n" spec:"min=1,nonempty,distinct"`
	Sampling []minibatch.Sampling `toml:"sampling" spec:"in=with|without,nonempty,distinct"`
	Data     dataset.Source       `toml:"data"`
	Model    struct {
		SigmaX     float64 `toml:"sigma_x" spec:"positive"`
		SigmaTheta float64 `toml:"sigma_theta" spec:"positive"`
	} `toml:"model"`
	Method []Method `toml:"method" spec:"nonempty"`
}

// Method is a curve family of the figure.
type Method struct {
	Name   string  `toml:"name" spec:"nonempty"`
	Scheme string  `toml:"scheme"`
	Gamma  float64 `toml:"gamma" spec:"optional,positive"`
}

func (m Method) scheme(dt float64) dynamics.Scheme {
	if m.Scheme == dynamics.SGLD {
		return dynamics.Scheme{Word: m.Scheme, Dt: dt}
	}
	return dynamics.Scheme{Word: m.Scheme, Dt: dt, Friction: dynamics.Constant{Gamma: m.Gamma}}
}

var program = experiment.Program[Spec]{
	Name: "fig03", Title: "SGLD and Langevin dynamics, Gaussian posterior: relative error on the variance",
	Spec: specText, Compute: compute, Render: render, Claims: claims,
}

func main() { os.Exit(program.Run(os.Args[1:], os.Stdout, os.Stderr)) }

// point is a point of a curve.
type point struct {
	method   Method
	sampling minibatch.Sampling
	n        int
	dt       float64
}

// compute runs every method for every sampling, Δt and n, and takes the variance of θ.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	data, err := c.Data("data", s.Data)
	if err != nil {
		return nil, err
	}
	m := &model.Gaussian{X: data.X, SigmaX: s.Model.SigmaX, SigmaTheta: s.Model.SigmaTheta}
	if err := s.Settings.Check(); err != nil {
		return nil, c.Errorf("replicas", "%v", err)
	}
	var points []point
	var tasks []sweep.Task
	for i, method := range s.Method {
		if err := method.scheme(1).Check(); err != nil {
			return nil, c.Errorf(fmt.Sprintf("method[%d].scheme", i), "%v", err)
		}
		for _, sampling := range s.Sampling {
			for _, dt := range s.Dt {
				for j, n := range s.N {
					if err := sampling.Check(m.Data(), n); err != nil {
						return nil, c.Errorf(fmt.Sprintf("n[%d]", j), "%v", err)
					}
					chain := s.Settings.Chain(m, data, method.scheme(dt), n, sampling)
					chain.Theta = [][]float64{{m.Mean()}}
					points = append(points, point{method, sampling, n, dt})
					tasks = append(tasks, chain)
				}
			}
		}
	}
	results, err := c.Sweep(tasks)
	if err != nil {
		return nil, err
	}

	t := table.New(table.Columns([]string{"method", "sampling", "n", "dt"}, "exact", "v", "a")...)
	law := exact.NewLinear(m)
	variance := 1 / m.Precision()
	for i, p := range points {
		x, err := simulate.ReadSamples(results[i].Arrays)
		if err != nil {
			return nil, err
		}
		eps := p.sampling.Epsilon(m.Data(), p.n)
		row := table.Row{
			"method": p.method.Name, "sampling": p.sampling, "n": p.n, "dt": p.dt, "epsilon": eps,
			"status": table.OK, "source": table.Simulation, "v": law.V, "a": law.A,
		}
		add := func(quantity string, e estimate.Estimate, exact float64) {
			row["quantity"], row["value"], row["stderr"], row["exact"] = quantity, e.Value, e.StdErr, exact
			t.Add(row)
		}
		if x.Diverged {
			row["status"] = table.Diverged
			add("variance error", estimate.Estimate{Value: math.NaN(), StdErr: math.NaN()}, p.method.variance(law, eps, p.dt))
			continue
		}
		theta := x.Theta(0)
		add("variance error", estimate.RelError(theta.Variance(), variance), p.method.variance(law, eps, p.dt))
		mean := theta.Mean()
		add("mean", estimate.Estimate{Value: mean.Value - m.Mean(), StdErr: mean.StdErr}, 0)
	}
	// the exact curves
	for _, method := range s.Method {
		for _, dt := range s.Dt {
			for _, eps := range experiment.LogSpace(1, float64(m.Data()*m.Data()), 41) {
				t.Add(table.Row{
					"method": method.Name, "dt": dt, "epsilon": eps, "quantity": "variance error",
					"value": method.variance(law, eps, dt), "stderr": 0, "status": table.OK, "source": table.Exact,
				})
			}
		}
	}
	return t, nil
}

// variance is the exact relative error on the variance; NaN where the scheme is unstable or the word has no closed form.
func (m Method) variance(l exact.Linear, eps, dt float64) float64 {
	switch m.Scheme {
	case dynamics.SGLD:
		if float64(l.A*dt) < 2 {
			return l.SGLD(eps, dt)
		}
	case "OABAO":
		if float64(l.A*float64(dt*dt)) < 4 {
			return l.Langevin(eps, m.Gamma, dt)
		}
	}
	return math.NaN()
}

// render draws one panel a method: circles with replacement, squares without, the exact error dashed.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	t = t.Where("quantity", "variance error")
	f := figure.New(1, len(s.Method))
	f.Legend = &figure.Legend{Columns: 3 + (len(s.Dt)+1)/2}
	for i, method := range s.Method {
		p := f.Panel(0, i)
		p.Title = method.Name
		p.XLabel = `$\varepsilon(n)$`
		p.X.Log, p.Y.Log = true, true
		p.X.Min, p.X.Max = 3, 2e4
		if i == 0 {
			p.YLabel = `relative error on the variance`
		}
		for j, dt := range s.Dt {
			style := figure.Ramp(j, len(s.Dt))
			curve := t.Where("method", method.Name, "dt", dt, "source", table.Exact)
			p.Add(figure.Line{X: curve.Floats("epsilon"), Y: abs(curve.Floats("value")), Style: style.Reference()})
			name := fmt.Sprintf(`$\Delta t = %s$`, experiment.Number(dt))
			for _, sampling := range s.Sampling {
				style.Dash, style.Marker, style.Hollow = figure.NoLine, figure.Circle, false
				if sampling == minibatch.Without {
					style.Marker, style.Hollow = figure.Square, true
				}
				u := t.Where("method", method.Name, "dt", dt, "sampling", sampling, "source", table.Simulation)
				p.Add(figure.Line{Name: name, X: u.Floats("epsilon"), Y: abs(u.Floats("value")), Err: u.Floats("stderr"), Style: style})
				name = ""
			}
		}
		p.Add(
			figure.Line{Name: "with replacement", Style: figure.Style{Marker: figure.Circle, Dash: figure.NoLine}},
			figure.Line{Name: "without", Style: figure.Style{Marker: figure.Square, Hollow: true, Dash: figure.NoLine}},
			figure.Line{Name: "exact", Style: figure.Style{}.Reference()},
		)
	}
	return f, nil
}

func abs(x []float64) []float64 {
	for i := range x {
		x[i] = math.Abs(x[i])
	}
	return x
}
