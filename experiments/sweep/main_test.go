package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/table"
)

// swept runs a spec for a short while and returns its table.
func swept(t *testing.T, path string, args ...string) *table.Table {
	t.Helper()
	dir := t.TempDir()
	var out bytes.Buffer
	args = append([]string{"-spec", path, "-out", dir, "-cache", filepath.Join(dir, "cache"), "-q"},
		args...)
	if code := program.Run(args, &out, &out); code != 0 {
		t.Fatalf("exit %d: %s", code, &out)
	}
	got, err := table.ReadFile(filepath.Join(dir, "sweep.csv"))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// A sweep on generated data: twenty points, with smaller errors for AdL.
func TestLinear(t *testing.T) {
	got := swept(t, "testdata/linear.toml", "-set", "T=640")
	errors := got.Where("quantity", "variance error theta1")
	if errors.Len() != 20 {
		t.Errorf("%d points, want 20", errors.Len())
	}
	at := []any{"quantity", "variance error theta1", "n", 1, "scheme"}
	sgld := got.Where(append(at, "SGLD")...).Estimate(0)
	adl := got.Where(append(at, "ODABADO", "friction", "full")...).Estimate(0)
	if !(sgld.Value-adl.Value > 4*(sgld.StdErr+adl.StdErr)) {
		t.Errorf("errors of the variance: %.3g of SGLD, %.3g of AdL", sgld, adl)
	}
	for _, quantity := range []string{"mean theta1 theta2", "variance log posterior", "xi 11"} {
		if got.Where("quantity", quantity).Len() == 0 {
			t.Errorf("no rows of %s", quantity)
		}
	}
}

// The example sweep works at its smallest profile.
func TestSpec(t *testing.T) {
	got := swept(t, "example.toml", "-profile", "smoke")
	if n := got.Where("quantity", "variance error theta1").Len(); n != 24 {
		t.Errorf("%d points, want 24", n)
	}
}

// tables writes tables of the shapes in EXTEND.md, with missing cells in columns that no spec uses,
// and returns the specs of that page by the name of their table.
func tables(t *testing.T) (dir string, specs map[string]string) {
	t.Helper()
	page, err := os.ReadFile("../EXTEND.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "## A table of your own")
	text, _, _ = strings.Cut(text, "\n## ")
	blocks := strings.Split(text, "```toml\n")
	if len(blocks) != 4 {
		t.Fatalf("%d specs in EXTEND.md", len(blocks)-1)
	}
	common, _, _ := strings.Cut(blocks[1], "[model]")
	dir, specs = t.TempDir(), map[string]string{}
	file := func(name, names, row string, numbers ...[]float64) {
		var b strings.Builder
		b.WriteString(names)
		for i := range numbers[0] {
			var cells []any
			for _, column := range numbers {
				cells = append(cells, column[i])
			}
			fmt.Fprintf(&b, row, cells...)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, block := range blocks[1:] {
			head, own, _ := strings.Cut(block, "[model]")
			own, _, _ = strings.Cut(own, "```")
			if !strings.Contains(own, `"`+name+`"`) {
				continue
			}
			keys := common
			if block != blocks[1] { // the keys of this table alone
				for change := range strings.Lines(head) {
					if key, _, ok := strings.Cut(change, " "); ok {
						keys = regexp.MustCompile(`(?m)^`+key+` *=.*\n`).ReplaceAllString(keys, change)
					}
				}
			}
			specs[name] = keys + "[model]" + strings.Replace(own, name, filepath.Join(dir, name), 1)
		}
	}
	x, y := dataset.Gaussian(300, 50, 40, 1).X, dataset.Gaussian(300, 1.5, 1, 2).X
	u := dataset.Gaussian(300, 0, 1, 3).X
	switched, score := make([]float64, 300), make([]float64, 300)
	for i := range x {
		if (x[i]-50)/40-(y[i]-1.5)+u[i] < 0.5 {
			switched[i] = 1
		}
		score[i] = 87 + 6*(x[i]-50)/40 + 18*u[i]
	}
	file("wells.csv", "\ufeff\"switched\",\"arsenic\",\"dist\",\"educ\"\r\n",
		"%g,%g,%g,NA\r\n", switched, y, x)
	file("kidiq.csv", "# two columns of four\nkid_score;mom_hs;mom_iq;mom_age\n", "%g;;%g;27\n",
		score, x)
	mixture := dataset.Mixture(1000, 0.6, [2]float64{-2, 3}, [2]float64{1, 1}, 4).X
	file("mix.csv", "id\tx\n", "-\t%g\n", mixture)
	return dir, specs
}

// The specs in EXTEND.md run as printed. They find their columns, which name the parameters: the
// reference of the linear regression is its closed form on the scale of the data.
func TestTables(t *testing.T) {
	dir, specs := tables(t)
	for name, parameters := range map[string][]string{
		"wells.csv": {"dist", "arsenic", "intercept"}, "kidiq.csv": {"mom_iq", "intercept"},
		"mix.csv": {"theta1", "theta2"},
	} {
		path := filepath.Join(dir, "my.toml")
		if err := os.WriteFile(path, []byte(specs[name]), 0o666); err != nil {
			t.Fatal(err)
		}
		args := []string{"-profile", "smoke"}
		if name == "kidiq.csv" { // in two seconds
			args = nil
		}
		got := swept(t, path, args...)
		if args == nil {
			if n := got.Where("quantity", "variance error mom_iq", "status", table.OK).Len(); n < 8 {
				t.Errorf("%s: only %d points of 8 are ok", name, n)
			}
		}
		for _, theta := range parameters {
			errors := got.Where("quantity", "variance error "+theta, "source", table.Simulation)
			if errors.Len() != 8 {
				t.Errorf("%s: %d points, want 8", name, errors.Len())
			}
			exact := got.Where("quantity", "mean "+theta).Cell(0, "exact")
			if exact == "" {
				t.Errorf("%s: the mean of %s is not exact", name, theta)
			}
		}
		if name != "kidiq.csv" {
			at := []any{"quantity", "variance error " + parameters[0], "n", 10}
			sgld := got.Where(append(at, "scheme", "SGLD")...).Float(0, "value")
			adl := got.Where(append(at, "friction", "full")...).Float(0, "value")
			if !(math.Abs(adl) < 0.2*sgld) {
				t.Errorf("%s: errors of the variance: %g of AdL, %g of SGLD", name, adl, sgld)
			}
			continue
		}
		l, err := dataset.LinearSource{CSV: dataset.CSV{
			File: filepath.Join(dir, name), Columns: []string{"mom_iq"}, Label: "kid_score",
		}}.Load()
		if err != nil {
			t.Fatal(err)
		}
		var m, square, sum, product float64 // of the covariate x, of x², y and xy
		for i, y := range l.Y {
			x := float64(l.Z[i])
			m, square, sum, product = m+x/300, square+x*x/300, sum+y, product+x*y
		}
		sd := math.Sqrt(square - m*m)
		// of the standardized coefficients: they are independent
		variance := 1 / (300/(18.*18) + 1/1e4)
		slope := variance / (18 * 18) * (product - m*sum) / sd / sd
		for quantity, want := range map[string]float64{
			"mean mom_iq": slope, "mean intercept": variance/(18*18)*sum - m*slope,
			"variance mom_iq": variance / sd / sd, "variance intercept": variance * square / sd / sd,
		} {
			x := got.Where("quantity", quantity).Float(0, "exact")
			if !(math.Abs(x/want-1) < 1e-6) {
				t.Errorf("%s: %g, want %g", quantity, x, want)
			}
		}
	}
}

// TestBadTables: a mistake in a table is one line with the file, the line and the column.
func TestBadTables(t *testing.T) {
	dir, specs := tables(t)
	for _, c := range []struct{ name, from, to, want string }{
		{"wells.csv", ",NA", ",", ""},
		{"wells.csv", "arsenic\",", "As\",", `key "data.columns": expected the name of one column of ` +
			`["switched" "As" "dist" "educ"] in DIR/wells.csv, got "arsenic"`},
		{"kidiq.csv", ";27\n", ";27;\n", `key "data.file": data file DIR/kidiq.csv:3: expected columns ` +
			`as in the first line (4), got `},
		{"kidiq.csv", ";;", ";;NA", `key "data.file": data file DIR/kidiq.csv:3: column 3 (mom_iq): ` +
			`expected a finite number of magnitude up to 1e+30, got "NA`},
		{"mix.csv", "-\t", "-\t\t", `key "data.file": data file DIR/mix.csv:2: expected columns as in ` +
			`the first line (2), got "-,,`},
		{"wells.csv", `"educ"`, `"arsenic"`, `key "data.columns": DIR/wells.csv: columns 2 and 4 have ` +
			`the name "arsenic" (rename one)`},
		{"mix.csv", "x\n", "z\n", `key "data.column": expected the name of one column of ["id" "z"] in ` +
			`DIR/mix.csv, got "x"`},
	} {
		path, spec := filepath.Join(dir, c.name), filepath.Join(dir, "my.toml")
		good, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		bad := strings.Replace(string(good), c.from, c.to, 1)
		if bad == string(good) {
			t.Fatalf("%s: %q is not in the table", c.name, c.from)
		}
		for name, text := range map[string]string{path: bad, spec: specs[c.name]} {
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		var out, log bytes.Buffer
		code := program.Run([]string{"-spec", spec, "-cache", dir + "/cache", "-plan"}, &out, &log)
		got := strings.ReplaceAll(log.String(), dir, "DIR")
		switch {
		case c.want == "" && code != 0:
			t.Errorf("%s: exit %d, %s", c.name, code, got)
		case c.want != "" && (code != 2 || strings.Count(got, "\n") != 1 ||
			!strings.HasPrefix(got, "sweep: DIR/my.toml:") || !strings.Contains(got, c.want)):
			t.Errorf("%s: exit %d, %s, want one line with %s", c.name, code, got, c.want)
		}
		if err := os.WriteFile(path, good, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
