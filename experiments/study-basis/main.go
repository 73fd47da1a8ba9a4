// Command study-basis answers whether the error of extended Adaptive Langevin dynamics follows the
// distance of Σ_x from its projection (sections 1, 4.1, 4.2 and 4.4): it runs other bases, forms, η
// and batches than Figure 14.
package main

import (
	_ "embed"

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
	mixture.BasisRuns
	Curves mixture.BasisSet   `toml:"curves"` // of Figure 14
	Runs   []mixture.BasisSet `toml:"runs"`
}

var program = experiment.Program[Spec]{
	Name:  "study-basis",
	Title: "extended Adaptive Langevin dynamics, mixture of Gaussians: other bases",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute adds the errors of all runs, and the distances of Σ_x from its projections.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	b := s.NewBases(c, g)
	runs, err := s.List(c, b, "curves", s.Curves)
	if err != nil {
		return nil, err
	}
	more, err := s.Lists(c, b, "runs", s.Runs)
	if err != nil {
		return nil, err
	}
	runs = append(runs, more...)
	if err := s.Run(c, g, runs); err != nil {
		return nil, err
	}
	t := mixture.NewBasisTable()
	for _, r := range runs {
		r.Rows(t, g, "L1", "outside")
	}
	for _, k := range forms {
		if _, err := b.Curves(k); err != nil {
			return nil, err
		}
	}
	b.Rows(t)
	return t, s.theory(t, g, b)
}

var forms = []study.Friction{study.Scalar, study.Diagonal, study.Full}

// render draws the errors against the distance of Σ_x from its projection, for each n and Δt that
// several forms have, and one series a form.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	distances := t.Where("quantity", "projection error")
	at := func(u *table.Table, i int) float64 {
		x, _ := distances.Lookup("value", "friction", u.Cell(i, "friction"), "K", u.Cell(i, "K"),
			"cuts", u.Cell(i, "cuts"))
		return x
	}
	errors := t.Where("quantity", "L1", "method", mixture.ExtendedAdL, "sampling", "without", "n", 5)
	f := figure.New(1, 2)
	f.Legend = true
	var panels []*figure.Panel
	for i, dt := range []float64{2e-3, 5e-3} {
		p := f.Panel(0, i)
		p.Title = `$n = 5$, $\Delta t = ` + study.Number(dt) + `$`
		p.XLabel = `$\|\Sigma_{\mathbf{x}} - S_K\|$`
		p.YLabel = `$L^1$ error on the marginal of $\theta_1$`
		p.X.Log, p.Y.Log = true, true
		for j, k := range forms {
			series := study.Series{Name: k.Title(), Style: k.Style(forms), X: at}
			of := errors.Where("dt", dt, "friction", k)
			p.Add(series.Points(of.Where("eta", s.Eta))...)
			if j == len(forms)-1 {
				series.Name, series.Style = k.Title()+`, $\eta = 0.1$`, figure.Cycle(4)
				p.Add(series.Points(of.Where("eta", 0.1))...)
			}
		}
		panels = append(panels, p)
	}
	figure.ShareY(panels...)
	return f, nil
}
