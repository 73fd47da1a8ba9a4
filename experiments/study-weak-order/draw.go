package main

import (
	"fmt"
	"math"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/figure"
	"adl/pkg/gaussian"
	"adl/pkg/study"
	"adl/pkg/table"
)

// render draws a row for each method: the error on the variance and the third moment of θ against
// Δt, and the standard error of the mean of θ against T. Dashed lines have the powers of theory.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(len(s.Method), 3)
	f.Legend = true
	small := t.Where("quantity", "variance error at small Δt")
	total := slices.Max(append(small.Floats("n"), 0)) // all the data
	ns := slices.Concat(t.Where("quantity", "third central moment").Floats("n"),
		t.Where("quantity", "standard error of the mean").Floats("n"), []float64{total})
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
			c := curve{style: figure.Ramp(j, len(ns)), name: fmt.Sprintf("$n = %.0f$", n)}
			order := 1.0
			if n == total {
				c.name, c.all = "all the data", true
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

// curve is how the rows for an n are drawn.
type curve struct {
	name  string
	all   bool // the curve of all the data
	style figure.Style
}

// exact draws exact values against Δt, and the power through the first. Only the points of all the
// data, where others stand on the curve, have no marks.
func (c curve) exact(p *figure.Panel, t *table.Table, order float64) {
	x, y := t.Floats("dt"), study.Abs(t.Floats("value"))
	if len(x) == 0 {
		return
	}
	line := c.style
	if c.all {
		line.Marker = figure.NoMarker
	}
	p.Add(figure.Line{Name: c.name, X: x, Y: y, Style: line})
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

// words adds the slope of the error in ε(n)Δt for the six Strang splittings. A word with two B's is
// written as the cycle in which they stand at one θ.
func (r rows) words(s Spec, m study.Method) {
	for _, w := range []struct{ word, cycle string }{
		{gaussian.Langevin, ""}, {"AOBOA", ""},
		{"BAOAB", "AOABB"}, {"BOAOB", "OAOBB"}, {"ABOBA", "ABOBA"}, {"OBABO", "ABOOB"},
	} {
		for _, dt := range append([]float64{s.Theory.Dt[0]}, s.Dt...) {
			row := r.ExactRow(m, dt)
			row["method"] = w.word
			slope := func(word, quantity string, share bool) {
				x, _ := r.Law.BatchSlope(r.Law.Step(word, m.Gamma, dt, share), dt)
				r.AddValue(row, quantity, x)
			}
			slope(w.word, "slope in ε(n)Δt", false)
			if w.cycle != "" {
				slope(w.cycle, "slope in ε(n)Δt with one batch a step", true)
			}
		}
	}
}

// maps adds the distance of the step's map from the one of appendix B, and its spectral radius.
func (r rows) maps(e Theory, m study.Method) {
	a := r.Law.A
	for _, m.Gamma = range e.Gamma {
		for _, x := range e.Kinetic {
			dt := math.Sqrt(x / a)
			step, worst := r.Law.Step(m.Word, m.Gamma, dt, false), 0.0
			got := append(append(step.M, step.Noise[0]...), append(step.Noise[1], step.Kicks[0]...)...)
			for i, want := range printed(a, m.Gamma, dt) {
				worst = max(worst, math.Abs(got[i]-want)/max(1, math.Abs(want)))
			}
			row := r.ExactRow(m, dt)
			r.AddValue(row, "distance of a step's map from appendix B", worst)
			r.AddValue(row, "spectral radius", step.Radius())
		}
	}
}

// printed returns the entries of M₁, of (1 − α_Δt)^(1/2) M₂, the first column before the second,
// and of V₃/b (appendix B).
func printed(a, gamma, dt float64) []float64 {
	alpha, half := math.Exp(-float64(gamma*dt)), math.Exp(-float64(float64(0.5*gamma)*dt))
	f, x := math.Sqrt(1-alpha), float64(a*float64(dt*dt))
	q, r := 1-float64(0.5*x), 1-float64(0.25*x)
	return []float64{
		q, float64(half * float64(dt*r)), -float64(a * float64(dt*half)), float64(alpha * q),
		float64(f * float64(dt*r)), float64(f * float64(half*q)), 0, f,
		float64(0.5 * float64(dt*dt)), float64(half * dt),
	}
}

// oneStep adds the least powers of Δt at which a step and the modified generator differ. AdL has a
// frozen ξ of five times γ.
func (r rows) oneStep(methods []study.Method) {
	for _, m := range methods {
		switch m.Word {
		case dynamics.SGLD:
			r.powers(m, r.Law.SGLDRemainder())
		case gaussian.Langevin:
			adl := m
			adl.Name, adl.Word = "AdL", "ODABADO"
			r.powers(adl, r.Law.Remainder(adl.Word, float64(5*m.Gamma), m.Gamma))
			r.powers(m, r.Law.Remainder(m.Word, m.Gamma, m.Gamma))
		}
	}
}

// powers adds the powers of a remainder.
func (r rows) powers(m study.Method, e exact.Remainder) {
	row := r.ExactRow(m, 0)
	row["dt"] = nil
	for _, q := range []struct {
		what  string
		power int
	}{
		{"mean", e.Mean}, {"covariance", e.Cov}, {"covariance from batches", e.BatchCov},
		{"third cumulants", e.Third},
	} {
		r.AddValue(row, "one-step power of Δt: "+q.what, float64(q.power))
	}
}
