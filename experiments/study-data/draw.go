package main

import (
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"adl/pkg/linalg"
	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/table"
)

// render draws the errors on three data sets against ε(n)Δt ‖Σ_x − Σ̄‖, the ratios of the norms for
// the smallest data sets, and the other numbers against the number of data.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	f := plots.New(1, 3)
	errors, ratios, more := f.Panel(0, 0), f.Panel(0, 1), f.Panel(0, 2)
	errors.Label("error, rescaled", `$\varepsilon(n)\Delta t\,\|\Sigma_x - \bar\Sigma\|$`,
		`$L^1$ error on the marginal of $\theta_1$`)
	errors.Log(true, true)
	errors.Y.Label.Padding = 2
	ratios.Label("scalar over full", `$\|\Sigma_x - s^* I\| / \|\Sigma_x - \bar\Sigma\|$`, "data sets")
	more.Label("more data", `$N_d$`, "variation, distance")
	more.Log(true, true)
	more.YLim = plots.UpTo(1)

	least := slices.Min(s.Sets.Ndata)
	found := of(t, scalar, least)
	floats.Div(found, of(t, full, least)) // at least 1
	slices.Sort(found)
	edges := linalg.LinSpace(1, max(4, 1.01*slices.Max(found)), 25)
	heights := stat.Histogram(nil, edges, found, nil)
	h := plots.Line{Fill: plots.Grey(0.86)}
	h.X, h.Y = plots.Steps(edges, heights)
	ratios.Add(h)
	ratios.YLim = plots.From(0)
	top := slices.Max(heights)
	for i, seed := range t.Where(table.Quantity, table.L1).Distinct(table.DataSet) {
		style := look.Other(2-i%3, 3)
		own := func(quantity string) float64 {
			x, _ := t.Lookup(table.Value, table.Quantity, quantity, table.DataSet, seed,
				table.Source, table.Exact)
			return x
		}
		look.Compare(errors, t, table.L1, func(u *table.Table, i int) float64 {
			return look.ScaledNoise(u, i) * own(full)
		}, look.Series{Name: "data set " + seed, Where: []any{table.DataSet, seed}, Style: style})
		x, y := own(scalar)/own(full), top*(0.8-0.12*float64(i))
		ratios.Add(
			plots.Rule{At: x, Vertical: true, Style: plots.Style{Color: style.Color}},
			plots.Line{X: []float64{x}, Y: []float64{y}, Style: style})
	}
	change, normal := map[float64][]float64{}, map[float64][]float64{}
	for _, n := range s.Sets.Ndata {
		change[float64(n)] = of(t, full, n)
		floats.Div(change[float64(n)], of(t, norm, n))
		normal[float64(n)] = of(t, distance, n)
	}
	greys := []plots.Style{
		{Color: plots.Grey(0.1), Mark: plots.Diamond}, {Color: plots.Grey(0.45), Mark: plots.Nabla},
	}
	var medians []plot.Plotter // above the bands
	for i, of := range []map[float64][]float64{change, normal} {
		spread := look.Spread("", greys[i], of, 0.25, 0.75)
		more.Add(spread[0])
		medians = append(medians, spread[1])
	}
	more.Add(medians...)
	first := float64(least)
	more.Add(
		plots.Text{
			Text: `$\|\Sigma_x - \bar\Sigma\| / \|\Sigma_x\|$`, Color: greys[0].Color,
			X: first, Y: stat.Mean(change[first], nil), Shift: vg.Point{Y: -26},
		},
		plots.Text{
			Text: `distance of $\theta_1$ from normal`, Color: greys[1].Color,
			X: 0.06, Y: 0.91, Relative: true,
		})
	return f, nil
}

// of returns the numbers of a quantity for the data sets of [sets] with n data.
func of(t *table.Table, quantity string, n int) []float64 {
	return t.Where(table.Quantity, quantity, table.Ndata, n, table.Method, nil).Floats(table.Value)
}
