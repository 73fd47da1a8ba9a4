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
	"adl/scripts/internal/tool"
)

// compareVerb compares tables that were computed twice:
//
//	verify compare A.csv B.csv
//	verify compare DIR_A DIR_B
//
// shows whether tables made with other random streams agree within their noise. Rows are matched by
// their parameters; those with standard errors are compared by z = (a − b)/√(se_a² + se_b²), those
// that are exact or predictions to a tolerance. In folders, every table of a figure, figNN.csv, is
// compared with the one of the same name, and a line says which other CSV files are left out. The
// family-wise bound is the one that the largest |z| of all tables exceeds with probability -level
// if rows are independent and agree (Šidák). Simulated rows without a standard error, such as
// R-hat's, are left out. The exit code is 1 if a |z| is above the bound, if a row that is not
// simulated differs, or if a table has no counterpart; it is 2 for a file without the columns of
// such a table. Other statuses, and simulated rows that only one table has, are listed and counted.
//
//	verify compare -long DIR_A DIR_B [fig03 fig07 …]
//
// compares, in the same way, tables of short runs with those of long ones, such as profile quick
// with profile paper. Numbers that depend on the length of a run are left out: numbers of
// crossings, and points that are not ok in one of the tables. The mass outside a histogram comes
// from excursions, of which a short run may have too few to see how much they vary: its standard
// error is taken at the mass of the long run, to which the variance is proportional. The grids may
// differ, so rows that only one table has are counted alone, as long as there are rows in both.
// Where DIR_B lacks a table there is nothing to compare, and a line says so. A long run goes on
// from a short one with the same random numbers, so that it agrees a little better than chance.
//
//	verify compare -bits WANT.csv GOT.csv
//
// compares two tables as golden numbers are: simulated rows byte for byte, the others to the
// tolerance, in the same order.
var compareVerb = tool.Verb{
	Name: "compare",
	Args: "A B [FIGURE...]",
	Text: "compares two tables, or the tables of two folders, within their noise",
	Start: func(c *tool.Call) func() error {
		level := c.Flags.Float64("level", 0.01, "family-wise `probability` of an accidental difference")
		rel := c.Flags.Float64("rel", 1e-9, "relative `tolerance` of rows that are not simulated")
		bits := c.Flags.Bool("bits", false, "compare simulated rows byte for byte")
		long := c.Flags.Bool("long", false, "the tables of the second folder are of longer runs")
		return func() error {
			args := c.Args()
			switch {
			case len(args) != 2 && !(*long && len(args) > 2):
				return tool.Usage("expected two tables or folders and, with -long, figures; got %q", args)
			case *long && *bits:
				return tool.Usage("expected one of -long and -bits")
			case !(0 < *level && *level < 1):
				return tool.Usage("-level: expected a number between 0 and 1, got %g", *level)
			case !(*rel >= 0):
				return tool.Usage("-rel: expected a number of at least 0, got %g", *rel)
			}
			agree, err := false, error(nil)
			switch a, b := args[0], args[1]; {
			case *bits:
				agree, err = equal(c.Stdout, a, b, *rel)
			case *long:
				agree, err = longer(c.Stdout, a, b, args[2:], *rel, *level)
			default:
				agree, err = within(c.Stdout, a, b, *rel, *level)
			}
			switch {
			case errors.Is(err, errLacks):
				return tool.UsageError(err.Error())
			case err == nil && !agree:
				return tool.ErrFailed
			}
			return err
		}
	},
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

// needed are the columns that a table is compared by.
var needed = []string{"quantity", "value", "stderr", "status", "source"}

// errLacks is of a file without them.
var errLacks = errors.New("lacks columns of a table of a figure")

// lacking returns the needed columns that are not there.
func lacking(columns []string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(needed), func(c string) bool {
		return slices.Contains(columns, c)
	}), ", ")
}

// tables returns the names of the tables of figures in a folder, and the paths of the other CSV
// files.
func tables(dir string) (names, others []string, err error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.csv"))
	for _, path := range paths {
		name := filepath.Base(path)
		if table.IsName(strings.TrimSuffix(name, ".csv")) {
			names = append(names, name)
		} else {
			others = append(others, path)
		}
	}
	return names, others, err
}

// leaveOut says which CSV files are not tables of figures.
func leaveOut(w io.Writer, paths []string) {
	if len(paths) > 0 {
		fmt.Fprintln(w, "left out, not a table of a figure:", strings.Join(paths, ", "))
	}
}

// pairing is a pair of tables.
type pairing struct {
	name string
	table.Agreement
}

// within compares two tables, or the tables of two folders, within their noise.
func within(w io.Writer, a, b string, rel, level float64) (bool, error) {
	pairs, alone, others, err := pair(a, b)
	if err != nil {
		return false, err
	}
	figures, total, err := compare(pairs, rel)
	if err != nil {
		return false, err
	}
	leaveOut(w, others)
	for _, path := range alone {
		fmt.Fprintln(w, path, "has no counterpart")
	}
	show(w, figures, total, level)
	return total.agrees(level) && len(total.Lone) == 0 && len(alone) == 0, nil
}

// longer compares the tables of a folder with those of longer runs: all of them, or the named ones.
func longer(w io.Writer, a, b string, names []string, rel, level float64) (bool, error) {
	if len(names) == 0 {
		all, others, err := tables(a)
		if err != nil {
			return false, err
		}
		if len(all) == 0 {
			return false, fmt.Errorf("%s has no tables", a)
		}
		for _, name := range all {
			names = append(names, strings.TrimSuffix(name, ".csv"))
		}
		leaveOut(w, others)
	}
	var pairs [][2]string
	var none []string
	for _, name := range names {
		long := filepath.Join(b, name+".csv")
		switch _, err := os.Stat(long); {
		case errors.Is(err, fs.ErrNotExist):
			none = append(none, name)
		default:
			pairs = append(pairs, [2]string{filepath.Join(a, name+".csv"), long})
		}
	}
	if len(none) > 0 {
		fmt.Fprintf(w, "nothing to compare in %s for %s\n", b, strings.Join(none, ", "))
	}
	if len(pairs) == 0 {
		return true, nil
	}
	figures, _, err := compare(pairs, rel)
	if err != nil {
		return false, err
	}
	total := pairing{name: "total"}
	for i := range figures {
		figures[i].shorten()
		total.add(figures[i])
	}
	show(w, figures, total, level)
	agree := true
	for _, f := range figures {
		// The bound is that of all figures together.
		if f.above(table.FamilyBound(len(total.Scores), level)) == 0 && len(f.Differ) == 0 &&
			len(f.Scores)+f.Exact+f.LeftOut > 0 {
			continue
		}
		agree = false
		why := "moved"
		if len(f.Scores)+f.Exact+f.LeftOut == 0 {
			why = "has no row in common"
		}
		fmt.Fprintf(w, "%s %s between %s and %s; if that is meant, compute both again: "+
			"make %s PROFILE=quick, and with PROFILE=paper\n", f.name, why, a, b, table.Target(f.name))
	}
	return agree, nil
}

// shorten leaves out what depends on the length of a run.
func (f *pairing) shorten() {
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
}

// compare compares the tables of every pair of paths, and adds them up.
func compare(pairs [][2]string, rel float64) (figures []pairing, total pairing, err error) {
	total.name = "total"
	for _, p := range pairs {
		t, u, err := readBoth(p[0], p[1])
		if err != nil {
			return nil, total, err
		}
		for k, t := range []*table.Table{t, u} {
			if c := lacking(t.Columns()); c != "" {
				return nil, total, fmt.Errorf("%s %w: %s", p[k], errLacks, c)
			}
		}
		f := pairing{strings.TrimSuffix(filepath.Base(p[0]), ".csv"), table.Agree(t, u, rel)}
		figures = append(figures, f)
		total.add(f)
	}
	return figures, total, nil
}

// show prints what differs, and a line per figure.
func show(w io.Writer, figures []pairing, total pairing, level float64) {
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
}

// agrees reports whether no score is above the bound and nothing that is exact differs.
func (f *pairing) agrees(level float64) bool {
	return f.above(table.FamilyBound(len(f.Scores), level)) == 0 && len(f.Differ) == 0
}

// pair returns the paths of the tables to compare, of those that only one folder has, and of what
// is not a table.
func pair(a, b string) (pairs [][2]string, alone, others []string, err error) {
	info, err := os.Stat(a)
	if err != nil {
		return nil, nil, nil, err
	}
	if !info.IsDir() {
		return [][2]string{{a, b}}, nil, nil, nil
	}
	of, others, err := tables(a)
	if err != nil {
		return nil, nil, nil, err
	}
	with, more, err := tables(b)
	if err != nil {
		return nil, nil, nil, err
	}
	for _, name := range of {
		if path := filepath.Join(a, name); slices.Contains(with, name) {
			pairs = append(pairs, [2]string{path, filepath.Join(b, name)})
		} else {
			alone = append(alone, path)
		}
	}
	for _, name := range with {
		if !slices.Contains(of, name) {
			alone = append(alone, filepath.Join(b, name))
		}
	}
	if len(pairs) == 0 {
		return nil, nil, nil, fmt.Errorf("%s and %s have no table in common", a, b)
	}
	return pairs, alone, append(others, more...), nil
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

// summarize prints a line per figure.
func summarize(w io.Writer, figures []pairing, bound float64) {
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
