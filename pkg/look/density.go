package look

import (
	"slices"

	"gonum.org/v1/gonum/interp"
	"gonum.org/v1/plot"

	"adl/pkg/linalg"
	"adl/pkg/plots"
	"adl/pkg/table"
)

// Density returns the plotters for a histogram in the rows of t, from left to right: a smooth line
// through the middles of the bins and, above 5 % of the peak, a mark with its standard error at
// every apart-th bin from bin first on.
func (s Series) Density(t *table.Table, first, apart int) (ps []plot.Plotter) {
	s.Join, s.Linear = true, true
	line := s.Style
	line.Mark, line.Width, line.Pale = plots.NoMark, 0.7, Pale(t.Cell(0, table.Status))
	ps = append(ps, s.Entry(), smooth(Curve(t, s.X, line)))
	s.Name, s.Join = "", false
	least := 0.05 * slices.Max(t.Floats(table.Value))
	return append(ps, s.Points(t.Filter(func(b int) bool {
		return b%apart == first && t.Float(b, table.Value) > least
	}))...)
}

// smooth returns the line with four pieces of a cubic spline in place of each piece.
func smooth(l plots.Line) plots.Line {
	var s interp.AkimaSpline
	if len(l.X) < 3 || s.Fit(l.X, l.Y) != nil {
		return l
	}
	fine := linalg.LinSpace(l.X[0], l.X[len(l.X)-1], 4*(len(l.X)-1)+1)
	l.X, l.Y = fine, nil
	for _, x := range fine {
		l.Y = append(l.Y, s.Predict(x))
	}
	return l
}
