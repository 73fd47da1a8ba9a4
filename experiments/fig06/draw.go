package main

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"adl/pkg/figure"
	"adl/pkg/table"
)

// render draws one row for each component, the surface and its contour lines, with the modes on
// both.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(len(components), 2)
	f.Height = 20 * vg.Centimeter
	f.Columns = []float64{1.15, 1}
	modes, where := ellipses(s, t)
	f.Note = fmt.Sprintf("Thick lines: %g standard deviations of the Laplace approximation "+
		"at the modes of the posterior, %s.", s.Ellipse, where)
	for r, k := range components {
		u := t.Where("quantity", "Sigma"+k.name).Sort("theta2", "theta1")
		g := figure.Grid{X: numbers(u, "theta1"), Y: numbers(u, "theta2"), Z: u.Floats("value")}
		levels, lo, hi := round(g.Z, 12)
		scale := figure.Scale{Min: lo, Max: hi}
		name := `$\Sigma_{` + k.label + `}$`

		surface := &figure.Surface{
			Title: name, XLabel: `$\theta_1$`, YLabel: `$\theta_2$`, Grid: mesh(g), Scale: scale,
			Azimuth: k.azimuth, Elevation: k.elevation,
		}
		surface.Z.Min, surface.Z.Max = lo-float64(0.12*(hi-lo)), hi // some room below
		surface.Add(modes...)
		f.Put(r, 0, surface)

		p := f.Panel(r, 1)
		p.Title, p.XLabel, p.YLabel = name, `$\theta_1$`, `$\theta_2$`
		p.X = figure.Axis{Min: s.Square[0], Max: s.Square[1]}
		p.Y = p.X
		p.Aspect = 1
		p.Bar = &figure.Bar{}
		p.Add(figure.Contours{Grid: g, Levels: levels, Scale: scale})
		thin := figure.Style{Color: color.White, Width: 0.35}
		p.Add(figure.Isolines{Grid: g, Levels: levels, Style: thin})
		for _, l := range modes {
			p.Add(l)
		}
	}
	return f, nil
}

// mesh leaves out every second node of a fine grid, whose lines would blacken a surface.
func mesh(g figure.Grid) figure.Grid {
	const fine = 40
	if len(g.X) <= fine || len(g.X)%2 == 0 {
		return g
	}
	var h figure.Grid
	for i := 0; i < len(g.X); i += 2 {
		h.X = append(h.X, g.X[i])
	}
	for j := 0; j < len(g.Y); j += 2 {
		h.Y = append(h.Y, g.Y[j])
		for i := 0; i < len(g.X); i += 2 {
			h.Z = append(h.Z, g.Z[j*len(g.X)+i])
		}
	}
	return h
}

// ellipses returns the modes as white lines, with a dark edge that sets them off on any ground, and
// in words.
func ellipses(s Spec, t *table.Table) (lines []figure.Line, words string) {
	var names []string
	for _, mode := range t.Distinct("mode") {
		u := t.Where("mode", mode)
		at := func(quantity string) float64 {
			x, _ := u.Lookup("value", "quantity", quantity)
			return x
		}
		cov := [2][2]float64{{at("Laplace11"), at("Laplace12")}, {at("Laplace12"), at("Laplace22")}}
		x, y := at("theta1"), at("theta2")
		for _, style := range []figure.Style{
			{Width: 2.8},
			{Color: color.White, Width: 1.4},
		} {
			lines = append(lines, figure.Ellipse(x, y, cov, s.Ellipse, style))
		}
		names = append(names, fmt.Sprintf("(%.2f, %.2f) with weight %.2f", x, y, at("weight")))
	}
	return lines, strings.Join(names, " and ")
}

// numbers returns the distinct numbers of a column, in ascending order.
func numbers(t *table.Table, column string) []float64 {
	x := t.Floats(column)
	slices.Sort(x)
	return slices.Compact(x)
}

// round returns about n round numbers at equal distances inside the range of z, and the next ones
// at both ends.
func round(z []float64, n int) (levels []float64, lo, hi float64) {
	lo, hi = slices.Min(z), slices.Max(z)
	if !(lo < hi) {
		return nil, lo, hi
	}
	unit := math.Pow(10, math.Floor(math.Log10((hi-lo)/float64(n))))
	step := unit
	for _, k := range []float64{2, 5, 10} {
		if math.Abs((hi-lo)/(k*unit)-float64(n)) < math.Abs((hi-lo)/step-float64(n)) {
			step = k * unit
		}
	}
	first, last := math.Floor(lo/step), math.Ceil(hi/step)
	for k := first + 1; k < last; k++ {
		levels = append(levels, k*step)
	}
	return levels, first * step, last * step
}
