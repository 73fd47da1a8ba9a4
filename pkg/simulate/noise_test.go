package simulate

import (
	"context"
	"errors"
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
	"adl/pkg/table"
	"adl/pkg/vec"
)

func gaussian(n int) *model.Gaussian {
	return &model.Gaussian{X: dataset.Gaussian(n, 0, 1, 1).X, SigmaX: 0.8, SigmaTheta: 2}
}

func mixture(n int) *model.Mixture {
	return &model.Mixture{X: dataset.Mixture(n, 0.5, [2]float64{0.2, 1}, [2]float64{0.4, 0.4}, 1).X, W: 0.4, Sigma1: 0.4, Sigma2: 0.5, SigmaTheta: 1}
}

func (z *Noise) samples(t *testing.T) *NoiseSamples {
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

// TestNoise: mean 0, covariance I, and skewness, kurtosis, histogram and Kolmogorov distance those of the finite population, for both models and
// ways to draw, batches by name and by what they leave out.
func TestNoise(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		m     model.Model
		theta []float64
	}{{gaussian(40), []float64{0.5}}, {mixture(40), []float64{1, 0.2}}} {
		d := c.m.Dim()
		atoms := exact.Atoms(c.m, c.theta)
		for _, s := range []minibatch.Sampling{minibatch.With, minibatch.Without} {
			for _, n := range []int{1, 2, 7, 30, 39} {
				z := &Noise{Model: c.m, Theta: c.theta, N: n, Sampling: s, Draws: 64000, Lo: -2, Hi: 2.5, Bins: 18, Seed: 1}
				x := z.samples(t)
				name := fmt.Sprintf("%T, %s replacement, n = %d", c.m, s, n)
				near := func(what string, e estimate.Estimate, want float64) {
					if !(math.Abs(e.Z(want)) < 4.5) {
						t.Errorf("%s: %s is %g ± %.2g, want %g", name, what, e.Value, e.StdErr, want)
					}
				}
				for i := range d {
					law := exact.NewNoiseLaw(atoms[i], n, s)
					near("mean", x.Moments[i].Mean(), 0)
					near("variance", x.Moments[i].Variance(), 1)
					near("skewness", x.Moments[i].Skewness(), law.Skewness)
					near("kurtosis", x.Moments[i].ExcessKurtosis(), law.ExcessKurtosis)
					// The distance of distances is at most sup |F_N − F|, which is above 2/√draws once in 1500 times.
					if got, want := x.Kolmogorov(i), law.Kolmogorov(); !(math.Abs(got.Z(want)) < 4) {
						t.Errorf("%s: Kolmogorov distance %g ± %.2g, want %g", name, got.Value, got.StdErr, want)
					}
					chi2 := 0.0
					inside := 0.0
					for b := range z.Bins {
						p := law.Below(x.Histogram[i].Edge(b+1)) - law.Below(x.Histogram[i].Edge(b))
						inside += p
						if q := x.Histogram[i].Masses()[b].Value; p > 0 {
							chi2 += (q - p) * (q - p) / p * float64(x.Draws)
						} else if q > 0 {
							t.Errorf("%s: mass %g in bin %d, where there is none", name, q, b)
						}
					}
					p := 1 - inside
					if q := x.Histogram[i].Outside().Value; p > 1e-9 {
						chi2 += (q - p) * (q - p) / p * float64(x.Draws)
					}
					if chi2 > 18+4.5*6 {
						t.Errorf("%s: coordinate %d: χ² = %g for at most 18 degrees of freedom", name, i+1, chi2)
					}
				}
				if d == 1 {
					continue
				}
				near("covariance", x.Covariance(), 0)
				if n > 1 {
					continue
				}
				cell := func(v float64) int { return int(math.Floor((v - z.Lo) * float64(z.Bins) / (z.Hi - z.Lo))) }
				want := make([]float64, z.Bins*z.Bins)
				for j, v := range atoms[0] {
					if a, b := cell(v), cell(atoms[1][j]); a >= 0 && a < z.Bins && b >= 0 && b < z.Bins {
						want[a*z.Bins+b] += 1 / float64(len(atoms[0]))
					}
				}
				for k, p := range want {
					if q := x.Cell(k/z.Bins, k%z.Bins); math.Abs(q.Value-p) > 4.5*math.Sqrt(p*(1-p)/float64(x.Draws)) {
						t.Errorf("%s: cell (%d, %d) of the joint histogram holds %g, want %g", name, k/z.Bins, k%z.Bins, q.Value, p)
					}
				}
			}
		}
	}
}

// TestNoiseAtoms: for n = 1 every draw is one of the atoms, for n = N−1 the negative of one.
func TestNoiseAtoms(t *testing.T) {
	m, theta := mixture(10), []float64{1, 0.2}
	atoms := exact.Atoms(m, theta)
	const bins = 4000
	for _, n := range []int{1, 9} {
		z := &Noise{Model: m, Theta: theta, N: n, Sampling: minibatch.Without, Draws: 6400, Lo: -4, Hi: 4, Bins: bins}
		x := z.samples(t)
		for i := range 2 {
			want := make([]bool, bins)
			for _, a := range atoms[i] {
				if n == 9 {
					a = -a
				}
				want[int((a+4)*bins/8)] = true
			}
			for b, e := range x.Histogram[i].Masses() {
				if want[b] != (e.Value > 0) {
					t.Errorf("n = %d: bin %d of coordinate %d holds %g", n, b, i+1, e.Value)
				}
			}
		}
	}
}

// TestNoiseRuns: more draws go on with the same ones, and other seeds, thetas and n have others.
func TestNoiseRuns(t *testing.T) {
	base := Noise{Model: gaussian(50), Theta: []float64{0.5}, N: 3, Sampling: minibatch.Without, Draws: 128, Lo: -6, Hi: 6, Bins: 1000}
	first := base.samples(t)
	longer := base
	longer.Draws = 129 // a third draw of every lane
	long := longer.samples(t)
	if first.Draws != 128 || long.Draws != 192 {
		t.Fatalf("%d and %d draws", first.Draws, long.Draws)
	}
	for i, c := range first.Histogram[0].Counts {
		if long.Histogram[0].Counts[i] < c {
			t.Fatal("more draws have lost one")
		}
	}
	for name, change := range map[string]func(z *Noise){
		"seed": func(z *Noise) { z.Seed = 2 }, "theta": func(z *Noise) { z.Theta = []float64{0.25} }, "n": func(z *Noise) { z.N = 4 },
	} {
		z := base
		change(&z)
		if slices.Equal(z.samples(t).Moments[0].S1, first.Moments[0].S1) {
			t.Errorf("another %s gives the same draws", name)
		}
	}
}

// TestNoiseCheck: what cannot be drawn is an error of Check and of Run, never a panic.
func TestNoiseCheck(t *testing.T) {
	ok := Noise{Model: gaussian(20), Theta: []float64{0.5}, N: 3, Sampling: minibatch.Without, Draws: 128, Lo: -4, Hi: 4, Bins: 10}
	same := &model.Gaussian{X: []float64{0.1, 0.1, 0.1}, SigmaX: 1, SigmaTheta: 1}
	for _, c := range []struct {
		change func(z *Noise)
		want   string // empty: no error
	}{
		{func(z *Noise) {}, ""},
		{func(z *Noise) { z.N = 19 }, ""},
		{func(z *Noise) { z.N, z.Sampling = 200, minibatch.With }, ""},
		{func(z *Noise) { z.Theta = []float64{1e6} }, ""},
		{func(z *Noise) { z.N = 20 }, "all the data leave no noise: without replacement wants n < Nd = 20, got 20"},
		{func(z *Noise) { z.N = 21 }, "without replacement wants n ≤ Nd = 20, got 21"},
		{func(z *Noise) { z.N = 0 }, "a batch needs at least one datum, got n = 0"},
		{func(z *Noise) { z.Theta = nil }, "expected a list of 1, got 0"},
		{func(z *Noise) { z.Theta = []float64{1e200} }, "out of range"},
		{func(z *Noise) { z.Theta = []float64{math.NaN()} }, "out of range"},
		{func(z *Noise) { z.Model, z.N = same, 1 }, "lost in the rounding"},
		{func(z *Noise) { z.Theta = []float64{1e13} }, "lost in the rounding"},
		{func(z *Noise) { z.Model = &model.Gaussian{X: gaussian(20).X, SigmaX: 1, SigmaTheta: 1e-9} }, "lost in the rounding"},
		{func(z *Noise) { z.Model = &model.Gaussian{X: gaussian(20).X, SigmaX: 1, SigmaTheta: 1e-200} }, "out of range"},
		{func(z *Noise) { z.Model, z.Theta, z.N = mixture(2), []float64{1, 0}, 1 }, "expected more data than the 2 dimensions of θ, got 2"},
		{func(z *Noise) { z.Model, z.Theta = mixture(20), []float64{1, 500} }, "singular"},
		{func(z *Noise) { z.Draws = 0 }, "expected a positive number, got 0"},
		{func(z *Noise) { z.Hi = z.Lo }, "expected bins from a smaller to a larger number"},
	} {
		z := ok
		c.change(&z)
		_, run := z.Run(context.Background(), func(float64) {})
		_, check := z.Check()
		for _, err := range []error{check, run} {
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%v, want %q", err, c.want)
			}
		}
	}
}

func TestNoiseInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	z := Noise{Model: gaussian(20), Theta: []float64{0.5}, N: 3, Sampling: minibatch.Without, Draws: 1 << 30, Lo: -4, Hi: 4, Bins: 10}
	if testing.Short() {
		z.Draws = 1 << 24
	}
	_, err := z.Run(ctx, func(float64) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want that it was canceled", err)
	}
}

// TestNoiseDamaged: an archive of another shape is an error.
func TestNoiseDamaged(t *testing.T) {
	z := Noise{Model: gaussian(20), Theta: []float64{0.5}, N: 3, Sampling: minibatch.Without, Draws: 128, Lo: -4, Hi: 4, Bins: 10}
	a, err := z.Run(context.Background(), func(float64) {})
	if err != nil {
		t.Fatal(err)
	}
	z.Bins = 11
	if _, err := z.Read(a); err == nil {
		t.Error("a histogram of 10 bins was read as one of 11")
	}
	if _, err := z.Read(table.Archive{}); err == nil {
		t.Error("an empty archive was read")
	}
}

// TestKolmogorovFloor: that of normal numbers, to 4 standard errors of its scatter, 0.26/√draws.
func TestKolmogorovFloor(t *testing.T) {
	const rows, repeat = 20, 400
	s := &NoiseSamples{Draws: rows * vec.Lanes}
	x, stream := vec.Rows(rows), vec.NewStream(1)
	sum := 0.0
	for range repeat {
		stream.Normals(x)
		var all []float64
		for i := range x {
			all = append(all, x[i][:]...)
		}
		slices.Sort(all)
		sum += estimate.Kolmogorov(all) / repeat
	}
	// for finite N the mean is a little smaller than the limit, by about 1/(6N)
	n := float64(s.Draws)
	if got, want := sum, s.KolmogorovFloor()-1/(6*n); math.Abs(got-want) > 4*0.26/math.Sqrt(n*repeat) {
		t.Errorf("normal numbers have a mean distance of %g, want %g", got, want)
	}
}
