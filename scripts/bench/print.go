package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode/utf8"
)

// reference finds the competitor that another one is compared with: for a form with SIMD that is C
// with the same instructions, for the portable form plain Go, and for every form the same one of
// the program of -vs. It returns −1 if there is none.
func (r *results) reference(c competitor) int {
	if c.form == "" || c.other {
		return -1
	}
	names := map[string][]string{"avx512": {scalarC}, "avx2": {avx2C, scalarC}, "portable": {plainGo}}
	for _, name := range names[c.form] {
		if i := slices.IndexFunc(r.all, func(d competitor) bool {
			return d.other && d.form == c.form || d.name == name
		}); i >= 0 {
			return i
		}
	}
	return -1
}

// print writes the tables.
func (r *results) print(w io.Writer) {
	r.section(w, fmt.Sprintf("a step and replica on one core, median of %d", r.rounds), r.all,
		func(c competitor) string { return c.name },
		func(i int, c competitor) string {
			return number(r.of(i, c.name) / units[r.works[i].unit])
		})
	var faster, forms []competitor
	for _, c := range r.all {
		switch ref := r.reference(c); {
		case ref < 0:
		case r.all[ref].other:
			forms = append(forms, c)
		default:
			faster = append(faster, c)
		}
	}
	if len(faster) > 0 {
		r.section(w, "times faster", faster,
			func(c competitor) string { return c.name + " than " + r.all[r.reference(c)].name },
			func(i int, c competitor) string { mid, _ := r.ratio(i, c); return ratio(2, 1/mid) })
	}
	if len(forms) > 0 {
		r.section(w, "time relative to the other program, median of rounds (of minima)", forms,
			func(c competitor) string { return c.name },
			func(i int, c competitor) string {
				mid, least := r.ratio(i, c)
				return fmt.Sprintf("%s (%s)", ratio(3, mid), ratio(3, least))
			})
	}
	if len(r.workers[0].rate) > 0 {
		one, _, _ := median(r.workers[0].rate)
		two, _, _ := median(r.workers[1].rate)
		had1, _, _ := median(r.workers[0].cores)
		had2, _, _ := median(r.workers[1].cores)
		fmt.Fprintf(w, "\ntwo workers: %.3g steps a second, %.2f times one worker's; "+
			"they had %.2f cores, it had %.2f\n", two, two/one, had2, had1)
	}
}

// section writes a table of the works that have a cell in one of the columns.
func (r *results) section(
	w io.Writer, title string, columns []competitor,
	head func(competitor) string, cell func(work int, c competitor) string,
) {
	width := 0
	for _, work := range r.works {
		width = max(width, utf8.RuneCountInString(label(work)))
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight|tabwriter.StripEscape)
	line := func(name string, cells []string) { // the name to the left, the cells to the right
		fmt.Fprintf(t, "%-*s\t%s\t\n", width, name, strings.Join(cells, "\t"))
	}
	var heads []string
	for _, c := range columns {
		heads = append(heads, head(c))
	}
	fmt.Fprintf(w, "\n%s\n", title)
	line("", heads)
	for i, work := range r.works {
		var cells []string
		for _, c := range columns {
			cells = append(cells, cell(i, c))
		}
		if strings.Join(cells, "") != "" {
			line(label(work), cells)
		}
	}
	t.Flush()
}

// ratio returns the time of a competitor at a work relative to its reference: the median of the
// ratios in a round, in which they are measured one after the other, and the ratio of minima. Both
// are NaN where one of them does not have the work.
func (r *results) ratio(work int, c competitor) (mid, least float64) {
	k := slices.IndexFunc(r.all, func(d competitor) bool { return d.name == c.name })
	ref := r.reference(c)
	if ref < 0 || len(r.ns[work][k]) == 0 || len(r.ns[work][ref]) == 0 {
		return math.NaN(), math.NaN()
	}
	var ratios []float64
	for round, own := range r.ns[work][k] {
		ratios = append(ratios, own/r.ns[work][ref][round])
	}
	mid, _, _ = median(ratios)
	return mid, slices.Min(r.ns[work][k]) / slices.Min(r.ns[work][ref])
}

// label is a work's name and unit.
func label(w work) string { return w.name + ", " + w.unit }

// number formats a time, and nothing for NaN.
func number(x float64) string {
	switch {
	case math.IsNaN(x):
		return ""
	case x < 10:
		return fmt.Sprintf("%.2f", x)
	case x < 100:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

// ratio formats a ratio with a number of digits, and nothing for NaN.
func ratio(digits int, x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'f', digits, 64)
}

// csv writes a row per measurement. The unit is ns (per step and replica) or 1/s (steps); times is
// how many times faster than the competitor named reference it is.
func (r *results) csv(w io.Writer) error {
	c := csv.NewWriter(w)
	c.Write([]string{
		"work", "competitor", "unit", "median", "least", "greatest", "reference", "times",
	})
	cell := func(x float64) string {
		if math.IsNaN(x) {
			return ""
		}
		return strconv.FormatFloat(x, 'g', 5, 64)
	}
	for i, work := range r.works {
		for k, comp := range r.all {
			if len(r.ns[i][k]) == 0 {
				continue
			}
			mid, least, greatest := median(r.ns[i][k])
			relative, _ := r.ratio(i, comp)
			name := ""
			if !math.IsNaN(relative) {
				name = r.all[r.reference(comp)].name
			}
			c.Write([]string{
				work.name, comp.name, "ns", cell(mid), cell(least), cell(greatest),
				name, cell(1 / relative),
			})
		}
	}
	if len(r.workers[0].rate) > 0 {
		first, _, _ := median(r.workers[0].rate)
		for n, p := range r.workers {
			mid, least, greatest := median(p.rate)
			row := []string{
				adlWork, fmt.Sprintf("workers %d", n+1), "1/s",
				cell(mid), cell(least), cell(greatest), "", "",
			}
			if n == 1 {
				row[6], row[7] = "workers 1", cell(mid/first)
			}
			c.Write(row)
		}
	}
	c.Flush()
	return c.Error()
}
