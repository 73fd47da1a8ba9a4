package main

import (
	"slices"

	"gonum.org/v1/plot/vg"

	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/table"
)

// render draws one panel per Δt.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	f := plots.New(1, len(s.Dt))
	t = t.Where(table.Quantity, table.L1)
	for i, dt := range s.Dt {
		p := f.Panel(0, i)
		p.Label(look.StepName(dt), "$n$", `$L^1$ error on the distribution of $N_\theta(x)$`)
		p.Log(true, true)
		n := s.Tables[0].N
		p.XLim.Lo, p.XLim.Hi = float64(slices.Min(n))/1.5, float64(slices.Max(n))*1.5
		p.X.Tick.Marker = look.Ticks(t.Distinct(table.N))
		for k, series := range look.Frictions(s.Friction...) {
			series.Join = true
			if i == 0 { // names left of the lowest points
				series.Beside = []float64{100, 100, 25}[k%3]
				series.Shift = []vg.Point{{X: 4, Y: 6}, {X: -6, Y: -9}, {X: -6, Y: -9}}[k%3]
			} else {
				series.Row, series.Name = series.Name, ""
			}
			n := look.Column(table.N).Times(1 + 0.13*float64(k-1)) // side by side
			look.Compare(p, t.Where(table.Dt, dt), table.L1, n, series)
		}
	}
	plots.ShareY(f.Panels()...)
	return f, nil
}
