package main

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/table"
)

// render draws a column for each component, the surface above its contour lines, with the modes on
// both.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	f := plots.New(2, len(components))
	f.Height, f.Heights = 12*vg.Centimeter, []float64{1.55, 1}
	zero := plots.Style{Color: look.Other(1, 3).Color, Width: 1}
	modes := ellipses(s, t)
	for i, k := range components {
		u := t.Where(table.Quantity, table.Sigma+k.name).Sort(table.Theta2, table.Theta1)
		g := plots.Grid{
			X: numbers(u, table.Theta1), Y: numbers(u, table.Theta2), Z: u.Floats(table.Value),
		}
		levels, lo, hi := round(g.Z)
		// The darkest colours would hide the ellipses, also in grey.
		scale := plots.Scale{Colors: plots.Blues()[:7], Min: lo, Max: hi}
		name := `$\Sigma_{` + k.label + `}$`

		f.Put(0, i, &plots.Surface{
			Title: name, XLabel: `$\theta_1$`, YLabel: `$\theta_2$`, Grid: g, Scale: scale,
			ZLim: plots.Limits{Lo: lo, Hi: hi}, Curves: modes,
		})

		scale.Levels = levels
		p := f.Panel(1, i)
		p.Label(name, `$\theta_1$`, `$\theta_2$`)
		ticks := plots.Ticks{Room: 4}.Ticks(s.Square[0], s.Square[1])
		p.X.Tick.Marker, p.Y.Tick.Marker = plot.ConstantTicks(ticks), plot.ConstantTicks(ticks)
		p.Aspect, p.Bar = 1, " "
		p.Add(plots.Contours{Grid: g, Scale: scale, Lines: true, Zero: zero})
		for _, l := range modes {
			p.Add(l)
		}
		p.Add(plots.Line{
			Name: `$\theta$ of the law of the data`, X: s.Theta0[:1], Y: s.Theta0[1:],
			Style: plots.Style{Mark: plots.Cross, Size: 3, Dash: plots.NoLine},
		})
	}
	f.Panels()[0].Add(plots.Line{Name: `$\Sigma_{1,2} = 0$`, Style: zero})
	return f, nil
}

// ellipses returns the modes as thin lines.
func ellipses(s Spec, t *table.Table) (lines []plots.Line) {
	for _, mode := range t.Distinct(table.Mode) {
		u := t.Where(table.Mode, mode)
		at := func(quantity string) float64 {
			x, _ := u.Lookup(table.Value, table.Quantity, quantity)
			return x
		}
		cov := [2][2]float64{{at("Laplace11"), at("Laplace12")}, {at("Laplace12"), at("Laplace22")}}
		l := plots.Ellipse(
			at("theta1"), at("theta2"), cov, s.Ellipse, plots.Style{Width: 1})
		l.Name = fmt.Sprintf("a mode of the posterior: %g standard deviations", s.Ellipse)
		lines = append(lines, l)
	}
	return lines
}

// numbers returns the distinct numbers of a column, in ascending order.
func numbers(t *table.Table, column string) []float64 {
	x := t.Floats(column)
	slices.Sort(x)
	return slices.Compact(x)
}

// round returns at most ten equidistant round numbers inside the range of z, and the next round
// numbers at both ends.
func round(z []float64) (levels []float64, lo, hi float64) {
	lo, hi = slices.Min(z), slices.Max(z)
	for _, q := range (plots.Ticks{Room: 10}).Ticks(lo, hi) {
		if !q.IsMinor() && lo < q.Value && q.Value < hi {
			levels = append(levels, q.Value)
		}
	}
	if n := len(levels); n > 1 {
		step := levels[1] - levels[0]
		lo, hi = levels[0]-step, levels[n-1]+step
	}
	return levels, lo, hi
}
