// Command fig14 reproduces Figure 14 (section 4.4): the L¹ error on the θ₁ marginal of the
// posterior of a mixture of two Gaussians, for extended Adaptive Langevin dynamics whose gradient
// is estimated from n of N data. Its friction is a combination of K + 1 functions of θ; the error
// is drawn against K, for several time steps.
package main

import (
	_ "embed"

	"adl/pkg/experiment"
	"adl/pkg/mixture"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	mixture.BasisRuns
	study.Grid
	All mixture.BasisSet `toml:"all"`
}

var program = experiment.Program[Spec]{
	Name: "fig14",
	Title: "extended Adaptive Langevin dynamics, mixture of Gaussians: L¹ error on the marginal " +
		"of θ₁",
	Spec: specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs every K for every Δt and n, and compares the histogram of θ₁ with the posterior's
// marginal, and Σ_x with its projection.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	b := s.NewBases(c, g)
	curves, err := s.Curves(c, b, s.Grid)
	if err != nil {
		return nil, err
	}
	all, err := s.List(c, b, "all", s.All)
	if err != nil {
		return nil, err
	}
	if err := s.Run(c, g, append(curves, all...)); err != nil {
		return nil, err
	}
	t := mixture.NewBasisTable()
	for _, r := range curves {
		r.Rows(t, g)
	}
	for _, r := range all {
		r.Rows(t, g, "L1", "outside")
	}
	b.Rows(t)
	g.Norms(t)
	return t, nil
}
