package simulate

import (
	"bytes"
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/sweep"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// wideChain is a run with everything that can be observed.
func wideChain() *Wide {
	l := dataset.Surrogate(140, 9, true, 1)
	held := dataset.Surrogate(20, 9, true, 2)
	return &Wide{
		Model: &model.Logistic{Z: l.Z, D: l.D, Y: l.Y}, Digest: l.Digest(),
		Scheme: dynamics.Scheme{Word: "ODABADO", Dt: 0.01, Friction: dynamics.Full{Gamma: 1, Eta: 1}},
		N:      20, Sampling: minibatch.Without,
		T: 3 * 8, BurnIn: 0.5, Every: 0.02, Replicas: 3, Batches: 4, Seed: 7,
		Theta: [][]float64{{1, 0, 0, 0, 0, 0, 0, 0, 0.5}, make([]float64, 9)}, Xi: slices.Repeat([]float64{2}, 9),
		Marginals: []Bins{{Dim: 2, Lo: -1, Hi: 1, Bins: 10}},
		Joints:    []JointBins{{Dims: [2]int{0, 8}, Lo: [2]float64{-1, -1}, Hi: [2]float64{1, 1}, Bins: 5}},
		Whole:     true, Prediction: &Prediction{Z: held.Z, Digest: held.Digest(), Every: 0.1},
	}
}

func executeWide(t *testing.T, w *Wide) table.Archive {
	t.Helper()
	a, err := w.Run(context.Background(), func(float64) {})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func wideSamples(t *testing.T, w *Wide) *WideSamples {
	t.Helper()
	s, err := ReadWideSamples(executeWide(t, w))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The same parameters give the same arrays, for every friction; what they hold fits together.
func TestWide(t *testing.T) {
	for _, c := range []struct {
		friction dynamics.Friction
		entries  int
	}{{dynamics.Scalar{Gamma: 1, Eta: 1}, 1}, {dynamics.Diagonal{Gamma: 1, Eta: 1}, 9}, {dynamics.Full{Gamma: 1, Eta: 1}, 9}} {
		w := wideChain()
		w.Scheme.Friction = c.friction
		a := executeWide(t, w)
		told := 0.0
		b, err := w.Run(context.Background(), func(u float64) { told += u })
		if err != nil || !reflect.DeepEqual(a, b) || told != w.Units() {
			t.Errorf("%T: two runs differ, or told of %g units, of %g: %v", c.friction, told, w.Units(), err)
		}
		s, err := ReadWideSamples(a)
		if err != nil {
			t.Fatal(err)
		}
		burn, run, every := w.Steps()
		if s.Replicas != 3 || s.Dim != 9 || s.Diverged || s.Steps != 3*int64(burn+run) || s.Observations() != int64(run/every) || s.Entries() != c.entries {
			t.Errorf("%T: %d replicas, dimension %d, %d steps, %d observations, %d entries of ξ", c.friction, s.Replicas, s.Dim, s.Steps, s.Observations(), s.Entries())
		}
		if _, full := c.friction.(dynamics.Full); full {
			x := s.MeanXi(0, 3)
			for i := range 9 {
				if got, want := x[i*10], s.XiEntry(i).Mean().Value; math.Abs(got-want) > 1e-12 {
					t.Errorf("mean of ξ_%d is %g, and %g in batches", i, got, want)
				}
				if x[i*9] != x[i] {
					t.Errorf("mean of ξ is not symmetric")
				}
			}
		} else if s.Xi != nil {
			t.Errorf("%T: has a whole ξ", c.friction)
		}
		for r := range 3 {
			one, two := uint32(0), uint32(0)
			for _, n := range s.Marginals[0][r*12 : r*12+12] {
				one += n
			}
			for _, n := range s.Joints[0][r*49 : r*49+49] {
				two += n
			}
			if int64(one) != s.Observations() || int64(two) != s.Observations() {
				t.Errorf("%T: %d and %d counts, %d observations", c.friction, one, two, s.Observations())
			}
		}
		if want := int64(run / every / 5); s.Predictions != want {
			t.Errorf("%T: %d predictions, want %d", c.friction, s.Predictions, want)
		}
		for k := range 20 {
			if p := s.Predictive(k); !(p > 0 && p < 1) {
				t.Errorf("%T: probability %g", c.friction, p)
			}
		}
	}
}

// A longer T continues the same run, and other parameters make it another.
func TestWideLongerT(t *testing.T) {
	w, long := wideChain(), wideChain()
	long.T = 2 * w.T
	a, b := wideSamples(t, w), wideSamples(t, long)
	n := 4 * 3
	for i := range 9 {
		for batch := range 2 {
			for r := range 3 {
				want := a.S2[i*n+2*batch*3+r] + a.S2[i*n+(2*batch+1)*3+r]
				if got := b.S2[i*n+batch*3+r]; math.Abs(got-want) > 1e-11*(1+want) {
					t.Fatalf("component %d, batch %d, replica %d: %g, want %g", i, batch, r, got, want)
				}
			}
		}
	}
	key := func(w *Wide) string {
		k, err := sweep.Key(w)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	seen := map[string]int{key(wideChain()): -1}
	for i, change := range []func(*Wide){
		func(w *Wide) { w.T++ }, func(w *Wide) { w.Digest += "0" }, func(w *Wide) { w.Seed++ }, func(w *Wide) { w.N++ }, func(w *Wide) { w.Theta[1][3] = 1e-9 },
		func(w *Wide) { w.Xi[3] += 1e-9 }, func(w *Wide) { w.XiVar = 1 }, func(w *Wide) { w.Sampling = minibatch.With }, func(w *Wide) { w.Whole = false }, func(w *Wide) { w.Marginals[0].Hi = 2 },
		func(w *Wide) { w.Joints[0].Bins++ }, func(w *Wide) { w.Prediction.Digest += "0" }, func(w *Wide) { w.Prediction.Every *= 2 }, func(w *Wide) { w.Prediction = nil },
		func(w *Wide) { w.Scheme.Friction = dynamics.Full{Gamma: 1, Eta: 2} }, func(w *Wide) { w.Batches++ }, func(w *Wide) { w.Replicas++ }, func(w *Wide) { w.Scheme.Dt *= 2 },
	} {
		w := wideChain()
		change(w)
		if j, ok := seen[key(w)]; ok {
			t.Errorf("change %d has the key of %d", i, j)
		}
		seen[key(w)] = i
	}
}

// A run that leaves the finite numbers says so; what cannot be run is an error.
func TestWideDiverged(t *testing.T) {
	w := wideChain()
	w.Scheme.Dt = 5
	w.Every, w.T = 5, 3000
	s := wideSamples(t, w)
	if !s.Diverged || s.S1 != nil {
		t.Errorf("a time step of 5 is stable: %+v", s)
	}
	w.Sampling = "none"
	if _, err := w.Run(context.Background(), func(float64) {}); err == nil {
		t.Error("an unknown sampling is none")
	}
	w = wideChain()
	w.T = 1e300
	if _, err := w.Run(context.Background(), func(float64) {}); err == nil || !strings.Contains(err.Error(), "too many") {
		t.Errorf("endless: %v", err)
	}
}

// A run that is interrupted ends soon, with the error of its context.
func TestWideInterrupt(t *testing.T) {
	w := wideChain()
	w.T = 1e7
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(50*time.Millisecond, cancel)
	begin := time.Now()
	if _, err := w.Run(ctx, func(float64) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if d := time.Since(begin); d > time.Second {
		t.Errorf("the end came after %v", d)
	}
}

// Samples survive being stored, and what is no such archive is an error.
func TestReadWideSamples(t *testing.T) {
	a := executeWide(t, wideChain())
	var b bytes.Buffer
	if err := table.WriteNPZ(&b, a); err != nil {
		t.Fatal(err)
	}
	again, err := table.ReadNPZ("x", b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	one, err := ReadWideSamples(a)
	if err != nil {
		t.Fatal(err)
	}
	two, err := ReadWideSamples(again)
	if err != nil || !reflect.DeepEqual(one, two) {
		t.Errorf("stored and read: %v", err)
	}
	for i, e := range a {
		optional := slices.Contains([]string{"xi", "predicted", "marginal.0", "joint.0"}, e.Name)
		if _, err := ReadWideSamples(slices.Delete(slices.Clone(a), i, i+1)); (err == nil) != optional {
			t.Errorf("without %s: %v", e.Name, err)
		}
	}
	if _, err := ReadWideSamples(append(slices.Clone(a), table.Entry{Name: "more", Data: []float64{1}})); err == nil {
		t.Error("an array too many is none")
	}
}

// One component and all data: the moments and the predictive probability are those of quadrature, for a constant and for an adaptive friction.
func TestWideMoments(t *testing.T) {
	z, y := make([]float32, 25), make([]float64, 25)
	for i := range z {
		z[i] = float32(i%5) - 1.5
		if i%3 == 0 {
			y[i] = 1
		}
	}
	m := &model.Logistic{Z: z, D: 1, Y: y}
	const at = 1.25
	mass, mean, square, predictive := 0.0, 0.0, 0.0, 0.0
	for x := -6.0; x < 6; x += 1e-3 {
		w := math.Exp(m.LogPosterior([]float64{x}) + 15)
		mass, mean, square, predictive = mass+w, mean+w*x, square+w*x*x, predictive+w*m.Probability([]float64{x}, []float32{at})
	}
	mean, predictive = mean/mass, predictive/mass
	variance := square/mass - mean*mean
	for _, f := range []dynamics.Friction{dynamics.Constant{Gamma: 2}, dynamics.Full{Gamma: 2, Eta: 1}} {
		word := map[bool]string{true: "ODABADO", false: "OABAO"}[f.Adaptive()]
		w := &Wide{
			Model: m, Digest: "x", Scheme: dynamics.Scheme{Word: word, Dt: 0.05, Friction: f}, N: 25, Sampling: minibatch.Without,
			T: 16 * 1000, BurnIn: 10, Every: 0.1, Replicas: 16, Batches: 4, Xi: []float64{2}, Marginals: []Bins{{Dim: 0, Lo: -6, Hi: 6, Bins: 1}},
			Prediction: &Prediction{Z: []float32{at}, Every: 0.5},
		}
		s := wideSamples(t, w)
		a, b := s.Theta(0).Mean(), s.Theta(0).Variance()
		if math.Abs(a.Z(mean)) > 4 || a.StdErr > 0.1*math.Sqrt(variance) {
			t.Errorf("%T: mean %v, want %g", f, a, mean)
		}
		if math.Abs(b.Z(variance)) > 4 || b.StdErr > 0.1*variance {
			t.Errorf("%T: variance %v, want %g", f, b, variance)
		}
		if p := s.Predictive(0); math.Abs(p-predictive) > 0.01 {
			t.Errorf("%T: predictive probability %g, want %g", f, p, predictive)
		}
		if out := s.Histogram(0, w.Marginals[0]).Outside(); out.Value != 0 {
			t.Errorf("%T: %v outside", f, out)
		}
	}
}

// AdL.Start puts ξ where it stays: a short run sees no trend, and one without stationary state is known by its criterion.
func TestAdLStart(t *testing.T) {
	w := wideChain()
	l, err := exact.NewLaplace(w.Model.(*model.Logistic))
	if err != nil {
		t.Fatal(err)
	}
	sigma := exact.MeanGradCov(l.Model, l.Draws(4, 1))
	for _, k := range []exact.Friction{exact.Scalar, exact.Diagonal, exact.Full} {
		w := wideChain()
		a := AdL{Kind: k, Gamma: 1, Eta: 1}
		w.Scheme.Friction = a.Friction()
		w.N, w.Scheme.Dt, w.T, w.Replicas = 5, 0.02, 24*100, 24
		crit := a.Start(w, l.Draws(12, 2), sigma)
		if !(crit > 0.02 && crit < 1) {
			t.Fatalf("%s: s = %g", k, crit)
		}
		s := wideSamples(t, w)
		if s.Runaway(crit) || !s.Runaway(1) {
			t.Errorf("%s: runaway", k)
		}
		xi, d := 0.0, 0.0
		for i := range s.Entries() {
			xi += s.XiEntry(i).Mean().Value / float64(s.Entries())
		}
		for i := range 9 {
			d += w.Xi[i*10] / 9
		}
		if math.Abs(xi/d-1) > 0.1 || d < 1.1 {
			t.Errorf("%s: the mean of ξ is %g, expected %g", k, xi, d)
		}
	}
}

// The starting ξ has the mean and the variances that are asked for, and replicas differ in it.
func TestWideStartXi(t *testing.T) {
	const d, n = 9, 4000
	for _, c := range []struct {
		friction dynamics.Friction
		off      float64 // variance off the diagonal
	}{{dynamics.Scalar{Gamma: 1, Eta: 1}, 0}, {dynamics.Diagonal{Gamma: 1, Eta: 1}, 1}, {dynamics.Full{Gamma: 1, Eta: 1}, 1}} {
		w := wideChain()
		w.Scheme.Friction, w.XiVar = c.friction, 2
		sum, square := make([]float64, d*d), make([]float64, d*d)
		for k := range uint64(n) {
			x := w.startXi(d, 3, k)
			for i := range d {
				for j := range d {
					if x[i*d+j] != x[j*d+i] {
						t.Fatalf("%T: not symmetric", c.friction)
					}
					sum[i*d+j] += x[i*d+j] / n
					square[i*d+j] += x[i*d+j] * x[i*d+j] / n
				}
			}
		}
		for i := range d {
			for j := range d {
				mean, variance := 0.0, c.off
				if i == j {
					mean, variance = 2, 2
				}
				if got := sum[i*d+j]; math.Abs(got-mean) > 5*math.Sqrt(variance/n) {
					t.Errorf("%T: mean of entry %d, %d is %g", c.friction, i, j, got)
				}
				if got := square[i*d+j] - sum[i*d+j]*sum[i*d+j]; math.Abs(got-variance) > 5*variance*math.Sqrt(2.0/n) {
					t.Errorf("%T: variance of entry %d, %d is %g, want %g", c.friction, i, j, got, variance)
				}
			}
		}
		e, _, err := w.start()
		if err != nil {
			t.Fatal(err)
		}
		if e.Replicas[0].Xi[0] == e.Replicas[1].Xi[0] {
			t.Errorf("%T: replicas start with the same ξ", c.friction)
		}
	}
}

// synthetic is samples of d components with given variances, each batch's sums those of independent normal numbers.
func synthetic(replicas, d, count int, variance func(i int) float64, key ...uint64) *WideSamples {
	s := &WideSamples{Replicas: replicas, Dim: d}
	s.allocate(1, 0)
	s.Count[0] = int64(count)
	stream := vec.NewStream(key...)
	rows := vec.Rows((count + vec.Lanes - 1) / vec.Lanes)
	for i := range d {
		sd := math.Sqrt(variance(i))
		for r := range replicas {
			stream.Normals(rows)
			for k := range count {
				x := 3 + sd*rows[k/vec.Lanes][k%vec.Lanes]
				s.S1[i*replicas+r] += x
				s.S2[i*replicas+r] += x * x
			}
		}
	}
	return s
}

// The corrected mean of absolute errors is 0 where there are none, and the true one where they are large, with standard errors that are right.
func TestVarianceError(t *testing.T) {
	const d, trials = 60, 40
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
		se, floor, raw := 0.0, 0.0, 0.0
		for k := range uint64(trials) {
			ref := synthetic(8, d, 128, func(i int) float64 { return 2 }, k, 1)
			e := synthetic(8, d, 128, func(i int) float64 { return 2 * (1 + c.deviation(i)) }, k, 2).VarianceError(ref)
			values = append(values, e.Corrected)
			se, floor, raw = se+e.StdErr/trials, floor+e.Floor/trials, raw+e.Raw/trials
			if len(e.Each) != d {
				t.Fatal("not every component has an error")
			}
		}
		mean, scatter := 0.0, 0.0
		for _, v := range values {
			mean += v / trials
		}
		for _, v := range values {
			scatter += (v - mean) * (v - mean) / (trials - 1)
		}
		scatter = math.Sqrt(scatter)
		if b := (mean - truth) / floor; b < c.low || b > c.high {
			t.Errorf("%s: corrected %g, want %g; floor %g, raw %g", c.name, mean, truth, floor, raw)
		}
		if r := se / scatter; r < 0.7 || r > 2 {
			t.Errorf("%s: standard error %g, scatter %g", c.name, se, scatter)
		}
		// two variances of 1024 numbers each
		if want := math.Sqrt(2.0/1024*2) * math.Sqrt(2/math.Pi); math.Abs(floor/want-1) > 0.15 {
			t.Errorf("%s: floor %g, want %g", c.name, floor, want)
		}
	}
	s := synthetic(8, 3, 128, func(i int) float64 { return 2 }, 1)
	e := s.VarianceErrorOf([]float64{1, 1, 1})
	if math.Abs(e.Signed.Value-1) > 5*e.Signed.StdErr || math.Abs(e.Corrected-1) > 5*e.StdErr || !(e.StdErr < 0.1) {
		t.Errorf("variances twice as large as they are known to be: %+v", e)
	}
}
