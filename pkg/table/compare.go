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
	// nearZero is the absolute difference that Compare allows where it allows a relative one, for
	// numbers that are zero up to rounding.
	nearZero = 1e-12
)

// Compare returns the differences between the tables want and got, one readable line each, and none
// if they agree. After 20 of them a last line says how many more there are.
//
// Rows are matched by their parameters, which are the columns before the first standard one, by
// their quantity and by their source; among rows that agree in all of these, the k-th is matched
// with the k-th. Rows and columns that only one table has and a different order are differences.
//
// The numbers of matched rows whose source is exact or prediction may differ by rel relative to the
// larger one, or by 1e-12. All other cells must be the same text. Where a value with a standard
// error moved, its line says by how many.
func Compare(want, got *Table, rel float64) (lines []string) {
	report := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	for _, name := range want.columns {
		if !got.Has(name) {
			report("column %q is missing", name)
		}
	}
	for _, name := range got.columns {
		if !want.Has(name) {
			report("column %q is new", name)
		}
	}
	if len(lines) == 0 && !slices.Equal(want.columns, got.columns) {
		report("columns are in another order: want %s, got %s", strings.Join(want.columns, ", "),
			strings.Join(got.columns, ", "))
	}
	last, moved := -1, false
	for _, p := range match(want, got) {
		switch {
		case p.got < 0:
			report("%s is missing", p.label)
		case p.want < 0:
			report("%s is new", p.label)
		default:
			if p.got < last && !moved {
				report("rows are in another order, first %s", p.label)
				moved = true
			}
			last = p.got
			lines = append(lines, compareRow(want, got, p, rel)...)
		}
	}
	if n := len(lines); n > maxDifferences {
		lines = append(lines[:maxDifferences], fmt.Sprintf("and %d more differences", n-maxDifferences))
	}
	return lines
}

// identity returns the columns that identify the rows of both tables: parameters, quantity and
// source.
func identity(want, got *Table) []string {
	var names []string
	standard := Columns(nil)
	params := true
	for _, name := range want.columns {
		params = params && !slices.Contains(standard, name)
		_, ok := got.index[name]
		if ok && (params || name == "quantity" || name == "source") {
			names = append(names, name)
		}
	}
	// Without a standard column there are no parameters, only columns.
	if params {
		return nil
	}
	return names
}

// key spells the identity of row i of t in a readable form.
func key(t *Table, i int, identity []string) string {
	var b strings.Builder
	for _, name := range identity {
		if cell := t.rows[i].at(t.index[name]); cell != "" {
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(name + "=")
			if strings.ContainsAny(cell, " =\"\n\r") {
				cell = strconv.Quote(cell)
			}
			b.WriteString(cell)
		}
	}
	return b.String()
}

// pair is a row of two tables: its index in each, −1 where it is missing, and how it is named.
type pair struct {
	want, got int
	label     string
}

// match returns all rows of want, and then those that only got has. Of rows with the same identity,
// the k-th is matched with the k-th.
func match(want, got *Table) []pair {
	names := identity(want, got)
	rows := make(map[string][]int) // of got, by their key, those not matched yet
	for i := range got.rows {
		k := key(got, i, names)
		rows[k] = append(rows[k], i)
	}
	var pairs []pair
	for i := range want.rows {
		k := key(want, i, names)
		p := pair{want: i, got: -1, label: label(i, k)}
		if left := rows[k]; len(left) > 0 {
			p.got, rows[k] = left[0], left[1:]
		}
		pairs = append(pairs, p)
	}
	for i := range got.rows {
		if k := key(got, i, names); slices.Contains(rows[k], i) {
			pairs = append(pairs, pair{want: -1, got: i, label: label(i, k)})
		}
	}
	return pairs
}

// label names row i of a table, counted from 1 without the header.
func label(i int, key string) string {
	if key == "" {
		return fmt.Sprintf("row %d", i+1)
	}
	return fmt.Sprintf("row %d (%s)", i+1, key)
}

// compareRow returns the differences of the rows of a pair.
func compareRow(want, got *Table, p pair, rel float64) (lines []string) {
	tolerant := false
	if want.Has("source") {
		source := want.Cell(p.want, "source")
		tolerant = source == Exact || source == Prediction
	}
	for _, name := range want.columns {
		if !got.Has(name) {
			continue
		}
		a, b, note := want.Cell(p.want, name), got.Cell(p.got, name), ""
		if a == b {
			continue
		}
		x, errX := strconv.ParseFloat(a, 64)
		y, errY := strconv.ParseFloat(b, 64)
		switch {
		case errX != nil || errY != nil:
		case tolerant:
			if near(x, y, rel) {
				continue
			}
			note = fmt.Sprintf(" (relative difference %.2g, allowed %.2g)", relative(x, y), rel)
		case name == "value" && want.Has("stderr") && got.Has("stderr"):
			z := math.Abs(y-x) / math.Hypot(want.Float(p.want, "stderr"), got.Float(p.got, "stderr"))
			if !math.IsNaN(z) && !math.IsInf(z, 0) {
				note = fmt.Sprintf(" (%.2g standard errors)", z)
			}
		}
		lines = append(lines,
			fmt.Sprintf("%s: %s: want %s, got %s%s", p.label, name, show(a), show(b), note))
	}
	return lines
}

// near reports whether x and y agree to rel relative to the larger one, or to nearZero. Infinite
// numbers agree only if they are equal, NaN does not agree.
func near(x, y, rel float64) bool {
	return x == y || math.Abs(x-y) <= nearZero || relative(x, y) <= rel
}

// relative returns the distance between x and y relative to the larger one.
func relative(x, y float64) float64 {
	return math.Abs(x-y) / math.Max(math.Abs(x), math.Abs(y))
}

// show returns a cell as it stands in a line of text.
func show(cell string) string {
	if cell == "" {
		return "nothing"
	}
	if strings.ContainsAny(cell, " \"\n\r,") {
		return strconv.Quote(cell)
	}
	return cell
}

// Agreement is the result of [Agree]. Its lines name rows as Compare does.
type Agreement struct {
	Scores  []Score  // one per row with standard errors in both tables
	LeftOut int      // simulated rows of both tables that lack a value or a standard error
	Exact   int      // rows of another source that both tables have, without standard errors
	Differ  []string // those of them that differ by more than the tolerance
	Lone    []string // rows of another source that only one table has
	Status  []string // rows whose status differs
	Missing []string // simulated rows that only one table has, such as cells that nothing visited
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

// Agree compares two tables whose simulated numbers come from independent random streams. Rows are
// matched as in [Compare], in any order.
//
// A row with positive standard errors gives a z-score, which is standard normal if both tables
// estimate the same number and its error is known. Other simulated rows, such as those of R-hat,
// are left out. The values of all other rows are compared to rel relative to the larger one, or to
// 1e-12.
//
// Agree panics if a table lacks one of the columns value, stderr, status and source.
func Agree(a, b *Table, rel float64) (g Agreement) {
	alone := func(t *Table, i int, line string) {
		if t.Cell(i, "source") == Simulation {
			g.Missing = append(g.Missing, line)
		} else {
			g.Lone = append(g.Lone, line)
		}
	}
	for _, p := range match(a, b) {
		switch {
		case p.got < 0:
			alone(a, p.want, p.label+" is missing")
		case p.want < 0:
			alone(b, p.got, p.label+" is new")
		default:
			g.row(a, b, p, rel)
		}
	}
	return g
}

// row compares the rows of a pair.
func (g *Agreement) row(a, b *Table, p pair, rel float64) {
	s, t := a.Cell(p.want, "status"), b.Cell(p.got, "status")
	if s != t {
		g.Status = append(g.Status, fmt.Sprintf("%s: %s became %s", p.label, show(s), show(t)))
	}
	x, y := a.Estimate(p.want), b.Estimate(p.got)
	z := (x.Value - y.Value) / math.Hypot(x.StdErr, y.StdErr)
	switch {
	case x.StdErr > 0 && y.StdErr > 0 && !math.IsInf(x.StdErr+y.StdErr, 0) && z-z == 0:
		g.Scores = append(g.Scores, Score{
			Row: p.label, Quantity: a.Cell(p.want, "quantity"), OK: s == OK && t == OK,
			A: x.Value, B: y.Value, SA: x.StdErr, SB: y.StdErr, Z: z,
		})
	case a.Cell(p.want, "source") == Simulation:
		g.LeftOut++
	default:
		g.Exact++
		bothNaN := math.IsNaN(x.Value) && math.IsNaN(y.Value)
		if !near(x.Value, y.Value, rel) && !bothNaN {
			g.Differ = append(g.Differ, fmt.Sprintf("%s: %g became %g", p.label, x.Value, y.Value))
		}
	}
}

// FamilyBound returns the bound that the largest of n independent standard normal |z| exceeds with
// probability level (Šidák): √2 erfc⁻¹(1 − (1 − level)^{1/n}). It is +Inf for n = 0.
func FamilyBound(n int, level float64) float64 {
	if n == 0 {
		return math.Inf(1)
	}
	return math.Sqrt2 * math.Erfcinv(-math.Expm1(math.Log1p(-level)/float64(n)))
}
