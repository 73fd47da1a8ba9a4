// Command fig15 reproduces Figure 15 (section 4.4): the distance between the covariance Σ_x(θ) of
// the gradient, for the posterior of a mixture of two Gaussians, and its projection onto
// combinations of the K + 1 functions that make up the friction of extended Adaptive Langevin
// dynamics.
package main

import (
	_ "embed"

	"adl/pkg/dataset"
	"adl/pkg/experiment"
	"adl/pkg/figure"
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
	Section: "4.4", Spec: specText, Compute: compute, Render: render, Claims: claims,
}

func main() { program.Main() }

// compute projects Σ_x onto the constant function and onto the polynomials of every degree. This
// takes no time: there are no tasks.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	data, err := c.Data("data", s.Data)
	if err != nil {
		return nil, err
	}
	m := s.Model.Posterior(data)
	bases, p, err := s.Basis.Bases(c, m)
	if err != nil {
		return nil, err
	}
	if _, err := c.Sweep(nil); err != nil {
		return nil, err
	}
	norm := p.GradCovNorm()
	t := table.New(table.Columns([]string{"friction", "K"}, "relative")...)
	add := func(row table.Row, quantity string, value float64) {
		row["status"], row["source"], row["relative"] = table.OK, table.Exact, value/norm
		t.AddValue(row, quantity, value)
	}
	for _, k := range s.Friction {
		form, err := k.Form(m)
		if err != nil {
			return nil, c.Errorf("friction", "%v", err)
		}
		for _, b := range bases {
			_, distance := p.ProjectBasis(b, form)
			add(table.Row{"friction": k, "K": study.K(b)}, "projection error", distance)
		}
	}
	add(table.Row{}, "norm of Sigma", norm)
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
	for i, k := range s.Friction {
		u := t.Where("friction", k, "quantity", "projection error")
		p.Add(figure.Line{
			Name: string(k) + " coefficients", Style: figure.Cycle(i),
			X: u.Floats("K"), Y: u.Floats("value"),
		})
	}
	return f, nil
}
