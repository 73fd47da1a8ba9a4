// Command fig07 reproduces Figure 7: the L¹ error on the θ₁ marginal of a two-Gaussian mixture's posterior that Adaptive Langevin dynamics makes when
// the gradient is estimated from n of N data, against ε(n), for a matrix and for a scalar friction (section 3.3.2).
package main

import (
	_ "embed"
	"fmt"
	"os"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
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
	BurnInXi  float64             `toml:"burn_in_xi" spec:"nonnegative"`
	Scheme    string              `toml:"scheme"`
	Friction  []exact.Friction    `toml:"friction" spec:"in=scalar|diagonal|full,nonempty,distinct"`
	Gamma     float64             `toml:"gamma" spec:"positive"`
	Eta       float64             `toml:"eta" spec:"positive"`
	Histogram simulate.Histogram  `toml:"histogram"`
	Data      dataset.Source      `toml:"data"`
	Model     simulate.MixtureKey `toml:"model"`

	Prediction struct {
		Degree int     `toml:"degree" spec:"min=6,max=40"`
		Most   float64 `toml:"most" spec:"positive"`
	} `toml:"prediction"`
	Metastable struct {
		Eta []float64 `toml:"eta" spec:"positive,distinct"`
		Dt  float64   `toml:"dt" spec:"positive"`
		N   int       `toml:"n" spec:"min=1"`
	} `toml:"metastable"`
	Law struct {
		Dt float64 `toml:"dt" spec:"positive"`
		N  int     `toml:"n" spec:"min=1"`
	} `toml:"law"`
	Langevin struct {
		Scheme string    `toml:"scheme"`
		Gamma  float64   `toml:"gamma" spec:"positive"`
		Dt     []float64 `toml:"dt" spec:"positive,distinct"`
	} `toml:"langevin"`
}

var program = experiment.Program[Spec]{
	Name: "fig07", Title: "Adaptive Langevin dynamics, mixture of Gaussians: L¹ error on the marginal of θ₁",
	Spec: specText, Compute: compute, Render: render, Claims: claims,
}

func main() { os.Exit(program.Run(os.Args[1:], os.Stdout, os.Stderr)) }

// run is a chain of the figure and what it is for.
type run struct {
	method   string // "AdL" for the curves; "metastable", "law", "Langevin" for the comparisons
	friction exact.Friction
	eta      float64
	experiment.Point
}

// compute runs both frictions for every Δt and n, and compares the histogram of θ₁ with the posterior's marginal.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	data, err := c.Chains(s.Data, s.Settings)
	if err != nil {
		return nil, err
	}
	m := s.Model.Posterior(data)
	runs, err := s.runs(c, m.Data())
	if err != nil {
		return nil, err
	}
	marginal, err := c.Marginal(m, s.Histogram)
	if err != nil {
		return nil, err
	}
	mean := marginal.Posterior.Projections().Mean
	var tasks []sweep.Task
	for _, r := range runs {
		adl := simulate.AdL{Kind: r.friction, Gamma: s.Gamma, Eta: r.eta}
		scheme := dynamics.Scheme{Word: s.Scheme, Dt: r.Dt}
		if r.method == "Langevin" {
			scheme = dynamics.Scheme{Word: s.Langevin.Scheme, Dt: r.Dt, Friction: dynamics.Constant{Gamma: s.Langevin.Gamma}}
		} else {
			scheme.Friction = adl.Friction()
		}
		chain := s.Settings.Chain(m, data, scheme, r.N, r.Sampling)
		marginal.Prepare(chain)
		if r.method != "Langevin" {
			adl.Prepare(chain, mean, s.BurnInXi)
		}
		tasks = append(tasks, chain)
	}
	results, err := c.Sweep(tasks)
	if err != nil {
		return nil, err
	}

	t := table.New(table.Columns([]string{"method", "friction", "eta", "sampling", "n", "dt"}, "exact", "raw", "floor", "s")...)
	for i, r := range runs {
		x, err := simulate.ReadSamples(results[i].Arrays)
		if err != nil {
			return nil, err
		}
		row := table.Row{
			"method": r.method, "sampling": r.Sampling, "n": r.N, "dt": r.Dt, "epsilon": r.Epsilon, "status": table.OK, "source": table.Simulation,
		}
		if r.method != "Langevin" {
			crit := exact.BatchNoise(r.Epsilon, r.Dt, r.friction.Lambda(mean))
			row["friction"], row["eta"], row["s"] = r.friction, r.eta, crit
			if !x.Diverged && x.Runaway(crit) {
				row["status"] = table.Runaway
			}
		}
		marginal.Rows(t, row, x)
		if r.method != "Langevin" && !x.Diverged {
			simulate.AdL{Kind: r.friction, Gamma: s.Gamma, Eta: r.eta}.Rows(t, row, x, mean)
		}
	}
	marginal.Norms(t)
	s.predict(t, marginal, runs)
	return t, nil
}

// runs lists the chains: the points of the curves, and those that claims want.
func (s Spec) runs(c *experiment.Context, total int) ([]run, error) {
	for i, k := range s.Friction {
		scheme := dynamics.Scheme{Word: s.Scheme, Dt: 1, Friction: simulate.AdL{Kind: k, Gamma: s.Gamma, Eta: s.Eta}.Friction()}
		if err := scheme.Check(); err != nil {
			return nil, c.Errorf("scheme", "friction[%d] %s: %v", i, k, err)
		}
	}
	langevin := dynamics.Scheme{Word: s.Langevin.Scheme, Dt: 1, Friction: dynamics.Constant{Gamma: s.Langevin.Gamma}}
	if err := langevin.Check(); err != nil {
		return nil, c.Errorf("langevin.scheme", "%v", err)
	}
	points, err := c.Points(s.Grid, total)
	if err != nil {
		return nil, err
	}
	var runs []run
	for _, k := range s.Friction {
		for _, p := range points {
			runs = append(runs, run{"AdL", k, s.Eta, p})
		}
	}
	one := func(key string, n int, dt float64) (experiment.Point, error) {
		if err := minibatch.Without.Check(total, n); err != nil {
			return experiment.Point{}, c.Errorf(key, "%v", err)
		}
		return experiment.Point{Sampling: minibatch.Without, Dt: dt, N: n, Epsilon: minibatch.Without.Epsilon(total, n)}, nil
	}
	p, err := one("metastable.n", s.Metastable.N, s.Metastable.Dt)
	if err != nil {
		return nil, err
	}
	for _, eta := range append([]float64{s.Eta}, s.Metastable.Eta...) {
		runs = append(runs, run{"metastable", exact.Full, eta, p})
	}
	if p, err = one("law.n", s.Law.N, s.Law.Dt); err != nil {
		return nil, err
	}
	for _, k := range s.Friction {
		runs = append(runs, run{"law", k, s.Eta, p})
	}
	for _, dt := range s.Langevin.Dt {
		for j, n := range s.N {
			p, err := one(fmt.Sprintf("n[%d]", j), n, dt)
			if err != nil {
				return nil, err
			}
			runs = append(runs, run{method: "Langevin", Point: p})
		}
	}
	return runs, nil
}
