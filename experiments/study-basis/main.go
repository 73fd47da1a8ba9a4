// Command study-basis answers whether the error of extended Adaptive Langevin dynamics follows the
// distance of Σ_x from its projection (sections 1, 4.1, 4.2 and 4.4): it runs other bases, forms, η
// and batches than Figure 14.
package main

import (
	_ "embed"
	"fmt"

	"adl/pkg/experiment"
	"adl/pkg/plots"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.Extended
	Curves study.ExtendedSet   `toml:"curves"` // of Figure 14
	Runs   []study.ExtendedSet `toml:"runs"`
}

var program = experiment.Program[Spec]{
	Name:  "study-basis",
	Title: "extended Adaptive Langevin dynamics, mixture of Gaussians: other bases",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute adds the errors of all runs, the distances of Σ_x from its projections and, for the bases
// of Figure 14, the mass where projections are not covariances.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	b, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	if err := b.Add("curves.", s.Curves); err != nil {
		return nil, err
	}
	for i, set := range s.Runs {
		if err := b.Add(fmt.Sprintf("runs[%d].", i), set); err != nil {
			return nil, err
		}
	}
	for _, k := range forms {
		if _, err := b.Bases(k, 0); err != nil {
			return nil, err
		}
	}
	t, err := b.Table()
	if err != nil {
		return nil, err
	}
	bases, err := b.Bases(s.Friction, 0)
	if err != nil {
		return nil, err
	}
	for _, x := range bases {
		t.AddValue(table.Row{
			"friction": s.Friction, "K": x.K, "cuts": x.Cuts, "status": table.OK, "source": table.Exact,
		}, "mass where S_K is not positive", x.Negative())
	}
	return t, nil
}

var forms = []study.Friction{study.Scalar, study.Diagonal, study.Full}

// render draws the errors against the distance of Σ_x from its projection, for each n and Δt with
// several forms, with one series per form. It also draws the errors at K = 15 against ε(n)Δt.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	distances := t.Where("quantity", "projection error")
	at := func(u *table.Table, i int) float64 {
		x, _ := distances.Lookup("value", "friction", u.Cell(i, "friction"), "K", u.Cell(i, "K"),
			"cuts", u.Cell(i, "cuts"))
		return x
	}
	errors := t.Where("quantity", "L1", "method", study.ExtendedAdL)
	f := plots.New(1, 3)
	for i, dt := range []float64{2e-3, 5e-3} {
		p := f.Panel(0, i)
		p.Label(`$n = 5$, $\Delta t = `+study.Number(dt)+`$`, `$\|\Sigma_x - S_K\|$`,
			`$L^1$ error on the marginal of $\theta_1$`)
		p.Log(true, true)
		for j, k := range forms {
			series := study.Series{Name: k.Title(), Style: k.Style(), X: at}
			of := errors.Where("n", 5, "dt", dt, "friction", k)
			p.Add(series.Points(of.Where("eta", s.Eta))...)
			if j == len(forms)-1 {
				series.Name, series.Style = k.Title()+`, $\eta = 0.1$`, plots.Cycle(5)
				p.Add(series.Points(of.Where("eta", 0.1))...)
			}
		}
	}
	plots.ShareY(f.Panels()...)
	// at one K; here the error of the time step is far below the error of batches
	errors = errors.Where("friction", study.Full, "eta", s.Eta, "K", 15, "cuts",
		fmt.Sprint(s.Basis.Cuts))
	p := f.Panel(0, 2)
	study.CompareErrors(p, errors, study.TimeSteps(errors)...)
	study.Proportional(p, errors)
	p.Title.Text = "$K = 15$, " + study.Full.Title()
	return f, nil
}
