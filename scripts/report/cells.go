package main

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"adl/pkg/estimate"
	"adl/pkg/table"
)

// An expression is about cells of the tables in results:
//
//	max fig14 quantity=L1 K=15 n=5|15 / same K=0 by n dt
//
// It consists of terms joined by /, * or -, evaluated from left to right; / divides absolute
// values. A term is a number, or a table with conditions. It stands for the values ± errors of its
// rows; fig05.exact stands for the numbers in the column exact. A condition gives a cell of a
// column, with _ for a blank, several cells separated by |, an [interval] such as n=[1,5], or * for
// all. The last condition on a column counts; status=ok comes first. "same" is the first table with
// its conditions. Rows belong together if they agree in the columns after "by", or if the second
// term is one row. "max", "min" or "median" selects a row of the result.

// tables returns the table of a figure or study by its name.
type tables func(name string) (*table.Table, error)

// point is a value with the cells of the columns after "by".
type point struct {
	estimate.Estimate
	at string
}

var (
	parts    = regexp.MustCompile(`(?s)^(?:(max|min|median) )?(.*?)(?: by (.*))?$`)
	operator = regexp.MustCompile(` [/*-] `)
)

// evaluate returns the points of an expression, at least one.
func (ts tables) evaluate(expression string) (points []point, err error) {
	m := parts.FindStringSubmatch(expression)
	terms, operators := operator.Split(m[2], -1), operator.FindAllString(m[2], -1)
	for i, term := range terms {
		more, err := ts.rows(term, terms[0], strings.Fields(m[3]))
		if err == nil && i > 0 {
			more, err = join(points, more, operators[i-1])
		}
		if err != nil || len(more) == 0 {
			return nil, cmp.Or(err, fmt.Errorf("no row for %q", term))
		}
		points = more
	}
	if m[1] != "" {
		slices.SortFunc(points, func(p, q point) int { return cmp.Compare(p.Value, q.Value) })
		i := map[string]int{"median": len(points) / 2, "max": len(points) - 1}[m[1]]
		points = points[i : i+1]
	}
	return points, nil
}

// rows returns the points of a term.
func (ts tables) rows(term, first string, by []string) (points []point, err error) {
	if x, err := strconv.ParseFloat(term, 64); err == nil {
		return []point{{Estimate: estimate.Known(x)}}, nil
	}
	head, conditions, _ := strings.Cut(term, " ")
	name, column, _ := strings.Cut(head, ".")
	if name == "same" {
		head, others, _ := strings.Cut(first, " ")
		name, _, _ = strings.Cut(head, ".")
		conditions = others + " " + conditions
	}
	t, err := ts(name)
	if err != nil {
		return nil, err
	}
	column = cmp.Or(column, "value")
	wanted := map[string]string{"status": table.OK, column: "[-Inf,Inf]"}
	for _, c := range by {
		wanted[c] = "*"
	}
	for _, c := range strings.Fields(conditions) {
		c, want, _ := strings.Cut(c, "=")
		wanted[c] = want
	}
	for c, want := range wanted {
		if !t.Has(c) {
			return nil, fmt.Errorf("%s: no column %q", name, c)
		}
		t = where(t, c, want)
	}
	for i := range t.Len() {
		p := point{Estimate: estimate.Known(t.Float(i, column))}
		if column == "value" {
			p.Estimate = t.Estimate(i)
		}
		for _, c := range by {
			p.at += " " + t.Cell(i, c)
		}
		points = append(points, p)
	}
	return points, nil
}

// where returns the rows with wanted cells in a column.
func where(t *table.Table, column, want string) *table.Table {
	in, notInterval := parse(want)
	return t.Filter(func(i int) bool {
		cell := strings.ReplaceAll(t.Cell(i, column), " ", "_")
		x, err := strconv.ParseFloat(cell, 64)
		return want == "*" || slices.Contains(strings.Split(want, "|"), cell) ||
			notInterval == nil && err == nil && in.off(x) <= 0
	})
}

// join applies an operator to the points that belong together.
func join(a, b []point, operator string) (all []point, err error) {
	for _, x := range a {
		n := len(all)
		for _, y := range b {
			if len(b) > 1 && x.at != y.at {
				continue
			}
			e := estimate.Ratio(x.Estimate, y.Estimate)
			switch e.Value = math.Abs(e.Value); operator {
			case " * ":
				e = estimate.Ratio(x.Estimate, estimate.Ratio(estimate.Known(1), y.Estimate))
			case " - ":
				e = estimate.Sub(x.Estimate, y.Estimate)
			}
			all = append(all, point{e, x.at})
		}
		if len(all) > n+1 {
			return nil, fmt.Errorf("several rows at %q: by lacks a column", x.at)
		}
	}
	return all, nil
}

// quote replaces cells in a text, such as ${fig05 quantity=xi n=1 dt=0.001 %.2f ± %.2f}: an
// expression of one point, and a format of its value and perhaps its standard error.
func (ts tables) quote(text string) (quoted string, err error) {
	quoted = os.Expand(text, func(cell string) string {
		expression, format, _ := strings.Cut(cell, " %")
		points, e := ts.evaluate(expression)
		if e == nil && len(points) > 1 {
			e = fmt.Errorf("expected one row, got %d", len(points))
		}
		if e != nil {
			err = cmp.Or(err, fmt.Errorf("${%s}: %w", cell, e))
			return ""
		}
		number := []any{points[0].Value}
		if strings.Contains(format, "%") {
			number = append(number, points[0].StdErr)
		}
		text := negativeZero.ReplaceAllString(fmt.Sprintf("%"+format, number...), "$1$2")
		return strings.ReplaceAll(text, "-", "−")
	})
	return quoted, err
}

var negativeZero = regexp.MustCompile(`-(0(?:\.0+)?)([^0-9.]|$)`)
