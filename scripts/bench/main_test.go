package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/exact"
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

// All competitors simulate the same law: a comparison of their speeds is fair. Chains are compared over the same times from the same start, which need not
// be long enough to forget it. n = 150 of 200 tells sampling without replacement from that with.
func TestSameLaw(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	works, err := works(dir)
	if err != nil {
		t.Fatal(err)
	}
	all, missing, err := competitors(ctx, dir, works[0].Job)
	if err != nil {
		t.Fatal(err)
	}
	// all forms of vec give the same bits: one of them is enough
	all = slices.DeleteFunc(all, func(c competitor) bool { return c.form != "" && c.form != vec.Form() })
	for _, m := range missing {
		t.Log("not compared:", m)
	}
	gauss := &model.Gaussian{X: dataset.Gaussian(100, 0, 1, 1).X, SigmaX: 1, SigmaTheta: 1}
	variance := (1 + exact.NewLinear(gauss).SGLD(minibatch.With.Epsilon(100, 1), works[0].Job.Dt)) / gauss.Precision()
	many := works[2].Job
	many.N, many.Dt = 150, 2e-2
	for _, c := range []struct {
		name                string
		job                 peers.Job
		chains, burn, steps int
	}{
		{works[0].name, works[0].Job, 256, 500, 10000},
		{works[1].name, works[1].Job, 512, 500, 1000},
		{works[2].name, works[2].Job, 256, 500, 1000},
		{"OABAO mixture n=150", many, 256, 100, 300},
		{works[4].name, works[4].Job, 512, 500, 1000},
	} {
		c.job.Chains, c.job.Burn, c.job.Steps = c.chains, c.burn, c.steps
		var mean, spread, meanErr, spreadErr [2]float64 // of the first competitor, and of another
		for k, comp := range all {
			r, err := comp.run(ctx, c.job)
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Mean) != c.chains {
				t.Fatalf("%s: %s: %d chains, want %d", c.name, comp.name, len(r.Mean), c.chains)
			}
			i := min(k, 1)
			mean[i], spread[i], meanErr[i], spreadErr[i] = r.Moments()
			t.Logf("%s: %s: mean %.5f ± %.5f, variance %.6f ± %.6f", c.name, comp.name, mean[i], meanErr[i], spread[i], spreadErr[i])
			if z := (mean[i] - mean[0]) / math.Hypot(meanErr[0], meanErr[i]); !(math.Abs(z) < 4.5) {
				t.Errorf("%s: %s: mean %v, but %s: %v: %.1f standard errors", c.name, comp.name, mean[i], all[0].name, mean[0], z)
			}
			if z := (spread[i] - spread[0]) / math.Hypot(spreadErr[0], spreadErr[i]); !(math.Abs(z) < 4.5) || spreadErr[i] > 0.1*spread[i] {
				t.Errorf("%s: %s: variance %v ± %v, but %s: %v: %.1f standard errors", c.name, comp.name, spread[i], spreadErr[i], all[0].name, spread[0], z)
			}
			if c.job.Method == "sgld" {
				// a chain of 10 time units sees 10·a/2 ≈ 500 independent values, and its variance about its own mean is so much smaller
				want := variance * (1 - 2/(gauss.Precision()*float64(c.steps)*c.job.Dt))
				if z := (spread[i] - want) / spreadErr[i]; !(math.Abs(z) < 4.5) {
					t.Errorf("%s: variance %v ± %v, want %v: %.1f standard errors", comp.name, spread[i], spreadErr[i], want, z)
				}
			}
		}
	}
}

func TestBench(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bench.csv")
	var out, errs bytes.Buffer
	if code := run([]string{"-rounds", "1", "-seconds", "1e-4", "-csv", file}, &out, &errs); code != 0 {
		t.Fatalf("exit code %d: %s", code, &errs)
	}
	for _, want := range []string{"vec ", "portable than plain Go", "SGLD Gaussian n=1", "ODABADO full mixture n=5"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, &out)
		}
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, r := range rows {
		if r[1] == "portable" && r[2] == "ns" && r[6] == "plain Go" && r[7] != "" && r[8] == "1" {
			found++
		}
	}
	if found != 5 {
		t.Errorf("%d rows of the portable form, want 5, in %q", found, rows)
	}
}

func TestArguments(t *testing.T) {
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"-h", 0, "median"},
		{"-rounds many", 2, "rounds"},
		{"-rounds 0", 2, "positive"},
		{"fast", 2, `unexpected argument "fast"`},
		{"vec 1 2", 1, "bench vec: expected DATA"},
		{"plain nothing adl 1 1e-3 0 1 64 0 10", 1, "nothing"},
	} {
		var out, errs bytes.Buffer
		if code := run(strings.Fields(c.args), &out, &errs); code != c.code || !strings.Contains(errs.String(), c.want) {
			t.Errorf("%s: exit code %d, want %d; %q should say %q", c.args, code, c.code, errs.String(), c.want)
		}
	}
}

func TestMedian(t *testing.T) {
	for _, c := range []struct{ x, want []float64 }{
		{[]float64{3}, []float64{3, 3, 3}},
		{[]float64{5, 1, 2}, []float64{2, 1, 5}},
		{[]float64{5, 1, 2, 4}, []float64{3, 1, 5}},
	} {
		if mid, least, greatest := median(c.x); mid != c.want[0] || least != c.want[1] || greatest != c.want[2] {
			t.Errorf("median(%v) = %v, %v, %v, want %v", c.x, mid, least, greatest, c.want)
		}
	}
}
