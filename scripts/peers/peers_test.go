package peers

import (
	"bytes"
	"math"
	"reflect"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/exact"
	"adl/pkg/minibatch"
	"adl/pkg/model"
)

func TestArguments(t *testing.T) {
	want := Job{
		Data: "x.csv", Method: "adl", N: 5, Dt: 1e-3, Lo: -1.5, Hi: 1.4, Chains: 64, Burn: 10,
		Steps: 1000000,
	}
	got, err := Parse(want.Args())
	if err != nil || got != want {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	for _, args := range [][]string{nil, {"x", "adl", "1", "0.1", "0", "1", "64", "0", "many"}} {
		if _, err := Parse(args); err == nil {
			t.Errorf("Parse(%q): no error", args)
		}
	}
}

func TestResult(t *testing.T) {
	// cells of width 1 with centres 0.5, 1.5, …: one observation below, one in the second cell, two
	// above
	count := make([]uint32, Bins+2)
	count[0], count[2], count[Bins+1] = 1, 1, 2
	want := &Result{Seconds: 0.25}
	want.Add(count, 0, Bins)
	if m, q := (1.5+2*Bins)/4, (1.5*1.5+2*Bins*Bins)/4; want.Mean[0] != m || want.Square[0] != q {
		t.Errorf("moments %v, %v, want %v, %v", want.Mean, want.Square, m, q)
	}
	var b bytes.Buffer
	if err := want.Write(&b); err != nil {
		t.Fatal(err)
	}
	got, err := Read(b.String())
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	for _, s := range []string{"", "soon", "1\n2"} {
		if _, err := Read(s); err == nil {
			t.Errorf("Read(%q): no error", s)
		}
	}
}

// The variance of SGLD on a Gaussian posterior is known.
func TestPlain(t *testing.T) {
	x := dataset.Gaussian(100, 0, 1, 1).X
	m := &model.Gaussian{X: x, SigmaX: 1, SigmaTheta: 1}
	const dt = 1e-3
	for _, n := range []int{1, 10} {
		r, err := Plain(Job{
			Method: "sgld", N: n, Dt: dt, Lo: -1.5, Hi: 1.5, Chains: 64, Burn: 1000, Steps: 50000,
		}, x)
		if err != nil {
			t.Fatal(err)
		}
		want := (1 + exact.NewGaussian(m).SGLD(minibatch.With.Epsilon(100, n), dt)) / m.Precision()
		mean, variance, meanErr, varianceErr := r.Moments()
		if z := (mean - m.Mean()) / meanErr; math.Abs(z) > 5 || meanErr > 0.01 {
			t.Errorf("n = %d: mean %v ± %v, want %v: %.1f standard errors", n, mean, meanErr, m.Mean(), z)
		}
		if z := (variance - want) / varianceErr; math.Abs(z) > 5 || varianceErr > 0.01*want {
			t.Errorf("n = %d: variance %v ± %v, want %v: %.1f standard errors",
				n, variance, varianceErr, want, z)
		}
	}
	if _, err := Plain(Job{Method: "hmc"}, x); err == nil {
		t.Error("no error for a method that is none")
	}
}
