package estimate

import (
	"math"
	"math/rand/v2"
	"testing"
)

// synthetic are the sums of d components of given variances, in one block of independent normal
// numbers per replica.
func synthetic(rng *rand.Rand, replicas, d, count int, variance func(i int) float64) Variances {
	var b []*Blocks
	for i := range d {
		x := &Blocks{replicas, int64(count),
			make([]float64, replicas), make([]float64, replicas)}
		for r := range replicas {
			for range count {
				v := 3 + math.Sqrt(variance(i))*rng.NormFloat64()
				x.S1[r] += v
				x.S2[r] += v * v
			}
		}
		b = append(b, x)
	}
	return NewVariances(b)
}

// The corrected mean of absolute errors is 0 where there are none, and the true one where they are
// large, with standard errors that are right.
func TestVarianceError(t *testing.T) {
	const d, trials = 60, 40
	two := func(int) float64 { return 2 }
	rng := source(15)
	for _, c := range []struct {
		name      string
		deviation func(i int) float64
		low, high float64 // bias in units of the floor
	}{
		{"none", func(int) float64 { return 0 }, -0.15, 0.15},
		{"small", func(i int) float64 { return 0.05 * float64(i%2*2-1) }, -0.5, 0.1},
		{"large", func(i int) float64 { return 0.3 * float64(i%2*2-1) }, -0.15, 0.15},
	} {
		truth := 0.0
		for i := range d {
			truth += math.Abs(c.deviation(i)) / d
		}
		var values []float64
		se, floor := 0.0, 0.0
		for range trials {
			ref := synthetic(rng, 8, d, 128, two)
			v := synthetic(rng, 8, d, 128, func(i int) float64 { return 2 * (1 + c.deviation(i)) })
			e := v.Error(ref)
			values = append(values, e.Corrected)
			se, floor = se+e.StdErr/trials, floor+e.Floor/trials
			if len(e.Each) != d {
				t.Fatal("not every component has an error")
			}
		}
		if b := (mean(values) - truth) / floor; b < c.low || b > c.high {
			t.Errorf("%s: corrected %g, want %g; floor %g", c.name, mean(values), truth, floor)
		}
		if r := se / math.Sqrt(variance(values)); r < 0.7 || r > 2 {
			t.Errorf("%s: the standard error %g is %g times the scatter", c.name, se, r)
		}
		// two variances of 1024 numbers each
		want := math.Sqrt(2.0/1024*2) * math.Sqrt(2/math.Pi)
		near(t, c.name+": floor", floor, want, 0.15*want)
	}
	v := synthetic(rng, 8, 3, 128, two)
	e := v.Error(Variances{Value: []float64{1, 1, 1}})
	if math.Abs(e.Signed.Z(1)) > 5 || math.Abs(e.Corrected-1) > 5*e.StdErr || !(e.StdErr < 0.1) {
		t.Errorf("variances twice as large as they are known to be: %+v", e)
	}
	mustPanic(t, "components", func() { v.Error(Variances{}) })
}
