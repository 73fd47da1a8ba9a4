package study

import (
	"cmp"
	"fmt"
	"image/color"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/interp"
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
	Both     bool // Figure draws a row of panels against ε(n), and one against ε(n)Δt
	// Linear, when positive, makes the axes against ε(n)Δt linear, up to this.
	Linear float64
	// Points returns those of the simulated rows of a time step that are drawn; nil draws all.
	Points  func(*table.Table) *table.Table
	Dashed  string // name of predicted curves in the legend; "" is "leading order"
	Unmixed string // what the status unmixed means, as in [Series]
}

// Figure draws n panels side by side with the same y axis, of which panel returns the titles and
// the rows.
func (e ErrorCurves) Figure(
	label string, n int, panel func(i int) (title string, rows *table.Table),
) *figure.Figure {
	f := figure.New(1, n)
	if e.Both {
		f = figure.New(2, n)
	}
	f.Legend = true
	var panels []*figure.Panel
	draw := func(row int, e ErrorCurves) {
		for i := range n {
			p := f.Panel(row, i)
			title, rows := panel(i)
			if p.Title = title; i == 0 {
				p.YLabel = label
			}
			e.Panel(p, rows)
			panels = append(panels, p)
		}
	}
	draw(0, e)
	if e.Both {
		e.Scaled, e.Join = true, false
		draw(1, e)
	}
	figure.ShareY(panels[:n]...)
	figure.ShareY(panels[n:]...)
	return f
}

// Panel draws the rows of t.
func (e ErrorCurves) Panel(p *figure.Panel, t *table.Table) {
	t = t.Where("quantity", e.Quantity)
	simulated := t.Where("source", table.Simulation)
	p.XLabel = `$\varepsilon(n)$`
	if e.Scaled {
		p.XLabel = `$\varepsilon(n)\Delta t$`
	}
	p.X.Log, p.Y.Log = true, true
	p.X.Min, p.X.Max = e.limits(simulated)
	inside := func(x float64) bool { return x > 0 }
	if e.linear() {
		room := float64(0.03 * e.Linear) // for the marks at both ends
		p.X, p.Y.Log = figure.Axis{Min: -room, Max: e.Linear + room}, false
		inside = func(x float64) bool { return x <= e.Linear }
	}
	t = t.Filter(func(i int) bool { return inside(e.x(t, i)) })
	simulated = t.Where("source", table.Simulation)
	var drawn []figure.Line
	for j, dt := range e.Grid.Dt {
		base := TimeStep(j, e.Grid.Dt)
		var others []figure.Line
		if e.Scaled && !e.linear() {
			others = drawn
		}
		for _, l := range e.references(t.Where("dt", dt), base, others) {
			p.Add(l)
			drawn = append(drawn, l)
		}
		u := simulated.Where("dt", dt)
		if e.Points != nil {
			u = e.Points(u)
		}
		p.Add(Series{Name: e.name(dt), Style: e.style(e.Grid.Sampling[0], base)}.Entry())
		for _, sampling := range e.Grid.Sampling {
			p.Add(e.series(sampling, j).Points(u.Where("sampling", sampling))...)
		}
	}
	e.legend(p, t)
}

// linear reports whether the axes are linear.
func (e ErrorCurves) linear() bool { return e.Scaled && e.Linear > 0 }

// series returns the points of time step j and a sampling.
func (e ErrorCurves) series(sampling minibatch.Sampling, j int) Series {
	s := Series{
		Style: e.style(sampling, TimeStep(j, e.Grid.Dt)), X: e.x, Signed: e.Signed, Join: e.Join,
		Linear:  e.linear(),
		Unmixed: e.Unmixed,
	}
	if len(e.Grid.Sampling) > 1 {
		s.Row = e.name(e.Grid.Dt[j])
	}
	return s
}

// x returns where row i stands.
func (e ErrorCurves) x(t *table.Table, i int) float64 {
	if e.Scaled {
		return t.Float(i, "epsilon") * t.Float(i, "dt")
	}
	return t.Float(i, "epsilon")
}

// limits returns the x axis of simulated rows, with a little room.
func (e ErrorCurves) limits(t *table.Table) (lo, hi float64) {
	var xs []float64
	for i := range t.Len() {
		if x := e.x(t, i); x > 0 {
			xs = append(xs, x)
		}
	}
	if len(xs) == 0 || slices.Min(xs) == slices.Max(xs) {
		return 0, 0
	}
	return slices.Min(xs) / 1.6, slices.Max(xs) * 1.6
}

// references returns the exact and the predicted errors at one time step, without what drawn shows.
// Predictions begin and end where the points do.
func (e ErrorCurves) references(
	t *table.Table, style figure.Style, drawn []figure.Line,
) (all []figure.Line) {
	for _, source := range []string{table.Exact, table.Prediction} {
		c := t.Where("source", source).Sort("epsilon")
		l := figure.Line{Y: Abs(c.Floats("value")), Style: style.Reference()}
		for i := range c.Len() {
			l.X = append(l.X, e.x(c, i))
		}
		if source == table.Prediction {
			l = e.within(l, t.Where("source", table.Simulation))
		}
		if len(l.X) > 0 {
			all = append(all, except(l, drawn))
		}
	}
	return all
}

// within returns the part of a prediction between the least and the largest of the drawn points.
func (e ErrorCurves) within(prediction figure.Line, simulated *table.Table) figure.Line {
	lo, hi := math.Inf(1), 0.0
	for i := range simulated.Len() {
		if Drawn(simulated.Cell(i, "status")) {
			lo, hi = min(lo, e.x(simulated, i)), max(hi, e.x(simulated, i))
		}
	}
	l := figure.Line{Style: prediction.Style}
	f, first, last := logarithmic(prediction)
	if f == nil {
		return l
	}
	lo, hi = max(lo, math.Exp(first)), min(hi, math.Exp(last))
	l.X = slices.DeleteFunc(prediction.X, func(x float64) bool { return x <= lo || x >= hi })
	if lo < hi {
		l.X = slices.Concat([]float64{lo}, l.X, []float64{hi})
	}
	for _, x := range l.X {
		l.Y = append(l.Y, math.Exp(f.Predict(math.Log(x))))
	}
	return l
}

// logarithmic returns the logarithm of a curve as a function of that of x, and the logarithms
// between which it is known. It returns nil for fewer than two points.
func logarithmic(l figure.Line) (f interp.Predictor, first, last float64) {
	var x, y []float64
	for i := range l.X {
		u := math.Log(l.X[i])
		if l.X[i] > 0 && l.Y[i] > 0 && (len(x) == 0 || u > x[len(x)-1]) {
			x, y = append(x, u), append(y, math.Log(l.Y[i]))
		}
	}
	var linear interp.PiecewiseLinear
	if len(x) < 2 || linear.Fit(x, y) != nil {
		return nil, 0, 0
	}
	return linear, x[0], x[len(x)-1]
}

// except returns a curve on logarithmic axes without its points within 10 % of other curves: dashed
// lines on top of each other would look solid. A part that is left begins and ends on the others.
func except(l figure.Line, others []figure.Line) figure.Line {
	const near = 0.1
	shown := make([]bool, len(l.X))
	for _, o := range others {
		f, first, last := logarithmic(o)
		for i := range l.X {
			x := math.Log(l.X[i])
			shown[i] = shown[i] || f != nil && first <= x && x <= last &&
				math.Abs(math.Log(l.Y[i])-f.Predict(x)) < near
		}
	}
	y := slices.Clone(l.Y)
	for i := range y {
		if shown[i] && (i == 0 || shown[i-1]) && (i == len(y)-1 || shown[i+1]) {
			y[i] = math.NaN()
		}
	}
	l.Y = y
	return l
}

func (e ErrorCurves) name(dt float64) string { return fmt.Sprintf(`$\Delta t = %s$`, Number(dt)) }

// legend adds the entries that do not belong to one time step.
func (e ErrorCurves) legend(p *figure.Panel, t *table.Table) {
	if len(e.Grid.Sampling) > 1 {
		for _, sampling := range e.Grid.Sampling {
			p.Add(figure.Line{
				Name:  string(sampling) + " replacement",
				Style: e.style(sampling, figure.Style{Color: color.Black, Dash: figure.NoLine}),
			})
		}
	}
	if t.Where("source", table.Exact).Len() > 0 {
		p.Add(figure.Line{Name: "exact", Style: figure.Style{}.Reference()})
	}
	if t.Where("source", table.Prediction).Len() > 0 {
		p.Add(figure.Line{
			Name: cmp.Or(e.Dashed, "leading order"), Style: figure.Style{}.Reference(),
		})
	}
}

// TimeStep returns the style of the points and the curves of the j-th time step.
func TimeStep(j int, dt []float64) figure.Style {
	s := figure.Ramp(j, len(dt))
	s.Group = "Δt = " + plain(dt[j])
	return s
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

// Ratios returns the errors of a over those of b at the same Δt and ε(n), with the status of b
// where that of a is ok. Where the error of b is within its noise, the least ratio is known only.
func Ratios(a, b *table.Table) (ratios, least *table.Table) {
	columns := []string{"dt", "epsilon", "value", "stderr", "status", "source"}
	ratios, least = table.New(columns...), table.New(columns...)
	for i := range a.Len() {
		at := b.Where("dt", a.Cell(i, "dt"), "epsilon", a.Cell(i, "epsilon"),
			"source", a.Cell(i, "source"))
		if at.Len() == 0 {
			continue
		}
		status := a.Cell(i, "status")
		if other := at.Cell(0, "status"); status == table.OK || !Drawn(other) {
			status = other
		}
		row := table.Row{
			"dt": a.Cell(i, "dt"), "epsilon": a.Cell(i, "epsilon"), "status": status,
			"source": a.Cell(i, "source"),
		}
		x, y := a.Estimate(i), at.Estimate(0)
		if most, bound := y.Bound(false); bound && Drawn(status) {
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
