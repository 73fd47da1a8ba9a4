// Command fig15 reproduces Figure 15 (section 4.4): the distance between the covariance Σ_x(θ) of
// the gradient, for the posterior of a mixture of two Gaussians, and its projection onto
// combinations of the K + 1 functions that make up the friction of extended Adaptive Langevin
// dynamics.
package main

import (
	_ "embed"

	"adl/pkg/dataset"
	"adl/pkg/experiment"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	Friction []study.Friction   `toml:"friction" spec:"nonempty,distinct"`
	Basis    study.Boxes        `toml:"basis"`
	Data     dataset.Source     `toml:"data"`
	Model    study.MixtureModel `toml:"model"`
}

var program = experiment.Program[Spec]{
	Name: "fig15",
	Title: "projection of the gradient's covariance onto the functions of " +
		"extended Adaptive Langevin dynamics",
	Spec: specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute projects Σ_x onto the constant function and onto the polynomials of every degree.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	data, err := c.Data(s.Data)
	if err != nil {
		return nil, err
	}
	m := s.Model.Posterior(data)
	if _, err := c.Do(0, nil); err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{"friction", "K"})...)
	row := table.Row{"status": table.OK, "source": table.Exact}
	for _, k := range s.Friction {
		bases, err := s.Basis.Project(c, m, m, "friction", k, 0)
		if err != nil {
			return nil, err
		}
		for _, b := range bases {
			row["friction"], row["K"] = k, b.K
			t.AddValue(row, table.ProjectionError, b.Error)
		}
	}
	return t, nil
}
