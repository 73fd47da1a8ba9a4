package main

import (
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"

	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/table"
)

// render draws the ratio of the errors with a scalar and a full friction against ε(n)Δt: simulated
// on every data set, and predicted.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	f := plots.New(1, 1)
	f.Height = 7.5 * vg.Centimeter
	p := f.Panel(0, 0)
	p.Label("", `$\varepsilon(n)\Delta t$`, "ratio of errors, scalar over full")
	p.Log(true, true)
	p.Add(plots.Rule{At: 3, Text: "3", Style: plots.Level()})
	at := map[float64][]float64{}
	errors := t.Where(table.Source, table.Prediction)
	for _, data := range errors.Distinct(table.DataSet) {
		r := ratios(errors, data)
		for i := range r.Len() {
			x := look.ScaledNoise(r, i)
			at[x] = append(at[x], r.Float(i, table.Value))
		}
	}
	p.Add(look.Spread("leading order: median, range", plots.Theory(), at, 0, 1)...)
	own, others := look.Other(0, 2), look.Other(1, 2)
	others.Size = 1.7
	errors = t.Where(table.Source, table.Simulation)
	for i, data := range errors.Distinct(table.DataSet) {
		series := look.Series{
			Name: "ten other data sets", Style: others,
			X: func(t *table.Table, row int) float64 { // side by side
				return look.ScaledNoise(t, row) * math.Pow(1.035, float64(i)-5)
			},
		}
		if data == strconv.FormatUint(s.Data.Seed, 10) {
			series = look.Series{Name: "data set of Figure 7", Style: own, X: look.ScaledNoise}
		}
		p.Add(series.Points(ratios(errors, data))...)
	}
	return f, nil
}

// ratios returns the values with a scalar friction divided by the values with a full friction for a
// data set, where both have a stationary state.
func ratios(t *table.Table, data string) *table.Table {
	t = t.Where(table.DataSet, data)
	r, _ := look.Ratios(t.Where(table.Friction, table.Scalar), t.Where(table.Friction, table.Full))
	return r.Filter(func(i int) bool { return look.Drawn(r.Cell(i, table.Status)) })
}
