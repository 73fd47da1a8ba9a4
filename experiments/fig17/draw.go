package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

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
	methods := look.Methods(mixture)
	for i, title := range []string{"mean", "variance"} {
		u := mixture.Where(table.Quantity, study.Quantity(i).String())
		for j, m := range methods[:2] {
			p := f.Panel(i, j)
			p.Label(title+", "+m.Name, "gradients of single data, $B$", `error $\times$ $B^{1/2}$`)
			p.Log(true, true)
			for _, passes := range []int{4, 5, 6} {
				p.Add(plots.Rule{
					At: math.Pow10(passes) * float64(s.Data.N), Vertical: true, Style: plots.Level(),
					Text: fmt.Sprintf("$10^{%d}$", passes),
				})
			}
			drawErrors(p, scaled(u.Where(m.Where...)), m.Style, names[i][j])
		}
		plots.ShareY(f.Panels()[2*i:]...)
	}
	look.GradientLegend(f.Panels()[0], mixture)
	t = t.Where(table.Posterior, "Gaussian")
	s.Gaussian.drawNoise(f.Panel(2, 0), t.Where(table.Quantity, noiseOfVariance))
	drawLaws(f.Panel(2, 1), t.Where(table.Quantity, study.Variance.String()))
	return f, nil
}

// names are the places of the names of the curves of each panel: beside the point at a budget.
var names = [2][2]map[string]place{
	{
		{
			table.Independent: {1e7, vg.Point{X: 4, Y: -23}},
			table.Controlled:  {2e6, vg.Point{X: 5, Y: -6}},
			table.Reshuffled:  {5e6, vg.Point{X: 5, Y: -11}},
			table.FullBatch:   {2e7, vg.Point{X: 3, Y: 3}},
		},
		{
			table.Independent: {2e6, vg.Point{X: 4, Y: 14}},
			table.Controlled:  {1e7, vg.Point{X: 4, Y: -24}},
			table.Reshuffled:  {5e7, vg.Point{X: 3, Y: 11}},
			table.FullBatch:   {2e7, vg.Point{X: 5, Y: -14}},
		},
	},
	{
		{
			table.Independent: {1e7, vg.Point{X: -3, Y: 8}},
			table.Controlled:  {1e8, vg.Point{X: -5, Y: 4}},
			table.Reshuffled:  {2e7, vg.Point{X: 5, Y: -9}},
			table.FullBatch:   {2e8, vg.Point{X: 5, Y: -16}},
		},
		{
			table.Independent: {5e7, vg.Point{X: -4, Y: 9}},
			table.Controlled:  {1e7, vg.Point{X: -4, Y: 6}},
			table.Reshuffled:  {2e8, vg.Point{X: 1, Y: -17}},
			table.FullBatch:   {2e8, vg.Point{X: 3, Y: 9}},
		},
	},
}

type place struct {
	budget float64
	shift  vg.Point
}

// drawErrors draws a curve for each way to estimate the gradient. It ends where a third of the
// error is noise.
func drawErrors(p *plots.Panel, t *table.Table, style plots.Style, at map[string]place) {
	for _, g := range t.Distinct(table.Gradient) {
		u, noisy := t.Where(table.Gradient, g), false
		u = u.Filter(func(i int) bool {
			noisy = noisy || u.Float(i, table.Value) < 3*u.Float(i, table.StdErr)
			return !noisy
		})
		x := look.Series{
			Name: g, Row: g, Style: look.Marked(g, style), X: look.Column(table.Budget), Join: true,
			Beside: at[g].budget, Shift: at[g].shift,
		}
		p.Add(x.Points(u)...)
	}
}

// drawNoise draws v of the average of θ² against γ.
func (s Gaussian) drawNoise(p *plots.Panel, t *table.Table) {
	p.Label("Gaussian posterior", `$\gamma$`, `noise of the average of $\theta^2$, $v$`)
	p.Log(true, true)
	for _, m := range look.Methods(t) {
		u := t.Where(m.Where...)
		m.X = look.Column(table.Gamma)
		for _, n := range u.Distinct(table.N) {
			v := u.Where(table.N, n)
			p.Add(look.Curve(theory(v.Where(table.Eta, v.Cell(0, table.Eta))), m.X, m.Style.Theory()))
			g := table.FullBatch
			if v.Float(0, table.Epsilon) > 0 {
				g = table.Independent
			}
			name, _, _ := strings.Cut(m.Name, ",")
			x := look.Series{Name: name, Style: look.Marked(g, m.Style), X: m.X, Beside: 3,
				Shift: vg.Point{X: 5, Y: 5}}
			switch {
			case g == table.Independent:
				x.Name, x.Beside, x.Shift = name+", $n = "+n+"$", 0.1, vg.Point{X: 4, Y: 8}
			case name == "AdL":
				x.Shift = vg.Point{X: 4, Y: -6}
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

// drawLaws draws the errors by formulas, with names and exponents.
func drawLaws(p *plots.Panel, t *table.Table) {
	p.Label("Gaussian posterior, variance", "gradients of single data, $B$", "relative error")
	p.Log(true, true)
	for _, m := range look.Methods(t) {
		name, _, _ := strings.Cut(m.Name, ",")
		all := t.Where(m.Where...)
		for _, g := range all.Distinct(table.Gradient) {
			u := all.Where(table.Gradient, g)
			y, b := u.Floats(table.Value), u.Floats(table.Budget)
			p.Add(look.Curve(u, look.Column(table.Budget), look.Marked(g, m.Style)))
			end := u.Len() - 1
			if end == 0 {
				continue
			}
			text, shift := name+", ", vg.Point{X: 2, Y: 5}
			if y[0] < slices.Max(all.Where(table.Budget, b[0]).Floats(table.Value)) {
				text, shift = "", vg.Point{X: -18, Y: -14} // below the lower curve
			}
			slope := math.Log(y[end]/y[0]) / math.Log(b[end]/b[0])
			p.Add(plots.Text{
				X: b[end/2], Y: y[end/2], Color: m.Style.Color, Shift: shift,
				Text: fmt.Sprintf("%s$B^{%.2f}$", text, slope),
			})
		}
	}
}
