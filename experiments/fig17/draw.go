package main

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/study"
	"adl/pkg/table"
)

// render draws the errors on the mixture, and on the Gaussian posterior the noise of averages and
// the laws of the error.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	f := plots.New(3, 2)
	f.Height = 21 * vg.Centimeter
	mixture := t.Where(table.Posterior, "mixture")
	for i, title := range []string{"mean", "variance"} {
		u := mixture.Where(table.Quantity, study.Quantity(i).String())
		for j, m := range look.Methods(mixture)[:2] {
			p := f.Panel(i, j)
			p.Label(title+", "+m.Name, "gradients of single data, $B$", `error $\times$ $B^{1/2}$`)
			p.Log(true, true)
			for _, passes := range []int{4, 5, 6} {
				text := fmt.Sprintf("$10^{%d}$", passes)
				if passes == 5 {
					text += " passes"
				}
				p.Add(plots.Rule{
					At: math.Pow10(passes) * float64(s.Data.N), Vertical: true, Style: plots.Level(),
					Text: text,
				})
			}
			drawErrors(p, scaled(u.Where(m.Where...)), m.Style)
		}
		for _, p := range f.Panels()[2*i:] {
			p.XLim = plots.Limits{Lo: 8e5, Hi: []float64{1.2e8, 1.2e9}[i]}
			p.YLim = plots.UpTo([]float64{120, 150}[i]) // room for names
		}
		plots.ShareY(f.Panels()[2*i:]...)
	}
	look.GradientLegend(f.Panels()[0], mixture, func(g string) plots.Style {
		return plots.Style{Color: gradientColor(g), Mark: plots.Circle, Width: 0.5}
	})
	t = t.Where(table.Posterior, "Gaussian")
	s.Gaussian.drawNoise(f.Panel(2, 0), t.Where(table.Quantity, noiseOfVariance))
	drawLaws(f.Panel(2, 1), t.Where(table.Quantity, study.Variance.String()))
	return f, nil
}

// gradients are the ways to estimate the gradient, from left to right at the same budget.
var gradients = []string{
	table.Independent, table.Controlled, table.Reshuffled, table.FullBatch,
}

// gradientColor is brown, or grey for full batches.
func gradientColor(g string) color.Color {
	if g == table.FullBatch {
		return plots.Grey(0.6)
	}
	return look.Other(slices.Index(gradients, g), 3).Color
}

// drawErrors draws a curve for each way to estimate the gradient. It ends where a quarter of the
// error is noise. Curves are shifted sideways, so that their error bars are apart.
func drawErrors(p *plots.Panel, t *table.Table, style plots.Style) {
	for i, g := range gradients {
		u, noisy := t.Where(table.Gradient, g), false
		u = u.Filter(func(i int) bool {
			noisy = noisy || u.Float(i, table.Value) < 4*u.Float(i, table.StdErr)
			return !noisy
		})
		style.Color = gradientColor(g)
		x := look.Series{
			Row: g, Style: look.Marked(g, style), Join: true,
			X: look.Column(table.Budget).Times(0.94 + 0.04*float64(i)),
		}
		p.Add(x.Points(u)...)
	}
}

// drawNoise draws v of the average of θ² against γ, for AdL at η = 1.
func (s Gaussian) drawNoise(p *plots.Panel, t *table.Table) {
	p.Label("Gaussian posterior", `$\gamma$`, `noise of the average of $\theta^2$, $v$`)
	p.Log(true, true)
	for _, m := range look.Methods(t) {
		u := t.Where(m.Where...)
		u = u.Filter(func(i int) bool { return u.Cell(i, table.Eta) == "" || u.Float(i, table.Eta) == 1 })
		for _, n := range u.Distinct(table.N) {
			v := u.Where(table.N, n)
			gamma := look.Column(table.Gamma)
			p.Add(look.Curve(theory(v), gamma, m.Style.Theory()))
			name, _, _ := strings.Cut(m.Name, ",")
			x := look.Series{
				Name: name, Style: look.Marked(table.FullBatch, m.Style), X: gamma, Beside: 3,
				Shift: vg.Point{X: 5, Y: 5},
			}
			switch {
			case v.Float(0, table.Epsilon) > 0:
				x.Name, x.Style = name+", $n = "+n+"$", m.Style
				x.X, x.Beside, x.Shift = gamma.Times(1.08), 0.1, vg.Point{X: 4, Y: 8}
			case name == "AdL":
				x.Name, x.Shift = name+", full batch", vg.Point{X: 8, Y: -10}
			default:
				x.X = gamma.Times(1 / 1.08)
			}
			p.Add(x.Points(v)...)
		}
	}
}

// theory returns a table with the exact values of the rows as values.
func theory(t *table.Table) *table.Table {
	return changed(t, func(row table.Row, i int) { row[table.Value] = t.Float(i, table.Exact) })
}

// scaled returns the errors times the square root of the budget: without bias they are constant.
func scaled(t *table.Table) *table.Table {
	return changed(t, func(row table.Row, i int) {
		for _, c := range []string{table.Value, table.StdErr} {
			row[c] = t.Float(i, c) * math.Sqrt(t.Float(i, table.Budget))
		}
	})
}

func changed(t *table.Table, change func(row table.Row, i int)) *table.Table {
	u := table.New(t.Columns()...)
	for i := range t.Len() {
		row := table.Row{}
		for _, c := range t.Columns() {
			row[c] = t.Cell(i, c)
		}
		change(row, i)
		u.Add(row)
	}
	return u
}

// decades returns the ticks of the powers of ten between two.
func decades(lo, hi float64) (ticks plot.ConstantTicks) {
	for k := math.Round(math.Log10(lo)); math.Pow10(int(k)) <= hi; k++ {
		ticks = append(ticks, plot.Tick{Value: math.Pow10(int(k)), Label: fmt.Sprintf("$10^{%g}$", k)})
	}
	return ticks
}

// drawLaws draws the errors by formulas, with names and exponents at their ends.
func drawLaws(p *plots.Panel, t *table.Table) {
	p.Label("Gaussian posterior, variance", "gradients of single data, $B$", "relative error")
	p.Log(true, true)
	for _, m := range look.Methods(t) {
		name, _, _ := strings.Cut(m.Name, ",")
		all := t.Where(m.Where...)
		for _, g := range all.Distinct(table.Gradient) {
			u := all.Where(table.Gradient, g)
			y, b := u.Floats(table.Value), u.Floats(table.Budget)
			p.Add(look.Curve(u, look.Column(table.Budget), m.Style.Theory()))
			end := u.Len() - 1
			if end == 0 {
				continue
			}
			p.XLim = plots.Limits{Lo: b[0] / 1.5, Hi: 1500 * b[end]} // room for the names
			p.X.Tick.Marker = decades(b[0], b[end])
			slope := math.Log(y[end]/y[0]) / math.Log(b[end]/b[0])
			p.Add(plots.Text{
				X: b[end], Y: y[end], Color: m.Style.Color, Shift: vg.Point{X: 3, Y: -3},
				Text: fmt.Sprintf("%s, %s, $B^{%.2f}$", name, g, slope),
			})
		}
	}
}
