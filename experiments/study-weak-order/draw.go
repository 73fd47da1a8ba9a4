package main

import (
	"fmt"
	"math"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/figure"
	"adl/pkg/study"
	"adl/pkg/table"
)

// render draws a row for each method: the error on the variance and the third moment of θ against
// Δt, and the standard error of the mean of θ against T. Dashed lines have the powers of theory.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(len(s.Method), 3)
	f.Legend = true
	small := t.Where("quantity", "variance error at small Δt")
	total := slices.Max(append(ints(small, "n"), 0)) // all the data
	var ns []int
	for _, q := range []string{"third central moment", "standard error of the mean"} {
		ns = append(ns, ints(t.Where("quantity", q), "n")...)
	}
	ns = append(ns, total)
	slices.Sort(ns)
	ns = slices.Compact(ns)

	columns := make([][]*figure.Panel, 3)
	for i, m := range s.Method {
		panel := func(column int, x, y string) *figure.Panel {
			p := f.Panel(i, column)
			p.Title, p.XLabel, p.YLabel, p.X.Log, p.Y.Log = m.Name, x, y, true, true
			columns[column] = append(columns[column], p)
			return p
		}
		errors := panel(0, `$\Delta t$`, `|relative error on the variance|`)
		third := panel(1, `$\Delta t$`, `|third central moment of $\theta$|`)
		mean := panel(2, `$T$`, `standard error of the mean of $\theta$`)
		u := t.Where("method", m.Name)
		for j, n := range ns {
			c := curve{style: figure.Ramp(j, len(ns)), name: fmt.Sprintf("$n = %d$", n)}
			order := 1.0
			if n == total {
				c.name = "all the data"
				if m.Word != dynamics.SGLD {
					order = 2
				}
			}
			v := u.Where("n", n)
			exact := v.Where("quantity", "variance error at small Δt")
			if m.Word != dynamics.SGLD {
				exact = exact.Where("gamma", m.Gamma)
			}
			c.exact(errors, exact, order)
			c.simulated(errors, v.Where("quantity", "variance error", "sampling", "without"), "dt")
			c.exact(third, v.Where("quantity", "third central moment"), 2)
			c.simulated(mean, v.Where("quantity", "standard error of the mean"), "T")
		}
	}
	for _, panels := range columns {
		figure.ShareY(panels...)
	}
	return f, nil
}

// ints returns the numbers in a column.
func ints(t *table.Table, column string) (ns []int) {
	for _, x := range t.Floats(column) {
		ns = append(ns, int(x))
	}
	return ns
}

// curve is how the rows for an n are drawn.
type curve struct {
	name  string
	style figure.Style
}

// exact draws exact values against Δt, and the power through the first.
func (c curve) exact(p *figure.Panel, t *table.Table, order float64) {
	x, y := t.Floats("dt"), study.Abs(t.Floats("value"))
	if len(x) == 0 {
		return
	}
	p.Add(figure.Line{Name: c.name, X: x, Y: y, Style: figure.Style{Color: c.style.Color}})
	p.Add(power(x, y[0], order))
}

// simulated draws simulated values against a column, and those of the standard error with the power
// of T.
func (c curve) simulated(p *figure.Panel, t *table.Table, column string) {
	p.Add(study.Series{
		Style: c.style, Signed: true,
		X: func(t *table.Table, i int) float64 { return t.Float(i, column) },
	}.Points(t)...)
	if column == "T" && t.Len() > 0 {
		p.Add(power(t.Floats("T"), t.Float(0, "value"), -0.5))
	}
}

// power returns the line of a power through the first point.
func power(x []float64, y, order float64) figure.Line {
	l := figure.Line{Name: "power of theory", X: x, Style: figure.Guide()}
	for i := range x {
		l.Y = append(l.Y, float64(y*math.Pow(x[i]/x[0], order)))
	}
	return l
}
