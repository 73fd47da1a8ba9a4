package main

import (
	"math"

	"gonum.org/v1/plot/vg"

	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/table"
)

// render draws the errors with full batches against Δt, the ratio of the errors with batches to the
// leading order against ε(n)Δt, and the next term against ε(n).
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	f := plots.New(1, 3)
	all, batches, remainder := f.Panel(0, 0), f.Panel(0, 1), f.Panel(0, 2)
	all.Label("full batches", `$\Delta t$`, `$L^1$ error on the marginal of $\theta_1$`)
	all.Log(true, true)
	batches.Label("batches", `$\varepsilon(n)\Delta t$`, "error over leading order")
	batches.Log(true, false)
	batches.Add(plots.Rule{At: 1, Style: plots.Theory()})
	remainder.Label(`remainder at fixed $\varepsilon(n)\Delta t$`, `$\varepsilon(n)$`,
		`remainder over $(\varepsilon(n)\Delta t)^2$`)
	remainder.Log(true, true)
	remainder.XLim = plots.Limits{Lo: 4, Hi: 6e5}
	wrong := plots.Line{X: []float64{400, 40000}, Y: []float64{0.1, 0.01}, Style: plots.Theory()}
	remainder.Add(wrong, plots.Text{
		Text: `$\varepsilon(n)^{3/2}\Delta t^2$`, X: 600, Y: 0.0816, Shift: vg.Point{X: 3, Y: 2},
	})
	for i, method := range t.Distinct(table.Method) {
		kind := look.Series{
			Name: method, Where: []any{table.Method, method},
			Style: []plots.Style{look.SGLD, look.Langevin}[i%2],
		}
		u := t.Where(table.Epsilon, 0, table.Method, method)
		leading := u.Where(table.Quantity, table.LeadingOrder).Sort(table.Dt)
		all.Add(plots.Line{
			X: leading.Floats(table.Dt), Y: leading.Floats(table.Value), Style: kind.Style.Theory(),
		})
		look.Compare(all, u, table.L1, look.Column(table.Dt), kind)
		look.Compare(batches, t, overLeading, look.ScaledNoise, kind)
		for _, level := range s.Levels {
			u := t.Filter(func(i int) bool { return math.Abs(look.ScaledNoise(t, i)/level-1) < 0.01 })
			kind.Name, kind.Join = look.Number(level), true
			kind.Beside, kind.Shift = 1e5, vg.Point{X: 5, Y: -3}
			if i > 0 {
				kind.Beside, kind.Shift = 1, vg.Point{X: -5, Y: -3}
			}
			look.Compare(remainder, u, next, look.Column(table.Epsilon), kind)
		}
	}
	batches.Add(plots.Line{Name: "leading order", Style: plots.Theory()})
	return f, nil
}
