package main

import (
	"slices"
	"strconv"

	"adl/pkg/figure"
	"adl/pkg/study"
	"adl/pkg/table"

	"gonum.org/v1/plot"
)

// render draws the error with a scalar friction over that with a matrix against ε(n)Δt: simulated
// on every data set, and predicted in three norms.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, 2)
	f.Legend = true
	simulated, predicted := f.Panel(0, 0), f.Panel(0, 1)
	simulated.Title, predicted.Title = "simulated", "predicted, all data sets"
	simulated.YLabel = "scalar error over matrix error"
	for _, p := range []*figure.Panel{simulated, predicted} {
		p.XLabel, p.X.Log, p.Y.Log = `$\varepsilon(n)\Delta t$`, true, true
		p.Add(figure.HLine{Y: 3, Style: figure.Level()})
	}
	own := strconv.FormatUint(s.Data.Seed, 10)
	for i, kind := range []struct {
		name string
		keep func(data string) bool
	}{
		{"ten other data sets", func(data string) bool { return data != own }},
		{"data of Figure 7", func(data string) bool { return data == own }},
	} {
		series := study.Series{
			Name: kind.name, Style: figure.Cycle(1 - i), X: study.ScaledNoise,
			Unmixed: study.RarelyExchanged,
		}
		simulated.Add(series.Points(
			ratios(t.Where("quantity", "L1", "source", table.Simulation), kind.keep))...)
	}
	any := func(string) bool { return true }
	for i, name := range norms {
		title := []string{`$L^1$, marginal of $\theta_1$`, `$L^1$, law of $\theta$`, `$\|f\|$`}[i]
		predicted.Add(spread(title, figure.Cycle(2+i),
			ratios(t.Where("quantity", name, "source", table.Prediction), any))...)
	}
	figure.ShareY(simulated, predicted)
	return f, nil
}

// ratios returns the values of rows with scalar frictions over those with full ones, of some data
// sets.
func ratios(t *table.Table, keep func(data string) bool) *table.Table {
	var all *table.Table
	for _, data := range t.Distinct("data") {
		if !keep(data) {
			continue
		}
		u := t.Where("data", data)
		r, _ := study.Ratios(u.Where("friction", study.Scalar), u.Where("friction", study.Full))
		if all == nil {
			all = table.New(r.Columns()...)
		}
		all.Append(r)
	}
	return all
}

// spread draws the range of ratios over data sets, and their medians.
func spread(name string, style figure.Style, t *table.Table) []plot.Plotter {
	style.Marker, style.Width = 0, 1.2
	l := figure.Line{Name: name, Style: style}
	b := figure.Band{Fill: figure.Tint(style.Color, 0.25)}
	at := map[float64][]float64{}
	for i := range t.Len() {
		x := study.ScaledNoise(t, i)
		at[x] = append(at[x], t.Float(i, "value"))
	}
	var xs []float64
	for x := range at {
		xs = append(xs, x)
	}
	slices.Sort(xs)
	for _, x := range xs {
		v := slices.Sorted(slices.Values(at[x]))
		l.X, l.Y = append(l.X, x), append(l.Y, v[len(v)/2])
		b.X, b.Low, b.High = append(b.X, x), append(b.Low, v[0]), append(b.High, v[len(v)-1])
	}
	return []plot.Plotter{b, l}
}
