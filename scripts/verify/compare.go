package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"adl/pkg/table"
)

// compare compares tables that were computed twice:
//
//	verify compare A.csv B.csv
//	verify compare DIR_A DIR_B
//
// shows whether tables made with other random streams agree within their noise. Rows are matched by
// their parameters; those with standard errors are compared by z = (a − b)/√(se_a² + se_b²), those
// that are exact or predictions to a tolerance. In folders, every table of a figure, figNN.csv, is
// compared with the one of the same name. The family-wise bound is the one that the largest |z| of
// all tables exceeds with probability -level if rows are independent and agree (Šidák). Simulated
// rows without a standard error, such as R-hat's, are left out. The exit code is 1 if a |z| is
// above the bound, if a row that is not simulated differs, or if a table has no counterpart. Other
// statuses, and simulated rows that only one table has, are listed and counted.
//
//	verify compare -long DIR_A DIR_B [fig03 fig07 …]
//
// compares, in the same way, tables of short runs with those of long ones, such as profile quick
// with profile paper. Numbers that depend on the length of a run are left out: numbers of
// crossings, and points that are not ok in one of the tables. The mass outside a histogram comes
// from excursions, of which a short run may have too few to see how much they vary: its standard
// error is taken at the mass of the long run, to which the variance is proportional. The grids may
// differ, so rows that only one table has are counted alone, as long as there are rows in both.
// DIR_B may lack tables. A long run goes on from a short one with the same random numbers, so that
// it agrees a little better than chance.
//
//	verify compare -bits WANT.csv GOT.csv
//
// compares two tables as golden numbers are: simulated rows byte for byte, the others to the
// tolerance, in the same order.
func compare(args []string, stdout, stderr io.Writer) int {
	x := &comparison{w: stdout}
	f := newFlags("compare", stderr)
	f.Float64Var(&x.level, "level", 0.01, "family-wise `probability` of an accidental difference")
	f.Float64Var(&x.rel, "rel", 1e-9, "relative `tolerance` of rows that are not simulated")
	f.BoolVar(&x.long, "long", false, "the tables of the second folder are of longer runs")
	bits := f.Bool("bits", false, "compare simulated rows byte for byte")
	if f.Parse(args) != nil {
		return 2
	}
	wrong := ""
	switch n := f.NArg(); {
	case n != 2 && !(x.long && n > 2):
		wrong = fmt.Sprintf("expected two tables or folders and, with -long, figures; got %q", f.Args())
	case x.long && *bits:
		wrong = "expected one of -long and -bits"
	case !(0 < x.level && x.level < 1):
		wrong = fmt.Sprintf("-level: expected a number between 0 and 1, got %g", x.level)
	case !(x.rel >= 0):
		wrong = fmt.Sprintf("-rel: expected a number of at least 0, got %g", x.rel)
	}
	if wrong != "" {
		fmt.Fprintln(stderr, "compare:", wrong)
		return 2
	}
	run := x.noise
	if *bits {
		run = x.bits
	}
	agree, err := run(f.Arg(0), f.Arg(1), f.Args()[2:]...)
	if err == nil && !agree {
		err = errFailed
	}
	return exit("compare", err, stderr)
}

// comparison compares tables, and prints how they differ.
type comparison struct {
	w          io.Writer
	rel, level float64
	long       bool
}

// bits compares two tables as golden numbers are.
func (c *comparison) bits(want, got string, _ ...string) (agree bool, err error) {
	a, err := table.ReadFile(want)
	if err != nil {
		return false, err
	}
	b, err := table.ReadFile(got)
	if err != nil {
		return false, err
	}
	differences := table.Compare(a, b, c.rel)
	for _, d := range differences {
		fmt.Fprintln(c.w, d)
	}
	return len(differences) == 0, nil
}

// noise compares two tables, or the tables of two folders, all or some, within their noise.
func (c *comparison) noise(a, b string, names ...string) (agree bool, err error) {
	pairs, agree, err := c.pairs(a, b, names)
	if err != nil || len(pairs) == 0 {
		return agree, err
	}
	total := pairing{name: "total"}
	var figures []pairing
	for _, p := range pairs {
		f, err := c.compare(p)
		if err != nil {
			return false, err
		}
		figures = append(figures, f)
		total.add(f)
	}
	bound := table.FamilyBound(len(total.Scores), c.level) // that of all figures together
	for _, f := range figures {
		f.list(c.w, bound)
	}
	fmt.Fprintf(c.w, "family-wise bound at level %g, of %d rows: |z| = %.2f\n",
		c.level, len(total.Scores), bound)
	summarize(c.w, figures, total, bound)
	for _, f := range figures {
		why := "moved"
		switch {
		case len(f.Scores)+f.Exact+f.LeftOut == 0:
			why = "has no row in common"
		case f.above(bound) == 0 && len(f.Differ)+len(f.Lone) == 0:
			continue
		}
		agree = false
		fmt.Fprintf(c.w, "%s %s between %s and %s", f.name, why, a, b)
		if c.long {
			fmt.Fprintf(c.w, "; if that is meant, compute both again: make %s PROFILE=quick, and with "+
				"PROFILE=paper", table.Target(f.name))
		}
		fmt.Fprintln(c.w)
	}
	return agree, nil
}

// pairs returns the paths of the tables to compare, and whether none lacks a counterpart that it
// needs. It prints which have none.
func (c *comparison) pairs(a, b string, names []string) (pairs [][2]string, all bool, err error) {
	if info, err := os.Stat(a); err != nil || !info.IsDir() {
		return [][2]string{{a, b}}, true, err
	}
	if len(names) == 0 {
		paths, _ := filepath.Glob(filepath.Join(a, "*.csv"))
		if !c.long {
			more, _ := filepath.Glob(filepath.Join(b, "*.csv"))
			paths = append(paths, more...)
		}
		for _, path := range paths {
			name := strings.TrimSuffix(filepath.Base(path), ".csv")
			if table.IsName(name) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		if len(names) == 0 {
			return nil, false, fmt.Errorf("%s has no tables", a)
		}
	}
	all = true
	for _, name := range names {
		p := [2]string{filepath.Join(a, name+".csv"), filepath.Join(b, name+".csv")}
		lacks := func(path string) bool {
			_, err := os.Stat(path)
			return errors.Is(err, fs.ErrNotExist)
		}
		switch {
		case lacks(p[1]): // of a longer run: there is nothing to compare with yet
			fmt.Fprintln(c.w, p[0], "has no counterpart")
			all = all && c.long
		case lacks(p[0]):
			fmt.Fprintln(c.w, p[1], "has no counterpart")
			all = false
		default:
			pairs = append(pairs, p)
		}
	}
	return pairs, all, nil
}

// pairing is a pair of tables.
type pairing struct {
	name string
	table.Agreement
}

// compare compares a pair of tables. With long it leaves out what depends on the length of a run.
func (c *comparison) compare(paths [2]string) (f pairing, err error) {
	var t [2]*table.Table
	for k, path := range paths {
		if t[k], err = table.ReadFile(path); err != nil {
			return f, err
		}
		for _, column := range []string{"quantity", "value", "stderr", "status", "source"} {
			if !t[k].Has(column) {
				return f, fmt.Errorf("%s lacks the column %s of a table of a figure", path, column)
			}
		}
	}
	f = pairing{
		strings.TrimSuffix(filepath.Base(paths[0]), ".csv"), table.Agree(t[0], t[1], c.rel),
	}
	if !c.long {
		return f, nil
	}
	kept := slices.DeleteFunc(f.Scores, func(s table.Score) bool {
		return !s.OK || s.Quantity == "crossings"
	})
	for i, s := range kept {
		if s.Quantity == "outside" && 0 < s.A && s.A < s.B {
			kept[i].Z = (s.A - s.B) / math.Hypot(s.SA*math.Sqrt(s.B/s.A), s.SB)
		}
	}
	f.LeftOut += len(f.Scores) - len(kept)
	f.Scores = kept
	f.Missing = append(f.Missing, f.Lone...)
	f.Lone = nil
	return f, nil
}

func (f *pairing) add(g pairing) {
	f.Scores = append(f.Scores, g.Scores...)
	f.LeftOut += g.LeftOut
	f.Exact += g.Exact
	f.Differ = append(f.Differ, g.Differ...)
	f.Lone = append(f.Lone, g.Lone...)
	f.Status = append(f.Status, g.Status...)
	f.Missing = append(f.Missing, g.Missing...)
}

// above counts the scores above a bound.
func (f *pairing) above(bound float64) (n int) {
	for _, s := range f.Scores {
		if math.Abs(s.Z) > bound {
			n++
		}
	}
	return n
}

// list prints what differs, at most 20 lines of a kind.
func (f *pairing) list(w io.Writer, bound float64) {
	var high []string
	for _, s := range f.Scores {
		if math.Abs(s.Z) > bound {
			high = append(high, fmt.Sprintf("%s: %g and %g, z = %.2f", s.Row, s.A, s.B, s.Z))
		}
	}
	for _, k := range []struct {
		kind  string
		lines []string
	}{
		{"above", high}, {"differs", f.Differ}, {"differs", f.Lone}, {"rows", f.Missing},
		{"status", f.Status},
	} {
		const most = 20
		for _, line := range k.lines[:min(most, len(k.lines))] {
			fmt.Fprintf(w, "%s: %s: %s\n", f.name, k.kind, line)
		}
		if n := len(k.lines) - most; n > 0 {
			fmt.Fprintf(w, "%s: %s: and %d more\n", f.name, k.kind, n)
		}
	}
}

// summarize prints a line per figure, and the total of several.
func summarize(w io.Writer, figures []pairing, total pairing, bound float64) {
	if len(figures) > 1 {
		figures = append(figures, total)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "\trows\tlargest |z|\tabove\t|z| < 1\t|z| < 2\tχ²/dof\tleft out\texact"+
		"\tdiffer\tstatus\tmissing\t")
	for _, f := range figures {
		n := float64(len(f.Scores))
		largest, squares := 0.0, 0.0
		for _, s := range f.Scores {
			largest = max(largest, math.Abs(s.Z))
			squares += s.Z * s.Z
		}
		shares := "\t\t\t\t\t"
		if n > 0 {
			shares = fmt.Sprintf("%.2f\t%d\t%.1f %%\t%.1f %%\t%.3f\t", largest, f.above(bound),
				100-100*float64(f.above(1))/n, 100-100*float64(f.above(2))/n, squares/n)
		}
		fmt.Fprintf(t, "%s\t%.0f\t%s%d\t%d\t%d\t%d\t%d\t\n", f.name, n, shares, f.LeftOut,
			f.Exact, len(f.Differ)+len(f.Lone), len(f.Status), len(f.Missing))
	}
	fmt.Fprintf(t, "normal law\t\t\t\t%.1f %%\t%.1f %%\t%.3f\t\t\t\t\t\t\n",
		100*math.Erf(1/math.Sqrt2), 100*math.Erf(2/math.Sqrt2), 1.0)
	t.Flush()
}
