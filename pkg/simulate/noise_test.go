package simulate

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/vec"
)

func gaussian(n int) *model.Gaussian {
	return &model.Gaussian{X: dataset.Gaussian(n, 0, 1, 1).X, SigmaX: 0.8, SigmaTheta: 2}
}

func mixture(n int) *model.Mixture {
	data := dataset.Mixture(n, 0.5, [2]float64{0.2, 1}, [2]float64{0.4, 0.4}, 1)
	return &model.Mixture{X: data.X, W: 0.4, Sigma1: 0.4, Sigma2: 0.5, SigmaTheta: 1}
}

// gaussianNoise is a few draws.
func gaussianNoise() NoiseDraws {
	return NoiseDraws{
		Model: gaussian(20), Digest: "x", Theta: []float64{0.5}, N: 3, Sampling: minibatch.Without,
		Draws: 128,
	}
}

// every returns the values of Z for all batches of n, which are equally likely: sequences with
// replacement, sets without. atoms[i] is coordinate i of Z for the batches of one datum.
func every(atoms [][]float64, n int, s minibatch.Sampling) [][]float64 {
	total := len(atoms[0])
	scale := 1 / math.Sqrt(float64(n))
	if s == minibatch.Without {
		scale = math.Sqrt(float64(total-1) / float64(n*(total-n)))
	}
	all := make([][]float64, len(atoms))
	var walk func(k, from int, sum []float64)
	walk = func(k, from int, sum []float64) {
		if k == 0 {
			for i, x := range sum {
				all[i] = append(all[i], scale*x)
			}
			return
		}
		for j := from; j < total; j++ {
			next := make([]float64, len(sum))
			for i, x := range sum {
				next[i] = x + atoms[i][j]
			}
			if s == minibatch.Without {
				walk(k-1, j+1, next)
			} else {
				walk(k-1, 0, next)
			}
		}
	}
	walk(n, 0, make([]float64, len(atoms)))
	return all
}

// The draws have the moments and the distribution of Z over all batches, for both models and
// samplings, and for batches given by their complement.
func TestNoise(t *testing.T) {
	for _, c := range []struct {
		m     model.Model
		theta []float64
	}{{gaussian(12), []float64{0.5}}, {mixture(12), []float64{1, 0.2}}} {
		atoms := exact.Atoms(c.m, c.theta)
		for _, s := range []minibatch.Sampling{minibatch.With, minibatch.Without} {
			for _, n := range []int{1, 2, 4, 6, 11} {
				if s == minibatch.With && n > 4 {
					continue // too many batches
				}
				z := &NoiseDraws{
					Model: c.m, Theta: c.theta, N: n, Sampling: s, Draws: 32000, Seed: 1,
				}
				name := fmt.Sprintf("%v, %s replacement, n = %d", c.m.Key()["is"], s, n)
				checkNoise(t, name, z.Run(), every(atoms, n, s))
			}
		}
	}
}

// TestNoiseLate: many draws agree with the batches of the stream, one by one.
func TestNoiseLate(t *testing.T) {
	z := &NoiseDraws{
		Model: mixture(30), Digest: "x", Theta: []float64{1, 0.2}, N: 3, Sampling: minibatch.Without,
		Draws: 20_000 * vec.Lanes, Seed: 3,
	}
	got, atoms := z.Run(), exact.Atoms(z.Model, z.Theta)
	h, err := hash(z.key())
	if err != nil {
		t.Fatal(err)
	}
	batches := z.Sampling.Sampler(nil, vec.Replicas, 30, z.N, z.Seed, h, 0, keyBatches)
	scale := math.Sqrt(29. / (3 * 27))
	for k := 0; k < z.Draws; k += vec.Lanes {
		b := batches.Next()
		for i, z := range got {
			for l := range vec.Lanes {
				want := 0.0
				for _, index := range b.Index {
					want += scale * atoms[i][index[l]]
				}
				if !(math.Abs(z[k+l]-want) < 1e-10) {
					t.Fatalf("Z_%d of draw %d is %.12g, want %.12g", i+1, k+l, z[k+l], want)
				}
			}
		}
	}
}

// checkNoise compares draws with all equally likely values of Z, each as [coordinate][].
func checkNoise(t *testing.T, name string, got, all [][]float64) {
	t.Helper()
	check := func(what string, of func(x ...float64) float64) {
		t.Helper()
		mean := func(v [][]float64) (sum, square float64) {
			x, n := make([]float64, len(v)), float64(len(v[0]))
			for k := range v[0] {
				for i := range v {
					x[i] = v[i][k]
				}
				y := of(x...)
				sum, square = sum+y/n, square+y*y/n
			}
			return sum, square
		}
		value, _ := mean(got)
		want, square := mean(all)
		stderr := math.Sqrt((square - want*want) / float64(len(got[0])))
		if !(math.Abs(value-want) < 4.5*stderr+1e-12) {
			t.Errorf("%s: %s is %g ± %.2g, want %g", name, what, value, stderr, want)
		}
	}
	for i, v := range all {
		power := func(k float64) func(x ...float64) float64 {
			return func(x ...float64) float64 { return math.Pow(x[i], k) }
		}
		for k, what := range []string{"mean", "variance", "third moment"} {
			check(what, power(float64(k+1)))
		}
		var one, two float64
		for _, x := range v {
			one += x / float64(len(v))
			two += x * x / float64(len(v))
		}
		near(t, name+": mean of all", one, 0)
		near(t, name+": variance of all", two, 1)
		// The distances differ by at most sup |F_N − F|, above 2/√draws once in 1500 times.
		value := estimate.Kolmogorov(slices.Sorted(slices.Values(got[i])), nil)
		want := estimate.Kolmogorov(slices.Sorted(slices.Values(v)), nil)
		if !(math.Abs(value-want) < 2/math.Sqrt(float64(len(got[i])))) {
			t.Errorf("%s: the Kolmogorov distance is %g, want %g", name, value, want)
		}
	}
	const cells = 6 // in each direction
	for a := range cells {
		for b := range cells {
			in := func(x, cell float64) bool { return x >= cell-3 && x < cell-2 }
			check(fmt.Sprintf("mass of cell (%d, %d)", a, b), func(x ...float64) float64 {
				if in(x[0], float64(a)) && in(x[len(x)-1], float64(b)) {
					return 1
				}
				return 0
			})
		}
	}
	if len(all) == 2 {
		check("covariance", func(x ...float64) float64 { return x[0] * x[1] })
	}
}

// More draws continue the same stream, at every θ.
func TestNoiseLonger(t *testing.T) {
	base := gaussianNoise()
	longer, other := base, base
	longer.Draws = 129 // a third draw of every lane
	first, long := base.Run()[0], longer.Run()[0]
	if len(first) != 128 || len(long) != 192 || !slices.Equal(first, long[:128]) {
		t.Errorf("%d and %d draws, or others", len(first), len(long))
	}
	other.Theta = []float64{0.25} // the noise of the Gaussian model does not depend on θ
	for k, z := range other.Run()[0] {
		near(t, "Z at another θ", z, first[k])
	}
}

// Another seed, model, n or sampling, or other data give other draws.
func TestNoiseKeys(t *testing.T) {
	base := gaussianNoise()
	seen := map[float64]string{base.Run()[0][0]: "none"}
	for name, change := range map[string]func(z *NoiseDraws){
		"seed": func(z *NoiseDraws) { z.Seed++ }, "n": func(z *NoiseDraws) { z.N++ },
		"data":     func(z *NoiseDraws) { z.Digest = "y" },
		"sampling": func(z *NoiseDraws) { z.Sampling = minibatch.With },
		"model": func(z *NoiseDraws) {
			z.Model = &model.Gaussian{X: gaussian(20).X, SigmaX: 0.8, SigmaTheta: 1}
		},
	} {
		z := gaussianNoise()
		change(&z)
		x := z.Run()[0][0]
		if seen[x] != "" {
			t.Errorf("the changes %q and %q have the same draws", name, seen[x])
		}
		seen[x] = name
	}
}

// Noise that cannot be drawn is an error of Check, and Run panics.
func TestNoiseCheck(t *testing.T) {
	same := &model.Gaussian{X: []float64{0.1, 0.1, 0.1}, SigmaX: 1, SigmaTheta: 1}
	prior := func(sd float64) model.Model {
		return &model.Gaussian{X: gaussian(20).X, SigmaX: 1, SigmaTheta: sd}
	}
	for _, c := range []struct {
		change     func(z *NoiseDraws)
		what, want string // empty: no error
	}{
		{func(z *NoiseDraws) {}, "", ""},
		{func(z *NoiseDraws) { z.N = 19 }, "", ""},
		{func(z *NoiseDraws) { z.N, z.Sampling = 200, minibatch.With }, "", ""},
		{func(z *NoiseDraws) { z.Theta = []float64{1e6} }, "", ""},
		{func(z *NoiseDraws) { z.N = 20 }, "n", "a full batch has no noise"},
		{func(z *NoiseDraws) { z.N = 21 }, "n", "n ≤ Nd = 20, got 21"},
		{func(z *NoiseDraws) { z.N = 0 }, "n", "at least one datum, got n = 0"},
		{func(z *NoiseDraws) { z.Theta = nil }, "theta", "expected a list of 1, got 0"},
		{func(z *NoiseDraws) { z.Theta = []float64{1e200} }, "theta", "out of range"},
		{func(z *NoiseDraws) { z.Theta = []float64{math.NaN()} }, "theta", "out of range"},
		{func(z *NoiseDraws) { z.Model, z.N = same, 1 }, "theta", "lost in the rounding"},
		{func(z *NoiseDraws) { z.Theta = []float64{1e13} }, "theta", "lost in the rounding"},
		{func(z *NoiseDraws) { z.Model = prior(1e-9) }, "theta", "lost in the rounding"},
		{func(z *NoiseDraws) { z.Model = prior(1e-200) }, "theta", "out of range"},
		{func(z *NoiseDraws) { z.Model, z.Theta, z.N = mixture(2), []float64{1, 0}, 1 }, "data",
			"expected more data than the 2 dimensions of θ, got 2"},
		{func(z *NoiseDraws) { z.Model, z.Theta = mixture(20), []float64{1, 500} }, "theta", "singular"},
		{
			func(z *NoiseDraws) { z.Model = logisticChain().Model }, "theta",
			"one or two dimensions, not 70",
		},
		{func(z *NoiseDraws) { z.Draws = 0 }, "draws", "expected a positive number, got 0"},
	} {
		z := gaussianNoise()
		c.change(&z)
		what, err := z.Check()
		if c.want == "" && err != nil ||
			c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || what != c.what) {
			t.Errorf("%s: %v, want %s: %s", what, err, c.what, c.want)
		}
		func() {
			defer func() {
				if refused := recover() != nil; refused != (err != nil) {
					t.Errorf("Check: %v, but that Run panics is %t", err, refused)
				}
			}()
			z.Run()
		}()
	}
}
