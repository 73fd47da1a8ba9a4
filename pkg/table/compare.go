package table

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

const (
	// maxDifferences is how many differences Compare spells out.
	maxDifferences = 20
	// nearZero is the absolute difference that is allowed where a relative one is, for numbers that
	// are zero up to rounding.
	nearZero = 1e-12
)

// Compare returns the differences between the tables want and got, one readable line each, and none
// if they have the same columns and rows in the same order, and the same cells up to the tolerance
// of [Agree] for numbers that are not simulated. After 20 lines a last one says how many more there
// are.
func Compare(want, got *Table, rel float64) []string {
	var lines []string
	for _, name := range want.columns {
		if !got.Has(name) {
			lines = append(lines, fmt.Sprintf("column %q is missing", name))
		}
	}
	for _, name := range got.columns {
		if !want.Has(name) {
			lines = append(lines, fmt.Sprintf("column %q is new", name))
		}
	}
	if len(lines) == 0 && !slices.Equal(want.columns, got.columns) {
		lines = append(lines, fmt.Sprintf("columns are in another order: want %s, got %s",
			strings.Join(want.columns, ", "), strings.Join(got.columns, ", ")))
	}
	g := Agree(want, got, rel)
	lines = slices.Concat(lines, g.Lone, g.Missing, g.moved, g.cells)
	if n := len(lines); n > maxDifferences {
		lines = append(lines[:maxDifferences], fmt.Sprintf("and %d more differences", n-maxDifferences))
	}
	return lines
}

// Agreement is how two tables agree. Its lines name rows by their number, counted from 1 without
// the header, and by what identifies them.
type Agreement struct {
	Scores  []Score  // one per row with standard errors in both tables
	LeftOut int      // simulated rows of both tables that lack a value or a standard error
	Exact   int      // rows of another source that both tables have, without standard errors
	Differ  []string // values of rows of another source that differ by more than the tolerance
	Lone    []string // rows of another source that only one table has
	Status  []string // rows whose status differs
	Missing []string // simulated rows that only one table has, such as cells that nothing visited

	cells []string // all cells that differ
	moved []string // at most one line, of the first row in another order
}

// Score compares the values a and b of a row, with standard errors se_a and se_b.
type Score struct {
	Row      string // its parameters, quantity and source
	Quantity string
	OK       bool    // both statuses are ok
	A, B     float64 // the values
	SA, SB   float64 // their standard errors
	Z        float64 // (a − b)/√(se_a² + se_b²)
}

// Agree compares the tables a and b. Rows are matched, in any order, by their parameters, which are
// the columns before the first standard one, by their quantity and by their source; among rows that
// agree in all of these, the k-th is matched with the k-th.
//
// A row with positive standard errors gives a z-score, which is standard normal if both tables
// estimate the same number with independent random streams and its error is known. Other simulated
// rows, such as those of R-hat, are left out. The numbers of rows whose source is exact or
// prediction may differ by rel relative to the larger one, or by 1e-12; other cells must be the
// same text.
func Agree(a, b *Table, rel float64) Agreement {
	var g Agreement
	names := identity(a, b)
	rows := make(map[string][]int) // of b, by their key, those not matched yet
	for j := range b.rows {
		k := key(b, j, names)
		rows[k] = append(rows[k], j)
	}
	last := -1
	for i := range a.rows {
		k := key(a, i, names)
		if len(rows[k]) == 0 {
			g.alone(a, i, label(i, k)+" is missing")
			continue
		}
		j := rows[k][0]
		rows[k] = rows[k][1:]
		if j < last && g.moved == nil {
			g.moved = []string{"rows are in another order, first " + label(i, k)}
		}
		last = j
		g.row(a, b, i, j, label(i, k), rel)
	}
	for j := range b.rows {
		if k := key(b, j, names); slices.Contains(rows[k], j) {
			g.alone(b, j, label(j, k)+" is new")
		}
	}
	return g
}

func (g *Agreement) alone(t *Table, i int, line string) {
	if t.optional(i, "source") == Simulation {
		g.Missing = append(g.Missing, line)
	} else {
		g.Lone = append(g.Lone, line)
	}
}

// row compares row i of a with row j of b.
func (g *Agreement) row(a, b *Table, i, j int, label string, rel float64) {
	source, quantity := a.optional(i, "source"), a.optional(i, "quantity")
	status := [2]string{a.optional(i, "status"), b.optional(j, "status")}
	x, y := a.number(i, "value"), b.number(j, "value")
	sx, sy := a.number(i, "stderr"), b.number(j, "stderr")
	z := (x - y) / math.Hypot(sx, sy)
	scored := sx > 0 && sy > 0 && !math.IsInf(sx+sy, 0) && z-z == 0
	switch {
	case scored:
		g.Scores = append(g.Scores, Score{Row: label, Quantity: quantity,
			OK: status == [2]string{OK, OK}, A: x, B: y, SA: sx, SB: sy, Z: z})
	case source == Simulation:
		g.LeftOut++
	default:
		g.Exact++
	}
	for _, name := range a.columns {
		if !b.Has(name) {
			continue
		}
		want, got, note := a.Cell(i, name), b.Cell(j, name), ""
		if want == got {
			continue
		}
		u, errU := strconv.ParseFloat(want, 64)
		v, errV := strconv.ParseFloat(got, 64)
		if errU == nil && errV == nil && (source == Exact || source == Prediction) && near(u, v, rel) {
			continue
		}
		if scored && name == "value" {
			note = fmt.Sprintf(" (%.2g standard errors)", math.Abs(z))
		}
		g.cells = append(g.cells,
			fmt.Sprintf("%s: %s: want %s, got %s%s", label, name, show(want), show(got), note))
		became := fmt.Sprintf("%s: %s became %s", label, show(want), show(got))
		switch {
		case name == "status":
			g.Status = append(g.Status, became)
		case name == "value" && !scored && source != Simulation:
			g.Differ = append(g.Differ, became)
		}
	}
}

// optional returns a cell, or nothing where there is no such column.
func (t *Table) optional(i int, column string) string {
	if !t.Has(column) {
		return ""
	}
	return t.Cell(i, column)
}

// number returns the number in a cell, NaN where there is none.
func (t *Table) number(i int, column string) float64 {
	x, err := strconv.ParseFloat(t.optional(i, column), 64)
	if err != nil {
		return math.NaN()
	}
	return x
}

// identity returns the columns that identify the rows of both tables: parameters, quantity and
// source.
func identity(a, b *Table) []string {
	standard := Columns(nil)
	first := slices.IndexFunc(a.columns, func(c string) bool { return slices.Contains(standard, c) })
	var names []string
	for i, c := range a.columns {
		// Without a standard column there are no parameters, only columns.
		if b.Has(c) && (i < first || c == "quantity" || c == "source") {
			names = append(names, c)
		}
	}
	return names
}

// key spells what identifies row i of t in a readable form.
func key(t *Table, i int, identity []string) string {
	var words []string
	for _, name := range identity {
		if cell := t.Cell(i, name); cell != "" {
			if strings.ContainsAny(cell, " =\"\n") {
				cell = strconv.Quote(cell)
			}
			words = append(words, name+"="+cell)
		}
	}
	return strings.Join(words, " ")
}

// label names row i of a table.
func label(i int, key string) string {
	if key == "" {
		return fmt.Sprintf("row %d", i+1)
	}
	return fmt.Sprintf("row %d (%s)", i+1, key)
}

// near reports whether x and y agree to rel relative to the larger one, or to nearZero. NaN does
// not agree with a number, nor an infinite number with another one.
func near(x, y, rel float64) bool {
	d := math.Abs(x - y)
	return x == y || d <= nearZero || d/math.Max(math.Abs(x), math.Abs(y)) <= rel
}

// show returns a cell as it stands in a line of text.
func show(cell string) string {
	if cell == "" {
		return "nothing"
	}
	if strings.ContainsAny(cell, " \"\n,") {
		return strconv.Quote(cell)
	}
	return cell
}

// FamilyBound returns the bound that the largest of n independent standard normal |z| exceeds with
// probability level (Šidák): √2 erfc⁻¹(1 − (1 − level)^{1/n}). It is +Inf for n = 0.
func FamilyBound(n int, level float64) float64 {
	if n == 0 {
		return math.Inf(1)
	}
	return math.Sqrt2 * math.Erfcinv(-math.Expm1(math.Log1p(-level)/float64(n)))
}
