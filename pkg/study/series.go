package study

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"

	"adl/pkg/figure"
	"adl/pkg/table"
)

// Axis says where row i of a table stands.
type Axis func(t *table.Table, i int) float64

// Column is the axis of a column.
func Column(name string) Axis {
	return func(t *table.Table, i int) float64 { return t.Float(i, name) }
}

// ScaledNoise is the axis of ε(n)Δt.
func ScaledNoise(t *table.Table, i int) float64 {
	return float64(t.Float(i, "epsilon") * t.Float(i, "dt"))
}

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
	Name   string       // of the results in the legend
	Where  []any        // conditions that rows meet (table.Table.Where)
	Style  figure.Style // of the points; its dash is that of the line
	X      Axis         // nil is the column epsilon
	Join   bool         // joins results by a thin line
	Signed bool         // values have a sign; on a logarithmic axis, absolute values are drawn
	Linear bool         // the y axis is not logarithmic
	Row    string       // names the series at its row of a strip; "" is its marker
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
	{table.Unmixed, "not mixed", figure.Parallel, true, figure.Dashed},
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

const joinWidth = 0.5

// Points returns the plotters for the rows of t, with the entries in the legend.
func (s Series) Points(t *table.Table) (ps []plot.Plotter) {
	if s.X == nil {
		s.X = Column("epsilon")
	}
	t = t.Where(s.Where...)
	ps = Shown(t)
	if s.Name != "" {
		ps = append(ps, s.Entry())
	}
	join := s.line(t)
	s.Style.Dash = figure.NoLine
	for _, d := range signs {
		u := t.Where("status", d.status)
		switch {
		case u.Len() == 0:
		case d.drawn:
			pale := s
			pale.Style.Sign = d.sign
			name := figure.Style{Marker: figure.Circle, Dash: figure.NoLine, Sign: d.sign}
			ps = append(append(ps, pale.values(u)...), figure.Line{Name: d.name, Style: name})
		default:
			strip := figure.Strip{Name: d.name, Sign: d.sign, Style: s.Style, Row: s.Row}
			for i := range u.Len() {
				strip.X = append(strip.X, s.X(u, i))
			}
			ps = append(ps, strip)
		}
	}
	if s.Join {
		ps = append(ps, join)
	}
	return append(ps, s.values(t.Where("status", table.OK))...)
}

// Entry returns the entry in the legend alone.
func (s Series) Entry() plot.Plotter {
	s.Style.Width = joinWidth
	if !s.Join {
		s.Style.Dash = figure.NoLine
	}
	return figure.Line{Name: s.Name, Style: s.Style}
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
		x := s.X(t, i)
		y, bound := s.y(t, i)
		if bound {
			bounds.X, bounds.Y = append(bounds.X, x), append(bounds.Y, y)
			continue
		}
		values.X, values.Y = append(values.X, x), append(values.Y, y)
		values.Err = append(values.Err, t.Float(i, "stderr"))
	}
	if len(bounds.X) == 0 {
		return []plot.Plotter{values}
	}
	return []plot.Plotter{values, bounds}
}

// line returns the line through results. Other points break it.
func (s Series) line(t *table.Table) figure.Line {
	l := figure.Line{Style: figure.Style{Color: s.Style.Color, Width: joinWidth, Dash: s.Style.Dash}}
	for _, i := range s.X.order(t) {
		y, bound := s.y(t, i)
		noisy := !s.Linear && !(y >= float64(joinAt*t.Float(i, "stderr")))
		if bound || noisy || t.Cell(i, "status") != table.OK {
			y = math.NaN()
		}
		l.X, l.Y = append(l.X, s.X(t, i)), append(l.Y, y)
	}
	return l
}

// order returns the rows of a table from left to right.
func (x Axis) order(t *table.Table) []int {
	rows := make([]int, t.Len())
	for i := range rows {
		rows[i] = i
	}
	slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(x(t, a), x(t, b)) })
	return rows
}

// Curve returns the line through the absolute values of the rows of a table.
func Curve(t *table.Table, x Axis, style figure.Style) figure.Line {
	l := figure.Line{Style: style}
	for _, i := range x.order(t) {
		l.X, l.Y = append(l.X, x(t, i)), append(l.Y, t.Float(i, "value"))
	}
	l.Y = Abs(l.Y)
	return l
}

// Abs returns the absolute values.
func Abs(x []float64) []float64 {
	y := make([]float64, len(x))
	for i := range x {
		y[i] = math.Abs(x[i])
	}
	return y
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

// Ticks returns ticks at the cells of a column that are numbers.
func Ticks(cells []string) (ticks plot.ConstantTicks) {
	for _, cell := range cells {
		if x, err := strconv.ParseFloat(cell, 64); err == nil {
			ticks = append(ticks, plot.Tick{Value: x, Label: cell})
		}
	}
	return ticks
}

// Number formats x for math text: 0.002 as it is, 2·10⁻⁴ as 2\times10^{-4}.
func Number(x float64) string {
	if a := math.Abs(x); x == 0 || a >= 1e-3 && a < 1e5 {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	m, e, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
	k, err := strconv.Atoi(e)
	if err != nil {
		return m // NaN, Inf
	}
	p := "10^{" + strconv.Itoa(k) + "}"
	if m == "1" {
		return p
	}
	return m + `\times` + p
}
