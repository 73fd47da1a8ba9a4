package grid_test

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"adl/pkg/exact"
	"adl/pkg/table"
)

// rows runs a spec and returns its table.
func rows(t *testing.T, text string, args ...string) *table.Table {
	t.Helper()
	dir := t.TempDir()
	out, log, code := run(t, text, append(args, "-out", dir, "-q")...)
	if code != 0 {
		t.Fatalf("exit %d: %s%s", code, out, log)
	}
	got, err := table.ReadFile(filepath.Join(dir, "sweep.csv"))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// On a Gaussian posterior SGLD and Langevin dynamics have the variances of their closed forms, and
// AdL the exact one, within four standard errors, with their parameters in columns of their own.
func TestGaussian(t *testing.T) {
	t.Parallel()
	text := strings.NewReplacer("T = 64", "T = 6400", `scheme = "ODABADO"`+"\n", "", "gamma = 1\n", "",
		"n = [1, 5]", "scheme = [\"SGLD\", \"OABAO\", \"ODABADO\"]\ngamma = [1, 2]\nn = [5, 10]\n"+
			"data.ndata = [20, 40]",
		"ndata = 20\n", "").Replace(small)
	got := rows(t, text)
	errors := got.Where("quantity", "variance error theta1", "source", table.Simulation)
	if n := errors.Len(); n != 2*2+2*2*2+2*2*2 { // γ makes no difference to SGLD
		t.Fatalf("%d points", n)
	}
	for i := range errors.Len() {
		e, n := errors.Estimate(i), errors.Float(i, "data.ndata")
		a, dt, eps := 1+n, errors.Float(i, "dt"), errors.Float(i, "epsilon")
		if want := n * (n - errors.Float(i, "n")) / errors.Float(i, "n"); eps != want {
			t.Errorf("ε(n) = %g, want %g", eps, want)
		}
		variance := got.Where("quantity", "variance theta1", "scheme", errors.Cell(i, "scheme"),
			"gamma", errors.Cell(i, "gamma"), "n", errors.Cell(i, "n"), "data.ndata", n)
		if variance.Len() != 1 || math.Abs(variance.Float(0, "exact")*a-1) > 1e-9 {
			t.Errorf("variance of the posterior: %v, want %g", variance.Strings("exact"), 1/a)
		}
		want := errors.Float(i, "exact")
		law := exact.Gaussian{A: a}
		switch errors.Cell(i, "scheme") { // with ε(n) = 0, where the data do not matter
		case "SGLD":
			if w := law.SGLD(0, dt); !(want > w) {
				t.Errorf("SGLD: closed form %g, %g with all data", want, w)
			}
			if errors.Cell(i, "gamma")+errors.Cell(i, "eta")+errors.Cell(i, "friction") != "" {
				t.Error("SGLD has a friction")
			}
		case "OABAO":
			if w := law.Langevin(0, errors.Float(i, "gamma"), dt); !(want > w) {
				t.Errorf("Langevin: closed form %g, %g with all data", want, w)
			}
		}
		if z := (e.Value - want) / e.StdErr; errors.Cell(i, "status") == table.OK &&
			!(math.Abs(z) < 4.5) {
			t.Errorf("%s, γ = %s, n = %s of %g: %.3g ± %.2g, want %.3g", errors.Cell(i, "scheme"),
				errors.Cell(i, "gamma"), errors.Cell(i, "n"), n, e.Value, e.StdErr, want)
		}
	}
	if n := errors.Where("status", table.OK).Len(); n < errors.Len()*3/4 {
		t.Errorf("only %d points of %d are ok", n, errors.Len())
	}
}

// More points move none.
func TestMorePoints(t *testing.T) {
	t.Parallel()
	few, more := rows(t, small), rows(t, strings.Replace(small, "n = [1, 5]", "n = [3, 5, 1]", 1))
	for i := range few.Len() {
		at := []any{"n", few.Cell(i, "n"), "quantity", few.Cell(i, "quantity"), "source",
			few.Cell(i, "source")}
		if u := more.Where(at...); u.Len() != 1 || u.Cell(0, "value") != few.Cell(i, "value") {
			t.Errorf("%v: %v, was %s", at, u.Strings("value"), few.Cell(i, "value"))
		}
	}
}

// With more than three parameters the reference is a run. It is not called exact, and an error from
// one that is not stationary does not count.
func TestReferenceRun(t *testing.T) {
	t.Parallel()
	const logistic = `seed = 1
T = 64
replicas = 64
burn_in = 1
observe_every = 0.01
blocks = 4
scheme = "SGLD"
dt = 1e-3
[sweep]
n = [10]
[reference]
dt = 1e-2
[model]
kind = "logistic"
[data]
kind = "mnist"
pca = "whiten"
d = 4
ndata = 100
held_out = 0
`
	for _, c := range []struct {
		name, text string
		ok         bool // the reference is stationary
	}{
		{"stationary", strings.NewReplacer("T = 64", "T = 640", "burn_in = 1", "burn_in = 5").
			Replace(logistic), true},
		{"unstable", strings.Replace(logistic, "dt = 1e-2", "dt = 10", 1), false},
	} {
		got := rows(t, c.text)
		for i := range got.Len() {
			q := got.Cell(i, "quantity")
			if x := got.Cell(i, "exact"); x != "" {
				t.Errorf("%s: %s is %s, exactly", c.name, q, x)
			}
			if ok := got.Cell(i, "status") == table.OK; strings.Contains(q, " error ") && ok != c.ok {
				t.Errorf("%s: %s has the status %s", c.name, q, got.Cell(i, "status"))
			}
		}
	}
}
