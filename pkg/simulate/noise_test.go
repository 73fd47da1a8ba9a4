package simulate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/sweep"
	"adl/pkg/table"
	"adl/pkg/vec"
)

func gaussian(n int) *model.Gaussian {
	return &model.Gaussian{X: dataset.Gaussian(n, 0, 1, 1).X, SigmaX: 0.8, SigmaTheta: 2}
}

func mixture(n int) *model.Mixture {
	data := dataset.Mixture(n, 0.5, [2]float64{0.2, 1}, [2]float64{0.4, 0.4}, 1)
	return &model.Mixture{X: data.X, W: 0.4, Sigma1: 0.4, Sigma2: 0.5, SigmaTheta: 1}
}

// gaussianNoise is a small task.
func gaussianNoise() NoiseDraws {
	return NoiseDraws{
		Model: gaussian(20), Digest: "x", Theta: []float64{0.5}, N: 3, Sampling: minibatch.Without,
		Draws: 128, Lo: -4, Hi: 4, Bins: 10,
	}
}

func draw(t *testing.T, z *NoiseDraws) *NoiseSamples {
	t.Helper()
	done := 0.0
	a, err := z.Run(context.Background(), func(u float64) { done += u })
	if err != nil {
		t.Fatal(err)
	}
	if done != z.Units() {
		t.Errorf("%g of %g units were done", done, z.Units())
	}
	s, err := z.Read(a)
	if err != nil {
		t.Fatal(err)
	}
	return s
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

// The draws have the moments, histograms and Kolmogorov distances of Z over all batches, for both
// models and samplings, and for batches given by their complement.
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
					Model: c.m, Theta: c.theta, N: n, Sampling: s, Draws: 32000,
					Lo: -2, Hi: 2.5, Bins: 18, Seed: 1,
				}
				name := fmt.Sprintf("%v, %s replacement, n = %d", c.m.Key()["is"], s, n)
				checkNoise(t, name, z, draw(t, z), every(atoms, n, s))
			}
		}
	}
}

// TestNoiseLate: the sums over many draws agree with the batches of the stream, one by one.
func TestNoiseLate(t *testing.T) {
	z := &NoiseDraws{
		Model: mixture(30), Digest: "x", Theta: []float64{1, 0.2}, N: 3, Sampling: minibatch.Without,
		Draws: 20_000 * vec.Lanes, Lo: -4, Hi: 4, Bins: 10, Seed: 3,
	}
	x, atoms := draw(t, z), exact.Atoms(z.Model, z.Theta)
	h, err := hash(z.params())
	if err != nil {
		t.Fatal(err)
	}
	batches := z.Sampling.Sampler(nil, vec.Replicas, 30, z.N, z.Seed, h, 0, keyBatches)
	scale := math.Sqrt(29. / (3 * 27))
	var want [2][3][vec.Lanes]float64
	for range z.Draws / vec.Lanes {
		b := batches.Next()
		for i := range want {
			for l := range vec.Lanes {
				v := 0.0
				for _, index := range b.Index {
					v += scale * atoms[i][index[l]]
				}
				for k, power := 0, 1.0; k < 3; k++ {
					power *= v
					want[i][k][l] += power
				}
			}
		}
	}
	for i, w := range want {
		got := [][]float64{x.Moments[i].S1, x.Moments[i].S2, x.Moments[i].S3}
		for k := range w {
			for l, v := range w[k] {
				if !(math.Abs(got[k][l]-v) < 1e-6) {
					t.Fatalf("Σ Z_%d^%d of lane %d is %.12g, want %.12g", i+1, k+1, l, got[k][l], v)
				}
			}
		}
	}
}

func checkNoise(t *testing.T, name string, z *NoiseDraws, x *NoiseSamples, all [][]float64) {
	t.Helper()
	check := func(what string, e estimate.Estimate, want float64) {
		if !(math.Abs(e.Value-want) < 4.5*e.StdErr+1e-12) {
			t.Errorf("%s: %s is %g ± %.2g, want %g", name, what, e.Value, e.StdErr, want)
		}
	}
	cells := make([][]int, len(all))
	for i, v := range all {
		moment := func(k float64) (sum float64) {
			for _, x := range v {
				sum += math.Pow(x, k) / float64(len(v))
			}
			return sum
		}
		near(t, name+": mean of all", moment(1), 0)
		near(t, name+": variance of all", moment(2), 1)
		check("mean", estimate.Mean(x.Moments[i].S1), 0)
		check("variance", estimate.Mean(x.Moments[i].S2), float64(x.Moments[i].Count))
		check("skewness", x.Moments[i].Skewness(), moment(3))
		// The distances differ by at most sup |F_N − F|, which is above 2/√draws once in 1500 times.
		sorted := slices.Sorted(slices.Values(v))
		distance := x.Kolmogorov(i)
		distance.StdErr *= 4.0 / 4.5
		check("Kolmogorov distance", distance, estimate.Kolmogorov(sorted, nil))
		for _, x := range v {
			cell := math.Floor((x - z.Lo) * float64(z.Bins) / (z.Hi - z.Lo))
			cells[i] = append(cells[i], int(max(-1, min(cell, float64(z.Bins)))))
		}
		for b, got := range x.Histogram[i].Masses() {
			want := share(cells[i], b)
			check(fmt.Sprintf("mass of bin %d", b), binomial(got, want, x.Draws), want)
		}
	}
	if len(all) == 1 {
		return
	}
	products := make([]float64, len(x.Cross))
	for l, sum := range x.Cross {
		products[l] = sum / float64(x.Moments[0].Count)
	}
	check("covariance", estimate.Mean(products), 0)
	for a := range z.Bins {
		for b := range z.Bins {
			pair := make([]int, len(cells[0]))
			for k := range pair {
				if cells[0][k] == a && cells[1][k] == b {
					pair[k] = 1
				}
			}
			want := share(pair, 1)
			what := fmt.Sprintf("mass of cell (%d, %d)", a, b)
			check(what, binomial(x.Cell(a, b), want, x.Draws), want)
		}
	}
}

// share is the fraction of elements of x equal to v.
func share(x []int, v int) float64 {
	n := 0
	for _, x := range x {
		if x == v {
			n++
		}
	}
	return float64(n) / float64(len(x))
}

// binomial is a frequency with the standard error of its expectation p.
func binomial(e estimate.Estimate, p float64, draws int64) estimate.Estimate {
	return estimate.Estimate{Value: e.Value, StdErr: math.Sqrt(max(0, p*(1-p)) / float64(draws))}
}

// More draws continue the same stream.
func TestNoiseLonger(t *testing.T) {
	base := gaussianNoise()
	longer := base
	longer.Draws = 129 // a third draw of every lane
	first, long := draw(t, &base), draw(t, &longer)
	if first.Draws != 128 || long.Draws != 192 {
		t.Fatalf("%d and %d draws", first.Draws, long.Draws)
	}
	for i, c := range first.Histogram[0].Counts {
		if long.Histogram[0].Counts[i] < c {
			t.Fatal("more draws have lost one")
		}
	}
}

// Every field changes the key of the result, and all except Draws and Digest change the key of the
// streams.
func TestNoiseKeys(t *testing.T) {
	z := gaussianNoise()
	streams, results := map[string]bool{}, map[string]bool{}
	see := func(name string) {
		stream := canonical(z.params())
		result, err := sweep.Key(&z)
		if err != nil {
			t.Fatal(err)
		}
		if want := name == ".Draws" || name == ".Digest"; streams[stream] != want || results[result] {
			t.Errorf("%q: %s", name, stream)
		}
		streams[stream], results[result] = true, true
	}
	see("")
	changes(t, "", reflect.ValueOf(&z).Elem(), see)
}

// Noise that cannot be drawn is an error of Check and of Run, never a panic.
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
		{func(z *NoiseDraws) { z.Hi = z.Lo }, "histogram", "expected bins from a smaller to a larger"},
		{func(z *NoiseDraws) { z.Hi = math.Inf(1) }, "histogram", "expected bins from a smaller"},
	} {
		z := gaussianNoise()
		c.change(&z)
		_, run := z.Run(context.Background(), func(float64) {})
		what, check := z.Check()
		for _, err := range []error{check, run} {
			if c.want == "" && err != nil ||
				c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || what != c.what) {
				t.Errorf("%s: %v, want %s: %s", what, err, c.what, c.want)
			}
		}
	}
}

func TestNoiseInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	z := gaussianNoise()
	z.Draws = 1 << 22
	_, err := z.Run(ctx, func(float64) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want that it was canceled", err)
	}
}

// An archive that is not what Run stored is an error.
func TestNoiseReadErrors(t *testing.T) {
	z := gaussianNoise()
	z.Model, z.Theta = mixture(20), []float64{1, 0.2}
	whole, err := z.Run(context.Background(), func(float64) {})
	if err != nil {
		t.Fatal(err)
	}
	refused := func(what string, z *NoiseDraws, a table.Archive) {
		t.Helper()
		_, err := z.Read(a)
		if err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	for i, e := range whole {
		refused("without "+e.Name, &z, slices.Delete(slices.Clone(whole), i, i+1))
		a := slices.Clone(whole)
		a[i].Data = []uint64{1, 2}
		refused(e.Name+" of another type", &z, a)
	}
	refused("nothing", &z, nil)
	refused("an array too many", &z, append(slices.Clone(whole), table.Entry{
		Name: "more", Data: []float64{1},
	}))
	bins, draws, d := z, z, z
	bins.Bins++
	draws.Draws *= 2
	d.Model, d.Theta = gaussian(20), []float64{0.5}
	refused("other bins", &bins, whole)
	refused("other draws", &draws, whole)
	refused("another dimension", &d, whole)
}

func TestNoiseForecast(t *testing.T) {
	z := gaussianNoise()
	if seconds, _ := z.Forecast(); !(seconds > 0) {
		t.Errorf("%g s", seconds)
	}
	z.N = 0
	if seconds, _ := z.Forecast(); seconds != 0 {
		t.Error("a task that cannot run takes time")
	}
}
