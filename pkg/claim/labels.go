package claim

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"adl/pkg/table"
)

// labels name the value of a column in a text.
var labels = []struct{ column, format string }{
	{"quantity", "%s"}, {"method", "%s"}, {"scheme", "%s"}, {"friction", "%s"}, {"scaling", "%s"},
	{"sampling", "%s"}, {"component", "θ_%s"}, {"K", "K = %s"}, {"cuts", "cuts %s"},
	{"gamma", "γ = %s"}, {"eta", "η = %s"}, {"n", "n = %s"}, {"dt", "Δt = %s"}, {"ndata", "Nd = %s"},
	{"data", "data %s"}, {"data set", "data %s"}, {"theta1", "θ₁ = %s"}, {"theta2", "θ₂ = %s"},
}

// Labels returns a function that names a row of a table by its parameters that are not the same in
// all rows of t, or else by n and Δt.
func Labels(t *table.Table) func(r Row) string {
	vary := map[string]bool{}
	for _, c := range t.Columns() {
		vary[c] = len(t.Distinct(c)) > 1
	}
	return func(r Row) string {
		if s := words(r, func(column string) bool { return vary[column] }); s != "" {
			return s
		}
		return words(r, func(column string) bool { return slices.Contains(Point, column) })
	}
}

// words are the labels of the columns of a row that are taken.
func words(r Row, take func(column string) bool) string {
	var parts []string
	for _, l := range labels {
		if !slices.Contains(r.In.Columns(), l.column) || r.Cell(l.column) == "" || !take(l.column) {
			continue
		}
		cell := r.Cell(l.column)
		if x, err := strconv.ParseFloat(cell, 64); err == nil && len(cell) > 6 {
			cell = fmt.Sprintf("%.3g", x)
		}
		if s := fmt.Sprintf(l.format, cell); !slices.Contains(parts, s) {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, ", ")
}

// beside adds to the name of a row what its partner does not share with it, if that is one of
// several, or the only row of its table.
func beside(name string, r, s Row) string {
	other := func(column string) bool {
		return s.Cell(column) != r.Cell(column) &&
			(s.In.Len() == 1 || len(s.In.Distinct(column)) > 1)
	}
	if name == "" {
		name = words(r, other)
	}
	if partner := words(s, other); partner != "" {
		return name + " beside " + partner
	}
	return name
}
