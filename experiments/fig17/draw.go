package main

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/study"
	"adl/pkg/table"
)

// render draws the errors on the mixture, and on the Gaussian posterior the noise of averages and
// the laws of the error.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	f := plots.New(2, 2)
	f.Height = 15 * vg.Centimeter
	mixture := t.Where(table.Posterior, "mixture")
	for j, title := range []string{"mixture, mean", "mixture, variance"} {
		p := f.Panel(0, j)
		p.Label(title, "gradients of a datum, $B$", `error $\times B^{1/2}$`)
		p.Log(true, true)
		for _, passes := range []int{4, 5, 6} { // a second axis
			p.Add(plots.Rule{
				At: math.Pow10(passes) * float64(s.Data.N), Vertical: true, Style: plots.Level(),
				Text: fmt.Sprintf("$10^{%d}$", passes) + map[bool]string{true: " passes"}[passes > 4],
			})
		}
		look.GradientLegend(p, mixture)
		u := mixture.Where(table.Quantity, study.Quantity(j).String())
		ended := map[string]bool{}
		u = u.Filter(func(i int) bool { // a curve ends where a third of the error is noise
			curve := u.Cell(i, table.Method) + u.Cell(i, table.Gradient)
			ended[curve] = ended[curve] || u.Float(i, table.Value) < 3*u.Float(i, table.StdErr)
			return !ended[curve]
		})
		look.CompareGradients(p, scaled(u), look.Series{X: look.Column(table.Budget), Join: true})
	}
	t = t.Where(table.Posterior, "Gaussian")
	s.Gaussian.drawNoise(f.Panel(1, 0), t.Where(table.Quantity, noiseOfVariance))
	drawLaws(f.Panel(1, 1), t.Where(table.Quantity, study.Variance.String()))
	return f, nil
}

// drawNoise draws v of the average of θ² against γ.
func (s Gaussian) drawNoise(p *plots.Panel, t *table.Table) {
	p.Label("Gaussian posterior", `$\gamma$`, `noise of the average of $\theta^2$, $v$`)
	p.Log(true, true)
	gamma := look.Column(table.Gamma)
	x := look.Series{Name: "Langevin", Style: look.Langevin, X: gamma}
	x.Where = []any{table.Method, table.Langevin}
	p.Add(look.Curve(theory(t.Where(x.Where...)), gamma, x.Style.Theory()))
	p.Add(x.Points(t)...)
	cores := []plots.Mark{plots.NoMark, plots.Circle, plots.Cross}
	adl := t.Where(table.Method, table.AdL)
	for _, n := range adl.Distinct(table.N) {
		u := adl.Where(table.N, n)
		p.Add(look.Curve(theory(u.Where(table.Eta, u.Cell(0, table.Eta))), gamma,
			look.Style(table.Scalar).Theory()))
		for k, eta := range u.Distinct(table.Eta) {
			x := look.Series{
				Name: `AdL, $\eta = ` + eta + `$`, Style: look.Style(table.Scalar), X: gamma,
				Where: []any{table.Eta, eta},
			}
			if x.Style.Core = cores[k%len(cores)]; u.Float(0, table.Epsilon) > 0 {
				x.Name, x.Style.Core = x.Name+", $n = "+n+"$", plots.Plus
			}
			p.Add(x.Points(u)...)
		}
	}
	p.Add(plots.Line{Name: `AdL: $2\xi/a$; Langevin: exact`, Style: plots.Theory()})
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

// drawLaws draws the errors by formulas, with their exponents at the end.
func drawLaws(p *plots.Panel, t *table.Table) {
	p.Label("Gaussian posterior, variance", "gradients of a datum", "error")
	p.Log(true, true)
	for _, m := range look.Methods(t) {
		all := t.Where(m.Where...)
		for _, g := range all.Distinct(table.Gradient) {
			u := all.Where(table.Gradient, g)
			y, b := u.Floats(table.Value), u.Floats(table.Budget)
			p.Add(look.Curve(u, look.Column(table.Budget), look.Marked(g, m.Style)))
			end := u.Len() - 1
			if end == 0 {
				continue
			}
			shift := vg.Point{X: 3, Y: 4}
			if y[0] < slices.Max(all.Where(table.Budget, b[0]).Floats(table.Value)) {
				shift = vg.Point{X: -18, Y: -14} // below the lower curve
			}
			slope := math.Log(y[end]/y[0]) / math.Log(b[end]/b[0])
			p.Add(plots.Text{
				X: b[end/2], Y: y[end/2], Color: m.Style.Color, Shift: shift,
				Text: fmt.Sprintf("$B^{%.2f}$", slope),
			})
		}
	}
}
