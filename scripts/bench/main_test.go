package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/exact"
	"adl/pkg/long"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/vec"
	"adl/scripts/peers"
)

// The test binary is its own children, as the program is.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && children[os.Args[1]] != nil {
		os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// All competitors simulate the same distribution: a comparison of their speeds is fair. Chains are
// compared over the same times from the same start, which need not be long enough to forget it. n =
// 150 of 200 tells sampling without replacement from that with.
func TestSameLaw(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	works, err := works(dir, 100)
	if err != nil {
		t.Fatal(err)
	}
	all, missing, err := competitors(ctx, dir, "", works[0].Job)
	if err != nil {
		t.Fatal(err)
	}
	// all forms of vec give the same bits: one of them is enough
	all = slices.DeleteFunc(all,
		func(c competitor) bool { return c.form != "" && c.form != vec.Form() })
	for _, m := range missing {
		t.Log("not compared:", m)
	}
	gauss := &model.Gaussian{X: dataset.Gaussian(100, 0, 1, 1).X, SigmaX: 1, SigmaTheta: 1}
	variance := (1 + exact.NewGaussian(gauss).SGLD(minibatch.With.Epsilon(100, 1), works[0].Job.Dt)) /
		gauss.Precision()
	many := works[2].Job
	many.N, many.Dt = 150, 2e-2
	// Of the works below, time steps are such that the noise of mini-batches would show if ξ did not
	// answer it. Logistic regression is small enough for seconds.
	few := peers.Job{Data: filepath.Join(dir, "few"), Lo: -4, Hi: 2}
	if err := writeScores(few.Data, 200, 3); err != nil {
		t.Fatal(err)
	}
	of := func(j peers.Job, method string, n int, dt float64) peers.Job {
		j.Method, j.N, j.Dt = method, n, dt
		return j
	}
	for _, c := range []struct {
		name                string
		job                 peers.Job
		chains, burn, steps int
		long                bool // the method has a shorter case
	}{
		{works[0].name, works[0].Job, 256, 500, 10000, false},
		{works[1].name, works[1].Job, 512, 500, 1000, true},
		{works[2].name, works[2].Job, 256, 500, 1000, true},
		{"OABAO mixture n=150", many, 256, 100, 300, false},
		{works[4].name, works[4].Job, 512, 500, 1000, false},
		{"eAdL K=35 full mixture n=1", of(works[5].Job, "eadl", 1, 2e-3), 512, 500, 1000, false},
		{"network n=5", of(works[6].Job, "network", 5, 1e-2), 256, 500, 1000, true},
		{"network n=1", of(works[6].Job, "network", 1, 5e-2), 256, 500, 1000, false},
		{"scalar logistic n=1", of(few, "logistic-scalar", 1, 2e-2), 256, 500, 1000, false},
		{"scalar logistic n=200", of(few, "logistic-scalar", 200, 5e-2), 128, 200, 1000, true},
		{"full logistic n=1", of(few, "logistic-full", 1, 2e-2), 256, 500, 1000, false},
	} {
		if c.long && !long.On() {
			t.Logf("%s: make test-long runs it", c.name)
			continue
		}
		c.job.Chains, c.job.Burn, c.job.Steps = c.chains, c.burn, c.steps
		var mean, spread, meanErr, spreadErr [2]float64 // of the first competitor, and of another
		for k, comp := range all {
			if !comp.does(c.job) {
				continue
			}
			r, err := comp.run(ctx, c.job)
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Mean) != c.chains {
				t.Fatalf("%s: %s: %d chains, want %d", c.name, comp.name, len(r.Mean), c.chains)
			}
			i := min(k, 1)
			mean[i], spread[i], meanErr[i], spreadErr[i] = r.Moments()
			t.Logf("%s: %s: mean %.5f ± %.5f, variance %.6f ± %.6f", c.name, comp.name, mean[i], meanErr[i],
				spread[i], spreadErr[i])
			if z := (mean[i] - mean[0]) / math.Hypot(meanErr[0], meanErr[i]); !(math.Abs(z) < 4.5) {
				t.Errorf("%s: %s: mean %v, but %s: %v: %.1f standard errors", c.name, comp.name, mean[i],
					all[0].name, mean[0], z)
			}
			if z := (spread[i] - spread[0]) / math.Hypot(spreadErr[0], spreadErr[i]); !(math.Abs(z) < 4.5) ||
				spreadErr[i] > 0.1*spread[i] {
				t.Errorf("%s: %s: variance %v ± %v, but %s: %v: %.1f standard errors", c.name, comp.name,
					spread[i], spreadErr[i], all[0].name, spread[0], z)
			}
			if c.job.Method == "sgld" {
				// a chain of 10 time units sees 10·a/2 ≈ 500 independent values, and its variance about its own
				// mean is so much smaller
				want := variance * (1 - 2/(gauss.Precision()*float64(c.steps)*c.job.Dt))
				if z := (spread[i] - want) / spreadErr[i]; !(math.Abs(z) < 4.5) {
					t.Errorf("%s: variance %v ± %v, want %v: %.1f standard errors", comp.name, spread[i],
						spreadErr[i], want, z)
				}
			}
		}
	}
}

// printed runs the program for a moment and returns what it printed and its CSV file.
func printed(t *testing.T, args ...string) (text string, rows [][]string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "bench.csv")
	var out, errs bytes.Buffer
	args = append([]string{
		"steps", "-rounds", "1", "-seconds", "1e-4", "-ndata", "500", "-csv", file,
	}, args...)
	if code := run(args, &out, &errs); code != 0 {
		t.Fatalf("exit code %d: %s", code, &errs)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if rows, err = csv.NewReader(f).ReadAll(); err != nil {
		t.Fatal(err)
	}
	return out.String(), rows
}

func TestBench(t *testing.T) {
	text, rows := printed(t)
	for _, want := range []string{
		"vec ", "portable than plain Go", "SGLD Gaussian n=1", "ODABADO full mixture n=5",
		"ODABADO full logistic n=100, µs",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	basic, rest := 0, 0
	for _, r := range rows {
		switch {
		case r[1] != "portable" || r[2] != "ns":
		case r[6] == "plain Go" && r[7] != "":
			basic++
		case r[3] != "" && r[6] == "" && r[7] == "":
			rest++
		}
	}
	if basic != 5 || rest != 8 {
		t.Errorf("%d and %d rows of the portable form, want 5 and 8, in %q", basic, rest, rows)
	}
}

// Compared with itself, the program has all its forms twice, and a ratio for each of its own.
func TestBenchVersus(t *testing.T) {
	long.Test(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, rows := printed(t, "-vs", self)
	for _, want := range []string{"other portable", "time relative to the other program"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, plainGo) || strings.Contains(text, "times faster") {
		t.Errorf("peers in\n%s", text)
	}
	own, other := 0, 0
	for _, r := range rows[1:] {
		switch form, isOther := strings.CutPrefix(r[1], "other "); {
		case isOther && r[6] == "" && r[7] == "":
			other++
		case r[6] == "other "+form && r[7] != "":
			own++
		default:
			t.Errorf("row %q", r)
		}
	}
	if own == 0 || own != other || own%13 != 0 {
		t.Errorf("%d and %d rows in %q", own, other, rows)
	}
	if code := run([]string{"steps", "-vs", "nothing"}, io.Discard, io.Discard); code != 1 {
		t.Errorf("no program: exit code %d, want 1", code)
	}
}

// The tables show medians in the work's unit and ratios to the reference.
func TestPrint(t *testing.T) {
	works := []work{{name: adlWork, unit: "ns"}, {name: "long", unit: "µs"}}
	all := []competitor{
		{name: "avx2", form: "avx2"}, {name: "portable", form: "portable"},
		{name: plainGo, basic: true}, {name: scalarC},
	}
	r := &results{works: works, all: all, rounds: 3, ns: [][][]float64{
		{{18, 17, 30}, {72, 72, 72}, {180, 180, 180}, {90, 90, 90}},
		{{9000}, {36000}, nil, {9008}},
	}}
	out := func() string {
		var b bytes.Buffer
		r.print(&b)
		if err := r.csv(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	check := func(text string, want ...string) {
		t.Helper()
		for _, w := range want {
			if !regexp.MustCompile(w).MatchString(text) {
				t.Errorf("no %q in\n%s", w, text)
			}
		}
	}
	check(out(), "median of 3\n", "ns +18.0 +72.0 +180 +90.0 *\n", "µs +9.00 +36.0 +9.01 *\n",
		"avx2 than scalar C +portable than plain Go *\n", "ns +5.00 +2.50 *\n", "µs +1.00 *\n",
		"long,avx2,ns,9000,9000,9000,scalar C,1.0009\n", "long,portable,ns,36000,36000,36000,,\n",
		adlWork+",portable,ns,72,72,72,plain Go,2.5\n")
	r.all = []competitor{
		{name: "avx2", form: "avx2"}, {name: avx2C}, {name: plainGo, basic: true}, {name: scalarC},
	}
	check(out(), "avx2 than C for AVX2 *\n", "long,avx2,ns,9000,9000,9000,C for AVX2,4\n")
	r.all = []competitor{
		{name: "avx2", form: "avx2"}, {name: "other avx2", form: "avx2", other: true},
		{name: "portable", form: "portable"},
		{name: "other portable", form: "portable", other: true},
	}
	r.ns[1][2] = []float64{18000}
	check(out(), "ns +0.250 \\(0.236\\) +2.000 \\(2.000\\) *\n",
		"long,avx2,ns,9000,9000,9000,other avx2,4\n")
}

// Chains of logistic regression begin where the force is far below that which a standard deviation
// of the posterior makes, √curvature.
func TestMode(t *testing.T) {
	l, err := scores(500, 10)
	if err != nil {
		t.Fatal(err)
	}
	m := &model.Logistic{Z: l.Z, D: l.D, Y: l.Y}
	theta := mode(l)
	f, g := make([]float64, l.D), make([]float64, l.D)
	m.GradPrior(f, theta)
	for i := range l.Y {
		m.GradDatum(g, theta, i)
		for k := range f {
			f[k] += g[k]
		}
	}
	for k, x := range f {
		if !(math.Abs(x) < 0.5) {
			t.Errorf("component %d of the force is %v", k, x)
		}
	}
}

func TestArguments(t *testing.T) {
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"steps -h", 0, "median"},
		{"steps -rounds many", 2, "rounds"},
		{"steps -rounds 0", 2, "positive"},
		{"steps -ndata 99", 2, "ndata must be from 100 to 12251"},
		{"steps fast", 2, `unexpected argument "fast"`},
		{"vec 1 2", 1, "bench vec: expected DATA"},
		{"vec none.csv hmc 1 1e-3 0 1 64 0 10", 1, `no method "hmc"`},
		{"vec nothing network 1 1e-3 0 1 64 0 10", 1, "nothing"},
		{"plain nothing adl 1 1e-3 0 1 64 0 10", 1, "nothing"},
	} {
		var out, errs bytes.Buffer
		if code := run(strings.Fields(c.args), &out, &errs); code != c.code ||
			!strings.Contains(errs.String(), c.want) {
			t.Errorf("%s: exit code %d, want %d; %q should say %q", c.args, code, c.code, errs.String(),
				c.want)
		}
	}
}

func TestMedian(t *testing.T) {
	for _, c := range []struct{ x, want []float64 }{
		{[]float64{3}, []float64{3, 3, 3}},
		{[]float64{5, 1, 2}, []float64{2, 1, 5}},
		{[]float64{5, 1, 2, 4}, []float64{3, 1, 5}},
	} {
		if mid, least, greatest := median(c.x); mid != c.want[0] || least != c.want[1] ||
			greatest != c.want[2] {
			t.Errorf("median(%v) = %v, %v, %v, want %v", c.x, mid, least, greatest, c.want)
		}
	}
}
