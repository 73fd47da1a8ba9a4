// Command fig14 reproduces Figure 14: the L¹ error on the θ₁ marginal of a two-Gaussian mixture's posterior that extended Adaptive Langevin dynamics makes when
// the gradient is estimated from n of N data, against the number K of functions that its friction is a combination of, for several time steps (section 4.4).
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
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.Settings
	study.AdL
	study.Grid
	Scheme string `toml:"scheme"`
	Basis  struct {
		study.Boxes
		Cap float64 `toml:"cap" spec:"min=1"`
	} `toml:"basis"`
	Histogram study.Histogram    `toml:"histogram"`
	Data      dataset.Source     `toml:"data"`
	Model     study.MixtureModel `toml:"model"`

	All struct {
		Dt []float64 `toml:"dt" spec:"positive,distinct"`
	} `toml:"all"`
	Single struct {
		N  int       `toml:"n" spec:"min=1"`
		Dt []float64 `toml:"dt" spec:"positive,distinct"`
	} `toml:"single"`
}

var program = experiment.Program[Spec]{
	Name: "fig14", Title: "extended Adaptive Langevin dynamics, mixture of Gaussians: L¹ error on the marginal of θ₁",
	Spec: specText, Compute: compute, Render: render, Claims: claims,
}

func main() { os.Exit(program.Run(os.Args[1:], os.Stdout, os.Stderr)) }

// The runs and what they are for.
const (
	curve  = "eAdL"     // the panels
	all    = "all data" // the time step by itself
	single = "single"   // the smallest n
)

// run is a chain of the figure: its basis is the k-th.
type run struct {
	method string
	k      int
	study.Point
}

// compute runs every K for every Δt and n, and compares the histogram of θ₁ with the posterior's
// marginal.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	data, err := study.Load(c, s.Data, s.Settings)
	if err != nil {
		return nil, err
	}
	m := s.Model.Posterior(data)
	scheme, err := s.AdL.Scheme(c, m, s.Scheme, "friction", 1)
	if err != nil {
		return nil, err
	}
	f := scheme.Friction.(dynamics.AdL)
	bases, err := s.bases(c, m, f.Form)
	if err != nil {
		return nil, err
	}
	runs, err := s.runs(c, bases, m.Data())
	if err != nil {
		return nil, err
	}
	marginal, err := study.NewMarginal(c, m, s.Histogram)
	if err != nil {
		return nil, err
	}
	var chains []*simulate.Chain
	for _, r := range runs {
		b := bases[r.k]
		chain := s.Chain(m, data.Digest(), dynamics.Scheme{Word: s.Scheme, Dt: r.Dt}, r.N, r.Sampling)
		marginal.Prepare(chain)
		study.Extend(chain, f, b.functions, b.projection)
		chains = append(chains, chain)
	}
	samples, err := study.Run(c, chains)
	if err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{"method", "friction", "K", "eta", "sampling", "n", "dt"},
		"exact", "raw", "floor", "s")...)
	mean := marginal.Posterior.MeanGradCov()
	lambda := exact.Lambda(f.Form, mean)
	for i, r := range runs {
		s.rows(t, r, bases[r.k], samples[i], marginal, mean, lambda)
	}
	for _, b := range bases {
		t.Measure(table.Row{
			"friction": s.Kind, "K": study.K(b.functions), "status": table.OK, "source": table.Exact,
		}, "projection error", estimate.Estimate{Value: b.distance}, math.NaN())
	}
	marginal.Norms(t)
	return t, nil
}

// rows adds the measurements of a run.
func (s Spec) rows(
	t *table.Table, r run, b basis, x *simulate.Samples, marginal *study.Marginal, mean []float64,
	lambda float64,
) {
	row := r.Row(r.method)
	row["friction"], row["K"], row["eta"] = s.Kind, study.K(b.functions), s.Eta
	row["s"] = exact.BatchNoise(r.Epsilon, r.Dt, lambda)
	if !x.Diverged && study.Runaway(x, row["s"].(float64)) {
		row["status"] = table.Runaway
	}
	marginal.Rows(t, row, x)
	if !x.Diverged {
		study.XiRows(t, row, x, mean)
	}
}
