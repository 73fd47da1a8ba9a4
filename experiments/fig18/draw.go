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

// methods are Langevin dynamics and the frictions that are in the panels (a), (b), (e) and (f).
var methods = []string{
	table.Langevin, table.Scalar, table.Diagonal, table.Rotated, table.Full,
}

// numbers are the numbers of variables in a friction in d dimensions.
var numbers = map[string]string{
	table.Fixed: "0", table.Scalar: "1", table.Diagonal: "$d$", table.Rotated: "$d$",
	table.Full: "$d(d+1)/2$",
}

// series returns the series of Langevin dynamics or of a friction.
func series(name string) look.Series {
	if name == table.Langevin {
		return look.Series{Row: name, Where: []any{table.Method, name}, Style: look.Langevin}
	}
	return look.Series{Row: name, Where: []any{table.Friction, name}, Style: look.Style(name)}
}

// beside returns the axis of γ, with the methods a little apart.
func beside(name string, apart float64) look.Axis {
	k := slices.Index(methods, name) - len(methods)/2
	return look.Column(table.Gamma).Times(1 + apart*float64(k))
}

// drawBest draws the smallest errors against γ: dotted after the first budget, solid after the
// last. Full batches, with Langevin dynamics and with a full ξ, are grey, after the last.
func (s Mixture) drawBest(p *plots.Panel, t *table.Table) {
	p.Label("mixture, variance", `$\gamma$`, "relative error")
	p.Log(true, true)
	p.Add(plots.Rule{At: 1, Vertical: true, Text: "the paper", Style: plots.Level()})
	t = t.Where(table.Quantity, study.Variance.String())
	for _, gradient := range []string{table.FullBatch, table.Independent} {
		for k, budget := range s.Budget {
			for _, name := range methods {
				x := series(name)
				x.X, x.Join = beside(name, 0.1), true
				if gradient == table.FullBatch {
					if k == 0 || name != table.Langevin && name != table.Full {
						continue
					}
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
	p.XLim = plots.Limits{Lo: lo, Hi: 400 * lo} // Langevin dynamics at small γ is far outside
	p.YLim = plots.UpTo(1)
	for k, budget := range s.Budget {
		for _, e := range equal[min(k, 1)] {
			line := plots.Line{Style: plots.Level()}
			for _, f := range linalg.LinSpace(0, 1, 400) {
				x := lo + f*(e*e*budget-lo)
				line.X, line.Y = append(line.X, x), append(line.Y, math.Sqrt(e*e-x/budget))
			}
			p.Add(line, plots.Text{
				X: 1.1 * lo, Y: e, Shift: vg.Point{Y: 2}, Size: 7,
				Color: plots.Grey(0.5), Text: fmt.Sprintf("%g %% after $%s$", 100*e, look.Number(budget)),
			})
		}
	}
	x := func(t *table.Table, i int) float64 {
		x, _ := noise.Lookup(table.Value, table.Friction, t.Cell(i, table.Friction), table.Gamma,
			t.Cell(i, table.Gamma), table.Method, t.Cell(i, table.Method))
		return x
	}
	t = t.Where(table.Quantity, biasOf)
	for _, name := range methods {
		m := series(name)
		u := t.Where(m.Where...).Sort(table.Gamma)
		line := plots.Line{Style: plots.Style{Color: m.Style.Color, Width: 0.5}}
		for i := range u.Len() {
			y, bound := u.Estimate(i).Bound(false)
			gamma := u.Float(i, table.Gamma)
			text := plots.Text{
				X: x(u, i), Y: y, Text: u.Cell(i, table.Gamma), Color: m.Style.Color, Size: 7,
				Shift: vg.Point{X: 4, Y: 1},
			}
			switch full := name == table.Full; {
			case full && i == 0: // those up to 1 are close together
				text.Text, text.XAlign, text.Shift = `$\gamma$ ≤ 1`, 1, vg.Point{X: -5, Y: -3}
				p.Add(text)
			case full && gamma > 1, name == table.Langevin && gamma < 10: // away from the curve
				text.XAlign, text.Shift.X = 1, -4
				if full {
					text.Shift.Y = -9
				}
				fallthrough
			case name == table.Langevin:
				if !bound && gamma < 100 {
					p.Add(text)
				}
			}
			if bound {
				y = math.NaN()
			}
			line.X, line.Y = append(line.X, x(u, i)), append(line.Y, y)
		}
		m.X, m.Style.Size = x, 1.7 // many are close together
		p.Add(line)
		p.Add(m.Points(u)...)
	}
}

// equal are the errors at which there are lines, after the first and after the last budget.
var equal = [2][]float64{{0.03, 0.1}, {0.005}}

// posteriors are the posteriors of (c) and (d), with their names.
var posteriors = []struct{ name, posterior, scaling string }{
	{"MNIST,\nwhitened scores", mnist, "whiten"},
	{"MNIST,\nscaled pixels", mnist, "scale"},
	{"correlated\ncovariates", covariates, ""},
}

// drawFrictions draws the errors and the gradients that an error of 1 % takes on each posterior,
// for the frictions, with n from large to small, from left to right.
func (s Regression) drawFrictions(errors, costs *plots.Panel, t *table.Table) {
	var ticks plot.ConstantTicks
	for i, x := range posteriors {
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: x.name})
	}
	errors.Label("logistic regression", "", "mean error of the variances")
	costs.Label(fmt.Sprintf("until bias and noise together are %g %%", 100*target), "",
		"gradients of single data")
	for _, p := range []*plots.Panel{errors, costs} {
		p.Log(false, true)
		p.X.Tick.Marker = ticks
		p.XLim = plots.Limits{Lo: -0.65, Hi: float64(len(ticks)) - 0.5}
		for i := range len(ticks) - 1 {
			p.Add(plots.Rule{At: float64(i) + 0.5, Vertical: true, Style: plots.Level()})
		}
	}
	errors.Add(plots.Line{Name: table.Langevin, Style: look.Langevin})
	for k, f := range s.Friction {
		of := look.Series{Row: string(f), Style: look.Style(f), Join: true}
		errors.Add(plots.Line{Name: of.Row + " (" + numbers[of.Row] + ")", Style: of.Style})
		for i, x := range posteriors {
			u := t.Where(table.Posterior, x.posterior, table.Scaling, x.scaling)
			ns := u.Floats(table.N)
			slices.Sort(ns)
			ns = slices.Compact(ns)
			of.X = func(t *table.Table, row int) float64 {
				left := float64(slices.Index(ns, t.Float(row, table.N))) - float64(len(ns)-1)/2
				return float64(i) + 0.185*(float64(k)-2) - 0.06*left
			}
			u = u.Where(table.Friction, f)
			v := u.Where(table.Quantity, table.Error)
			errors.Add(of.Points(v)...)
			drawCosts(costs, u, of)
			if f == study.Scalar && x.scaling == "scale" {
				nameEnds(errors, v, of.X, true)
			}
			if f == study.Fixed && x.scaling == "whiten" {
				nameEnds(costs, u.Filter(func(i int) bool {
					return u.Cell(i, table.Quantity) == gradients && !math.IsInf(u.Float(i, table.Value), 1)
				}), of.X, false)
			}
		}
	}
}

// nameEnds writes n beside its smallest value, and beside or below its largest.
func nameEnds(p *plots.Panel, t *table.Table, x look.Axis, below bool) {
	t = t.Sort(table.N)
	for k, i := range []int{t.Len() - 1, 0} {
		if i < 0 || k == 1 && t.Len() == 1 {
			break
		}
		y, _ := t.Estimate(i).Bound(false)
		text := plots.Text{
			X: x(t, i), Y: y, Text: "$n = " + t.Cell(i, table.N) + "$",
			Shift: vg.Point{X: 5, Y: vg.Length(9*k - 9)},
		}
		if below && k == 0 {
			text.XAlign, text.Shift = 0.5, vg.Point{Y: -14}
		}
		p.Add(text)
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
			style.Size = 1.6
			p.Add(plots.Line{
				X: []float64{of.X(never, i)}, Row: "∞", Style: style, Status: status,
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
		for _, name := range methods {
			m := series(name)
			m.X, m.Join = beside(name, 0.08), true
			p.Add(m.Points(u)...)
		}
	}
	plots.ShareY(independent, controlled)
}
