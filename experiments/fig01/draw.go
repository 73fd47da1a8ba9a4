package main

import (
	"fmt"

	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/table"
)

// render draws one panel for each n: the histogram of Z and the normal density, and for n = 1 the
// values that Z takes. It merges bins of draws in pairs, which contain several of these values.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	bounds := plots.Limits{Lo: s.Histogram.Lo, Hi: s.Histogram.Hi}
	cols := min(3, len(s.N))
	f := plots.New((len(s.N)+cols-1)/cols, cols)
	bins := max(1, s.Histogram.Bins/2)
	for i, n := range s.N {
		u := t.Where(table.N, n)
		p := f.Panel(i/cols, i%cols)
		p.Label(fmt.Sprintf("$n = %d$", n), "$Z$", "density")
		p.XLim = bounds
		p.YLim = plots.From(0)
		p.Add(look.NoiseMarginal(bounds, u, 1, bins, false)...)
		p.Add(look.NoiseAtoms(bounds, u, bins)...)
		if d, ok := u.Lookup(table.Expected, table.Quantity, table.Kolmogorov); ok {
			p.Add(plots.Text{Text: fmt.Sprintf("$D = %.3f$", d), X: 0.05, Y: 0.9, Relative: true})
		}
	}
	return f, nil
}
