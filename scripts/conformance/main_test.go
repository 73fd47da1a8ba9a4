package main

import (
	"flag"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write results/conformance.csv")

// The command runs in the project's folder.
func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		panic(err)
	}
	m.Run()
}

func output(args ...string) (out, errs string, code int) {
	var o, e strings.Builder
	code = run(args, &o, &e)
	return o.String(), e.String(), code
}

// The command prints results/conformance.csv; -update writes it.
func TestTable(t *testing.T) {
	out, errs, code := output()
	if code != 0 || errs != "" {
		t.Fatal(code, errs)
	}
	const path = "results/conformance.csv"
	if *update {
		if err := os.WriteFile(path, []byte(out), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	committed, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(committed) != out {
		t.Errorf("%s differs from the exact numbers. To write it: "+
			"go test ./scripts/conformance -update", path)
	}
	for _, m := range methods {
		if !strings.Contains(out, ","+m.name+",") {
			t.Errorf("no rows of %s", m.name)
		}
	}
}

// Rows at given parameters have known values.
func TestRows(t *testing.T) {
	for _, c := range []struct{ args, row string }{
		{"-method BADODAB -gamma 0.5 -eta 1 -d 2 -dt 0.02",
			"normal,,BADODAB,2,0.5,1,,,0.02,mean,xi,0.5,frozen,"},
		{"-method BAOAB -gamma 3 -dt 0.4", "normal,,BAOAB,1,3,,,,0.4,variance,p,0.96,exact,0"},
		{"-method SGLD -dt 0.5", "normal,,SGLD,1,,,,,0.5,variance,theta,1.33333333333,exact,0"},
		{"-d 4 -method SGNHT", "normal,,SGNHT,4,1,4,,,0.01,variance,xi,0.25,limit,"},
		{"-target gaussian -n 25 -sampling with -method OABAO -gamma 2",
			"gaussian,data/gaussian100.csv,OABAO,1,2,,25,with,0.01,variance,p,"},
		{"-target mixture -dt 0.001", "mixture,data/mixture200.csv,ABOBA,2,1,,200,without,0.001,mean,"},
	} {
		out, errs, code := output(strings.Fields(c.args)...)
		if code != 0 || errs != "" || !strings.Contains(out, "\n"+c.row) {
			t.Errorf("%s: exit %d: %s%s", c.args, code, errs, out)
		}
	}
}

// pSGLD without correction has E θ² = (1 + 2(2/π)^(1/2))/(1 + (2/π)^(1/2)), from π(θ) (1 + |θ|).
func TestPreconditioned(t *testing.T) {
	out, _, _ := output("-method", "pSGLD uncorrected", "-dt", "0.1")
	_, cell, _ := strings.Cut(out, "variance,theta,")
	cell, _, _ = strings.Cut(cell, ",")
	got, err := strconv.ParseFloat(cell, 64)
	r := math.Sqrt(2 / math.Pi)
	if want := (1 + 2*r) / (1 + r); err != nil || math.Abs(got-want) > 1e-6 {
		t.Errorf("got %g, want %g: %s", got, want, out)
	}
}

// A wrong flag is one clear line.
func TestUsage(t *testing.T) {
	for args, want := range map[string]string{
		"-x":                             "flag provided but not defined: -x",
		"-dt 0.1 more":                   "expected only flags, and positive",
		"-method XYZ":                    "no rows: expected a stationary state, and -target and ",
		"-target cauchy":                 "no rows",
		"-d 0":                           "expected only flags, and positive -d, -gamma, -eta and -dt",
		"-dt 0":                          "expected only flags, and positive -d, -gamma, -eta and -dt",
		"-gamma NaN":                     "expected only flags, and positive -d, -gamma, -eta and -dt",
		"-dt x":                          `invalid value "x" for flag -dt`,
		"-target gaussian -n 101":        "sampling without replacement requires n ≤ Nd = 100",
		"-sampling twice":                `unknown sampling "twice"`,
		"-method BAOAB -dt 2":            "no rows",
		"-method SGNHT -eta 0.5":         "no rows",
		"-target mixture -method pSGLD ": "no rows",
	} {
		out, errs, code := output(strings.Fields(args)...)
		if code != 2 || out != "" || strings.Count(errs, "\n") != 1 ||
			!strings.HasPrefix(errs, "conformance: ") || !strings.Contains(errs, want) {
			t.Errorf("%s: exit %d: %s%s", args, code, out, errs)
		}
	}
	if out, errs, code := output("-h"); code != 0 || errs != "" || !strings.Contains(out, "-gamma") {
		t.Errorf("-h: exit %d: %s%s", code, out, errs)
	}
}
