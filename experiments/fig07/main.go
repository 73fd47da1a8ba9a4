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
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.Settings
	study.Grid
	BurnInXi  float64            `toml:"burn_in_xi" spec:"nonnegative"`
	Scheme    string             `toml:"scheme"`
	Friction  []study.Friction   `toml:"friction" spec:"nonempty,distinct"`
	Gamma     float64            `toml:"gamma" spec:"positive"`
	Eta       float64            `toml:"eta" spec:"positive"`
	Histogram study.Histogram    `toml:"histogram"`
	Data      dataset.Source     `toml:"data"`
	Model     study.MixtureModel `toml:"model"`

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
	friction study.Friction
	eta      float64
	study.Point
}

// compute runs both frictions for every Δt and n, and compares the histogram of θ₁ with the
// posterior's marginal.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	data, err := study.Load(c, s.Data, s.Settings)
	if err != nil {
		return nil, err
	}
	m := s.Model.Posterior(data)
	runs, err := s.runs(c, m.Data())
	if err != nil {
		return nil, err
	}
	marginal, err := study.NewMarginal(c, m, s.Histogram)
	if err != nil {
		return nil, err
	}
	mean := marginal.Posterior.MeanGradCov()
	var chains []*simulate.Chain
	for _, r := range runs {
		scheme, err := s.scheme(c, m, r)
		if err != nil {
			return nil, err
		}
		chain := s.Chain(m, data.Digest(), scheme, r.N, r.Sampling)
		marginal.Prepare(chain)
		if r.method != "Langevin" {
			study.Settle(chain, mean, s.BurnInXi)
		}
		chains = append(chains, chain)
	}
	samples, err := study.Run(c, chains)
	if err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{"method", "friction", "eta", "sampling", "n", "dt"},
		"exact", "raw", "floor", "s")...)
	for i, r := range runs {
		s.rows(t, r, samples[i], marginal, mean)
	}
	marginal.Norms(t)
	return t, s.predict(t, marginal, runs)
}

// scheme is that of a run.
func (s Spec) scheme(c *experiment.Context, m *model.Mixture, r run) (dynamics.Scheme, error) {
	if r.method != "Langevin" {
		return study.AdL{Kind: r.friction, Gamma: s.Gamma, Eta: r.eta}.
			Scheme(c, m, s.Scheme, "friction", r.Dt)
	}
	langevin := study.Method{Word: s.Langevin.Scheme, Gamma: s.Langevin.Gamma}.Scheme(r.Dt)
	if err := langevin.Check(); err != nil {
		return langevin, c.Errorf("langevin.scheme", "%v", err)
	}
	return langevin, nil
}

// rows adds the measurements of a run.
func (s Spec) rows(
	t *table.Table, r run, x *simulate.Samples, marginal *study.Marginal, mean []float64,
) {
	row := r.Row(r.method)
	f, adaptive := x.Chain.Scheme.Friction.(dynamics.AdL)
	if adaptive {
		noise := exact.BatchNoise(r.Epsilon, r.Dt, exact.Lambda(f.Form, mean))
		row["friction"], row["eta"], row["s"] = r.friction, r.eta, noise
		if !x.Diverged && study.Runaway(x, noise) {
			row["status"] = table.Runaway
		}
	}
	marginal.Rows(t, row, x)
	if adaptive && !x.Diverged {
		study.XiRows(t, row, x, mean)
	}
}

// runs lists the chains: the points of the curves, and those that claims need.
func (s Spec) runs(c *experiment.Context, total int) (runs []run, err error) {
	points, err := s.Points(c, total)
	if err != nil {
		return nil, err
	}
	for _, k := range s.Friction {
		for _, p := range points {
			runs = append(runs, run{"AdL", k, s.Eta, p})
		}
	}
	without := minibatch.Without
	p, err := study.NewPoint(c, "metastable.n", without, total, s.Metastable.N, s.Metastable.Dt)
	if err != nil {
		return nil, err
	}
	for _, eta := range append([]float64{s.Eta}, s.Metastable.Eta...) {
		runs = append(runs, run{"metastable", study.Full, eta, p})
	}
	if p, err = study.NewPoint(c, "law.n", without, total, s.Law.N, s.Law.Dt); err != nil {
		return nil, err
	}
	for _, k := range s.Friction {
		runs = append(runs, run{"law", k, s.Eta, p})
	}
	for _, dt := range s.Langevin.Dt {
		for j, n := range s.N {
			p, err := study.NewPoint(c, fmt.Sprintf("n[%d]", j), without, total, n, dt)
			if err != nil {
				return nil, err
			}
			runs = append(runs, run{method: "Langevin", Point: p})
		}
	}
	return runs, nil
}
