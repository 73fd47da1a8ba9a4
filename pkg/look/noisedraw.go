package look

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"

	"adl/pkg/estimate"
	"adl/pkg/linalg"
	"adl/pkg/plots"
	"adl/pkg/table"
)

// NoiseMarginal returns the distribution of a coordinate of Z in the rows t of one n, a histogram
// of equal bins, and the normal density. The histogram is exact if Z takes few values; otherwise it
// comes from draws.
func NoiseMarginal(
	h plots.Limits, t *table.Table, coordinate, bins int, sideways bool,
) []plot.Plotter {
	u, column, weight := t.Where(table.Quantity, table.Atom), table.Z, 1.0
	switch {
	case u.Len() == 0:
		if u = t.Where(table.Quantity, table.Density, table.Coordinate, coordinate); u.Len() == 0 {
			return nil
		}
		weight = (h.Hi - h.Lo) / float64(u.Len())
		bins = min(bins, u.Len())
	case coordinate == 2:
		column = table.Z2
	}
	heights := make([]float64, bins)
	for i := range u.Len() {
		if b, ok := NoiseBin(h, u.Float(i, column), bins); ok {
			heights[b] += u.Float(i, table.Value) * weight * float64(bins) / (h.Hi - h.Lo)
		}
	}
	normal := plots.Line{
		Name: "normal density", X: linalg.LinSpace(h.Lo, h.Hi, 201),
		Style: plots.Style{Dash: plots.Dashed, Width: 0.9},
	}
	for _, x := range normal.X {
		normal.Y = append(normal.Y, estimate.NormalDensity(x))
	}
	bars := plots.Line{
		Name:  "distribution of $Z$",
		Style: plots.Style{Color: plots.Grey(0.4), Width: 0.6}, Fill: plots.Grey(0.85),
	}
	bars.X, bars.Y = plots.Steps(linalg.LinSpace(h.Lo, h.Hi, bins+1), heights)
	if sideways {
		bars.X, bars.Y = bars.Y, bars.X
		normal.X, normal.Y = normal.Y, normal.X
	}
	return []plot.Plotter{bars, normal}
}

// NoiseBin returns the index of the bin that contains z, for equal bins, and whether there is one.
func NoiseBin(h plots.Limits, z float64, bins int) (b int, ok bool) {
	b = int(math.Floor((z - h.Lo) / (h.Hi - h.Lo) * float64(bins)))
	return b, b >= 0 && b < bins
}

// NoiseAtoms shows the values that Z takes for n = 1, if t has the rows of n = 1. In one dimension
// they are stems: the height of a stem is the contribution of the value to its bar in a histogram
// with the given number of bins. In two dimensions they are dots.
func NoiseAtoms(h plots.Limits, t *table.Table, bins int) []plot.Plotter {
	a := t.Where(table.Quantity, table.Atom)
	if a.Len() == 0 {
		return nil
	}
	z, z2 := a.Floats(table.Z), a.Floats(table.Z2)
	name := fmt.Sprintf("the %d values of $Z$ for $n = 1$", a.Len())
	if !math.IsNaN(z2[0]) {
		return []plot.Plotter{plots.Line{
			Name: name, X: z, Y: z2,
			Style: plots.Style{Dash: plots.NoLine, Mark: plots.Circle, Size: 0.6},
		}}
	}
	stems := plots.Line{Style: plots.Style{Width: 0.5}}
	width := (h.Hi - h.Lo) / float64(bins)
	for i, mass := range a.Floats(table.Value) {
		stems.X = append(stems.X, z[i], z[i], math.NaN())
		stems.Y = append(stems.Y, 0, mass/width, math.NaN())
	}
	entry := plots.Style{Mark: plots.Stems, Dash: plots.NoLine}
	return []plot.Plotter{stems, plots.Line{Name: name, Style: entry}}
}
