package look

import (
	"adl/pkg/plots"
	"adl/pkg/table"
)

// cores are the cores of marks by the way to estimate the gradient. Independent batches have none.
var cores = map[string]plots.Mark{
	table.Controlled: plots.Bar, table.Reshuffled: plots.Cross, table.Symmetric: plots.Up,
	table.FullBatch: plots.Plus,
}

// Marked returns the style of a method with the core of the way to estimate the gradient.
func Marked(g string, s plots.Style) plots.Style {
	s.Core = cores[g]
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
			Style: Style(table.Scalar),
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

// GradientLegend adds to the legend of a panel the ways to estimate the gradient in a table, each
// in its style with its core.
func GradientLegend(p *plots.Panel, t *table.Table, style func(gradient string) plots.Style) {
	for _, g := range t.Distinct(table.Gradient) {
		p.Add(plots.Line{Name: g, Style: Marked(g, style(g))})
	}
}
