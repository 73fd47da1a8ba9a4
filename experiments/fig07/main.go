// Command fig07 reproduces Figure 7 (section 3.3.2): the L¹ error on the θ₁ marginal of the
// posterior of a mixture of two Gaussians, for Adaptive Langevin dynamics whose gradient is
// estimated from n of N data. It is drawn against ε(n), for a matrix and for a scalar friction.
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
	mixture.MixtureRuns
	study.Grid
	Friction []study.Friction `toml:"friction" spec:"nonempty,distinct"`

	Prediction struct {
		Degree int     `toml:"degree" spec:"min=6,max=40"`
		Most   float64 `toml:"most" spec:"positive"`
	} `toml:"prediction"`
}

var program = experiment.Program[Spec]{
	Name:  "fig07",
	Title: "Adaptive Langevin dynamics, mixture of Gaussians: L¹ error on the marginal of θ₁",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// curve is the method of all rows.
const curve = "AdL"

// compute runs both frictions for every Δt and n, compares the histogram of θ₁ with the posterior's
// marginal, and adds the errors that theory predicts.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	points, err := s.Points(c, g.Posterior.Model.Ndata())
	if err != nil {
		return nil, err
	}
	var runs []*mixture.Run
	for _, k := range s.Friction {
		for _, p := range points {
			runs = append(runs, &mixture.Run{
				Method: curve, Word: s.Word, Friction: k, Eta: s.Eta, Seed: s.Data.Seed, T: s.T, Point: p,
			})
		}
	}
	frozen := s.frozen(points)
	tasks, err := frozen.tasks(s, g)
	if err != nil {
		return nil, err
	}
	found, err := s.Run(c, g, runs, tasks...)
	if err != nil {
		return nil, err
	}
	t := s.NewTable()
	for _, r := range runs {
		r.Rows(t)
	}
	frozen.rows(t, s, found)
	return t, nil
}
