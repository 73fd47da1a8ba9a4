// Command fig15 reproduces Figure 15: how well the covariance Σ_x(θ) of the gradient of a mixture's posterior is approximated by combinations of the K + 1 functions
// that extended Adaptive Langevin dynamics has its friction made of (section 4.4).
package main

import (
	_ "embed"
	"os"
	"slices"
	"strconv"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	Friction []exact.Friction    `toml:"friction" spec:"in=scalar|diagonal|full,nonempty,distinct"`
	Basis    simulate.Boxes      `toml:"basis"`
	Data     dataset.Source      `toml:"data"`
	Model    simulate.MixtureKey `toml:"model"`
}

var program = experiment.Program[Spec]{
	Name: "fig15", Title: "projection of the gradient's covariance onto the functions of extended Adaptive Langevin dynamics",
	Spec: specText, Compute: compute, Render: render, Claims: claims,
}

func main() { os.Exit(program.Run(os.Args[1:], os.Stdout, os.Stderr)) }

// compute projects Σ_x onto the constant function and onto the polynomials of every degree. Nothing of it takes long: there are no tasks.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	data, err := c.Data("data", s.Data)
	if err != nil {
		return nil, err
	}
	m := s.Model.Posterior(data)
	if err := s.Basis.Check(m.Dim()); err != nil {
		return nil, c.Errorf("basis", "%v", err)
	}
	p, err := c.Posterior(m, exact.Grid{Cuts: [2][]float64(s.Basis.Cuts)})
	if err != nil {
		return nil, err
	}
	if _, err := c.Sweep(nil); err != nil {
		return nil, err
	}
	bases := []dynamics.Basis{dynamics.One{}}
	for _, degree := range slices.Sorted(slices.Values(s.Basis.Degrees)) {
		bases = append(bases, s.Basis.Basis(degree))
	}
	norm := p.Projections().Norm
	t := table.New(table.Columns([]string{"friction", "K"}, "relative")...)
	for _, f := range s.Friction {
		for _, b := range bases {
			cells, functions := b.Cells()
			_, distance := p.ProjectBasis(b, f)
			t.Add(table.Row{
				"friction": f, "K": cells*functions - 1, "quantity": "projection error", "value": distance, "stderr": 0, "relative": distance / norm,
				"status": table.OK, "source": table.Exact,
			})
		}
	}
	t.Add(table.Row{"quantity": "norm of Sigma", "value": norm, "stderr": 0, "relative": 1, "status": table.OK, "source": table.Exact})
	return t, nil
}

// render draws one curve per kind of coefficients.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, 1)
	f.Plain = true
	p := f.Panel(0, 0)
	p.XLabel, p.YLabel = "$K$", `$\|\Sigma_{\mathbf{x}} - S_K\|_{L^2(\pi)}$`
	p.Y.Log = true
	for _, k := range t.Distinct("K") {
		if x, err := strconv.ParseFloat(k, 64); err == nil {
			p.X.Ticks = append(p.X.Ticks, figure.Tick{Value: x, Label: k})
		}
	}
	for _, k := range s.Friction {
		u := t.Where("friction", k, "quantity", "projection error")
		i := map[exact.Friction]int{exact.Full: 0, exact.Diagonal: 1, exact.Scalar: 2}[k]
		p.Add(figure.Line{
			Name: string(k) + " coefficients", Style: figure.Cycle(i),
			X: u.Floats("K"), Y: u.Floats("value"),
		})
	}
	return f, nil
}
