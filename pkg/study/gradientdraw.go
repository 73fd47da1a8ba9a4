package study

import (
	"adl/pkg/plots"
	"adl/pkg/table"
)

// marks are the marks of the ways to estimate the gradient.
var marks = map[Gradient]plots.Mark{
	Independent: plots.Circle, Reshuffled: plots.Triangle, Swept: plots.Nabla,
	Controlled: plots.Square, FullBatch: plots.Diamond,
}

// Style returns the style of a method with the mark of the way to estimate the gradient.
func (g Gradient) Style(s plots.Style) plots.Style {
	s.Mark = marks[g]
	return s
}

// Methods returns the methods of a table, with a colour for each: SGLD, Langevin dynamics, and
// Adaptive Langevin dynamics in one dimension and with each kind of ξ.
func Methods(t *table.Table) (all []Series) {
	for _, m := range []Series{
		{Name: "SGLD", Where: []any{"method", "SGLD"}, Style: SGLD},
		{Name: "Langevin", Where: []any{"method", "Langevin"}, Style: Langevin},
		{Name: "AdL", Where: []any{"method", "AdL", "friction", nil}, Style: Diagonal.Style()},
		{Name: "AdL, " + Scalar.Title(), Where: []any{"friction", Scalar}, Style: Scalar.Style()},
		{Name: "AdL, " + Full.Title(), Where: []any{"friction", Full}, Style: Full.Style()},
	} {
		if t.Where(m.Where...).Len() > 0 {
			all = append(all, m)
		}
	}
	return all
}

// GradientLegend adds to the legend of a panel the methods of a table and its ways to estimate the
// gradient.
func GradientLegend(p *plots.Panel, t *table.Table) {
	for _, m := range Methods(t) {
		p.Add(plots.Line{Name: m.Name, Style: plots.Style{Color: m.Style.Color, Width: 1.2}})
	}
	for _, g := range t.Distinct("gradient") {
		style := plots.Style{Color: plots.Grey(0.35), Dash: plots.NoLine}
		p.Add(plots.Line{Name: g, Style: Gradient(g).Style(style)})
	}
}

// CompareGradients draws the rows of t as like does, with the colours of methods and the marks of
// the ways to estimate the gradient.
func CompareGradients(p *plots.Panel, t *table.Table, like Series) {
	for _, m := range Methods(t) {
		u := t.Where(m.Where...)
		for _, g := range u.Distinct("gradient") {
			like.Row, like.Style = m.Name, Gradient(g).Style(m.Style)
			p.Add(like.Points(u.Where("gradient", g))...)
		}
	}
}
