package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"

	"adl/pkg/figure"
	"adl/pkg/table"
)

// Series draws the simulated points of one curve, each by its status and its noise:
//
//   - A result, a point whose status is ok, is drawn with its standard error.
//   - On a logarithmic axis, a value within two standard errors of 0 is drawn as an upper bound.
//   - A point that is not to be trusted (not settled, not mixed, runaway by theory alone) is pale,
//     under a sign that says why.
//   - A point without a stationary state has a sign in the strip above the panel only.
//
// A line joins results alone, on a logarithmic axis those that are known to 25 %, and ends at
// any other point between them.
type Series struct {
	Name  string       // of the results in the legend
	Style figure.Style // of the points; its dash is that of the line
	Join  bool         // joins results by a thin line
	// X is where row i of a table stands; nil is the column epsilon.
	X func(t *table.Table, i int) float64
	// Signed says that values have a sign. On a logarithmic axis, absolute values are drawn.
	Signed  bool
	Linear  bool   // the y axis is not logarithmic
	Row     string // names the series at its row of a strip; "" is its marker
	Unmixed string // what the status unmixed means; "" is "replicas differ"
}

// sign says how a status looks that is not ok, and what the legend calls it.
type sign struct {
	status, name string
	sign         figure.Marker
	drawn        bool        // pale
	dash         figure.Dash // of a whole curve
}

var signs = []sign{
	{table.Runaway, "no stationary state", figure.Cross, false, figure.Dotted},
	{table.Diverged, "diverged", figure.Upward, false, figure.Dotted},
	{table.PredictedRunaway, "runaway by theory, not in the run", figure.Plus, true,
		figure.DashDotDotted},
	{table.Unsettled, "not settled", figure.Slash, true, figure.DashDotted},
	{table.Unmixed, "replicas differ", figure.Parallel, true, figure.Dashed},
}

// Drawn reports whether points of a status are drawn as points: they may be stationary.
func Drawn(status string) bool {
	return status == table.OK || slices.ContainsFunc(signs, func(d sign) bool {
		return d.status == status && d.drawn
	})
}

// Dash returns the dash of a curve that has one status as a whole, and what the legend calls it, ""
// for a result.
func Dash(status string) (dash figure.Dash, name string) {
	for _, d := range signs {
		if d.status == status {
			return d.dash, d.name
		}
	}
	return figure.Solid, ""
}

// joinAt is the number of standard errors above which a value is joined with others on a
// logarithmic axis: it is known to 25 %.
const joinAt = 4

// Points returns the plotters for the rows of t, with the entries in the legend.
func (s Series) Points(t *table.Table) (ps []plot.Plotter) {
	ps = Shown(t)
	if s.Name != "" {
		ps = append(ps, s.Entry())
	}
	join := s.line(t)
	s.Style.Dash = figure.NoLine
	for _, d := range signs {
		if u := t.Where("status", d.status); u.Len() > 0 {
			ps = append(ps, s.doubtful(u, d)...)
		}
	}
	if s.Join {
		ps = append(ps, join)
	}
	return append(ps, s.values(t.Where("status", table.OK))...)
}

// places are the parameters that say where in the result of a run a row is.
var places = []string{"component", "component2", "theta", "theta2", "i", "j", "output"}

// Shown returns a [figure.Point] for every simulated row of a tidy table. Its key lists the
// parameters of the run.
func Shown(t *table.Table) (ps []plot.Plotter) {
	columns := t.Columns()
	if !slices.Contains(columns, "quantity") { // numbers that come from several points
		return nil
	}
	params := slices.DeleteFunc(columns[:slices.Index(columns, "epsilon")], func(c string) bool {
		return slices.Contains(places, c)
	})
	for i := range t.Len() {
		if t.Cell(i, "source") != table.Simulation {
			continue
		}
		var key []string
		for _, c := range params {
			key = append(key, c+"="+t.Cell(i, c))
		}
		ps = append(ps, figure.Point{Key: strings.Join(key, " "), Status: t.Cell(i, "status")})
	}
	return ps
}

// Entry returns the entry in the legend alone.
func (s Series) Entry() plot.Plotter {
	s.Style.Width = joinWidth
	if !s.Join {
		s.Style.Dash = figure.NoLine
	}
	return figure.Line{Name: s.Name, Style: s.Style}
}

const joinWidth = 0.5

func (s Series) x(t *table.Table, i int) float64 {
	if s.X == nil {
		return t.Float(i, "epsilon")
	}
	return s.X(t, i)
}

// y returns the height of row i, and whether it is an upper bound.
func (s Series) y(t *table.Table, i int) (y float64, bound bool) {
	if s.Linear {
		return t.Float(i, "value"), false
	}
	return t.Estimate(i).Bound(s.Signed)
}

// values returns the values and the upper bounds.
func (s Series) values(t *table.Table) []plot.Plotter {
	values := figure.Line{Style: s.Style}
	bounds := figure.Bounds{Name: "upper bound (2 s.e.)", Style: s.Style}
	for i := range t.Len() {
		x := s.x(t, i)
		y, bound := s.y(t, i)
		if bound {
			bounds.X, bounds.Y = append(bounds.X, x), append(bounds.Y, y)
			bounds.Titles = append(bounds.Titles, fmt.Sprintf("%s: at most %.2g", pointName(t, i), y))
			continue
		}
		e := t.Float(i, "stderr")
		values.X, values.Y = append(values.X, x), append(values.Y, y)
		values.Err = append(values.Err, e)
		values.Titles = append(values.Titles, fmt.Sprintf("%s: %.3g ± %.1g", pointName(t, i), y, e))
	}
	if len(bounds.X) == 0 {
		return []plot.Plotter{values}
	}
	return []plot.Plotter{values, bounds}
}

// pointName names the point of row i by n, or else ε(n), by Δt, and by its status if it is not ok.
func pointName(t *table.Table, i int) string {
	var words []string
	columns := t.Columns()
	for _, c := range []struct{ column, name string }{
		{"n", "n"}, {"epsilon", "ε(n)"}, {"dt", "Δt"}, {"K", "K"},
	} {
		if !slices.Contains(columns, c.column) || c.column == "epsilon" && len(words) > 0 {
			continue
		}
		v := t.Cell(i, c.column)
		if x, err := strconv.ParseFloat(v, 64); err == nil {
			v = plain(x)
		}
		if v != "" {
			words = append(words, c.name+" = "+v)
		}
	}
	for _, d := range signs {
		if t.Cell(i, "status") == d.status {
			words = append(words, d.name)
		}
	}
	return strings.Join(words, ", ")
}

// line returns the line through results. Other points break it.
func (s Series) line(t *table.Table) figure.Line {
	l := figure.Line{Style: figure.Style{
		Color: s.Style.Color, Width: joinWidth, Dash: s.Style.Dash, Group: s.Style.Group,
	}}
	order := make([]int, t.Len())
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.x(t, a), s.x(t, b)) })
	for _, i := range order {
		y, bound := s.y(t, i)
		noisy := !s.Linear && !(y >= float64(joinAt*t.Float(i, "stderr")))
		if bound || noisy || t.Cell(i, "status") != table.OK {
			y = math.NaN()
		}
		l.X, l.Y = append(l.X, s.x(t, i)), append(l.Y, y)
	}
	return l
}

// doubtful returns the plotters for the rows of a status that is not ok, with the name of its sign.
func (s Series) doubtful(t *table.Table, d sign) []plot.Plotter {
	if d.status == table.Unmixed {
		d.name = cmp.Or(s.Unmixed, d.name)
	}
	if d.drawn {
		s.Style.Sign = d.sign
		name := figure.Line{Name: d.name, Style: figure.Style{
			Marker: figure.Circle, Dash: figure.NoLine, Sign: d.sign,
		}}
		return append(s.values(t), name)
	}
	strip := figure.Strip{Name: d.name, Sign: d.sign, Style: s.Style, Row: s.Row}
	for i := range t.Len() {
		strip.X = append(strip.X, s.x(t, i))
	}
	return []plot.Plotter{strip}
}

// Ticks returns ticks at the cells of a column that are numbers.
func Ticks(cells []string) (ticks plot.ConstantTicks) {
	for _, cell := range cells {
		if x, err := strconv.ParseFloat(cell, 64); err == nil {
			ticks = append(ticks, plot.Tick{Value: x, Label: cell})
		}
	}
	return ticks
}

// Abs returns the absolute values.
func Abs(x []float64) []float64 {
	y := make([]float64, len(x))
	for i := range x {
		y[i] = math.Abs(x[i])
	}
	return y
}

// OneRun draws what [Quantiles] added about a quantity of one run, against a column: the median,
// and a band.
func OneRun(p *figure.Panel, name string, style figure.Style, t *table.Table, quantity, x string) {
	end := func(of string) *table.Table {
		return t.Where("quantity", quantity+" of one run: "+of).Sort(x)
	}
	median, lo, hi := end("median"), end("5 %"), end("95 %")
	if median.Len() == 0 {
		return
	}
	style.Marker, style.Width = 0, 1.2
	p.Add(
		figure.Band{
			X: lo.Floats(x), Low: lo.Floats("value"), High: hi.Floats("value"),
			Fill: figure.Tint(style.Color, 0.25),
		},
		figure.Line{Name: name, Style: style, X: median.Floats(x), Y: median.Floats("value")})
}
