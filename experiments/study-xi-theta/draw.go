package main

import (
	"fmt"

	"gonum.org/v1/plot/vg"

	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/table"
)

// render draws the mean of ξ in a cell against its value if ξ followed θ.
func render(_ Spec, t *table.Table) (*plots.Figure, error) {
	f := plots.New(1, 1)
	f.Height = 7.5 * vg.Centimeter
	p := f.Panel(0, 0)
	p.Label("", `$\gamma + \varepsilon(n)\Delta t\,\Sigma_x(\theta)/2$ in a cell`,
		`mean of $\xi$ in the cell`)
	last := 0.0
	for i, entry := range entries {
		in := t.Where(table.Quantity, inCell+entry)
		kind := look.Series{
			Name: fmt.Sprintf(`$\xi_{%s}$`, entry[1:]), Style: look.Other(i, 3),
			Beside: []float64{1e3, 1, 1}[i], Shift: vg.Point{X: -6, Y: []vg.Length{5, -11, -11}[i]},
		}
		look.Compare(p, in, inCell+entry, look.Column(table.Followed), kind)
		for _, x := range in.Floats(table.Followed) {
			last = max(last, x)
		}
		mean, ok := t.Lookup(table.Value, table.Quantity, "xi"+entry, table.Method, conditional,
			table.Source, table.Simulation)
		if ok {
			p.Add(plots.Rule{At: mean, Style: plots.Style{Color: kind.Style.Color, Width: 0.4}})
		}
	}
	p.Add(
		plots.Line{X: []float64{0, last}, Y: []float64{0, last}, Style: plots.Theory()},
		plots.Text{
			Text: `if $\xi$ followed $\theta$`, X: last / 5, Y: last / 5, Shift: vg.Point{X: 6, Y: -3},
		})
	return f, nil
}
