package main

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"adl/pkg/linalg"
	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/table"
)

// render draws one joint histogram for each n, with both marginals and the normal density, and for
// n = 1 the values that Z takes. The circles hold 39, 86 and 99 % of the normal distribution in two
// dimensions.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	bounds := plots.Limits{Lo: s.Histogram.Lo, Hi: s.Histogram.Hi}
	cols := min(2, len(s.N))
	rows := (len(s.N) + cols - 1) / cols
	f := plots.New(rows, cols)
	f.Width, f.Height = vg.Length(cols)*6*vg.Centimeter, vg.Length(0.9+6*float64(rows))*vg.Centimeter
	for i, n := range s.N {
		u, bins := t.Where(table.N, n), s.Histogram.Bins
		j := plots.NewJoint()
		j.Title = fmt.Sprintf("$n = %d$", n)
		j.Center.Label("", "$Z_1$", "$Z_2$")
		j.Center.XLim = plots.Limits{Lo: -reach, Hi: reach}
		j.Center.YLim = j.Center.XLim
		ticks := plot.ConstantTicks(plots.Ticks{Room: 7}.Ticks(-reach, reach))
		j.Center.X.Tick.Marker, j.Center.Y.Tick.Marker = ticks, ticks
		if u.Where(table.Quantity, table.Atom).Len() == 0 {
			j.Center.Add(density(s, u))
			heights := plot.ConstantTicks{{Value: 0, Label: "$0$"}, {Value: 0.4, Label: "$0.4$"}}
			j.Top.Y.Tick.Marker, j.Right.X.Tick.Marker = heights, heights
		}
		for _, r := range []float64{1, 2, 3} {
			circle := plots.Ellipse(0, 0, [2][2]float64{{1, 0}, {0, 1}}, r, plots.Theory())
			circle.Name = "1, 2, 3 standard deviations"
			j.Center.Add(circle)
		}
		j.Center.Add(look.NoiseAtoms(bounds, u, bins)...)
		j.Top.YLim, j.Right.XLim = plots.From(0), plots.From(0)
		j.Top.Add(look.NoiseMarginal(bounds, u, 1, bins, false)...)
		j.Right.Add(look.NoiseMarginal(bounds, u, 2, bins, true)...)
		f.Put(i/cols, i%cols, j)
	}
	return f, nil
}

// density is the map of the joint density of one n from draws, relative to its highest value.
func density(s Spec, t *table.Table) plots.Cells {
	bins, bounds := s.Histogram.Bins, plots.Limits{Lo: s.Histogram.Lo, Hi: s.Histogram.Hi}
	u := t.Where(table.Quantity, table.JointMass)
	mass := make([]float64, bins*bins)
	for k := range u.Len() {
		b1, ok1 := look.NoiseBin(bounds, u.Float(k, table.Z), bins)
		b2, ok2 := look.NoiseBin(bounds, u.Float(k, table.Z2), bins)
		if ok1 && ok2 {
			mass[b2*bins+b1] += u.Float(k, table.Value)
		}
	}
	edges := linalg.LinSpace(s.Histogram.Lo, s.Histogram.Hi, bins+1)
	return plots.Cells{
		XEdges: edges, YEdges: edges, Z: mass,
		Scale: plots.Scale{Colors: plots.Blues(), Max: slices.Max(mass)},
	}
}

// Panels show Z₁ and Z₂ from −reach to reach. This omits no value for n = 1, and at most two draws
// in a thousand.
const reach = 3.9
