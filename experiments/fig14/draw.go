package main

import (
	"fmt"

	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/table"
)

// render draws one panel per n with the error against K, and the errors at one K, also with n = 1,
// against ε(n)Δt.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	curves := s.Tables[0]
	f := plots.New(1, len(curves.N)+1)
	t = t.Where(table.Quantity, table.L1)
	for i, n := range curves.N {
		p := f.Panel(0, i)
		p.Label(fmt.Sprintf("$n = %d$", n), "$K$", `$L^1$ error on the marginal of $\theta_1$`)
		p.Log(false, true)
		p.X.Tick.Marker = look.Ticks(t.Distinct(table.K))
		for j, dt := range curves.Dt {
			u := t.Where(table.Dt, dt, table.N, n)
			series := look.Series{
				Row: look.StepName(dt), Style: look.TimeStep(dt), Join: true,
				X: func(t *table.Table, i int) float64 { return t.Float(i, table.K) + 0.7*float64(j-1) },
			}
			p.Add(series.Points(u.Filter(func(i int) bool {
				most, bound := u.Estimate(i).Bound(false)
				return !bound || most == highest(t.Where(table.N, n, table.K, u.Cell(i, table.K)))
			}))...)
		}
		allData(p, t.Where(table.Epsilon, 0))
	}
	last := t.Where(table.K, plenty)
	last = last.Filter(func(i int) bool { return last.Float(i, table.Epsilon) > 0 })
	p := f.Panel(0, len(curves.N))
	look.CompareErrors(p, last, look.TimeSteps(last)...)
	look.Proportional(p, last)
	p.Title.Text = fmt.Sprintf("$K = %d$", plenty)
	plots.ShareY(f.Panels()...)
	return f, nil
}

// plenty is the K beyond which the error hardly falls.
const plenty = 15

// highest returns the highest of the upper bounds of rows at one K. Only this bound is drawn.
func highest(t *table.Table) (most float64) {
	for i := range t.Len() {
		if y, bound := t.Estimate(i).Bound(false); bound && t.Cell(i, table.Status) == table.OK {
			most = max(most, y)
		}
	}
	return most
}

// allData draws the largest upper bound on the error with all data at each K, over the time steps.
func allData(p *plots.Panel, t *table.Table) {
	b := plots.Line{
		Name: "upper bound, all data", Style: plots.Style{Color: plots.Grey(0.6)},
		Bound: plots.Upper, Status: table.OK,
	}
	for _, k := range t.Sort(table.K).Distinct(table.K) {
		u, most := t.Where(table.K, k, table.Status, table.OK), 0.0
		for i := range u.Len() {
			e := u.Estimate(i)
			most = max(most, e.Value+2*e.StdErr)
		}
		if u.Len() > 0 {
			b.X, b.Y = append(b.X, u.Float(0, table.K)), append(b.Y, most)
		}
	}
	p.Add(b)
}
