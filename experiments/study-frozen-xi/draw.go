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
	f := plots.New(2, 2)
	f.Height = 14 * vg.Centimeter
	drawLongRuns(f.Panel(0, 0), excess(t.Where(table.Run, "frozen")))
	drawNoise(f.Panel(0, 1), t.Where(table.Run, "any noise"))
	drawLaws(f.Panel(1, 0), t, "distances", "Kolmogorov distance $D$", law{`$\xi$`, distanceOfXi},
		law{"$p$", distanceOfP})
	drawLaws(f.Panel(1, 1), t, "correlations", "correlation", law{`$\xi$ and $\theta^2$`, withTheta},
		law{`$\xi$ and $p^2$`, withP})
	return f, nil
}

const ofStep = "noise $s$ of a step"

func drawLongRuns(p *plots.Panel, t *table.Table) {
	p.Label("long runs", `$\varepsilon(n)\Delta t$`, `difference, in $10^{-4}$`)
	p.Log(true, false)
	p.Add(plots.Rule{Style: plots.Theory()})
	look.Compare(p, t, table.VarianceError, look.ScaledNoise, look.TimeSteps(t)...)
}

// law is a quantity that vanishes under the law of the lemma.
type law struct{ name, quantity string }

func drawLaws(p *plots.Panel, t *table.Table, title, label string, laws ...law) {
	p.Label(title, ofStep, label)
	p.Log(true, true)
	p.XLim = plots.From(3e-7)
	var names []plots.Text
	for i, q := range laws {
		style := look.Other(i, len(laws))
		look.Compare(p, t, q.quantity, look.Column(table.S), look.Series{
			Row: q.name, Style: style, Signed: true,
		})
		if u := t.Where(table.Quantity, q.quantity); u.Len() > 0 {
			y, _ := u.Estimate(0).Bound(true)
			names = append(names, plots.Text{Text: q.name, Y: y, Color: style.Color})
		}
	}
	p.Add(plots.EdgeNames{Names: names})
}

// drawNoise draws the errors, the time steps side by side, with dashes at the exact errors for a
// fixed ξ.
func drawNoise(p *plots.Panel, t *table.Table) {
	p.Label("any noise", ofStep, "relative error of the variance")
	p.Log(true, true)
	steps, atS := look.Steps(t), look.Column(table.S)
	for i, dt := range steps {
		at := atS.Times(math.Pow(1.25, float64(i)-float64(len(steps)-1)/2))
		u := t.Where(table.Dt, dt)
		simulated, langevin := u.Where(table.Method, table.AdL), u.Where(table.Method, table.Langevin)
		line := look.Curve(langevin, atS, look.TimeStep(dt).Theory())
		exact := plots.Line{Style: plots.Style{Width: 0.8}}
		for k, y := range look.Abs(simulated.Floats(table.Expected)) {
			x := at(simulated, k)
			exact.X, exact.Y = append(exact.X, x/1.11, x*1.11, x), append(exact.Y, y, y, math.NaN())
		}
		p.Add(line)
		look.Compare(p, simulated, table.VarianceError, at,
			look.Series{Style: look.TimeStep(dt), Signed: true})
		p.Add(exact)
		if last := len(line.X) - 1; i == 0 && last >= 0 {
			p.Add(plots.Text{
				Text: "Langevin", X: line.X[last], Y: line.Y[last], XAlign: 1, Shift: vg.Point{X: -22, Y: -3},
			})
		}
	}
	p.Add(plots.Text{Text: `AdL, dashes: frozen $\xi$`, Relative: true, X: 0.06, Y: 0.4})
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
