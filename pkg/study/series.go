package study

import (
	"cmp"
	"image/color"
	"math"
	"strconv"

	"adl/pkg/figure"
	"adl/pkg/table"
)

// Series draws the simulated points of one curve by their status.
type Series struct {
	Style figure.Style
	Pale  color.Color                           // of points that are not ok
	At    func(t *table.Table) (x, y []float64) // the points of the rows of a table
}

// doubtful lists the statuses of points that are drawn, pale, but are no results: the reason in the
// legend and the marker, where it is not that of the curve.
var doubtful = []struct {
	status, reason string
	look           func(*figure.Style)
}{
	{table.PredictedRunaway, `runaway by theory, not in the run`,
		func(s *figure.Style) { s.Marker, s.Hollow = figure.Triangle, true }},
	{table.Unsettled, "not settled", func(s *figure.Style) { s.Hollow = true }},
	{table.Unmixed, "modes rarely exchanged", func(*figure.Style) {}},
}

// Drawn reports whether points of a status are drawn as points: they may be stationary.
func Drawn(status string) bool {
	for _, d := range doubtful {
		if status == d.status {
			return true
		}
	}
	return status == table.OK
}

// Add draws the points that are ok with their standard errors, and those that are not stationary
// for certain below them.
func (s Series) Add(p *figure.Panel, t *table.Table) {
	for _, d := range doubtful {
		style := s.Style
		style.Color = s.Pale
		d.look(&style)
		s.add(p, t.Where("status", d.status), style)
	}
	s.add(p, t.Where("status", table.OK), s.Style)
}

func (s Series) add(p *figure.Panel, u *table.Table, style figure.Style) {
	if u.Len() > 0 {
		x, y := s.At(u)
		p.Add(figure.Line{X: x, Y: y, Err: u.Floats("stderr"), Style: style})
	}
}

// Lost returns marks for the points without a stationary state. They belong over all curves. An
// empty name is the status.
func (s Series) Lost(t *table.Table, name string) (marks []figure.Plotter) {
	for _, status := range []string{table.Runaway, table.Diverged} {
		if u := t.Where("status", status); u.Len() > 0 {
			x, y := s.At(u)
			marks = append(marks, figure.Runaway{
				Name: cmp.Or(name, status), X: x, Y: y, Style: s.Style,
			})
		}
	}
	return marks
}

// PaleEntries returns legend entries with the reasons why simulated points of t are pale. A reason
// that is not "" stands in for that of unmixed points.
func PaleEntries(t *table.Table, unmixed string) (entries []figure.Plotter) {
	for _, d := range doubtful {
		if t.Where("source", table.Simulation, "status", d.status).Len() == 0 {
			continue
		}
		if d.status == table.Unmixed {
			d.reason = cmp.Or(unmixed, d.reason)
		}
		style := figure.Style{Color: pale(color.Black), Marker: figure.Circle, Dash: figure.NoLine}
		d.look(&style)
		entries = append(entries, figure.Line{Name: "pale: " + d.reason, Style: style})
	}
	return entries
}

// pale mixes a colour with white.
func pale(c color.Color) color.Color {
	r, g, b, _ := c.RGBA()
	f := func(x uint32) uint8 { return uint8(255 - (255-x>>8)*2/5) }
	return color.RGBA{f(r), f(g), f(b), 255}
}

// Ticks returns ticks at the cells of a column that are numbers.
func Ticks(cells []string) (ticks []figure.Tick) {
	for _, cell := range cells {
		if x, err := strconv.ParseFloat(cell, 64); err == nil {
			ticks = append(ticks, figure.Tick{Value: x, Label: cell})
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
