package look

import (
	"adl/pkg/plots"
	"adl/pkg/table"
)

// marks are the marks of the ways to estimate the gradient.
var marks = map[string]plots.Mark{
	table.Independent: plots.Circle, table.Reshuffled: plots.Triangle, table.Symmetric: plots.Nabla,
	table.Controlled: plots.Square, table.FullBatch: plots.Diamond,
}

// Marked returns the style of a method with the mark of the way to estimate the gradient.
func Marked(g string, s plots.Style) plots.Style {
	s.Mark = marks[g]
	return s
}

// Methods returns the methods of a table, with a colour for each: SGLD, Langevin dynamics, and
// Adaptive Langevin dynamics in one dimension and with each kind of ξ.
func Methods(t *table.Table) (all []Series) {
	for _, m := range []Series{
		{Name: "SGLD", Where: []any{table.Method, table.SGLD}, Style: SGLD},
		{Name: "Langevin", Where: []any{table.Method, table.Langevin}, Style: Langevin},
		{
			Name: "AdL", Where: []any{table.Method, table.AdL, table.Friction, nil},
			Style: Style(table.Diagonal),
		},
		adl(table.Scalar), adl(table.Diagonal), adl(table.Rotated), adl(table.Full),
	} {
		if t.Where(m.Where...).Len() > 0 {
			all = append(all, m)
		}
	}
	return all
}

func adl(form string) Series {
	return Series{
		Name: "AdL, " + Title(form), Where: []any{table.Friction, form}, Style: Style(form),
	}
}

// GradientLegend adds to the legend of a panel the methods of a table and its ways to estimate the
// gradient.
func GradientLegend(p *plots.Panel, t *table.Table) {
	for _, m := range Methods(t) {
		p.Add(plots.Line{Name: m.Name, Style: plots.Style{Color: m.Style.Color, Width: 1.2}})
	}
	for _, g := range t.Distinct(table.Gradient) {
		style := plots.Style{Color: plots.Grey(0.35), Dash: plots.NoLine}
		p.Add(plots.Line{Name: g, Style: Marked(g, style)})
	}
}

// CompareGradients draws the rows of t as like does, with the colours of methods and the marks of
// the ways to estimate the gradient.
func CompareGradients(p *plots.Panel, t *table.Table, like Series) {
	for _, m := range Methods(t) {
		u := t.Where(m.Where...)
		for _, g := range u.Distinct(table.Gradient) {
			like.Row, like.Style = m.Name, Marked(g, m.Style)
			p.Add(like.Points(u.Where(table.Gradient, g))...)
		}
	}
}
