// Command fig05 reproduces Figure 5: the relative error on the variance of a Gaussian posterior that Adaptive Langevin dynamics makes when
// the gradient is estimated from n of N data, against ε(n), for several time steps (section 3.2.3).
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
	simulate.AdL
	BurnInXi float64            `toml:"burn_in_xi" spec:"nonnegative"` // in relaxation times of ξ
	Scheme   string             `toml:"scheme"`
	Dt       []float64          `toml:"dt" spec:"positive,nonempty,distinct"`
	N        []int              `toml:"n" spec:"min=1,nonempty,distinct"`
	Sampling minibatch.Sampling `toml:"sampling" spec:"in=with|without"`
	Data     dataset.Source     `toml:"data"`
	Model    struct {
		SigmaX     float64 `toml:"sigma_x" spec:"positive"`
		SigmaTheta float64 `toml:"sigma_theta" spec:"positive"`
	} `toml:"model"`
}

func (s Spec) scheme(dt float64) dynamics.Scheme {
	return dynamics.Scheme{Word: s.Scheme, Dt: dt, Friction: s.Friction()}
}

var program = experiment.Program[Spec]{
	Name: "fig05", Title: "Adaptive Langevin dynamics, Gaussian posterior: relative error on the variance",
	Spec: specText, Compute: compute, Render: render, Claims: claims,
}

func main() { os.Exit(program.Run(os.Args[1:], os.Stdout, os.Stderr)) }

// point is a point of a curve.
type point struct {
	n     int
	dt    float64
	chain *simulate.Chain
}

// compute runs the scheme for every Δt and n, and takes the variance of θ, and the mean, the variance and the growth of ξ.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	data, err := c.Data("data", s.Data)
	if err != nil {
		return nil, err
	}
	m := &model.Gaussian{X: data.X, SigmaX: s.Model.SigmaX, SigmaTheta: s.Model.SigmaTheta}
	law := exact.NewLinear(m)
	if m.Data() < 2 {
		law.V = 0 // one datum has no covariance, and ε(n) = 0
	}
	if x := law.A + law.V; math.IsNaN(x) || math.IsInf(x, 0) {
		return nil, c.Errorf("model.sigma_x", "expected finite a and Σ_x = var(x)/σ_x⁴, got %g and %g", law.A, law.V)
	}
	if err := s.Settings.Check(); err != nil {
		return nil, c.Errorf("replicas", "%v", err)
	}
	if err := s.scheme(1).Check(); err != nil {
		return nil, c.Errorf("scheme", "%v", err)
	}
	var points []point
	var tasks []sweep.Task
	for _, dt := range s.Dt {
		for j, n := range s.N {
			if err := s.Sampling.Check(m.Data(), n); err != nil {
				return nil, c.Errorf(fmt.Sprintf("n[%d]", j), "%v", err)
			}
			chain := s.Settings.Chain(m, data, s.scheme(dt), n, s.Sampling)
			chain.Theta = [][]float64{{m.Mean()}}
			s.AdL.Prepare(chain, []float64{kick(law, dt)}, s.BurnInXi)
			points = append(points, point{n, dt, chain})
			tasks = append(tasks, chain)
		}
	}
	results, err := c.Sweep(tasks)
	if err != nil {
		return nil, err
	}

	t := table.New(table.Columns([]string{"method", "n", "dt"}, "prediction", "s", "v", "a")...)
	variance := 1 / m.Precision()
	for i, p := range points {
		x, err := simulate.ReadSamples(results[i].Arrays)
		if err != nil {
			return nil, err
		}
		eps := s.Sampling.Epsilon(m.Data(), p.n)
		noise := exact.Criterion(eps, p.dt, kick(law, p.dt))
		row := table.Row{
			"method": "AdL", "n": p.n, "dt": p.dt, "epsilon": eps, "s": noise,
			"status": table.OK, "source": table.Simulation, "v": law.V, "a": law.A,
		}
		add := func(quantity string, e estimate.Estimate, prediction float64) {
			row["quantity"], row["value"], row["stderr"], row["prediction"] = quantity, e.Value, e.StdErr, prediction
			t.Add(row)
		}
		frozen, bias := s.frozen(law, eps, p.dt)
		if x.Diverged {
			row["status"] = table.Diverged
			add("variance error", estimate.Estimate{Value: math.NaN(), StdErr: math.NaN()}, bias)
			continue
		}
		if x.Runaway(noise) {
			row["status"] = table.Runaway
		}
		xi := x.Xi(0)
		add("variance error", estimate.RelError(x.Theta(0).Variance(), variance), bias)
		add("mean xi", xi.Mean(), frozen)
		add("variance xi", xi.Variance(), 1/s.Eta)
		add("growth of xi", growth(xi.Trend(), p.chain), max(noise-1, 0)/s.Eta)
	}
	// what is known without simulating: Figure 3's methods at the same points, and the curves of the frozen ξ
	known := func(method string, n any, dt, eps, value float64, source string) {
		t.Add(table.Row{
			"method": method, "n": n, "dt": dt, "epsilon": eps, "quantity": "variance error",
			"value": value, "stderr": 0, "status": table.OK, "source": source, "v": law.V, "a": law.A,
		})
	}
	for _, dt := range s.Dt {
		for _, n := range s.N {
			eps := s.Sampling.Epsilon(m.Data(), n)
			if float64(law.A*float64(dt*dt)) < 4 {
				known("Langevin", n, dt, eps, law.Langevin(eps, s.Gamma, dt), table.Exact)
			}
			if float64(law.A*dt) < 2 {
				known("SGLD", n, dt, eps, law.SGLD(eps, dt), table.Exact)
			}
		}
	}
	for _, dt := range s.Dt {
		end := min(float64(m.Data()*m.Data()), 0.999/exact.Criterion(1, dt, kick(law, dt)))
		if !(end > 1) {
			continue
		}
		for _, eps := range experiment.LogSpace(1, end, 61) {
			if _, bias := s.frozen(law, eps, dt); !math.IsNaN(bias) {
				known("AdL", nil, dt, eps, bias, table.Prediction)
			}
		}
	}
	return t, nil
}

// kick is the Σ̄ that enters the criterion s: v/r, r = 1 − aΔt²/4, with what θ at its stationary variance adds to the noise of a kick (exact.Linear.AdL).
func kick(l exact.Linear, dt float64) float64 {
	if r := 1 - float64(0.25*float64(l.A*float64(dt*dt))); r > 0 {
		return l.V / r
	}
	return l.V // the scheme is unstable
}

// frozen is the mean of ξ and the relative error on the variance if ξ stays at that; NaN where it has none, the scheme is unstable, or it is another one.
func (s Spec) frozen(l exact.Linear, eps, dt float64) (xi, relError float64) {
	if s.Scheme == "ODABADO" && float64(l.A*float64(dt*dt)) < 4 {
		if xi, relError, ok := l.AdL(eps, s.Gamma, dt); ok {
			return xi, relError
		}
	}
	return math.NaN(), math.NaN()
}

// growth is the growth of ξ in a unit of time: its trend over the time between the middles of the two parts that the trend compares.
func growth(trend estimate.Estimate, c *simulate.Chain) estimate.Estimate {
	_, run, _ := c.Steps()
	time := float64(float64(run)*c.Scheme.Dt) * float64((c.Batches+1)/2) / float64(c.Batches)
	return estimate.Estimate{Value: trend.Value / time, StdErr: trend.StdErr / time}
}

// render draws one curve a Δt, with the prediction of the frozen ξ dashed; runaway points are crossed out.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	t = t.Where("quantity", "variance error")
	f := figure.New(1, 1)
	f.Plain = true
	p := f.Panel(0, 0)
	p.XLabel, p.YLabel = `$\varepsilon(n)$`, `relative error on the variance`
	p.X.Log, p.Y.Log = true, true
	p.X.Min, p.X.Max = 3, 2e4
	p.Legend.Position = figure.Right
	for j, dt := range s.Dt {
		style := figure.Ramp(j, len(s.Dt))
		u := t.Where("method", "AdL", "dt", dt)
		curve := u.Where("source", table.Prediction)
		p.Add(figure.Line{X: curve.Floats("epsilon"), Y: abs(curve.Floats("value")), Style: style.Reference()})
		u = u.Where("source", table.Simulation)
		style.Dash = figure.NoLine
		ok, lost := u.Where("status", table.OK), u.Where("status", table.Runaway)
		p.Add(
			figure.Line{
				Name: fmt.Sprintf(`$\Delta t = %s$`, experiment.Number(dt)),
				X:    ok.Floats("epsilon"), Y: abs(ok.Floats("value")), Err: ok.Floats("stderr"), Style: style,
			},
			figure.Runaway{Name: `$\xi$ grows without bound`, X: lost.Floats("epsilon"), Y: abs(lost.Floats("value")), Style: style},
		)
	}
	p.Add(figure.Line{Name: `$\xi$ frozen at its mean`, Style: figure.Style{}.Reference()})

	// Figure 3's error at the smallest time step, where it is smallest
	dt := s.Dt[0]
	for _, x := range s.Dt {
		dt = min(dt, x)
	}
	u := t.Where("method", "Langevin", "dt", dt).Sort("epsilon")
	p.Add(figure.Line{
		Name: fmt.Sprintf(`Langevin, $\Delta t = %s$`, experiment.Number(dt)),
		X:    u.Floats("epsilon"), Y: abs(u.Floats("value")), Style: figure.Style{Color: figure.Grey(0.45), Dash: figure.DashDotted},
	})
	return f, nil
}

func abs(x []float64) []float64 {
	for i := range x {
		x[i] = math.Abs(x[i])
	}
	return x
}
