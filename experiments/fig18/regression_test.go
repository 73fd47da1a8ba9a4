package main

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"adl/pkg/estimate"
)

// replicas returns the variances of d components in R replicas of length t, relative to the exact
// ones: each has the bias b and noise of variance a/t.
func replicas(r *rand.Rand, d, R int, b, a, t float64) (v estimate.Variances) {
	for range d {
		each, mean := make([]float64, R), 0.0
		for k := range each {
			each[k] = 1 + b + math.Sqrt(a/t)*r.NormFloat64()
			mean += each[k] / float64(R)
		}
		for k := range each {
			each[k] /= mean
		}
		v.Value, v.Each = append(v.Value, mean), append(v.Each, each)
	}
	return v
}

// TestTimeTo compares the time to an error of 1 % with a/(10⁻⁴ − b²) over many runs.
func TestTimeTo(t *testing.T) {
	const d, R, length, a = 50, 8, 5000, 0.5
	r := rand.New(rand.NewPCG(1, 2))
	ref := replicas(r, d, 16, 0, 0, 1)
	for _, c := range []struct {
		name string
		b    float64
		time float64 // length of a replica
		want string
	}{
		{"no bias", 0, length, "known"},
		{"bias", -0.007, length, "known"},
		{"large bias", 0.02, length, "infinite"},
		{"short run", 0.007, 100, "least"},
	} {
		exact := a / (1e-4 - c.b*c.b)
		var q []float64 // 1/T over its exact value, and distances in standard errors
		count, far := map[string]int{}, 0
		for range 200 {
			e, known := timeTo(0.01, replicas(r, d, R, c.b, a, c.time), ref, c.time)
			switch {
			case !known:
				count["least"]++
				if e.Value > exact {
					far++
				}
			case math.IsInf(e.Value, 1):
				count["infinite"]++
			default:
				count["known"]++
				q = append(q, exact/e.Value)
				if math.Abs(e.Z(exact)) > 3 {
					far++
				}
			}
		}
		if count[c.want] < 180 || far > 20 {
			t.Errorf("%s: %v, of which %d are off", c.name, count, far)
		}
		if m := estimate.Mean(append(slices.Clone(q), 1)); c.want == "known" &&
			math.Abs(m.Value-1) > 4*m.StdErr+0.02 {
			t.Errorf("%s: 1/T is %v of the exact one", c.name, m)
		}
	}
}
