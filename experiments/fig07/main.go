// Command fig07 reproduces Figure 7 (section 3.3.2): the L¹ error on the θ₁ marginal of the
// posterior of a mixture of two Gaussians, for Adaptive Langevin dynamics whose gradient is
// estimated from n of N data. It is drawn against ε(n), for a matrix and for a scalar friction.
package main

import (
	_ "embed"

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
	BurnInXi float64          `toml:"burn_in_xi" spec:"nonnegative"`
	Friction []study.Friction `toml:"friction" spec:"nonempty,distinct"`

	Prediction struct {
		Degree   int     `toml:"degree" spec:"min=6,max=40"`
		Most     float64 `toml:"most" spec:"positive"`
		Langevin int     `toml:"langevin" spec:"min=6,max=40"`
	} `toml:"prediction"`
	Checks
}

var program = experiment.Program[Spec]{
	Name: "fig07", Section: "3.3.2",
	Title: "Adaptive Langevin dynamics, mixture of Gaussians: L¹ error on the marginal of θ₁",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs both frictions for every Δt and n, compares the histogram of θ₁ with the posterior's
// marginal, and adds the errors that theory predicts.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	runs, err := s.runs(c, g.Posterior.Model.Ndata())
	if err != nil {
		return nil, err
	}
	sets := s.marginals(c, g)
	p, err := s.theory(c, g, runs)
	if err != nil {
		return nil, err
	}
	samples, found, err := study.RunEach(c, len(runs), func(i int) (*simulate.Chain, error) {
		return s.chain(c, sets[runs[i].seed], runs[i])
	}, p.tasks)
	if err != nil {
		return nil, err
	}
	params := []string{"method", "scheme", "friction", "eta", "data", "ndata", "sampling", "n", "dt"}
	t := table.New(table.Columns(params,
		"exact", "raw", "floor", "s", "theta1", "theta2", "weight")...)
	for i, r := range runs {
		g, err := sets[r.seed]()
		if err != nil {
			return nil, err
		}
		s.rows(t, g, r, samples[i])
	}
	if err := s.norms(t, sets); err != nil {
		return nil, err
	}
	s.predict(t, p, found)
	return t, nil
}
