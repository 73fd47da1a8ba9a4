package main

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/figure"
	"adl/pkg/study"
	"adl/pkg/table"
)

// render draws the distance of Σ_x from Σ against the number of data, and by how much Σ_x varies
// for the data of Figure 6 and for others.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, 3)
	f.Legend = true
	s.Limit.draw(f.Panel(0, 0), t.Where("quantity", "relative distance of Sigma_x"))

	p := f.Panel(0, 1)
	p.XLabel, p.YLabel = `largest over least entry of $\Sigma_{\mathbf{x}}$`, "share of the data sets"
	for i, mass := range s.Mass {
		u := t.Where("region", share(mass))
		for j, k := range []string{"11", "22"} {
			own := at(u, "largest Sigma"+k, "data") / at(u, "least Sigma"+k, "data")
			name := `$\Sigma_{\mathbf{x},` + k + `}$, where π has ` + share(mass)
			sets(p, name, u.Where("quantity", "largest over least Sigma_x"+k), own, 2*i+j)
		}
	}

	p = f.Panel(0, 2)
	p.XLabel = `relative to the norm of the mean of $\Sigma_{\mathbf{x}}$`
	norm := floats.Norm([]float64{
		at(t, "mean Sigma11", "data"), at(t, "mean Sigma22", "data"),
		float64(math.Sqrt2 * at(t, "mean Sigma12", "data")),
	}, 2)
	most := t.Where("region", share(slices.Max(s.Mass)))
	sets(p, `distance from the mean in $L^2(\pi)$`,
		t.Where("quantity", "relative deviation of Sigma_x"),
		at(t, "distance from the mean", "data")/norm, 4)
	sets(p, "largest change over one standard deviation",
		most.Where("quantity", "largest change of Sigma_x"), at(most, "largest change", "data"), 5)
	return f, nil
}

// draw draws the distances, and a line of the power −1/2 through the first.
func (l Limit) draw(p *figure.Panel, t *table.Table) {
	p.XLabel = `$N_{\mathrm{d}}$`
	p.YLabel = `relative distance of $\Sigma_{\mathbf{x}}$ from $\Sigma$`
	p.X.Log, p.Y.Log = true, true
	drawn := t.Where("source", table.Simulation).Sort("ndata")
	p.Add(study.Series{
		Name: fmt.Sprintf("%d data sets each", l.Sets), Style: figure.Cycle(0),
		X: func(t *table.Table, i int) float64 { return t.Float(i, "ndata") },
	}.Points(drawn)...)
	n := drawn.Floats("ndata")
	guide := figure.Line{Name: `$N_{\mathrm{d}}^{-1/2}$`, X: n, Style: figure.Guide()}
	for _, x := range n {
		guide.Y = append(guide.Y, float64(drawn.Float(0, "value")*math.Sqrt(n[0]/x)))
	}
	own := t.Where("source", table.Exact)
	style := figure.Cycle(2)
	style.Dash = figure.NoLine
	p.Add(guide, figure.Line{
		Name: "data of Figure 6", X: own.Floats("ndata"), Y: own.Floats("value"), Style: style,
	})
}

// sets draws the share of the data sets whose values are at most x, and that of the data of Figure
// 6 as a vertical line.
func sets(p *figure.Panel, name string, t *table.Table, own float64, i int) {
	style := figure.Style{Color: figure.Cycle(i).Color}
	l := figure.Line{Name: name, X: t.Floats("value"), Style: style}
	slices.Sort(l.X)
	for k := range l.X {
		l.Y = append(l.Y, float64(k+1)/float64(len(l.X)))
	}
	p.Add(l, figure.Line{X: []float64{own, own}, Y: []float64{0, 1}, Style: style.Reference()})
}

// at returns the number of a quantity in a column.
func at(t *table.Table, quantity, column string) float64 {
	x, _ := t.Lookup(column, "quantity", quantity)
	return x
}
