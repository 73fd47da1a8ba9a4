// Command fig15 reproduces Figure 15 (section 4.4): the distance between the covariance Σ_x(θ) of
// the gradient, for the posterior of a mixture of two Gaussians, and its projection onto
// combinations of the K + 1 functions that make up the friction of extended Adaptive Langevin
// dynamics.
package main

import (
	_ "embed"
	"math"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/mixture"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	Friction []study.Friction   `toml:"friction" spec:"nonempty,distinct"`
	Basis    mixture.Boxes      `toml:"basis"`
	Data     dataset.Source     `toml:"data"`
	Model    study.MixtureModel `toml:"model"`
	Others   study.Others       `toml:"others"`
}

var program = experiment.Program[Spec]{
	Name: "fig15",
	Title: "projection of the gradient's covariance onto the functions of " +
		"extended Adaptive Langevin dynamics",
	Spec: specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute projects Σ_x onto the constant function and onto the polynomials of every degree, and
// onto the constant function for other data sets.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	data, err := c.Data("data", s.Data)
	if err != nil {
		return nil, err
	}
	m := s.Model.Posterior(data)
	bases, err := s.Basis.Bases(c, m)
	if err != nil {
		return nil, err
	}
	p, err := s.Basis.Posterior(c, m)
	if err != nil {
		return nil, err
	}
	others, err := study.Run(c, s.drawn(m))
	if err != nil {
		return nil, err
	}
	norm := p.GradCovNorm()
	t := table.New(table.Columns([]string{"friction", "K", "set", "degree"}, "relative")...)
	add := func(row table.Row, quantity string, value float64) {
		row["relative"] = value / norm
		t.AddValue(exactly(row), quantity, value)
		row["relative"] = nil
	}
	for _, k := range s.Friction {
		form, err := k.Form(m)
		if err != nil {
			return nil, c.Errorf("friction", "%v", err)
		}
		for i, b := range bases {
			coef, distance := p.ProjectBasis(b, form)
			row := table.Row{"friction": k, "K": mixture.K(b)}
			add(row, "projection error", distance)
			if i == 0 {
				gradient := dynamics.Project(form, p.DistanceGradient(coef[0]))
				t.AddValue(exactly(row), "gradient of the squared distance",
					floats.Norm(gradient, math.Inf(1)))
			}
		}
	}
	add(table.Row{}, "norm of Sigma", norm)
	monomials(t)
	for _, arrays := range others {
		s.rowsOfOthers(t, arrays[0])
	}
	return t, nil
}

// render draws one curve per kind of coefficients.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, 1)
	f.Plain = true
	p := f.Panel(0, 0)
	p.XLabel, p.YLabel = "$K$", `$\|\Sigma_{\mathbf{x}} - S_K\|_{L^2(\pi)}$`
	p.Y.Log = true
	p.X.Ticks = study.Ticks(t.Distinct("K"))
	for _, k := range s.Friction {
		u := t.Where("friction", k, "quantity", "projection error")
		p.Add(figure.Line{
			Name: string(k) + " coefficients", Style: k.Style(s.Friction),
			X: u.Floats("K"), Y: u.Floats("value"),
		})
	}
	return f, nil
}
