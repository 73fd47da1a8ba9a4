package main

import (
	"gonum.org/v1/plot/vg"

	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/table"
)

// render draws one panel for each friction, and one with the ratio of the errors with the last and
// the first friction.
func render(_ Spec, t *table.Table) (*plots.Figure, error) {
	t = t.Where(table.Quantity, table.L1)
	curves := look.ErrorCurves{
		Quantity: table.L1, Join: true, Dashed: `$\xi$ frozen, leading order`,
	}
	frictions := t.Distinct(table.Friction)
	count := len(frictions)
	f := plots.New(1, count+min(1, count-1))
	f.Height = 8 * vg.Centimeter
	for i, k := range frictions {
		p := f.Panel(0, i)
		p.Label(look.Title(k), "", `$L^1$ error on the marginal of $\theta_1$`)
		curves.Panel(p, t.Where(table.Friction, k))
	}
	plots.ShareY(f.Panels()...)
	if count > 1 {
		drawRatio(f.Panel(0, count), frictions[0], frictions[count-1], t.Filter(func(i int) bool {
			return t.Cell(i, table.Sampling) != table.Replaced
		}))
	}
	return f, nil
}

// drawRatio draws the ratio of the errors with the last and the first friction against ε(n)Δt, on
// which alone the predicted ratio depends.
func drawRatio(p *plots.Panel, first, last string, t *table.Table) {
	p.Label(look.Title(last)+" over "+look.Title(first), `$\varepsilon(n)\Delta t$`,
		"ratio of the errors")
	p.Log(true, true)
	p.Add(
		plots.Rule{At: 3, Text: "3", Style: plots.Level()},
		plots.Rule{At: 100, Vertical: true, Text: "100", Style: plots.Level()}) // the paper's claim
	ratios, lower := look.Ratios(t.Where(table.Friction, last), t.Where(table.Friction, first))
	p.Add(look.Curve(ratios.Where(table.Source, table.Prediction), look.ScaledNoise, plots.Theory()))
	for _, dt := range look.Steps(t) {
		series := look.Series{
			Row: look.StepName(dt), Style: look.TimeStep(dt), X: look.ScaledNoise,
		}
		p.Add(series.Points(ratios.Where(table.Source, table.Simulation, table.Dt, dt))...)
		bounds := plots.Line{
			Name: "lower bound (2 s.e.)", Style: series.Style, Bound: plots.Lower, Status: table.OK,
		}
		u := lower.Where(table.Dt, dt)
		for i := range u.Len() {
			bounds.X = append(bounds.X, look.ScaledNoise(u, i))
			bounds.Y = append(bounds.Y, u.Float(i, table.Value))
		}
		if u.Len() > 0 {
			p.Add(bounds)
		}
	}
}
