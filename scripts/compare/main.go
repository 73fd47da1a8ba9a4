// Command compare compares tables that were computed twice.
//
//	go run ./scripts/compare A.csv B.csv
//	go run ./scripts/compare DIR_A DIR_B
//
// shows whether tables made with other random streams agree within their noise. Rows are matched by
// their parameters; those with standard errors are compared by z = (a − b)/√(se_a² + se_b²), those
// that are exact or predictions to a tolerance. In folders, every table is compared with the one of
// the same name. The family-wise bound is the one that the largest |z| of all tables exceeds with
// probability -level if rows are independent and agree (Šidák). Simulated rows without a standard
// error, such as R-hat's, are left out. The exit code is 1 if a |z| is above the bound, if a row
// that is not simulated differs, or if a table has no counterpart. Other statuses, and simulated
// rows that only one table has, are listed and counted.
//
//	go run ./scripts/compare -bits WANT.csv GOT.csv
//
// compares two tables as golden numbers are: simulated rows byte for byte, the others to the
// tolerance, in the same order.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"adl/pkg/files"
	"adl/pkg/table"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run returns 0 if the tables agree, 1 if not or a file cannot be read, 2 on wrong usage.
func run(args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("compare", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.Usage = func() {
		fmt.Fprintln(stderr, "usage: compare [-level P] [-rel X] A B\n       compare -bits [-rel X] A B")
		fs.PrintDefaults()
	}
	level := fs.Float64("level", 0.01, "family-wise `probability` of an accidental difference")
	rel := fs.Float64("rel", 1e-9, "relative `tolerance` of rows that are not simulated")
	bits := fs.Bool("bits", false, "compare simulated rows byte for byte")
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2 // flag has said why
	case fs.NArg() != 2 || !(0 < *level && *level < 1) || !(*rel >= 0):
		fs.Usage()
		return 2
	}
	for _, path := range fs.Args() {
		if info, err := os.Stat(path); err != nil || !info.IsDir() {
			path = filepath.Dir(path)
		}
		if err := files.Finish(path); err != nil {
			fmt.Fprintf(stderr, "compare: a figure that was interrupted is not complete: %v\n", err)
		}
	}
	agree, err := false, error(nil)
	if *bits {
		agree, err = equal(stdout, fs.Arg(0), fs.Arg(1), *rel)
	} else {
		agree, err = within(stdout, fs.Arg(0), fs.Arg(1), *rel, *level)
	}
	switch {
	case err != nil:
		fmt.Fprintln(stderr, "compare:", err)
		return 1
	case !agree:
		return 1
	}
	return 0
}

// equal compares two tables as golden numbers are.
func equal(w io.Writer, want, got string, rel float64) (bool, error) {
	a, b, err := readBoth(want, got)
	if err != nil {
		return false, err
	}
	differences := table.Compare(a, b, rel)
	for _, d := range differences {
		fmt.Fprintln(w, d)
	}
	return len(differences) == 0, nil
}

func readBoth(a, b string) (*table.Table, *table.Table, error) {
	t, err := table.ReadFile(a)
	if err != nil {
		return nil, nil, err
	}
	u, err := table.ReadFile(b)
	return t, u, err
}

// figure is a pair of tables.
type figure struct {
	name string
	table.Agreement
}

// within compares two tables, or the tables of two folders, within their noise.
func within(w io.Writer, a, b string, rel, level float64) (bool, error) {
	pairs, alone, err := pair(a, b)
	if err != nil {
		return false, err
	}
	var figures []figure
	total := figure{name: "total"}
	for _, p := range pairs {
		t, u, err := readBoth(p[0], p[1])
		if err != nil {
			return false, err
		}
		f := figure{strings.TrimSuffix(filepath.Base(p[0]), ".csv"), table.Agree(t, u, rel)}
		figures = append(figures, f)
		total.add(f)
	}
	for _, path := range alone {
		fmt.Fprintln(w, path, "has no counterpart")
	}
	bound := table.FamilyBound(len(total.Scores), level)
	for _, f := range figures {
		f.list(w, bound)
	}
	if len(figures) > 1 {
		figures = append(figures, total)
	}
	fmt.Fprintf(w, "family-wise bound at level %g, of %d rows: |z| = %.2f\n",
		level, len(total.Scores), bound)
	summarize(w, figures, bound)
	return total.above(bound) == 0 && len(total.Differ) == 0 && len(alone) == 0, nil
}

// pair returns the paths of the tables to compare, and those that only one folder has.
func pair(a, b string) (pairs [][2]string, alone []string, err error) {
	info, err := os.Stat(a)
	if err != nil {
		return nil, nil, err
	}
	if !info.IsDir() {
		return [][2]string{{a, b}}, nil, nil
	}
	for k, dirs := range [][2]string{{a, b}, {b, a}} {
		paths, err := filepath.Glob(filepath.Join(dirs[0], "*.csv"))
		if err != nil {
			return nil, nil, err
		}
		for _, path := range paths {
			other := filepath.Join(dirs[1], filepath.Base(path))
			if _, err := os.Stat(other); err != nil {
				alone = append(alone, path)
			} else if k == 0 {
				pairs = append(pairs, [2]string{path, other})
			}
		}
	}
	if len(pairs) == 0 {
		return nil, nil, fmt.Errorf("%s and %s have no table in common", a, b)
	}
	return pairs, alone, nil
}

func (f *figure) add(g figure) {
	f.Scores = append(f.Scores, g.Scores...)
	f.LeftOut += g.LeftOut
	f.Exact += g.Exact
	f.Differ = append(f.Differ, g.Differ...)
	f.Status = append(f.Status, g.Status...)
	f.Missing = append(f.Missing, g.Missing...)
}

// above counts the scores above a bound.
func (f *figure) above(bound float64) (n int) {
	for _, s := range f.Scores {
		if math.Abs(s.Z) > bound {
			n++
		}
	}
	return n
}

// list prints what differs, at most 20 lines of a kind.
func (f *figure) list(w io.Writer, bound float64) {
	var high []string
	for _, s := range f.Scores {
		if math.Abs(s.Z) > bound {
			high = append(high, fmt.Sprintf("%s: %g and %g, z = %.2f", s.Row, s.A, s.B, s.Z))
		}
	}
	for _, k := range []struct {
		kind  string
		lines []string
	}{{"above", high}, {"differs", f.Differ}, {"rows", f.Missing}, {"status", f.Status}} {
		const most = 20
		for _, line := range k.lines[:min(most, len(k.lines))] {
			fmt.Fprintf(w, "%s: %s: %s\n", f.name, k.kind, line)
		}
		if n := len(k.lines) - most; n > 0 {
			fmt.Fprintf(w, "%s: %s: and %d more\n", f.name, k.kind, n)
		}
	}
}

// summarize prints a line per figure.
func summarize(w io.Writer, figures []figure, bound float64) {
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
			f.Exact, len(f.Differ), len(f.Status), len(f.Missing))
	}
	fmt.Fprintf(t, "normal law\t\t\t\t%.1f %%\t%.1f %%\t%.3f\t\t\t\t\t\t\n",
		100*math.Erf(1/math.Sqrt2), 100*math.Erf(2/math.Sqrt2), 1.0)
	t.Flush()
}
