package main

import (
	"math"

	"gonum.org/v1/plot/vg"

	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/table"
)

// render draws the differences of the errors from the exact errors for a fixed ξ, the deviations
// from the lemma against s, and the errors for any noise with the errors of Langevin dynamics. For
// s ≥ 1 there is no stationary state.
func render(_ Spec, t *table.Table) (*plots.Figure, error) {
	t = t.Filter(func(i int) bool { return t.Float(i, table.S) < 1 }).Sort(table.S)
	f := plots.New(1, 3)
	f.Height = 7 * vg.Centimeter
	frozen, laws, noise := f.Panel(0, 0), f.Panel(0, 1), f.Panel(0, 2)
	atS := look.Column(table.S)

	frozen.Label("long runs", `$\varepsilon(n)\Delta t$`, `difference, in $10^{-4}$`)
	frozen.Log(true, false)
	frozen.Add(plots.Rule{Style: plots.Theory()})
	less := excess(t.Where(table.Run, "frozen"))
	look.Compare(frozen, less, table.VarianceError, look.ScaledNoise, look.TimeSteps(less)...)

	const ofStep = "noise $s$ of a step"
	laws.Label("distances, correlations", ofStep, "distance, correlation")
	laws.Log(true, true)
	var names []plots.Text
	for i, q := range []struct {
		name, quantity string
	}{
		{`$D$ of $\xi$`, distanceOfXi}, {`$\xi$ and $\theta^2$`, withTheta}, {`$D$ of $p$`, distanceOfP},
		{`$\xi$ and $p^2$`, withP},
	} {
		look.Compare(laws, t, q.quantity, atS, look.Series{
			Row: q.name, Style: look.Other(i, 4), Signed: true,
		})
		if u := t.Where(table.Quantity, q.quantity); u.Len() > 0 {
			y, _ := u.Estimate(0).Bound(true)
			names = append(names, plots.Text{Text: q.name, Y: y, Color: look.Other(i, 4).Color})
		}
	}
	laws.Add(plots.EdgeNames{Names: names})
	laws.XLim = plots.From(1e-8)

	noise.Label("any noise", ofStep, "relative error of the variance")
	noise.Log(true, true)
	any := t.Where(table.Run, "any noise")
	steps := look.Steps(any)
	for i, dt := range steps {
		at := atS.Times(math.Pow(1.35, float64(i)-float64(len(steps)-1)/2)) // side by side
		u := any.Where(table.Dt, dt)
		simulated, langevin := u.Where(table.Method, table.AdL), u.Where(table.Method, table.Langevin)
		style := look.TimeStep(dt).Theory()
		line := look.Curve(langevin, atS, style)
		exact := plots.Line{Style: style} // a dash at each point
		exact.Style.Dash = plots.Solid
		for k, y := range look.Abs(simulated.Floats(table.Expected)) {
			x := at(simulated, k)
			exact.X, exact.Y = append(exact.X, x/1.15, x*1.15, x), append(exact.Y, y, y, math.NaN())
		}
		noise.Add(line, exact)
		look.Compare(noise, simulated, table.VarianceError, at,
			look.Series{Style: look.TimeStep(dt), Signed: true})
		if last := len(line.X) - 1; i == 0 && last >= 0 {
			noise.Add(plots.Text{
				Text: "Langevin", X: line.X[last], Y: line.Y[last], XAlign: 1, Shift: vg.Point{X: -22, Y: -3},
			})
		}
	}
	noise.Add(plots.Text{Text: `AdL, dashes: frozen $\xi$`, Relative: true, X: 0.06, Y: 0.4})
	return f, nil
}

// excess returns the rows with the column exact subtracted from their values, in units of 1e-4.
func excess(t *table.Table) *table.Table {
	u := table.New(t.Columns()...)
	for i := range t.Len() {
		row := table.Row{}
		for _, c := range t.Columns() {
			row[c] = t.Cell(i, c)
		}
		row[table.Value] = 1e4 * (t.Float(i, table.Value) - t.Float(i, table.Expected))
		row[table.StdErr] = 1e4 * t.Float(i, table.StdErr)
		u.Add(row)
	}
	return u
}
