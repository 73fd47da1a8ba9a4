package table

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats/scalar"

	"adl/pkg/estimate"
	"adl/pkg/linalg"
)

// maxDifferences is how many differences Compare spells out.
const maxDifferences = 20

// Compare returns the differences between the tables want and got, one readable line each. Tables
// without differences agree: they have the same columns, and the same rows in the same order, with
// cells that agree (see [Agree]) or values that differ by less than 1e-9 standard errors. All
// comparisons with tables that are there use Compare, so that the rounding of a platform never
// replaces one. After 20 lines a last line says how many more there are.
func Compare(want, got *Table) []string {
	var lines []string
	if !slices.Equal(want.columns, got.columns) {
		lines = append(lines, fmt.Sprintf("columns: want %s, got %s",
			strings.Join(want.columns, ", "), strings.Join(got.columns, ", ")))
	}
	last, moved := -1, false
	for _, p := range Match(want, got) {
		switch {
		case p.J < 0:
			lines = append(lines, p.Row+" is missing")
		case p.I < 0:
			lines = append(lines, p.Row+" is new")
		default:
			if p.J < last && !moved {
				lines = append(lines, "rows are in another order, first "+p.Row)
				moved = true
			}
			last = p.J
			lines = append(lines, cells(want, got, p)...)
		}
	}
	if n := len(lines); n > maxDifferences {
		lines = append(lines[:maxDifferences], fmt.Sprintf("and %d more differences", n-maxDifferences))
	}
	return lines
}

// leastZ is a difference of values in standard errors that is rounding: a value may be the small
// difference of large numbers.
const leastZ = 1e-9

// cells returns the differences between the cells of two rows.
func cells(want, got *Table, p Pair) (lines []string) {
	for _, column := range want.columns {
		if !got.Has(column) {
			continue
		}
		a, b, note := want.Cell(p.I, column), got.Cell(p.J, column), ""
		if Agree(a, b) {
			continue
		}
		if column == "value" {
			z := math.Abs(estimate.Sub(want.Estimate(p.I), got.Estimate(p.J)).Z(0))
			if z < leastZ {
				continue
			}
			if z-z == 0 {
				note = fmt.Sprintf(" (%.2g standard errors)", z)
			}
		}
		lines = append(lines,
			fmt.Sprintf("%s: %s: want %s, got %s%s", p.Row, column, show(a), show(b), note))
	}
	return lines
}

// Agree reports whether two cells are equal up to the rounding of a platform: they have the same
// text; or they are the same number, or numbers, not both written as integers, that differ by at
// most 2e-9 of the larger or, where both may be the rounding of a zero, by 1e-12. Ten digits differ
// by up to 1e-9 if the eleventh is rounded up on one machine and down on another.
func Agree(a, b string) bool {
	if a == b {
		return true
	}
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	if errX != nil || errY != nil {
		return false
	}
	_, errX = strconv.ParseInt(a, 10, 64)
	_, errY = strconv.ParseInt(b, 10, 64)
	return x == y || (errX != nil || errY != nil) && scalar.EqualWithinAbsOrRel(x, y, 1e-12, 2e-9)
}

// Pair is row I of one table and row J of another, with the same parameters, quantity and source.
// If only one of the tables has such a row, the other index is -1.
type Pair struct {
	Row  string // its number, counted from 1 without the header, and its identity
	I, J int
}

// Match pairs the rows of the tables a and b that have the same parameters, quantity and source, up
// to rounding. Parameters are the columns before epsilon. Rows may be in any order. Among rows that
// are the same in this sense, Match pairs the k-th of a with the k-th of b. Pairs are in the order
// of a; rows only in b come last.
func Match(a, b *Table) []Pair {
	var identity []string
	parameters := slices.Index(a.columns, "epsilon") // without it there are no parameters
	for i, c := range a.columns {
		if b.Has(c) && (i < parameters || c == "quantity" || c == "source") {
			identity = append(identity, c)
		}
	}
	rows := make(map[string][]int) // rows of b, by identity
	for j := range b.rows {
		k := key(b, j, identity)
		rows[k] = append(rows[k], j)
	}
	var pairs []Pair
	paired := make([]bool, len(b.rows))
	next := 0 // most rows have the same neighbours in both tables
	for i := range a.rows {
		k := key(a, i, identity)
		p := Pair{fmt.Sprintf("row %d (%s)", i+1, k), i, -1}
		differs := func(c string) bool { return !Agree(a.Cell(i, c), b.Cell(next, c)) }
		if next < len(b.rows) && !paired[next] && !slices.ContainsFunc(identity, differs) {
			p.J = next
		} else if j := slices.IndexFunc(rows[k], func(j int) bool { return !paired[j] }); j >= 0 {
			p.J = rows[k][j]
		}
		if p.J >= 0 {
			paired[p.J], next = true, p.J+1
		}
		pairs = append(pairs, p)
	}
	for j := range b.rows {
		if !paired[j] {
			pairs = append(pairs, Pair{fmt.Sprintf("row %d (%s)", j+1, key(b, j, identity)), -1, j})
		}
	}
	return pairs
}

// key spells out the identity of row i of t.
func key(t *Table, i int, identity []string) string {
	var words []string
	for _, column := range identity {
		if cell := t.Cell(i, column); cell != "" {
			if x, err := strconv.ParseFloat(cell, 64); err == nil && len(cell) > digits {
				cell = strconv.FormatFloat(linalg.Round(x, digits-1), 'g', -1, 64)
			}
			words = append(words, column+"="+show(cell))
		}
	}
	return strings.Join(words, " ")
}

// show returns a cell for a line of text.
func show(cell string) string {
	if cell == "" {
		return "nothing"
	}
	if strings.ContainsAny(cell, " =\"\n,") {
		return strconv.Quote(cell)
	}
	return cell
}
