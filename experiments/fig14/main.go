// Command fig14 reproduces Figure 14 (section 4.4): the L¹ error on the θ₁ marginal of the
// posterior of a mixture of two Gaussians, for extended Adaptive Langevin dynamics whose gradient
// is estimated from n of N data. Its friction is a combination of K + 1 functions of θ; the error
// is drawn against K, for several time steps.
package main

import (
	_ "embed"
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.Mixture
	study.AdL
	Friction study.Friction `toml:"friction"`
	BurnXi   float64        `toml:"burn_in_xi" spec:"nonnegative"` // in relaxation times of ξ
	Basis    struct {
		study.Boxes
		Cap float64 `toml:"cap" spec:"min=1"`
	} `toml:"basis"`
	All struct {
		Dt []float64 `toml:"dt" spec:"positive,distinct"`
	} `toml:"all"`
	Single struct {
		N  int       `toml:"n" spec:"min=1"`
		Dt []float64 `toml:"dt" spec:"positive,distinct"`
	} `toml:"single"`
}

var program = experiment.Program[Spec]{
	Name:    "fig14",
	Title:   "extended Adaptive Langevin dynamics, mixture of Gaussians: L¹ error on the marginal of θ₁",
	Section: "4.4", Spec: specText, Compute: compute, Render: render, Claims: claims,
}

func main() { program.Main() }

// compute runs every K for every Δt and n, and compares the histogram of θ₁ with the posterior's
// marginal, and Σ_x with its projection.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	m := g.Posterior.Model
	scheme, err := s.AdL.Scheme(c, m, s.Friction, "friction", 1)
	if err != nil {
		return nil, err
	}
	f := scheme.Friction.(dynamics.AdL)
	bases, err := s.bases(c, m, f.Form)
	if err != nil {
		return nil, err
	}
	runs, err := s.runs(c, bases, m.Ndata())
	if err != nil {
		return nil, err
	}
	chains := make([]*simulate.Chain, len(runs))
	for i, r := range runs {
		b := bases[r.k]
		chains[i] = g.Chain(dynamics.Scheme{Word: s.Word, Dt: r.Dt}, r.Point)
		study.Extend(chains[i], f, b.functions, b.projection, g.Visited())
		study.BurnXi(chains[i], g.Sigma, s.BurnXi)
	}
	samples, err := study.Run(c, chains)
	if err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{"method", "friction", "K", "eta", "sampling", "n", "dt"},
		"exact", "raw", "floor", "s")...)
	for i, r := range runs {
		row := r.Row(r.method)
		row["friction"], row["K"], row["eta"] = s.Friction, study.K(bases[r.k].functions), s.Eta
		g.Rows(t, row, samples[i])
	}
	for _, b := range bases {
		t.Measure(table.Row{
			"friction": s.Friction, "K": study.K(b.functions), "status": table.OK, "source": table.Exact,
		}, "projection error", estimate.Estimate{Value: b.distance}, math.NaN())
	}
	g.Norms(t)
	return t, nil
}
