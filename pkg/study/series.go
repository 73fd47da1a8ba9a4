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
	Pale  color.Color                           // of unmixed points
	At    func(t *table.Table) (x, y []float64) // the points of the rows of a table
}

// Add draws the points that are ok with their standard errors, and the unmixed ones below them.
func (s Series) Add(p *figure.Panel, t *table.Table) {
	for _, status := range []string{table.Unmixed, table.OK} {
		u, style := t.Where("status", status), s.Style
		if status == table.Unmixed {
			style.Color = s.Pale
		}
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

// PaleEntry returns the legend entry with the reason why points are pale.
func PaleEntry(reason string) figure.Line {
	return figure.Line{
		Name:  "pale: " + reason,
		Style: figure.Style{Color: pale(color.Black), Marker: figure.Circle, Dash: figure.NoLine},
	}
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
