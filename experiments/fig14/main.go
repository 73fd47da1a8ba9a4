// Command fig14 reproduces Figure 14 (section 4.4): the L¹ error on the θ₁ marginal of the
// posterior of a mixture of two Gaussians, for extended Adaptive Langevin dynamics (eq. sheme_eadl)
// whose gradient is estimated from n of Nd data. Its friction is a combination of K + 1 functions
// of θ, Σ_k ξ_k f_k(θ) (eq. xi_eAdL). The error is drawn against K, for several time steps.
package main

import (
	_ "embed"

	"adl/pkg/experiment"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct{ study.Extended }

var program = experiment.Program[Spec]{
	Name: "fig14",
	Title: "extended Adaptive Langevin dynamics, mixture of Gaussians: L¹ error on the marginal " +
		"of θ₁",
	Spec: specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs every K for every Δt and n, and compares the histogram of θ₁ with the posterior's
// marginal (eq. erreur_L1). It adds the distances of Σ_x from its projections S_K (eq. proj_sigma),
// which Figure 15 draws, and the norm of Σ_x.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	runs, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	t, err := runs.Table(c)
	if err != nil {
		return nil, err
	}
	row := table.Row{"status": table.OK, "source": table.Exact}
	t.AddValue(row, "norm of Sigma", runs.Posterior.GradCovNorm())
	return t, nil
}
