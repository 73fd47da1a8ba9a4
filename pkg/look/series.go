package look

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"adl/pkg/plots"
	"adl/pkg/table"
)

// Axis returns the x coordinate of row i of a table.
type Axis func(t *table.Table, i int) float64

// Column is the axis of a column.
func Column(name string) Axis {
	return func(t *table.Table, i int) float64 { return t.Float(i, name) }
}

// Times returns the axis with its coordinates times a factor, for marks that are side by side on a
// logarithmic axis.
func (x Axis) Times(factor float64) Axis {
	return func(t *table.Table, i int) float64 { return factor * x(t, i) }
}

// ScaledNoise is the axis of ε(n)Δt.
func ScaledNoise(t *table.Table, i int) float64 {
	return t.Float(i, table.Epsilon) * t.Float(i, table.Dt)
}

// Series draws the simulated points of one curve, according to their status and noise:
//
//   - A result, a point whose status is ok, is drawn with its standard error.
//   - On a logarithmic axis, a value within two standard errors of 0 is drawn as an upper bound.
//   - A point that may be stationary, but is not a result, is pale and hollow, without error bar.
//   - A point without a stationary state, or with too long a step, has a mark in a row above the
//     panel only.
//
// A line joins results only, and breaks at any other point.
type Series struct {
	Name   string      // of the results in the legend, and of the row of marks above the panel
	Row    string      // name of the row of marks if Name is empty
	Where  []any       // conditions on the rows (table.Table.Where)
	Style  plots.Style // of the points; its dash applies to the line
	X      Axis        // nil is the column epsilon
	Join   bool        // joins results by a thin line
	Signed bool        // values have a sign; on a logarithmic axis, absolute values are drawn
	Linear bool        // the y axis is not logarithmic

	// Beside, if not 0, moves the name from the legend to the point whose X is nearest to Beside.
	// Shift moves the name to the right, or to the left if it is negative.
	Beside float64
	Shift  vg.Point
}

// outside are the statuses without a place on the axes, with their marks.
var outside = []struct {
	status string
	mark   plots.Mark
}{{table.Runaway, plots.Cross}, {table.TooLong, plots.Plus}, {table.Diverged, plots.Up}}

// pale are the cores of marks of points that are not results.
var pale = map[string]plots.Mark{
	table.Unmixed: plots.NoMark, table.Unsettled: plots.Circle, table.PredictedRunaway: plots.Cross,
}

const joinWidth = 0.5

// Points returns the plotters for the rows of t, with the entries in the legend.
func (s Series) Points(t *table.Table) (ps []plot.Plotter) {
	if s.X == nil {
		s.X = Column(table.Epsilon)
	}
	t = t.Where(s.Where...)
	switch {
	case s.Beside != 0:
		ps = append(ps, s.label(t))
	case s.Name != "":
		ps = append(ps, s.Entry())
	}
	if s.Join {
		ps = append(ps, s.line(t))
	}
	s.Style.Dash = plots.NoLine
	for _, o := range outside {
		u := t.Where(table.Status, o.status)
		strip := plots.Line{
			Name: o.status, Row: cmp.Or(s.Row, s.Name, o.status), Status: o.status,
			Style: plots.Style{Mark: o.mark, Color: s.Style.Color},
		}
		for i := range u.Len() {
			strip.X = append(strip.X, s.X(u, i))
		}
		if u.Len() > 0 {
			ps = append(ps, strip)
		}
	}
	for _, status := range []string{table.PredictedRunaway, table.Unsettled, table.Unmixed, table.OK} {
		if u := t.Where(table.Status, status); u.Len() > 0 {
			ps = append(ps, s.values(u, status)...)
		}
	}
	return ps
}

// Entry returns only the entry in the legend.
func (s Series) Entry() plot.Plotter {
	s.Style.Width = joinWidth
	if !s.Join {
		s.Style.Dash = plots.NoLine
	}
	return plots.Line{Name: s.Name, Style: s.Style}
}

// label returns the name beside a point.
func (s Series) label(t *table.Table) plots.Text {
	text := plots.Text{Text: s.Name, Color: s.Style.Color, Shift: s.Shift, X: math.Inf(1)}
	if s.Shift.X < 0 {
		text.XAlign = 1
	}
	for i := range t.Len() {
		x := s.X(t, i)
		if Drawn(t.Cell(i, table.Status)) && math.Abs(x-s.Beside) < math.Abs(text.X-s.Beside) {
			text.X = x
			text.Y, _ = s.y(t, i)
		}
	}
	return text
}

// y returns the height of row i, and whether it is an upper bound.
func (s Series) y(t *table.Table, i int) (y float64, bound bool) {
	if s.Linear {
		return t.Float(i, table.Value), false
	}
	return t.Estimate(i).Bound(s.Signed)
}

// values returns the values and the upper bounds of rows of one status.
func (s Series) values(t *table.Table, status string) (ps []plot.Plotter) {
	if s.Style.Pale = Pale(status); s.Style.Pale {
		s.Style.Core = pale[status]
	}
	values := plots.Line{Style: s.Style, Status: status}
	bounds := plots.Line{
		Name: "upper bound (2 s.e.)", Style: s.Style, Bound: plots.Upper, Status: status,
	}
	for i := range t.Len() {
		x := s.X(t, i)
		y, bound := s.y(t, i)
		if bound {
			bounds.X, bounds.Y = append(bounds.X, x), append(bounds.Y, y)
			continue
		}
		values.X, values.Y = append(values.X, x), append(values.Y, y)
		values.Err = append(values.Err, t.Float(i, table.StdErr))
	}
	if ps = append(ps, values); len(bounds.X) > 0 {
		ps = append(ps, bounds)
	}
	if s.Style.Pale {
		style := plots.Style{Mark: plots.Circle, Core: pale[status], Dash: plots.NoLine, Pale: true}
		ps = append(ps, plots.Line{Name: status, Style: style})
	}
	return ps
}

// line returns the line through results. Other points break it.
func (s Series) line(t *table.Table) plots.Line {
	l := plots.Line{Style: plots.Style{Color: s.Style.Color, Width: joinWidth, Dash: s.Style.Dash}}
	for _, i := range s.X.order(t) {
		y, bound := s.y(t, i)
		if bound || t.Cell(i, table.Status) != table.OK {
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
func Curve(t *table.Table, x Axis, style plots.Style) plots.Line {
	l := plots.Line{Style: style}
	for _, i := range x.order(t) {
		l.X, l.Y = append(l.X, x(t, i)), append(l.Y, t.Float(i, table.Value))
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

// Ticks returns ticks at the cells of a column that are numbers.
func Ticks(cells []string) (ticks plot.ConstantTicks) {
	for _, cell := range cells {
		if x, err := strconv.ParseFloat(cell, 64); err == nil {
			ticks = append(ticks, plot.Tick{Value: x, Label: cell})
		}
	}
	return ticks
}
