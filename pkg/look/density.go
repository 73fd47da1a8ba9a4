package look

import (
	"slices"

	"gonum.org/v1/plot"

	"adl/pkg/plots"
	"adl/pkg/table"
)

// Density returns the plotters for a histogram in the rows of t, from left to right: a line and,
// above 5 % of the peak, a mark with its standard error at every apart-th bin from bin first on.
func (s Series) Density(t *table.Table, first, apart int) (ps []plot.Plotter) {
	s.Join, s.Linear = true, true
	line := s.Style
	line.Mark, line.Width, line.Pale = plots.NoMark, 0.7, Pale(t.Cell(0, table.Status))
	ps = append(ps, s.Entry(), Curve(t, s.X, line))
	s.Name, s.Join = "", false
	least := 0.05 * slices.Max(t.Floats(table.Value))
	return append(ps, s.Points(t.Filter(func(b int) bool {
		return b%apart == first && t.Float(b, table.Value) > least
	}))...)
}
