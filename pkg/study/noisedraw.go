package study

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"

	"adl/pkg/estimate"
	"adl/pkg/figure"
	"adl/pkg/linalg"
	"adl/pkg/table"
)

// Marginal returns the histogram of a coordinate of Z in the rows t of one n, with error bars, the
// exact densities of its bins, and the normal density.
func (s Noise) Marginal(t *table.Table, coordinate int, sideways bool) []plot.Plotter {
	u := t.Where("quantity", "density", "coordinate", coordinate)
	if u.Len() == 0 {
		return nil
	}
	edges := s.Edges(u.Len())
	draws := figure.Style{Color: figure.Cycle(0).Color, Width: 0.6}
	ps := []plot.Plotter{
		figure.Histogram{
			Name: "draws of $Z$", Edges: edges, Heights: u.Floats("value"), Sideways: sideways,
			Style: draws, Fill: figure.Tint(draws.Color, 0.3),
		},
	}
	if e := u.Floats("exact"); !math.IsNaN(e[0]) {
		ps = append(ps, figure.Histogram{
			Name: "exact distribution of $Z$", Edges: edges, Heights: e, Sideways: sideways,
			Style: figure.Style{Width: 0.6, Dash: figure.Dashed},
		})
	}
	bars := figure.Line{Style: figure.Style{Color: draws.Color, Width: 0.8}}
	for i := range u.Len() {
		z, e := u.Float(i, "z"), u.Estimate(i)
		bars.X = append(bars.X, z, z, math.NaN())
		bars.Y = append(bars.Y, max(0, e.Value-e.StdErr), e.Value+e.StdErr, math.NaN())
	}
	normal := figure.Line{
		Name: "normal density", X: linalg.LinSpace(edges[0], edges[len(edges)-1], 201),
		Style: figure.Style{Color: figure.Cycle(6).Color, Width: 1},
	}
	for _, x := range normal.X {
		normal.Y = append(normal.Y, estimate.NormalDensity(x))
	}
	for _, l := range []figure.Line{bars, normal} {
		if sideways {
			l.X, l.Y = l.Y, l.X
		}
		ps = append(ps, l)
	}
	return ps
}

// Atoms shows the values that Z takes for n = 1, if t has the rows of n = 1. In one dimension they
// are stems, each as high as the value with its probability raises its bar of the histogram. In two
// they are dots.
func (s Noise) Atoms(t *table.Table) []plot.Plotter {
	a := t.Where("quantity", "atom")
	if a.Len() == 0 {
		return nil
	}
	z, z2 := a.Floats("z"), a.Floats("z2")
	h := s.Histogram
	outside := 0
	for i := range z {
		if z[i] < h.Lo || z[i] >= h.Hi || z2[i] < h.Lo || z2[i] >= h.Hi {
			outside++
		}
	}
	name := fmt.Sprintf("the %d values of $Z$ for $n = 1$", a.Len())
	if outside > 0 {
		name += fmt.Sprintf(" (%d outside)", outside)
	}
	if !math.IsNaN(z2[0]) {
		return []plot.Plotter{figure.Line{
			Name: name, X: z, Y: z2,
			Style: figure.Style{Dash: figure.NoLine, Marker: figure.Circle, Size: 0.6},
		}}
	}
	width := (h.Hi - h.Lo) / float64(h.AtomBins)
	height := a.Floats("value")
	for i := range height {
		height[i] /= width
	}
	return []plot.Plotter{figure.Line{
		Name: name, X: z, Y: height, Stems: true, Style: figure.Style{Width: 0.5},
	}}
}

// Title names a panel by its n, and gives the number of values if Z takes few.
func (s Noise) Title(t *table.Table, n int) string {
	title := fmt.Sprintf("$n = %d$", n)
	if a := t.Where("n", n, "quantity", "atom"); a.Len() > 0 {
		title += fmt.Sprintf(": %d values only", a.Len())
	}
	return title
}
