// Command fig05 reproduces Figure 5 (section 3.2.3): the relative error on the variance of a
// Gaussian posterior, for Adaptive Langevin dynamics whose gradient is estimated from n of N data.
// It is drawn against ε(n), for several time steps.
package main

import (
	_ "embed"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/gaussian"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	gaussian.GaussianRuns
	study.Grid
}

var program = experiment.Program[Spec]{
	Name:  "fig05",
	Title: "Adaptive Langevin dynamics, Gaussian posterior: relative error on the variance",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs the scheme for every Δt and n. It measures the variance of θ, and the mean, the
// variance and the growth of ξ.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	base, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	points, err := s.Points(c, base.Model.Ndata())
	if err != nil {
		return nil, err
	}
	var runs []*gaussian.Run
	for _, p := range points {
		r := *base
		r.Point = p
		runs = append(runs, &r)
	}
	t, err := s.Table(c, runs, nil, rows)
	if err != nil {
		return nil, err
	}
	for _, r := range runs {
		known(t, r)
	}
	s.curves(t, *base)
	return t, nil
}

// render draws one curve for each Δt, and the curve of Langevin dynamics from Figure 3 at the
// smallest Δt, where its error is smallest.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	t = t.Where("quantity", "variance error")
	f := figure.New(1, 1)
	f.Plain = true
	f.Width, f.Height = figure.DoubleColumn, 8.5*vg.Centimeter
	p := f.Panel(0, 0)
	p.YLabel = `relative error on the variance`
	p.Legend = figure.Right
	curves := study.ErrorCurves{
		Quantity: "variance error", Grid: s.Grid, Signed: true, Label: true,
		Dashed: `frozen $\xi$`,
	}
	curves.Panel(p, t.Where("method", "AdL"))
	dt := slices.Min(s.Dt)
	u := t.Where("method", "Langevin", "dt", dt, "sampling", s.Sampling[0]).Sort("epsilon")
	p.Add(figure.Line{
		Name: fmt.Sprintf(`Langevin, $\Delta t = %s$`, study.Number(dt)),
		X:    u.Floats("epsilon"), Y: study.Abs(u.Floats("value")),
		Style: figure.Style{Color: figure.Guide().Color, Dash: figure.DashDotted},
	})
	// Errors far below the prediction are noise.
	if curve := t.Where("source", table.Prediction); curve.Len() > 0 {
		p.Y.Min, p.Y.Max = 0.4*slices.Min(study.Abs(curve.Floats("value"))), math.NaN()
	}
	return f, nil
}
