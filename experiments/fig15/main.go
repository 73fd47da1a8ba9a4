// Command fig15 reproduces Figure 15 (section 4.4): the distance between the covariance Σ_x(θ) of
// the gradient, for the posterior of a mixture of two Gaussians, and its projection onto
// combinations of the K + 1 functions that make up the friction of extended Adaptive Langevin
// dynamics.
package main

import (
	_ "embed"

	"gonum.org/v1/plot/vg"

	"adl/pkg/dataset"
	"adl/pkg/experiment"
	"adl/pkg/plots"
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
	if _, err := c.Sweep(0, nil); err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{"friction", "K"})...)
	row := table.Row{"status": table.OK, "source": table.Exact}
	for _, k := range s.Friction {
		bases, err := s.Basis.Project(c, m, nil, k, 0)
		if err != nil {
			return nil, err
		}
		for _, b := range bases {
			row["friction"], row["K"] = k, b.K
			t.AddValue(row, "projection error", b.Distance)
		}
	}
	return t, nil
}

// render draws one curve per kind of coefficients, with its name at its end.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	f := plots.New(1, 1)
	p := f.Panel(0, 0)
	p.Label("", "$K$", `$\|\Sigma_x - S_K\|_{L^2(\pi)}$`)
	p.Log(false, true)
	p.X.Tick.Marker = study.Ticks(t.Distinct("K"))
	p.XLim.Lo, p.XLim.Hi = -2, 47 // room for the names
	p.YLim = plots.Limits{Lo: 0.007, Hi: 4}
	for i, k := range s.Friction {
		u := t.Where("friction", k, "quantity", "projection error").Sort("K")
		l := plots.Line{Style: k.Style(), X: u.Floats("K"), Y: u.Floats("value")}
		p.Add(l)
		if end := u.Len() - 1; end >= 0 {
			p.Add(plots.Text{
				X: l.X[end], Y: l.Y[end], Shift: vg.Point{X: 5, Y: vg.Length(5*i - 8)}, Text: string(k),
				Color: l.Style.Color,
			})
		}
	}
	return f, nil
}
