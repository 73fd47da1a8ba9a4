package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"adl/pkg/estimate"
	"adl/pkg/files"
	"adl/pkg/table"
)

// twicePath is the table that twice writes.
var twicePath = filepath.Join("results", "twice.csv")

// twice compares two computations of the figures with different random numbers. Each argument is a
// folder of tables, or a revision of git, which means results/paper of that revision. It writes
// results/twice.csv with a row for every figure, and keeps the notes of the file that is there.
//
// Simulated rows that are ok in both tables, with standard errors, are compared by z = (new −
// old)/√(se_old² + se_new²) as a normal number (see normal). Rows with the same value and standard
// error have the same random numbers: they are counted apart and enter no other number. If standard
// errors are right, z² has the mean 1, whether rows are independent or not, so the root mean square
// of z is near 1. How near depends on the rows: it has the standard error 1/√(2 rows) if they are
// independent, a larger one if not, as for the bins of a histogram or the moments of one run. L¹
// errors are skewed, and their standard errors conservative (estimate.L1).
func twice(w io.Writer, old, new string) error {
	var all []string
	dirs := []string{old, new}
	for i, arg := range dirs {
		if info, err := os.Stat(arg); err != nil || !info.IsDir() {
			if dirs[i], err = checkout(arg); err != nil {
				return err
			}
			defer os.RemoveAll(dirs[i])
		}
		paths, _ := filepath.Glob(filepath.Join(dirs[i], "*.csv"))
		if len(paths) == 0 {
			return fmt.Errorf("%s has no tables", arg)
		}
		for _, path := range paths {
			all = append(all, filepath.Base(path))
		}
	}
	notes := map[string]string{}
	if was, err := table.ReadFile(twicePath); err == nil && was.Has("note") && was.Has("figure") {
		for i := range was.Len() {
			notes[was.Cell(i, "figure")] = was.Cell(i, "note")
		}
	}
	t := table.New("figure", "rows", "identical", "rms", "largest", "row", "only_old", "only_new",
		"statuses", "note")
	slices.Sort(all)
	for _, name := range slices.Compact(all) {
		a, err1 := current(filepath.Join(dirs[0], name))
		b, err2 := current(filepath.Join(dirs[1], name))
		if err := cmp.Or(err1, err2); err != nil {
			return err
		}
		row := second(a, b, freedom(dirs[1], strings.TrimSuffix(name, ".csv")))
		row["figure"] = strings.TrimSuffix(name, ".csv")
		row["note"] = notes[row["figure"].(string)]
		t.Add(row)
	}
	if err := files.Write(twicePath, t.WriteCSV); err != nil {
		return err
	}
	fmt.Fprintf(w, "%s: %d figures\n", twicePath, t.Len())
	return nil
}

// second compares the simulated rows of two tables of a figure, whose standard errors have nu
// degrees of freedom together.
func second(a, b *table.Table, nu float64) table.Row {
	n, identical, square, largest, row := 0, 0, 0.0, 0.0, ""
	only, moved := [2]int{}, map[string]int{}
	for _, p := range table.Match(a, b) {
		switch {
		case p.J < 0 && a.Cell(p.I, "source") == table.Simulation:
			only[0]++
		case p.I < 0 && b.Cell(p.J, "source") == table.Simulation:
			only[1]++
		}
		if p.I < 0 || p.J < 0 || a.Cell(p.I, "source") != table.Simulation {
			continue
		}
		if was, is := a.Cell(p.I, "status"), b.Cell(p.J, "status"); was != table.OK || is != table.OK {
			if was != is {
				moved[was+" → "+is]++
			}
			continue
		}
		x, y := a.Estimate(p.I), b.Estimate(p.J)
		z := normal(estimate.Sub(y, x).Z(0), nu)
		switch {
		case !(x.StdErr > 0 && y.StdErr > 0) || z-z != 0:
		case x == y:
			identical++
		default:
			n, square = n+1, square+z*z
			if math.Abs(z) > math.Abs(largest) {
				largest, row = z, p.Row
			}
		}
	}
	var statuses []string
	for change, k := range moved {
		statuses = append(statuses, fmt.Sprintf("%s: %d", change, k))
	}
	slices.Sort(statuses)
	r := table.Row{"rows": n, "identical": identical, "row": row, "only_old": only[0],
		"only_new": only[1], "statuses": strings.Join(statuses, ", ")}
	if n > 0 {
		r["rms"] = fmt.Sprintf("%.3f", math.Sqrt(square/float64(n)))
		r["largest"] = fmt.Sprintf("%.2f", largest)
	}
	return r
}

// renamed are words of columns that tables had under another name.
var renamed = map[[2]string]string{
	{"sampling", "sweep"}: "symmetric",
	{"gradient", "swept"}: "symmetric",
}

// current reads the table of a figure, without rows if there is no such file. Old tables get the
// words of new ones and their ten digits, parameters only four: some depend on numbers that were
// not rounded, such as the range of a histogram.
func current(path string) (*table.Table, error) {
	if _, err := os.Stat(path); os.IsNotExist(err) {
		return table.New(table.Columns(nil)...), nil
	}
	t, err := readFigure(path)
	if err != nil {
		return nil, err
	}
	u := table.New(t.Columns()...)
	for i := range t.Len() {
		row := table.Row{}
		digits := 4
		for _, column := range t.Columns() {
			if column == "epsilon" { // parameters are before it
				digits = 10
			}
			cell := t.Cell(i, column)
			if x, err := strconv.ParseFloat(cell, 64); err == nil {
				cell = strconv.FormatFloat(x, 'g', digits, 64)
			}
			row[column] = cmp.Or(renamed[[2]string{column, cell}], cell)
		}
		u.Add(row)
	}
	return u, nil
}

// checkout writes the tables of results/paper of a revision to a temporary folder.
func checkout(revision string) (dir string, err error) {
	git := func(args ...string) ([]byte, error) {
		cmd := exec.Command("git", args...)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			err = fmt.Errorf("%s is neither a folder nor a revision: git: %s", revision,
				cmp.Or(strings.TrimSpace(stderr.String()), err.Error()))
		}
		return out, err
	}
	list, err := git("ls-tree", "--name-only", "--end-of-options", revision, "results/paper/")
	if err != nil {
		return "", err
	}
	if dir, err = os.MkdirTemp("", "twice"); err != nil {
		return "", err
	}
	for _, path := range strings.Fields(string(list)) {
		if filepath.Ext(path) != ".csv" {
			continue
		}
		text, err := git("show", revision+":./"+path)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, filepath.Base(path)), text, 0o666)
		}
		if err != nil {
			os.RemoveAll(dir)
			return "", err
		}
	}
	return dir, nil
}
