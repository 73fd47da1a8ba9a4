package main

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"adl/pkg/figure"
	"adl/pkg/study"
	"adl/pkg/table"
)

// render draws one curve for each Δt, and that of Langevin dynamics from Figure 3 at the smallest
// Δt, where its error is smallest.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	t = t.Where("quantity", "variance error")
	f := figure.New(1, 1)
	f.Plain = true
	f.Width = 13 * vg.Centimeter
	f.Height = 8 * vg.Centimeter
	p := f.Panel(0, 0)
	p.YLabel = `relative error on the variance`
	p.Legend = figure.Legend{Position: figure.Right, Columns: 1}
	curves := study.ErrorCurves{
		Quantity: "variance error", Grid: s.Grid, Dashed: `frozen $\xi$`,
	}
	curves.Panel(p, t.Where("method", "AdL"))
	dt := slices.Min(s.Dt)
	u := t.Where("method", "Langevin", "dt", dt, "sampling", s.Sampling[0]).Sort("epsilon")
	p.Add(figure.Line{
		Name: fmt.Sprintf(`Langevin, $\Delta t = %s$`, study.Number(dt)),
		X:    u.Floats("epsilon"), Y: study.Abs(u.Floats("value")),
		Style: figure.Style{Color: figure.Grey(0.45), Dash: figure.DashDotted},
	})
	// errors far below what is expected are noise
	if curve := t.Where("source", table.Prediction); curve.Len() > 0 {
		p.Y.Min, p.Y.Max = 0.4*slices.Min(study.Abs(curve.Floats("value"))), math.NaN()
	}
	return f, nil
}
