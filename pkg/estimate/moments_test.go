package estimate

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
)

func sums(x [][]float64) *MomentSums {
	m := &MomentSums{Count: int64(len(x[0]))}
	for _, x := range x {
		var s [3]float64
		for _, v := range x {
			s[0], s[1], s[2] = s[0]+v, s[1]+v*v, s[2]+v*v*v
		}
		m.S1, m.S2, m.S3 = append(m.S1, s[0]), append(m.S2, s[1]), append(m.S3, s[2])
	}
	return m
}

// TestMoments repeats samples of distributions whose moments are known: standard errors against the
// scatter, means against the distribution. The sampling variance of the skewness of N normal
// numbers is 6/N.
func TestMoments(t *testing.T) {
	const trials, replicas, n = 60, 64, 200
	total := float64(replicas * n)
	for _, c := range []struct {
		name     string
		draw     func(*rand.Rand) float64
		skew, sd float64 // sd 0: not compared
	}{
		{"normal", func(r *rand.Rand) float64 { return 0.5 + 2*r.NormFloat64() }, 0,
			math.Sqrt(6 / total)},
		{"uniform", func(r *rand.Rand) float64 { return r.Float64() - 0.5 }, 0, 0},
		{"exponential", func(r *rand.Rand) float64 { return r.ExpFloat64() - 1 }, 2, 0},
	} {
		rng := source(10)
		var s [trials]Estimate
		for i := range trials {
			x := make([][]float64, replicas)
			for r := range x {
				for range n {
					x[r] = append(x[r], c.draw(rng))
				}
			}
			s[i] = sums(x).Skewness()
			if i == 0 { // gonum's estimators, which correct for N
				all := slices.Concat(x...)
				near(t, c.name+": gonum skewness", s[0].Value, stat.Skew(all, nil), 1e-3)
			}
		}
		moment(t, c.name+": skewness", s[:], c.skew, c.sd)
	}
	two := []float64{2, 2}
	constant := &MomentSums{2, two, two, two}
	near(t, "skewness of a constant", constant.Skewness().Value, math.NaN(), 0)
	mustPanic(t, "lengths", func() { (&MomentSums{1, []float64{1}, nil, nil}).Skewness() })
	mustPanic(t, "count", func() { (&MomentSums{0, two, two, two}).Skewness() })
}

func moment(t *testing.T, what string, e []Estimate, want, sd float64) {
	t.Helper()
	x, se := make([]float64, len(e)), 0.0
	for i, v := range e {
		x[i] = v.Value
		se += v.StdErr / float64(len(e))
	}
	got := math.Sqrt(variance(x))
	// ratios have a bias of order 1/N
	near(t, what, mean(x), want, 4*got/math.Sqrt(float64(len(e)))+0.05*got)
	near(t, what+" standard error", se, got, 0.4*got)
	if sd > 0 {
		near(t, what+" standard error against theory", se, sd, 0.1*sd)
	}
}

// synthetic are the sums of d components of given variances, in one block of independent normal
// numbers per replica.
func synthetic(rng *rand.Rand, replicas, d, count int, variance func(i int) float64) Variances {
	var b []*TimeBlocks
	for i := range d {
		x := &TimeBlocks{replicas, int64(count),
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

// The corrected mean of absolute errors is 0 without errors, and right for large errors, with right
// standard errors.
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

// The standard error of one corrected difference is its derivative times the noise.
func TestVarianceErrorInfluence(t *testing.T) {
	one := Variances{Value: []float64{1}}
	at := func(v float64) L1 { // with the same noise whatever v
		return Variances{[]float64{v}, [][]float64{{0.7 / v, 0.9 / v, 1.1 / v, 1.3 / v}}}.Error(one).L1
	}
	se := stdErr([]float64{0.7, 0.9, 1.1, 1.3})
	const h = 1e-4
	slope := (at(1.05+h).Corrected - at(1.05-h).Corrected) / (2 * h)
	near(t, "standard error", at(1.05).StdErr, slope*se, 1e-6)
}
