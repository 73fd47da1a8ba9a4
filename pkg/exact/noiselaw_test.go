package exact

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/estimate"
	"adl/pkg/minibatch"
	"adl/pkg/model"
)

// normals returns the atoms of normal data.
func normals(n int) []float64 {
	m := &model.Gaussian{X: dataset.Gaussian(n, 0, 1, 1).X, SigmaX: 0.8, SigmaTheta: 2}
	return Atoms(m, []float64{0})[0]
}

// every returns all values of Z for batches of n, equally likely: batches are sequences with
// replacement and sets without.
func every(z []float64, n int, s minibatch.Sampling) []float64 {
	total := len(z)
	scale := 1 / math.Sqrt(float64(n))
	if s == minibatch.Without {
		scale = math.Sqrt(float64(total-1) / float64(n*(total-n)))
	}
	var out []float64
	var walk func(k, from int, sum float64)
	walk = func(k, from int, sum float64) {
		if k == 0 {
			out = append(out, scale*sum)
			return
		}
		last := total - 1
		if s == minibatch.Without {
			last = total - k // leaves k values
		}
		for i := from; i <= last; i++ {
			next := 0
			if s == minibatch.Without {
				next = i + 1
			}
			walk(k-1, next, sum+z[i])
		}
	}
	walk(n, 0, 0)
	slices.Sort(out)
	return out
}

// TestNoiseLaw compares with all batches.
func TestNoiseLaw(t *testing.T) {
	for _, c := range []struct {
		total, n int
		s        minibatch.Sampling
		tol      float64
	}{
		{20, 1, minibatch.Without, 1e-12},
		{20, 1, minibatch.With, 1e-12},
		{20, 2, minibatch.Without, 1e-12},
		{20, 2, minibatch.With, 1e-12},
		{20, 19, minibatch.Without, 1e-12},
		{20, 18, minibatch.Without, 1e-12},
		{40, 4, minibatch.Without, 2e-4},
		{40, 36, minibatch.Without, 2e-4},
		{20, 10, minibatch.Without, 2e-4},
		{24, 4, minibatch.With, 1e-3}, // its atoms have mass 7e-5 each, nine per step of the grid
	} {
		z := normals(c.total)
		all := every(z, c.n, c.s)
		l := NewNoiseLaw(z, c.n, c.s)
		name := fmt.Sprintf("%s replacement, %d of %d", c.s, c.n, c.total)
		if got, want := l.Kolmogorov(), estimate.Kolmogorov(all, nil); math.Abs(got-want) > c.tol {
			t.Errorf("%s: Kolmogorov distance %g, want %g", name, got, want)
		}
		for x := -3.0; x <= 3; x += 0.0617 {
			i, _ := slices.BinarySearch(all, x)
			if got, want := l.Below(x), float64(i)/float64(len(all)); math.Abs(got-want) > c.tol {
				t.Errorf("%s: P(Z < %.3g) = %g, want %g", name, x, got, want)
			}
		}
		var m [4]float64
		for _, x := range all {
			for k := range m {
				m[k] += math.Pow(x, float64(k)) / float64(len(all))
			}
		}
		near(t, name+": moments", m[1:], []float64{0, 1, l.Skewness}, 1e-11)
		if l.Below(-50) != 0 || math.Abs(l.Below(50)-1) > 1e-12 {
			t.Errorf("%s: P is %g and %g far out", name, l.Below(-50), l.Below(50))
		}
	}
}

// TestNoiseLawTies: data with only two values have few atoms.
func TestNoiseLawTies(t *testing.T) {
	z := []float64{1, 1, 1, -1, -1, -1}
	l := NewNoiseLaw(z, 1, minibatch.Without)
	for x, want := range map[float64]float64{-1.1: 0, -1: 0, -0.9: 0.5, 1: 0.5, 1.1: 1} {
		within(t, fmt.Sprintf("P(Z < %g)", x), l.Below(x), want, 1e-15)
	}
	within(t, "distance", l.Kolmogorov(), estimate.NormalCDF(1)-0.5, 1e-15)
	// three of six, by nodes: ±3, ±1 in units of √5/3, of weights 1 : 9
	l = NewNoiseLaw(z, 3, minibatch.Without)
	within(t, "P(Z < 0)", l.Below(0), 0.5, 1e-12)
	within(t, "P(Z < −1)", l.Below(-1), 0.05, 1e-12)
}

// TestNoiseLawUnknown: a law that takes too long has a skewness but no distribution function.
// Without noise both are missing.
func TestNoiseLawUnknown(t *testing.T) {
	z := normals(3000)
	l := NewNoiseLaw(z, 1000, minibatch.Without)
	if !math.IsNaN(l.Below(0)) || !math.IsNaN(l.Kolmogorov()) {
		t.Error("a law of 3000 data was found")
	}
	if math.IsNaN(l.Skewness) {
		t.Error("no skewness")
	}
	l = NewNoiseLaw(z, 3000, minibatch.Without)
	if !math.IsNaN(l.Below(0)) || !math.IsNaN(l.Kolmogorov()) || !math.IsNaN(l.Skewness) {
		t.Error("full batches have a law of their noise")
	}
}

// skewnessOf returns the skewness of equally likely numbers.
func skewnessOf(x []float64) float64 {
	n, mean := float64(len(x)), 0.0
	for _, v := range x {
		mean += v / n
	}
	var m2, m3 float64
	for _, v := range x {
		d := v - mean
		m2, m3 = m2+d*d/n, m3+d*d*d/n
	}
	return m3 / math.Pow(m2, 1.5)
}

// All batches, one by one.
func TestBatchSkewness(t *testing.T) {
	all := []float64{0.3, -1.2, 2.5, 0.9, 4.1, -0.4, 1.0, 7.7}
	for total := 2; total <= len(all); total++ {
		x := all[:total]
		for n := 1; n < total; n++ {
			var sums []float64
			for set := range 1 << total {
				if bits.OnesCount(uint(set)) != n {
					continue
				}
				s := 0.0
				for i, v := range x {
					if set>>i&1 != 0 {
						s += v
					}
				}
				sums = append(sums, s)
			}
			checkSkewness(t, x, n, minibatch.Without, sums)
		}
	}
	for total := 2; total <= 5; total++ {
		x := all[:total]
		sums := []float64{0}
		for n := 1; n <= 5; n++ {
			var next []float64
			for _, s := range sums {
				for _, v := range x {
					next = append(next, s+v)
				}
			}
			sums = next
			checkSkewness(t, x, n, minibatch.With, sums)
		}
	}
}

func checkSkewness(t *testing.T, x []float64, n int, s minibatch.Sampling, sums []float64) {
	t.Helper()
	if a, b := batchSkewness(x, n, s), skewnessOf(sums); math.Abs(a-b) > 1e-10 {
		t.Errorf("%d of %d, %s replacement: skewness %v, enumerated %v", n, len(x), s, a, b)
	}
}
