package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"adl/pkg/estimate"
	"adl/pkg/table"
)

// compare compares the tables of figures in two folders, the second from longer runs, such as
// profile quick with full length. It prints the differences, and fails if there are any.
//
// Rows with standard errors are compared by z = (a − b)/√(se_a² + se_b²) as a normal number (see
// normal), exact rows and predictions up to rounding. If rows are independent and agree, the
// largest |z| of all tables exceeds the bound with probability 1 % (Šidák). A long run continues a
// short run with the same random numbers, so they agree a little better than independent runs.
//
// It skips simulated rows without a standard error, such as R-hat, points that are not ok in both
// tables, and numbers of crossings, which depend on the length of a run. Grids may differ if they
// have common rows.
func compare(w io.Writer, dir, longer string, names []string) error {
	type row struct {
		z    float64
		text string // its name and values
	}
	var rows []row
	exact := 0
	for _, name := range names {
		a, err1 := readFigure(filepath.Join(dir, name+".csv"))
		b, err2 := readFigure(filepath.Join(longer, name+".csv"))
		if err := cmp.Or(err1, err2); err != nil {
			return err
		}
		common, nu := 0, freedom(longer, name)
		for _, p := range table.Match(a, b) {
			if p.I < 0 || p.J < 0 {
				continue
			}
			common++
			was, is := a.Cell(p.I, "value"), b.Cell(p.J, "value")
			r := row{normal(score(a, b, p), nu), fmt.Sprintf("%s: %s: %s and %s", name, p.Row, was, is)}
			ok := a.Cell(p.I, "status") == table.OK && b.Cell(p.J, "status") == table.OK
			switch {
			case r.z-r.z == 0 && ok && a.Cell(p.I, "quantity") != "crossings":
				rows = append(rows, r)
			case r.z-r.z != 0 && a.Cell(p.I, "source") != table.Simulation:
				exact++
				if !table.Agree(was, is) {
					rows = append(rows, row{math.Inf(1), r.text})
				}
			}
		}
		if common == 0 {
			rows = append(rows, row{math.Inf(1), name + ": no row in common"})
		}
	}
	bound := math.Sqrt2 * math.Erfcinv(-math.Expm1(math.Log1p(-0.01)/float64(len(rows))))
	largest, moved := 0.0, 0
	for _, r := range rows {
		largest = max(largest, math.Abs(r.z))
		if math.Abs(r.z) > bound {
			moved++
			fmt.Fprintf(w, "%s, z = %.2f\n", r.text, r.z)
		}
	}
	fmt.Fprintf(w, "%d rows: the largest |z| is %.2f, the bound %.2f; %d exact rows\n", len(rows),
		largest, bound, exact)
	if moved == 0 {
		return nil
	}
	return fmt.Errorf("%d rows of %s and %s differ; make bless computes both again", moved, dir,
		longer)
}

// same compares the tables of figures in two folders and the keys of their tasks. It prints the
// differences, and fails if there are any.
func same(w io.Writer, dir, other string, names []string) error {
	differ := 0
	for _, name := range names {
		var tables [2]*table.Table
		var keys [2][]string
		for k, dir := range []string{dir, other} {
			path := filepath.Join(dir, name)
			t, err1 := table.ReadFile(path + ".csv")
			m, err2 := table.ReadManifest(path + ".json")
			if err := cmp.Or(err1, err2); err != nil {
				return err
			}
			tables[k] = t
			for _, task := range m.Tasks {
				keys[k] = append(keys[k], task.Key)
			}
		}
		diff := table.Compare(tables[0], tables[1])
		if !slices.Equal(keys[0], keys[1]) {
			diff = append(diff, "tasks have other keys")
		}
		for _, line := range diff {
			fmt.Fprintf(w, "%s: %s\n", name, line)
		}
		differ += min(1, len(diff))
	}
	if differ > 0 {
		return fmt.Errorf("%d of the figures in %s and %s differ", differ, dir, other)
	}
	return nil
}

// freedom returns the degrees of freedom of the standard errors of two computations of a figure
// together, from the fewest replicas of a run in its manifest, or infinity if there are none.
func freedom(dir, name string) float64 {
	fewest := math.Inf(1)
	m, err := table.ReadManifest(filepath.Join(dir, name+".json"))
	if err != nil {
		return fewest // a folder of tables alone
	}
	for _, t := range m.Tasks {
		var run struct{ Replicas float64 }
		if json.Unmarshal(t.Params, &run) == nil && run.Replicas > 1 {
			fewest = min(fewest, run.Replicas)
		}
	}
	return 2 * (fewest - 1)
}

// normal returns the normal number as improbable as t, which has Student's distribution with nu
// degrees of freedom: from eight replicas a standard error is itself uncertain by a quarter.
func normal(t, nu float64) float64 {
	if t-t != 0 || math.IsInf(nu, 1) {
		return t
	}
	p := distuv.StudentsT{Sigma: 1, Nu: nu}.CDF(-math.Abs(t))
	return math.Copysign(math.Sqrt2*math.Erfcinv(2*p), t)
}

// score returns z of a row in both tables, NaN without standard errors.
func score(a, b *table.Table, p table.Pair) float64 {
	x, y := a.Estimate(p.I), b.Estimate(p.J)
	if !(x.StdErr > 0 && y.StdErr > 0) {
		return math.NaN()
	}
	if a.Cell(p.I, "quantity") == "outside" && 0 < x.Value && x.Value < y.Value {
		// The mass outside a histogram comes from excursions. A short run may have too few of them for a
		// standard error, so use that the variance is proportional to the mass.
		x.StdErr *= math.Sqrt(y.Value / x.Value)
	}
	return estimate.Sub(x, y).Z(0)
}

// readFigure reads the table of a figure.
func readFigure(path string) (*table.Table, error) {
	t, err := table.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for _, column := range table.Columns(nil) {
		if !t.Has(column) {
			return nil, fmt.Errorf("%s lacks the column %s of a table of a figure", path, column)
		}
	}
	return t, nil
}
