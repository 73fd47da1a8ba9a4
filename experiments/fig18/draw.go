package main

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"adl/pkg/linalg"
	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/study"
	"adl/pkg/table"
)

// render draws a panel for each question.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	f := plots.New(3, 2)
	f.Height = 22 * vg.Centimeter
	mixture := t.Where(table.Posterior, "mixture")
	s.Mixture.drawBest(f.Panel(0, 0), mixture)
	s.Mixture.drawTradeOff(f.Panel(0, 1), mixture)
	s.Regression.drawFrictions(f.Panel(1, 0), f.Panel(1, 1), t.Where(table.Run, againstFriction))
	drawGamma(f.Panel(2, 0), f.Panel(2, 1), t.Where(table.Run, againstGamma))
	return f, nil
}

// A place is where the name of a curve is: beside its point at γ.
type place struct {
	name  string
	at    float64
	shift vg.Point
}

// besideBest are the places of the names of the curves of the smallest errors.
var besideBest = []place{
	{table.Langevin, 1, vg.Point{X: 5, Y: 3}},
	{table.Scalar, 0.1, vg.Point{X: 4, Y: 5}},
	{table.Diagonal, 0.1, vg.Point{X: 1, Y: 5}},
	{table.Rotated, 1, vg.Point{X: 8, Y: -4}},
	{table.Full, 100, vg.Point{X: 3, Y: -12}},
}

// series returns the series of Langevin dynamics or of a friction.
func series(name string) look.Series {
	if name == table.Langevin {
		return look.Series{Where: []any{table.Method, name}, Style: look.Langevin}
	}
	return look.Series{Where: []any{table.Friction, name}, Style: look.Style(name)}
}

// drawBest draws the smallest errors against γ: dotted after the first budget, solid after the
// last. Full batches, with Langevin dynamics and with a full ξ, are grey.
func (s Mixture) drawBest(p *plots.Panel, t *table.Table) {
	p.Label("mixture, variance", `$\gamma$`, "relative error")
	p.Log(true, true)
	p.Add(plots.Rule{At: 1, Vertical: true, Text: "the paper", Style: plots.Level()})
	t = t.Where(table.Quantity, study.Variance.String())
	for _, gradient := range []string{table.FullBatch, table.Independent} {
		for k, budget := range s.Budget {
			for _, at := range besideBest {
				x := series(at.name)
				x.X, x.Join = look.Column(table.Gamma), true
				switch {
				case gradient == table.Independent && k > 0:
					x.Name, x.Beside, x.Shift = at.name, at.at, at.shift
				case gradient == table.FullBatch && at.name != table.Langevin && at.name != table.Full:
					continue
				case gradient == table.FullBatch:
					x.Style.Color = plots.Grey(0.7)
				}
				if k == 0 {
					x.Style.Dash = plots.Dotted
				}
				p.Add(x.Points(t.Where(table.Budget, budget, table.Gradient, gradient))...)
			}
		}
	}
	for k, budget := range s.Budget {
		style := plots.Style{Color: plots.Grey(0.35), Dash: plots.Dotted}
		if k > 0 {
			style.Dash = plots.Solid
		}
		p.Add(plots.Line{Name: "$" + look.Number(budget) + "$ gradients", Style: style})
	}
	p.Add(plots.Line{Name: "full batches", Style: plots.Style{Color: plots.Grey(0.7)}})
}

// drawTradeOff draws the bias of the runs shown against the gradients for an independent sample, in
// the order of γ, and lines of equal error after each budget.
func (s Mixture) drawTradeOff(p *plots.Panel, t *table.Table) {
	p.Label(fmt.Sprintf(`mixture, variance, $n = %d$`, s.Shown.N), "gradients per independent sample",
		"bias")
	p.Log(true, true)
	noise := t.Where(table.Quantity, perSample)
	lo := slices.Min(noise.Floats(table.Value)) / 2
	p.XLim = plots.Limits{Lo: lo, Hi: 1000 * lo} // Langevin dynamics at small γ is far outside
	p.YLim = plots.UpTo(1)
	for k, budget := range s.Budget {
		for _, e := range equal[min(k, 1)] {
			line := plots.Line{Style: plots.Level()}
			for _, f := range linalg.LinSpace(0, 1, 400) {
				x := lo + f*(e*e*budget-lo)
				line.X, line.Y = append(line.X, x), append(line.Y, math.Sqrt(e*e-x/budget))
			}
			p.Add(line, plots.Text{
				X: 1.1 * lo, Y: e, Shift: vg.Point{Y: -8}, Color: plots.Grey(0.5), Size: 7,
				Text: fmt.Sprintf("%g %% after $%s$", 100*e, look.Number(budget)),
			})
		}
	}
	x := func(t *table.Table, i int) float64 {
		x, _ := noise.Lookup(table.Value, table.Friction, t.Cell(i, table.Friction), table.Gamma,
			t.Cell(i, table.Gamma), table.Method, t.Cell(i, table.Method))
		return x
	}
	t = t.Where(table.Quantity, biasOf)
	for _, at := range besideBest {
		m := series(at.name)
		u := t.Where(m.Where...).Sort(table.Gamma)
		line := plots.Line{Style: plots.Style{Color: m.Style.Color, Width: 0.5}}
		for i := range u.Len() {
			y, bound := u.Estimate(i).Bound(false)
			named := at.name == table.Langevin || at.name == table.Full && u.Float(i, table.Gamma) > 1
			if named && !bound {
				p.Add(plots.Text{
					X: x(u, i), Y: y, Text: u.Cell(i, table.Gamma), Color: m.Style.Color, Size: 6,
					Shift: vg.Point{X: 4, Y: 1},
				})
			}
			if bound {
				y = math.NaN()
			}
			line.X, line.Y = append(line.X, x(u, i)), append(line.Y, y)
		}
		m.X, m.Row = x, at.name
		p.Add(line)
		p.Add(m.Points(u)...)
	}
}

// equal are the errors at which there are lines, after the first and after the last budget.
var equal = [2][]float64{{0.03, 0.1}, {0.003, 0.01}}

// numbers are the numbers in a friction in d dimensions.
var numbers = map[string]string{
	table.Fixed: "0", table.Scalar: "1", table.Diagonal: "$d$", table.Rotated: "$d$",
	table.Full: "$d(d+1)/2$",
}

// places are the cores of marks and the places of posteriors beside the middle of a friction.
var places = []struct {
	name, posterior, scaling string
	core                     plots.Mark
	at                       float64
}{
	{"MNIST, whitened scores", mnist, "whiten", plots.NoMark, -0.3},
	{"MNIST, scores of scaled pixels", mnist, "scale", plots.Circle, 0},
	{"correlated covariates", covariates, "", plots.Cross, 0.3},
}

// drawFrictions draws the errors and the gradients that an error of 1 % takes for each friction,
// with n from large to small from left to right.
func (s Regression) drawFrictions(errors, costs *plots.Panel, t *table.Table) {
	var ticks plot.ConstantTicks
	for k, f := range s.Friction {
		ticks = append(ticks, plot.Tick{
			Value: float64(k), Label: string(f) + "\n" + numbers[string(f)],
		})
	}
	errors.Label("logistic regression", `friction, and the numbers in $\xi$`,
		"mean error of the variances")
	costs.Label(fmt.Sprintf("until bias and noise together are %g %%", 100*target),
		errors.X.Label.Text, "gradients of a datum")
	for _, p := range []*plots.Panel{errors, costs} {
		p.Log(false, true)
		p.X.Tick.Marker = ticks
		p.XLim = plots.Limits{Lo: -0.5, Hi: float64(len(ticks)) - 0.5}
		for k := range len(ticks) - 1 {
			p.Add(plots.Rule{At: float64(k) + 0.5, Vertical: true, Style: plots.Level()})
		}
	}
	for _, place := range places {
		u := t.Where(table.Posterior, place.posterior, table.Scaling, place.scaling)
		errors.Add(plots.Line{Name: place.name, Style: plots.Style{
			Color: plots.Grey(0.35), Mark: plots.Circle, Core: place.core, Dash: plots.NoLine,
		}})
		ns := u.Floats(table.N)
		slices.Sort(ns)
		ns = slices.Compact(ns)
		for k, f := range s.Friction {
			x := func(t *table.Table, i int) float64 {
				left := float64(slices.Index(ns, t.Float(i, table.N))) - float64(len(ns)-1)/2
				return float64(k) + place.at - 0.085*left
			}
			style := look.Style(f)
			style.Core = place.core
			of := look.Series{Row: string(f), Style: style, X: x, Join: true}
			v := u.Where(table.Friction, f)
			errors.Add(of.Points(v.Where(table.Quantity, table.Error))...)
			drawCosts(costs, v, of)
			if f == study.Scalar && place.at < 0 {
				nameEnds(errors, v.Where(table.Quantity, table.Error).Sort(table.N), x)
			}
		}
	}
}

// nameEnds writes n beside its largest and its smallest value.
func nameEnds(p *plots.Panel, t *table.Table, x look.Axis) {
	for k, i := range []int{t.Len() - 1, 0} {
		y, _ := t.Estimate(i).Bound(false)
		p.Add(plots.Text{
			X: x(t, i), Y: y, Text: "$n = " + t.Cell(i, table.N) + "$",
			Shift: vg.Point{X: 5, Y: vg.Length(9*k - 9)},
		})
	}
}

// drawCosts draws numbers of gradients, those that are infinite in a row above the panel.
func drawCosts(p *plots.Panel, t *table.Table, of look.Series) {
	known := t.Where(table.Quantity, gradients)
	infinite := func(i int) bool { return math.IsInf(known.Float(i, table.Value), 1) }
	p.Add(of.Points(known.Filter(func(i int) bool { return !infinite(i) }))...)
	never := known.Filter(infinite)
	least := t.Where(table.Quantity, leastGradients)
	for i := range never.Len() {
		style, status := of.Style, never.Cell(i, table.Status)
		if style.Pale = look.Pale(status); look.Drawn(status) {
			p.Add(plots.Line{
				X: []float64{of.X(never, i)}, Row: "bias above 1 %", Style: style,
				Status: status,
			})
		}
	}
	for i := range least.Len() {
		style, status := of.Style, least.Cell(i, table.Status)
		if style.Pale = look.Pale(status); look.Drawn(status) {
			p.Add(plots.Line{
				Name: "lower bound (2 s.e.)", X: []float64{of.X(least, i)},
				Y: []float64{least.Float(i, table.Value)}, Bound: plots.Lower, Style: style, Status: status,
			})
		}
	}
}

// beside are the places of the names of curves against γ. Curves that would hide each other are
// drawn a little beside γ.
var beside = []struct {
	place
	moved float64
}{
	{place{table.Langevin, 1, vg.Point{X: 6, Y: 3}}, 1},
	{place{table.Scalar, 0.3, vg.Point{X: 4, Y: 6}}, 1},
	{place{table.Diagonal, 0.3, vg.Point{X: 4, Y: 6}}, 1},
	{place{table.Rotated, 1, vg.Point{X: -5, Y: -8}}, 0.94},
	{place{table.Full, 1, vg.Point{X: 5, Y: 2}}, 1.06},
}

// drawGamma draws the errors against γ with independent batches and with control variates.
func drawGamma(independent, controlled *plots.Panel, t *table.Table) {
	t = t.Where(table.Quantity, table.Error)
	for i, p := range []*plots.Panel{independent, controlled} {
		gradient := []string{table.Independent, table.Controlled}[i]
		u := t.Where(table.Gradient, gradient)
		title := "MNIST, scaled pixels, " + gradient
		if i == 0 {
			title += " batches"
		}
		p.Label(title, `$\gamma$`, "mean error of the variances")
		p.Log(true, true)
		p.X.Tick.Marker = look.Ticks(u.Distinct(table.Gamma))
		p.Add(plots.Rule{At: 1, Vertical: true, Text: "the paper", Style: plots.Level()})
		for _, b := range beside {
			m := series(b.name)
			m.Name, m.Join, m.Beside, m.Shift = b.name, true, b.at*b.moved, b.shift
			m.X = func(t *table.Table, i int) float64 { return b.moved * t.Float(i, table.Gamma) }
			p.Add(m.Points(u)...)
		}
	}
	plots.ShareY(independent, controlled)
}
