package main

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"adl/pkg/figure"
	"adl/pkg/study"
	"adl/pkg/table"
)

// render draws one panel per n with the error against K, and for the first n the error over that
// of K = 0 against the projection error over that of K = 0.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, len(s.N)+1)
	f.Legend = true
	f.Height = 6.8 * vg.Centimeter
	var panels []*figure.Panel
	for i, n := range s.N {
		p := f.Panel(0, i)
		axes(s, p, t)
		p.Title = fmt.Sprintf("$n = %d$", n)
		p.XLabel = fmt.Sprintf(`$K$  ($K = 0$: AdL, $\eta = %s$)`, study.Number(s.Eta))
		if i == 0 {
			p.YLabel = `$L^1$ error on the marginal of $\theta_1$`
		}
		curves(s, p, s.paper(t), n)
		panels = append(panels, p)
	}
	figure.ShareY(panels...)
	decay(s, f.Panel(0, len(s.N)), t)
	return f, nil
}

// axes sets up a panel against K, with ticks at all K of the table.
func axes(s Spec, p *figure.Panel, t *table.Table) {
	p.Y.Log = true
	k := study.Ticks(s.paper(t).Distinct("K"))
	if p.X.Ticks = k; len(k) > 1 {
		first, last := k[0].Value, k[len(k)-1].Value
		room := float64(0.06 * (last - first))
		p.X.Min, p.X.Max = first-room, last+room
	}
}

// series is that of time step j, against a column.
func series(s Spec, j int, column string) study.Series {
	return study.Series{
		Style: figure.Ramp(j, len(s.Dt)), Join: true,
		X:     func(t *table.Table, i int) float64 { return t.Float(i, column) },
		Shift: study.Dodge(j, len(s.Dt)),
	}
}

// curves draws the errors at an n, and those with all the data.
func curves(s Spec, p *figure.Panel, t *table.Table, n int) {
	for j, dt := range s.Dt {
		curve := series(s, j, "K")
		curve.Name = fmt.Sprintf(`$\Delta t = %s$`, study.Number(dt))
		for _, sampling := range s.Sampling {
			p.Add(curve.Points(t.Where("dt", dt, "n", n, "sampling", sampling))...)
		}
	}
	all := figure.Style{Marker: figure.Diamond, Dash: figure.Dotted}
	for j, dt := range s.Dt {
		u := t.Where("dt", dt, "epsilon", 0)
		if u.Len() == 0 {
			continue
		}
		curve := series(s, j, "K")
		curve.Style = all
		curve.Style.Color = figure.Ramp(j, len(s.Dt)).Color
		p.Add(curve.Points(u)...)
		all.Color = figure.Guide().Color
		p.Add(study.Series{Name: `$n = N_d$`, Style: all, Join: true}.Entry())
	}
}

// decay draws the errors at the first n, and the line on which they would be proportional to the
// projection error.
func decay(s Spec, p *figure.Panel, t *table.Table) {
	p.Title = fmt.Sprintf("$n = %d$", s.N[0])
	p.XLabel = `$\|\Sigma_{\mathbf{x}} - S_K\|\,/\,\|\Sigma_{\mathbf{x}} - S_0\|$`
	p.YLabel = `$L^1$ error over that of $K = 0$`
	p.X.Log, p.Y.Log = true, true
	left, low := 0.9, 0.3
	for j, dt := range s.Dt {
		u := table.New("K", "projection", "value", "stderr", "status")
		for _, r := range relative(s, t, s.N[0], dt) {
			if !math.IsNaN(r.bias.Value) {
				u.Add(table.Row{
					"K": r.k, "projection": r.projection, "status": r.status,
					"value": r.bias.Value, "stderr": r.bias.StdErr,
				})
				y, _ := study.Bound(r.bias, false)
				left, low = min(left, r.projection), min(low, y)
			}
		}
		p.Add(series(s, j, "projection").Points(u)...)
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = left/1.6, 1.35, low/3, 1.6
	p.Add(figure.Line{
		Name: "proportional", X: []float64{1e-9, 1}, Y: []float64{1e-9, 1},
		Style: figure.Guide(),
	})
	for _, r := range slices.DeleteFunc(ratios(s, t), func(r ratio) bool {
		return r.projection < left || r.k == "0"
	}) {
		p.Add(figure.Text{
			X: r.projection, Y: p.Y.Min * 1.3, Text: "$K = " + r.k + "$", XAlign: 0.5, Size: 7,
		})
	}
}
