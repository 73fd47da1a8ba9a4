package main

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot/vg"

	"adl/pkg/figure"
	"adl/pkg/study"
	"adl/pkg/table"
)

// render draws one panel for each friction, with the same axes, and the error with the last over
// that with the first.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	curves := study.ErrorCurves{
		Quantity: "L1", Grid: s.Grid, Join: true, Dashed: `$\xi$ frozen, leading order`,
		Unmixed: study.RarelyExchanged,
	}
	t = t.Where("quantity", "L1")
	n := len(s.Friction)
	cells := n + min(1, n-1)
	cols := cells
	if cells > 3 {
		cols = 2
	}
	rows := (cells + cols - 1) / cols
	f := figure.New(rows, cols)
	f.Legend = true
	f.Height = 7 * vg.Length(rows) * vg.Centimeter
	var panels []*figure.Panel
	for i, k := range s.Friction {
		p := f.Panel(i/cols, i%cols)
		p.Title = k.Title()
		if i%cols == 0 {
			p.YLabel = `$L^1$ error on the marginal of $\theta_1$`
		}
		curves.Panel(p, t.Where("friction", k))
		panels = append(panels, p)
	}
	figure.ShareY(panels...)
	if n > 1 {
		drawRatio(f.Panel(n/cols, n%cols), s, t)
	}
	return f, nil
}

// drawRatio draws the error with the last friction over that with the first, against ε(n)Δt, on
// which the predicted one depends.
func drawRatio(p *figure.Panel, s Spec, t *table.Table) {
	first, last := s.Friction[0], s.Friction[len(s.Friction)-1]
	p.Title = last.Title() + " over " + first.Title()
	p.XLabel, p.YLabel = `$\varepsilon(n)\Delta t$`, "ratio of the errors"
	p.X.Log, p.Y.Log = true, true
	ratios, least := study.Ratios(t.Where("friction", last), t.Where("friction", first))
	p.Add(figure.HLine{Y: 1, Style: figure.Level()})
	p.Add(predicted(ratios.Where("source", table.Prediction)))
	for j, dt := range s.Dt {
		series := study.Series{
			Style: figure.Ramp(j, len(s.Dt)), X: study.ScaledNoise, Unmixed: study.RarelyExchanged,
		}
		p.Add(series.Points(ratios.Where("source", table.Simulation, "dt", dt))...)
		bounds := figure.Bounds{Name: "lower bound (2 s.e.)", Style: series.Style, Lower: true}
		u := least.Where("dt", dt)
		for i := range u.Len() {
			bounds.X = append(bounds.X, study.ScaledNoise(u, i))
			bounds.Y = append(bounds.Y, u.Float(i, "value"))
		}
		if u.Len() > 0 {
			p.Add(bounds)
		}
	}
}

// predicted returns the curve of ratios of predicted errors.
func predicted(t *table.Table) figure.Line {
	type point struct{ x, y float64 }
	var points []point
	for i := range t.Len() {
		points = append(points, point{study.ScaledNoise(t, i), t.Float(i, "value")})
	}
	slices.SortStableFunc(points, func(a, b point) int { return cmp.Compare(a.x, b.x) })
	l := figure.Line{Style: figure.Style{}.Reference()}
	for _, p := range points {
		l.X, l.Y = append(l.X, p.x), append(l.Y, p.y)
	}
	return l
}
