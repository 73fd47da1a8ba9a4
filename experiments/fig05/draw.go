package main

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot/vg"

	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/table"
)

// render draws one curve for each Δt, and the exact error of Langevin dynamics (Figure 3) at the
// smallest Δt, where it is smallest.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	t = t.Where(table.Quantity, table.VarianceError)
	f := plots.New(1, 1)
	f.Width, f.Height = plots.DoubleColumn, 8.5*vg.Centimeter
	p := f.Panel(0, 0)
	p.Y.Label.Text = `relative error of the variance`
	curves := look.ErrorCurves{
		Quantity: table.VarianceError, Signed: true, Dashed: `frozen $\xi$`, Named: 0.16,
	}
	adl := t.Where(table.Method, table.AdL)
	p.YLim = plots.UpTo(40)
	for k, dt := range s.Dt {
		u := adl.Where(table.Dt, dt, table.Source, table.Simulation)
		if u.Len() > 0 {
			style := plots.Style{Color: look.TimeStep(dt).Color, Width: 0.6, Dash: plots.Dotted}
			at := u.Float(0, table.Epsilon) / u.Float(0, table.S)
			text := map[bool]string{true: "$s = 1$"}[k == len(s.Dt)-1] // on the left
			p.Add(plots.Rule{At: at, Vertical: true, Text: text, Style: style})
		}
	}
	curves.Panel(p, s.resolved(adl))
	dt, epsilon := slices.Min(s.Dt), look.Column(table.Epsilon)
	known := t.Where(table.Method, table.Langevin, table.Dt, dt, table.Sampling, s.Sampling[0])
	langevin := look.Curve(known, epsilon, look.Langevin.Theory())
	p.Add(langevin)
	if n := len(langevin.X); n > 0 {
		p.Add(plots.Text{
			X: langevin.X[n/2], Y: langevin.Y[n/2], XAlign: 1, Shift: vg.Point{X: -4, Y: 4},
			Text:  look.WithGamma("Langevin", s.Gamma...) + ", " + look.StepName(dt),
			Color: look.Langevin.Color,
		})
	}
	return f, nil
}

// resolved omits the runs of length T at a Δt where most errors are within their noise and there
// are longer runs: they would be upper bounds on top of each other.
func (s Spec) resolved(t *table.Table) *table.Table {
	noisy := map[string]bool{}
	longest := slices.Max(t.Where(table.Source, table.Simulation).Floats(table.T))
	for _, dt := range t.Distinct(table.Dt) {
		short, bounds := t.Where(table.Dt, dt, table.T, s.T), 0
		for i := range short.Len() {
			if _, bound := short.Estimate(i).Bound(true); bound {
				bounds++
			}
		}
		noisy[dt] = longest > s.T && 2*bounds > short.Len()
	}
	own := fmt.Sprint(s.T)
	return t.Filter(func(i int) bool {
		return !noisy[t.Cell(i, table.Dt)] || t.Cell(i, table.T) != own
	})
}
