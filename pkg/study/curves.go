package study

import (
	"cmp"
	"image/color"
	"maps"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"

	"adl/pkg/estimate"
	"adl/pkg/figure"
	"adl/pkg/minibatch"
	"adl/pkg/table"
)

// ErrorCurves draws panels of an error against ε(n) or ε(n)Δt on logarithmic axes: one colour per
// time step, the points as [Series] does, and exact and predicted errors as dashed lines. Where
// there are both samplings, circles are with replacement and squares without.
type ErrorCurves struct {
	Quantity string // of the rows
	Grid     Grid
	Signed   bool // the errors have a sign; their absolute values are drawn
	Join     bool // joins results of each time step and sampling by a line
	Scaled   bool // against ε(n)Δt
	// Linear, when positive, makes the axes against ε(n)Δt linear, up to this.
	Linear float64
	Dashed string // name of predicted curves in the legend; "" is "leading order"
}

// Figure draws n panels side by side with the same y axis, of which panel returns the titles and
// the rows. With scaled, below them are those against ε(n)Δt.
func (e ErrorCurves) Figure(
	label string, n int, scaled bool, panel func(i int) (title string, rows *table.Table),
) *figure.Figure {
	rows := 1
	if scaled {
		rows = 2
	}
	f := figure.New(rows, n)
	f.Legend = true
	for r := range rows {
		var panels []*figure.Panel
		for i := range n {
			p := f.Panel(r, i)
			title, t := panel(i)
			if p.Title = title; i == 0 {
				p.YLabel = label
			}
			e.Panel(p, t)
			panels = append(panels, p)
		}
		figure.ShareY(panels...)
		e.Scaled, e.Join = true, false
	}
	return f
}

// Panel draws the rows of t.
func (e ErrorCurves) Panel(p *figure.Panel, t *table.Table) {
	x := Column("epsilon")
	if p.XLabel = `$\varepsilon(n)$`; e.Scaled {
		x, p.XLabel = ScaledNoise, `$\varepsilon(n)\Delta t$`
	}
	p.X.Log, p.Y.Log = true, true
	inside := func(x float64) bool { return x > 0 }
	linear := e.Scaled && e.Linear > 0
	if linear {
		room := float64(0.03 * e.Linear) // for the marks at both ends
		p.X, p.Y.Log = figure.Axis{Min: -room, Max: e.Linear + room}, false
		inside = func(x float64) bool { return x <= e.Linear }
	}
	t = t.Where("quantity", e.Quantity)
	t = t.Filter(func(i int) bool { return inside(x(t, i)) })
	two := len(e.Grid.Sampling) > 1
	for j, dt := range e.Grid.Dt {
		u := t.Where("dt", dt)
		for _, source := range []string{table.Exact, table.Prediction} {
			p.Add(Curve(u.Where("source", source), x, TimeStep(j, e.Grid.Dt).Reference()))
		}
		s := Series{
			Name: stepName(dt), Style: e.style(e.Grid.Sampling[0], TimeStep(j, e.Grid.Dt)),
			X: x, Join: e.Join, Signed: e.Signed, Linear: linear,
		}
		p.Add(s.Entry())
		if s.Name = ""; two {
			s.Row = stepName(dt)
		}
		for _, sampling := range e.Grid.Sampling {
			s.Style = e.style(sampling, s.Style)
			p.Add(s.Points(u.Where("source", table.Simulation, "sampling", sampling))...)
		}
	}
	for _, sampling := range e.Grid.Sampling {
		if two {
			p.Add(figure.Line{
				Name:  string(sampling) + " replacement",
				Style: e.style(sampling, figure.Style{Color: color.Black, Dash: figure.NoLine}),
			})
		}
	}
	dashed := figure.Line{Style: figure.Style{}.Reference()}
	if t.Where("source", table.Exact).Len() > 0 {
		dashed.Name = "exact"
		p.Add(dashed)
	}
	if t.Where("source", table.Prediction).Len() > 0 {
		dashed.Name = cmp.Or(e.Dashed, "leading order")
		p.Add(dashed)
	}
}

// style returns the style of a time step, with the marker of the sampling where there are two.
func (e ErrorCurves) style(s minibatch.Sampling, base figure.Style) figure.Style {
	if len(e.Grid.Sampling) > 1 {
		base.Marker, base.Hollow = figure.Circle, false
		if s == minibatch.Without {
			base.Marker, base.Hollow = figure.Square, true
		}
	}
	return base
}

// TimeStep returns the style of the points and the curves of the j-th time step.
func TimeStep(j int, dt []float64) figure.Style { return figure.Ramp(j, len(dt)) }

func stepName(dt float64) string { return `$\Delta t = ` + Number(dt) + `$` }

// Frictions are the runs with each of the forms of ξ.
func Frictions(forms ...Friction) (all []Series) {
	for _, k := range forms {
		all = append(all, Series{
			Name: k.Title(), Where: []any{"friction", k}, Style: k.Style(forms),
		})
	}
	return all
}

// TimeSteps are the runs with each time step of a table.
func TimeSteps(t *table.Table) (all []Series) {
	dts := t.Floats("dt")
	slices.Sort(dts)
	dts = slices.Compact(dts)
	for j, dt := range dts {
		all = append(all, Series{
			Name: stepName(dt), Where: []any{"dt", dt}, Style: TimeStep(j, dts),
		})
	}
	return all
}

// Compare draws series of the simulated values of a quantity against x.
func Compare(p *figure.Panel, t *table.Table, quantity string, x Axis, all ...Series) {
	t = t.Where("quantity", quantity, "source", table.Simulation)
	for _, s := range all {
		s.X, s.Linear = x, !p.Y.Log
		p.Add(s.Points(t)...)
	}
}

// CompareErrors draws series of the L¹ errors against ε(n)Δt.
func CompareErrors(p *figure.Panel, t *table.Table, all ...Series) {
	p.XLabel, p.YLabel = `$\varepsilon(n)\Delta t$`, `$L^1$ error on the marginal of $\theta_1$`
	p.X.Log, p.Y.Log = true, true
	Compare(p, t, "L1", ScaledNoise, all...)
}

// Proportional draws a line through the largest result of t, as if errors were proportional to
// ε(n)Δt.
func Proportional(p *figure.Panel, t *table.Table) {
	results := t.Where("status", table.OK).Sort("value")
	if i := results.Len() - 1; i >= 0 {
		x, y := ScaledNoise(results, i), results.Float(i, "value")
		p.Add(figure.Line{
			Name: "proportional", X: []float64{float64(x / 20), x}, Y: []float64{float64(y / 20), y},
			Style: figure.Guide(),
		})
	}
}

// Ratios returns the errors of a over those of b at the same Δt and ε(n), with the status of b
// where that of a is ok. Where the error of b is within its noise, the least ratio is known only.
func Ratios(a, b *table.Table) (ratios, least *table.Table) {
	columns := []string{"dt", "epsilon", "value", "stderr", "status", "source"}
	ratios, least = table.New(columns...), table.New(columns...)
	for i := range a.Len() {
		row := table.Row{}
		for _, c := range []string{"dt", "epsilon", "source", "status"} {
			row[c] = a.Cell(i, c)
		}
		at := b.Where("dt", row["dt"], "epsilon", row["epsilon"], "source", row["source"])
		if at.Len() == 0 {
			continue
		}
		if other := at.Cell(0, "status"); row["status"] == table.OK || !Drawn(other) {
			row["status"] = other
		}
		x, y := a.Estimate(i), at.Estimate(0)
		if most, bound := y.Bound(false); bound && Drawn(row["status"].(string)) {
			if l := float64(x.Value - float64(2*x.StdErr)); l > 0 {
				row["value"] = l / most
				least.Add(row)
			}
			continue
		}
		ratio := estimate.Ratio(x, y)
		row["value"], row["stderr"] = ratio.Value, ratio.StdErr
		ratios.Add(row)
	}
	return ratios, least
}

// Spread draws samples of a quantity at each x: their medians, with the name, and the band between
// two quantiles.
func Spread(
	name string, style figure.Style, at map[float64][]float64, lo, hi float64,
) []plot.Plotter {
	l := figure.Line{Name: name, X: slices.Sorted(maps.Keys(at)), Style: style}
	b := figure.Band{X: l.X, Fill: figure.Tint(style.Color, 0.25)}
	for _, x := range l.X {
		v := slices.Sorted(slices.Values(at[x]))
		quantile := func(p float64) float64 { return stat.Quantile(p, stat.Empirical, v, nil) }
		l.Y = append(l.Y, quantile(0.5))
		b.Low, b.High = append(b.Low, quantile(lo)), append(b.High, quantile(hi))
	}
	return []plot.Plotter{b, l}
}
