package look

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"

	"adl/pkg/estimate"
	"adl/pkg/plots"
	"adl/pkg/table"
)

// ErrorCurves draws panels of an error against ε(n) or ε(n)Δt on logarithmic axes. It draws the
// points of each time step like [Series], and exact and predicted errors as dashed lines.
type ErrorCurves struct {
	Quantity string // of the rows
	Signed   bool   // the errors have a sign; their absolute values are drawn
	Join     bool   // joins results of each time step and sampling by a line
	Scaled   bool   // against ε(n)Δt
	// Linear, if positive, makes the axes against ε(n)Δt linear, up to this value.
	Linear float64
	Dashed string // name of predicted curves in the legend; "" is "leading order"
	// Named names the time steps on the left of their theoretical curves, on logarithmic axes, and not
	// in the legend. The names take this part of the axis; 0 is no names.
	Named float64
	Level float64 // the height of a line across the panels, unless it is 0
}

// Figure draws n panels side by side with the same y axis; panel returns their titles and rows.
// With scaled it adds panels against ε(n)Δt, above if they are linear, otherwise below.
func (e ErrorCurves) Figure(
	label string, n int, scaled bool, panel func(i int) (title string, rows *table.Table),
) *plots.Figure {
	kinds := []bool{false}
	if scaled {
		if kinds = append(kinds, true); e.Linear > 0 {
			slices.Reverse(kinds)
		}
	}
	f := plots.New(len(kinds), n)
	for r, scaled := range kinds {
		e.Scaled = scaled
		for i := range n {
			p := f.Panel(r, i)
			title, t := panel(i)
			p.Label(title, "", label)
			e.Panel(p, t)
		}
		plots.ShareY(f.Panels()[r*n:]...)
	}
	return f
}

// Panel draws the rows of t.
func (e ErrorCurves) Panel(p *plots.Panel, t *table.Table) {
	x := Column(table.Epsilon)
	if p.X.Label.Text = `$\varepsilon(n)$`; e.Scaled {
		x, p.X.Label.Text = ScaledNoise, `$\varepsilon(n)\Delta t$`
	}
	linear := e.Scaled && e.Linear > 0
	p.Log(!linear, !linear)
	t = t.Where(table.Quantity, e.Quantity)
	dts := Steps(t)
	t = t.Filter(func(i int) bool { return linear || x(t, i) > 0 })
	var names plots.EdgeNames
	if p.XLim = e.room(t, x); e.Level > 0 {
		p.Add(plots.Rule{At: e.Level, Text: "$" + Number(e.Level) + "$", Style: plots.Level()})
	}
	samplings := t.Where(table.Source, table.Simulation).Distinct(table.Sampling)
	theory := []string{table.Exact, table.Prediction}
	curve := func(t *table.Table, style plots.Style) plots.Line {
		l := Curve(t, x, style)
		if linear {
			l.X, l.Y = until(e.Linear, l.X, l.Y)
		}
		return l
	}
	for _, source := range theory {
		all := curve(t.Where(table.Source, source), plots.Theory())
		if rises(all.Y) { // all time steps have one curve
			p.Add(all)
			continue
		}
		for _, dt := range dts {
			l := curve(t.Where(table.Source, source, table.Dt, dt), TimeStep(dt).Theory())
			p.Add(l)
			if len(l.X) > 0 {
				names.Names = append(names.Names, plots.Text{
					Text: "$" + Number(dt) + "$", Y: l.Y[0], Color: l.Style.Color,
				})
			}
		}
	}
	if e.Named > 0 && len(names.Names) > 0 {
		last := names.Names[len(names.Names)-1]
		last.Text, last.Color = `$\Delta t$`, nil // moves up
		names.Names = append(names.Names, last)
		p.Add(names)
	}
	for _, dt := range dts {
		u, style := t.Where(table.Dt, dt), TimeStep(dt)
		s := Series{
			Name: StepName(dt), Style: style, X: x, Join: e.Join && !e.Scaled, Signed: e.Signed,
			Linear: linear,
		}
		if e.Named == 0 {
			p.Add(s.Entry())
		}
		s.Name, s.Row = "", s.Name
		for _, sampling := range samplings {
			if s.Style = style; sampling == table.Replaced {
				s.Style.Mark = plots.Plus
			}
			s.Join = e.Join && !e.Scaled && (len(samplings) == 1 || sampling != table.Replaced)
			v := u.Where(table.Source, table.Simulation, table.Sampling, sampling)
			p.Add(s.Points(v.Filter(func(i int) bool { return !linear || x(v, i) <= e.Linear }))...)
		}
	}
	if len(samplings) > 1 {
		style := plots.Style{Mark: plots.Plus, Dash: plots.NoLine}
		p.Add(plots.Line{Name: "with replacement", Style: style})
	}
	for i, name := range []string{"exact", cmp.Or(e.Dashed, "leading order")} {
		if t.Where(table.Source, theory[i]).Len() > 0 {
			p.Add(plots.Line{Name: name, Style: plots.Theory()})
		}
	}
}

// room returns the limits of the x axis, with room for names.
func (e ErrorCurves) room(t *table.Table, x Axis) plots.Limits {
	lo, hi := math.Inf(1), 0.0
	for i := range t.Len() {
		lo, hi = min(lo, x(t, i)), max(hi, x(t, i))
	}
	if e.Named == 0 || !(lo < hi) {
		return plots.Limits{}
	}
	return plots.From(lo / math.Pow(hi/lo, e.Named))
}

// until returns the part of a curve up to an end, which is interpolated.
func until(end float64, x, y []float64) (_, _ []float64) {
	k, _ := slices.BinarySearch(x, end)
	if 0 < k && k < len(x) {
		last := y[k-1] + (y[k]-y[k-1])*(end-x[k-1])/(x[k]-x[k-1])
		return append(x[:k:k], end), append(y[:k:k], last)
	}
	return x[:k], y[:k]
}

// rises reports whether y never falls by more than half a percent of its maximum.
func rises(y []float64) bool {
	most := 0.0
	for _, v := range y {
		if v < most-0.005*slices.Max(y) {
			return false
		}
		most = max(most, v)
	}
	return true
}

// Frictions returns a series for the runs with each form of ξ.
func Frictions[F ~string](forms ...F) (all []Series) {
	for _, k := range forms {
		all = append(all, Series{Name: Title(k), Where: []any{table.Friction, k}, Style: Style(k)})
	}
	return all
}

// Steps returns the time steps of a table.
func Steps(t *table.Table) []float64 {
	dts := t.Floats(table.Dt)
	slices.Sort(dts)
	return slices.Compact(dts)
}

// TimeSteps returns a series for the runs with each time step of a table.
func TimeSteps(t *table.Table) (all []Series) {
	for _, dt := range Steps(t) {
		all = append(all, Series{Name: StepName(dt), Where: []any{table.Dt, dt}, Style: TimeStep(dt)})
	}
	return all
}

// Compare draws series of the simulated values of a quantity against x.
func Compare(p *plots.Panel, t *table.Table, quantity string, x Axis, all ...Series) {
	t = t.Where(table.Quantity, quantity, table.Source, table.Simulation)
	_, log := p.Y.Scale.(plots.Log)
	for _, s := range all {
		s.X, s.Linear = x, !log
		p.Add(s.Points(t)...)
	}
}

// CompareErrors draws series of the L¹ errors against ε(n)Δt.
func CompareErrors(p *plots.Panel, t *table.Table, all ...Series) {
	p.Label(p.Title.Text, `$\varepsilon(n)\Delta t$`, `$L^1$ error on the marginal of $\theta_1$`)
	p.Log(true, true)
	Compare(p, t, table.L1, ScaledNoise, all...)
}

// Proportional draws a line through the largest result of t, as if errors were proportional to
// ε(n)Δt.
func Proportional(p *plots.Panel, t *table.Table) {
	results := t.Where(table.Status, table.OK).Sort(table.Value)
	if i := results.Len() - 1; i >= 0 {
		x, y := ScaledNoise(results, i), results.Float(i, table.Value)
		p.Add(plots.Line{
			Name: "proportional", X: []float64{x / 20, x}, Y: []float64{y / 20, y},
			Style: plots.Theory(),
		})
	}
}

// Ratios returns the errors of a divided by the errors of b at the same Δt and ε(n). The status of
// a ratio is the status of a, or of b if a is ok. Where the error of b is within its noise, only a
// lower bound of the ratio is known, in least.
func Ratios(a, b *table.Table) (ratios, least *table.Table) {
	columns := table.Columns([]string{"dt"})
	ratios, least = table.New(columns...), table.New(columns...)
	for i := range a.Len() {
		row := table.Row{}
		for _, c := range []string{"dt", "epsilon", "source", "status"} {
			row[c] = a.Cell(i, c)
		}
		at := b.Where(table.Dt, row[table.Dt], table.Epsilon, row[table.Epsilon],
			table.Source, row[table.Source])
		if at.Len() == 0 {
			continue
		}
		if other := at.Cell(0, table.Status); row[table.Status] == table.OK || !Drawn(other) {
			row[table.Status] = other
		}
		x, y := a.Estimate(i), at.Estimate(0)
		if most, bound := y.Bound(false); bound && Drawn(row[table.Status].(string)) {
			if l := x.Value - 2*x.StdErr; l > 0 {
				row[table.Value] = l / most
				least.Add(row)
			}
			continue
		}
		ratio := estimate.Ratio(x, y)
		row[table.Value], row[table.StdErr] = ratio.Value, ratio.StdErr
		ratios.Add(row)
	}
	return ratios, least
}

// Spread draws samples of a quantity at each x: a line through the medians, with the name, and the
// band between two quantiles.
func Spread(
	name string, style plots.Style, at map[float64][]float64, lo, hi float64,
) []plot.Plotter {
	l := plots.Line{Name: name, X: slices.Sorted(maps.Keys(at)), Style: style}
	var low, high []float64
	for _, x := range l.X {
		v := slices.Sorted(slices.Values(at[x]))
		quantile := func(p float64) float64 { return stat.Quantile(p, stat.Empirical, v, nil) }
		l.Y = append(l.Y, quantile(0.5))
		low, high = append(low, quantile(lo)), append(high, quantile(hi))
	}
	return []plot.Plotter{plots.Band(l.X, low, high, plots.Tint(style.Color, 0.25)), l}
}
