package main

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"adl/pkg/estimate"
	"adl/pkg/table"
)

// An expression is about cells of the tables in results:
//
//	fig14 quantity=L1 K=15 n=5 / same K=0 by n dt
//
// It has terms, and between them /, * or -, which go from left to right; / divides absolute values.
// A term is a number, or a table with conditions on columns: =, <, <=, > or >=, with | between
// cells and _ for a blank. It stands for the values ± errors of the rows that meet them and have
// status ok, unless one is about the status; fig05.exact is the column exact of such rows. "same"
// is the first term with other conditions on the columns behind it, =* for none; same.epsilon
// another column of it. Rows belong together if they agree in the columns behind "by", or if the
// second term is one row. "max", "min" or "median" takes a row of the term behind it, and "max:" a
// row of the result.

// tables returns the table of a figure or study by its name.
type tables func(name string) (*table.Table, error)

// point is a value with the cells of the columns behind "by".
type point struct {
	estimate.Estimate
	at string
}

type term struct {
	table, column string
	conditions    []condition
}

type condition struct {
	column, op string
	cells      []string
}

func (c condition) meets(cell string) bool {
	return slices.ContainsFunc(c.cells, func(want string) bool {
		x, err := strconv.ParseFloat(cell, 64)
		y, e := strconv.ParseFloat(want, 64)
		if err != nil || e != nil {
			return c.op == "=" && (want == "*" || want == strings.ReplaceAll(cell, " ", "_"))
		}
		return x == y && strings.HasSuffix(c.op, "=") || x < y && c.op[0] == '<' ||
			x > y && c.op[0] == '>'
	})
}

// evaluate returns the points of an expression.
func (ts tables) evaluate(expression string) (points []point, err error) {
	words, by, _ := strings.Cut(expression, " by ")
	var first term
	var part []string
	op, whole := "", ""
	for _, w := range append(strings.Fields(words), "") {
		if of, ok := strings.CutSuffix(w, ":"); ok {
			whole = of
			continue
		}
		if w != "" && w != "/" && w != "*" && w != "-" {
			part = append(part, w)
			continue
		}
		of := ""
		if len(part) > 0 && slices.Contains([]string{"max", "min", "median"}, part[0]) {
			of, part = part[0], part[1:]
		}
		more, err := ts.rows(part, strings.Fields(by), &first)
		if more = reduce(of, more); err == nil && op != "" {
			more, err = join(points, more, op)
		}
		if err != nil {
			return nil, err
		}
		points, op, part = more, w, nil
	}
	return reduce(whole, points), nil
}

var comparison = regexp.MustCompile(`^([^=<>]+)([<>]=?|=)(.*)$`)

// rows returns the points of a term, which becomes the first if there is none.
func (ts tables) rows(words, by []string, first *term) (points []point, err error) {
	if len(words) == 0 {
		return nil, fmt.Errorf("expected a table or a number beside an operator")
	}
	if x, err := strconv.ParseFloat(words[0], 64); err == nil {
		return []point{{Estimate: estimate.Known(x)}}, nil
	}
	var x term
	x.table, x.column, _ = strings.Cut(words[0], ".")
	for _, w := range words[1:] {
		m := comparison.FindStringSubmatch(w)
		if m == nil {
			return nil, fmt.Errorf("expected a condition such as n=5, got %q", w)
		}
		x.conditions = append(x.conditions, condition{m[1], m[2], strings.Split(m[3], "|")})
	}
	others := []condition{{"status", "=", []string{table.OK}}}
	if x.table == "same" {
		x.table, x.column, others = first.table, cmp.Or(x.column, first.column), first.conditions
	}
	given := x.conditions
	for _, o := range others {
		if !slices.ContainsFunc(given, func(c condition) bool { return c.column == o.column }) {
			x.conditions = append(x.conditions, o)
		}
	}
	if x.column = cmp.Or(x.column, "value"); first.table == "" {
		*first = x
	}
	t, err := ts(x.table)
	if err != nil {
		return nil, err
	}
	columns := append([]string{x.column}, by...)
	for _, c := range x.conditions {
		columns = append(columns, c.column)
	}
	for _, c := range columns {
		if !t.Has(c) {
			return nil, fmt.Errorf("%s: no column %q", x.table, c)
		}
	}
	for i := range t.Len() {
		p := point{Estimate: estimate.Known(t.Float(i, x.column))}
		if x.column == "value" {
			p.StdErr = t.Float(i, "stderr")
		}
		for _, c := range by {
			p.at += " " + t.Cell(i, c)
		}
		if !math.IsNaN(p.Value) && !slices.ContainsFunc(x.conditions, func(c condition) bool {
			return !c.meets(t.Cell(i, c.column))
		}) {
			points = append(points, p)
		}
	}
	if len(points) == 0 {
		return nil, fmt.Errorf("no row meets %q", words)
	}
	return points, nil
}

// reduce returns the largest, the least or the middle point, or all if of is empty.
func reduce(of string, points []point) []point {
	if of == "" || len(points) == 0 {
		return points
	}
	slices.SortFunc(points, func(p, q point) int { return cmp.Compare(p.Value, q.Value) })
	i := map[string]int{"median": len(points) / 2, "max": len(points) - 1}[of]
	return points[i : i+1]
}

// join applies an operator to the points that belong together.
func join(a, b []point, op string) (all []point, err error) {
	for _, x := range a {
		n := len(all)
		for _, y := range b {
			if len(b) > 1 && x.at != y.at {
				continue
			}
			e := estimate.Ratio(x.Estimate, y.Estimate)
			switch e.Value = math.Abs(e.Value); op {
			case "*":
				e = estimate.Ratio(x.Estimate, estimate.Ratio(estimate.Known(1), y.Estimate))
			case "-":
				e = estimate.Sub(x.Estimate, y.Estimate)
			}
			all = append(all, point{e, x.at})
		}
		if len(all) > n+1 {
			return nil, fmt.Errorf("several rows at %q: more columns are needed behind by", x.at)
		}
	}
	return all, nil
}

// quoted is a cell in a text, such as {fig05 quantity=xi n=1 dt=0.001 %.2f ± %.2f}: an expression
// of one point, and a format of its value and, if it has two verbs, its standard error.
var quoted = regexp.MustCompile(`\{([^{}%]+) (%[^{}]*)\}`)

// quote replaces the cells that a text quotes by their numbers.
func (ts tables) quote(text string) (string, error) {
	var failed error
	text = quoted.ReplaceAllStringFunc(text, func(s string) string {
		m := quoted.FindStringSubmatch(s)
		points, err := ts.evaluate(m[1])
		if err == nil && len(points) != 1 {
			err = fmt.Errorf("expected one row, got %d", len(points))
		}
		if err != nil {
			failed = cmp.Or(failed, fmt.Errorf("%s: %w", s, err))
			return s
		}
		verbs := strings.Count(strings.ReplaceAll(m[2], "%%", ""), "%")
		number := fmt.Sprintf(m[2], []any{points[0].Value, points[0].StdErr}[:min(verbs, 2)]...)
		return strings.ReplaceAll(number, "-", "−")
	})
	return text, failed
}
