package main

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

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

// drawBest draws the smallest errors against γ.
func (s Mixture) drawBest(p *plots.Panel, t *table.Table) {
	p.Label("mixture, variance", `$\gamma$`, "relative error")
	p.Log(true, true)
	p.Add(plots.Rule{At: 1, Vertical: true, Text: "the paper", Style: plots.Level()})
	t = t.Where(table.Quantity, study.Variance.String())
	for k, budget := range s.Budget {
		u := t.Where(table.Budget, budget)
		for _, m := range look.Methods(u) {
			for _, g := range []string{table.FullBatch, table.Independent} {
				x := look.Series{
					Where: []any{table.Gradient, g}, X: look.Column(table.Gamma), Join: true, Style: m.Style,
				}
				if g == table.FullBatch {
					x.Style.Color = plots.Grey(0.7)
				}
				if k == 0 {
					x.Style.Dash = plots.Dotted
				}
				p.Add(x.Points(u.Where(m.Where...))...)
			}
		}
	}
}

// drawTradeOff draws the bias of the runs shown against the gradients for an independent sample,
// with γ at the points of Langevin dynamics, and lines of equal error after each budget.
func (s Mixture) drawTradeOff(p *plots.Panel, t *table.Table) {
	p.Label("mixture, variance", "gradients per independent sample", "bias")
	p.Log(true, true)
	noise := t.Where(table.Quantity, perSample)
	x := func(t *table.Table, i int) float64 {
		x, _ := noise.Lookup(table.Value, table.Friction, t.Cell(i, table.Friction), table.Gamma,
			t.Cell(i, table.Gamma), table.Method, t.Cell(i, table.Method))
		return x
	}
	t = t.Where(table.Quantity, biasOf)
	for _, m := range look.Methods(t) {
		u := t.Where(m.Where...).Sort(table.Gamma)
		p.Add(look.Curve(u, x, plots.Style{Color: m.Style.Color, Width: 0.5}))
		m.Name, m.Where, m.X = "", nil, x
		p.Add(m.Points(u)...)
		for i := range u.Len() {
			y, _ := u.Estimate(i).Bound(false)
			p.Add(plots.Text{
				X: x(u, i), Y: y, Text: u.Cell(i, table.Gamma), Color: m.Style.Color, Size: 6,
				Shift: vg.Point{X: 4, Y: 2},
			})
		}
	}
	for k, budget := range s.Budget {
		for _, e := range [][]float64{{0.03, 0.1}, {0.005, 0.02}}[min(k, 1)] {
			line := plots.Line{Style: plots.Level()}
			for _, f := range []float64{1e-4, 0.01, 0.03, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9,
				0.95, 0.98, 0.995, 0.9995} {
				line.X = append(line.X, e*e*budget*f)
				line.Y = append(line.Y, e*math.Sqrt(1-f))
			}
			p.Add(line)
		}
	}
}

// numbers are the numbers in a friction in d dimensions.
var numbers = map[string]string{
	table.Fixed: "0", table.Scalar: "1", table.Diagonal: "$d$", table.Rotated: "$d$",
	table.Full: "$d(d+1)/2$",
}

// places are the marks and the places of posteriors beside the middle of a friction.
var places = []struct {
	name, posterior, scaling string
	mark                     plots.Mark
	at                       float64
}{
	{"MNIST, whitened scores", mnist, "whiten", plots.Circle, -0.3},
	{"MNIST, scores of scaled pixels", mnist, "scale", plots.Square, 0},
	{"correlated covariates", covariates, "", plots.Triangle, 0.3},
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
			Color: plots.Grey(0.35), Mark: place.mark, Dash: plots.NoLine,
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
			style.Mark = place.mark
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
	name      string
	at, moved float64
	shift     vg.Point
}{
	{table.Langevin, 1, 1, vg.Point{X: 6, Y: 3}},
	{table.Scalar, 0.3, 1, vg.Point{X: 4, Y: 6}},
	{table.Diagonal, 0.3, 1, vg.Point{X: 4, Y: 6}},
	{table.Rotated, 1, 0.94, vg.Point{X: -5, Y: -8}},
	{table.Full, 1, 1.06, vg.Point{X: 5, Y: 2}},
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
		p.X.Tick.Marker = look.Ticks(u.Distinct("gamma"))
		p.Add(plots.Rule{At: 1, Vertical: true, Text: "the paper", Style: plots.Level()})
		for _, b := range beside {
			m := look.Series{
				Name: b.name, Where: []any{table.Friction, b.name}, Style: look.Style(b.name),
				Join: true, Beside: b.at * b.moved, Shift: b.shift,
				X: func(t *table.Table, i int) float64 { return b.moved * t.Float(i, "gamma") },
			}
			if b.name == table.Langevin {
				m.Where, m.Style = []any{table.Method, b.name}, look.Langevin
			}
			p.Add(m.Points(u)...)
		}
	}
	plots.ShareY(independent, controlled)
}
