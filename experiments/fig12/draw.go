package main

import (
	"fmt"
	"strconv"
	"strings"

	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/table"
)

// render draws one panel per friction (and one row per Δt), with the densities of runs that may
// have a stationary state.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	f := plots.New(len(s.Dt), len(s.Friction))
	t = t.Where(table.Quantity, table.Density)
	for r, dt := range s.Dt {
		for i, k := range s.Friction {
			p := f.Panel(r, i)
			p.Label(look.Title(k), `$N_\theta(x)$`, "density")
			p.XLim = plots.Limits{Lo: s.Histogram.Lo, Hi: s.Histogram.Hi}
			p.YLim = plots.From(0)
			densities(p, s, t.Where(table.Friction, k, table.Dt, dt))
		}
	}
	plots.ShareY(f.Panels()...)
	return f, nil
}

// densities draws one curve per n, and names each n without a stationary state.
func densities(p *plots.Panel, s Spec, t *table.Table) {
	const apart = 12 // bins between marks of a curve
	var away []string
	for j, n := range s.Tables[0].N {
		u := t.Where(table.N, n)
		if u.Len() == 0 {
			continue
		}
		if !look.Drawn(u.Cell(0, table.Status)) {
			away = append(away, strconv.Itoa(n))
			continue
		}
		series := look.Series{
			Name: fmt.Sprintf("$n = %d$", n), X: look.Column(table.Output),
			Style: look.Batches(j, len(s.Tables[0].N)),
		}
		if u.Float(0, table.Epsilon) == 0 {
			series.Name = "all data"
		}
		p.Add(series.Density(u, j*apart/len(s.Tables[0].N), apart)...)
	}
	if len(away) > 0 {
		p.Add(
			plots.Text{X: 0.04, Y: 0.91, Relative: true, Text: "$n = " + strings.Join(away, ", ") + "$"},
			plots.Text{X: 0.04, Y: 0.83, Relative: true, Text: "run away"})
	}
}
