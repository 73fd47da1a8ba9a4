package simulate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
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

// gaussianChain is a chain on the Gaussian posterior; its slowest relaxation time is 2 and its fastest 1/a.
func gaussianChain() *Chain {
	data := dataset.Gaussian(50, 0, 1, 1)
	return &Chain{
		Model: &model.Gaussian{X: data.X, SigmaX: 1, SigmaTheta: 1}, Digest: data.Digest(),
		Scheme: dynamics.Scheme{Word: "OABAO", Dt: 0.01, Friction: dynamics.Constant{Gamma: 1}},
		N:      5, Sampling: minibatch.Without,
		T: 64 * 4, BurnIn: 0.5, Every: 0.02, Replicas: 64, Batches: 4, Seed: 7, Theta: [][]float64{{0.1}, {-0.2}},
	}
}

// mixtureChain is one with everything that can be observed.
func mixtureChain() *Chain {
	data := dataset.Mixture(60, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.4}, 1)
	return &Chain{
		Model: &model.Mixture{X: data.X, W: 0.4, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1}, Digest: data.Digest(),
		Scheme: dynamics.Scheme{Word: "ODABADO", Dt: 0.01, Friction: dynamics.Full{Gamma: 1, Eta: 1}},
		N:      3, Sampling: minibatch.With, Xi: []float64{2, 0, 0, 2},
		T: 64 * 4, BurnIn: 0.5, Every: 0.02, Replicas: 64, Batches: 4, Seed: 7, Theta: [][]float64{{1, 0.5}, {0.5, 1}},
		Histogram: &Bins{Dim: 0, Lo: -0.5, Hi: 2, Bins: 20}, Modes: [][2]float64{{1, 0.5}, {0.5, 1}},
	}
}

func execute(t *testing.T, c *Chain) table.Archive {
	t.Helper()
	a, err := c.Run(context.Background(), func(float64) {})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func samples(t *testing.T, c *Chain) *Samples {
	t.Helper()
	s, err := ReadSamples(execute(t, c))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSteps(t *testing.T) {
	for _, c := range []struct {
		t, burn, every, dt     float64
		replicas, batches      int
		wantBurn, run, between int
	}{
		{640, 1, 0.1, 0.01, 64, 10, 100, 1000, 10},
		{1280, 1, 0.1, 0.01, 64, 10, 100, 2000, 10},
		{1280, 1, 0.1, 0.01, 128, 10, 100, 1000, 10},
		{640, 0, 0, 0.01, 64, 4, 0, 1000, 1},                   // at least one step between observations
		{640, 0, 1e-9, 0.01, 64, 4, 0, 1000, 1},                //
		{640, 0, 0.015, 0.01, 64, 4, 0, 1000, 2},               // to the nearest step, half up
		{640, 1, 0.03, 0.01, 64, 4, 102, 3 * 336, 3},           // the burn-in up to an observation; 333 observations up to a multiple of 4
		{640, 0.001, 0.01, 0.01, 64, 4, 1, 1000, 1},            // a burn-in of less than a step is one
		{1, 0.1, 0.002, 1e-3, 64, 16, 100, 32, 2},              // at least one observation a batch
		{64e-9, 0, 1, 0.5, 64, 4, 0, 8, 2},                     //
		{64 * 0.3, 0, 0.1, 0.1, 64, 4, 0, 4, 1},                // 3 observations, up to 4
		{1e300, 1e300, 0.01, 0.01, 64, 4, 1 << 53, 1 << 53, 1}, // out of reach
		{1, 1, 1e300, 1e-300, 64, 4, 1 << 53, 1 << 53, 1 << 53},
	} {
		x := Chain{Scheme: dynamics.Scheme{Dt: c.dt}, T: c.t, BurnIn: c.burn, Every: c.every, Replicas: c.replicas, Batches: c.batches}
		burn, run, every := x.Steps()
		if burn != c.wantBurn || run != c.run || every != c.between {
			t.Errorf("%+v: got %d, %d, %d", c, burn, run, every)
		}
		if run < 1<<53 && (run%(every*c.batches) != 0 || burn%every != 0) {
			t.Errorf("%+v: the observations do not fit", c)
		}
		if got, want := x.Units(), float64(c.replicas)*float64(burn+run); got != want {
			t.Errorf("%+v: %g units, want %g", c, got, want)
		}
	}
	c := gaussianChain()
	c.T = 1e300
	if _, err := c.Run(context.Background(), func(float64) {}); err == nil || !strings.Contains(err.Error(), "too many") {
		t.Errorf("endless: %v", err)
	}
}

// The same parameters give the same arrays, which are those of the state's mean and variance.
func TestChain(t *testing.T) {
	for _, c := range []*Chain{gaussianChain(), mixtureChain()} {
		a := execute(t, c)
		if b := execute(t, c); !reflect.DeepEqual(a, b) {
			t.Errorf("%T: two runs differ", c.Model)
		}
		s, err := ReadSamples(a)
		if err != nil {
			t.Fatal(err)
		}
		burn, run, every := c.Steps()
		if s.Replicas != 64 || s.Steps != 64*int64(burn+run) || s.Diverged || s.Observations() != int64(run/every) || !slices.Equal(s.Count, slices.Repeat([]int64{int64(run / every / 4)}, 4)) {
			t.Errorf("%T: %+v", c.Model, s)
		}
		if len(s.S1) != c.Model.Dim() || len(s.X1) != map[int]int{1: 0, 2: 3}[c.Model.Dim()] {
			t.Errorf("%T: %d rows of θ, %d of ξ", c.Model, len(s.S1), len(s.X1))
		}
		// units are told as they are done, and amount to all
		told := 0.0
		if _, err := c.Run(context.Background(), func(u float64) { told += u }); err != nil || told != c.Units() {
			t.Errorf("%T: told of %g units, of %g", c.Model, told, c.Units())
		}
	}

	// with all the data the mean and the variance of the posterior are known
	c := gaussianChain()
	c.N, c.T, c.BurnIn = c.Model.Data(), 64*200, 10
	s := samples(t, c)
	m := c.Model.(*model.Gaussian)
	law := exact.NewGaussian(m)
	want := (1 + law.Langevin(0, 1, c.Scheme.Dt)) / m.Precision()
	mean, variance := s.Theta(0).Mean(), s.Theta(0).Variance()
	if math.Abs(mean.Z(m.Mean())) > 4 || math.Abs(variance.Z(want)) > 4 || variance.StdErr > 0.05*want {
		t.Errorf("mean %v, want %g; variance %v, want %g", mean, m.Mean(), variance, want)
	}
	// the histogram and the crossings count every observation
	s = samples(t, mixtureChain())
	for r := range 64 {
		n := uint32(0)
		for _, k := range s.Histogram[r*22 : (r+1)*22] {
			n += k
		}
		if int64(n) != s.Observations() || s.Upper[r] > s.Observations() {
			t.Errorf("replica %d: %d counts, %d in the second mode, %d observations", r, n, s.Upper[r], s.Observations())
		}
	}
	if got, want := s.Bins(&Bins{Dim: 0, Lo: -0.5, Hi: 2, Bins: 20}), s.Histogram; &got.Counts[0] != &want[0] || got.Bins != 20 || got.Hi != 2 || got.Replicas != 64 {
		t.Errorf("%+v", got)
	}
}

// A longer T continues the same run.
func TestLongerT(t *testing.T) {
	for _, c := range []*Chain{gaussianChain(), mixtureChain()} {
		long := *c
		long.T = 2 * c.T
		a, b := samples(t, c), samples(t, &long)
		if b.Observations() != 2*a.Observations() {
			t.Fatalf("%d and %d observations", a.Observations(), b.Observations())
		}
		// a batch of the long run is two of the short one
		for _, g := range []struct{ short, long [][]float64 }{{a.S1, b.S1}, {a.S2, b.S2}, {a.X1, b.X1}, {a.X2, b.X2}} {
			for i := range g.short {
				for batch := range 2 {
					for r := range 64 {
						want := g.short[i][2*batch*64+r] + g.short[i][(2*batch+1)*64+r]
						if got := g.long[i][batch*64+r]; math.Abs(got-want) > 1e-10*(1+math.Abs(want)) {
							t.Fatalf("%T: row %d, batch %d, replica %d: got %g, want %g", c.Model, i, batch, r, got, want)
						}
					}
				}
			}
		}
		for i := range a.Histogram {
			if a.Histogram[i] > b.Histogram[i] {
				t.Fatalf("bin %d: %d counts, and %d of the longer run", i, a.Histogram[i], b.Histogram[i])
			}
		}
		for r := range a.Crossings {
			if a.Crossings[r] > b.Crossings[r] || a.Upper[r] > b.Upper[r] {
				t.Fatalf("replica %d: %d crossings, and %d of the longer run", r, a.Crossings[r], b.Crossings[r])
			}
		}

		// the states are the same bits; those of another seed are not
		state := func(c *Chain, pieces ...int) []vec.Row {
			r, err := c.start(0)
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range pieces {
				r.e.Run(r.flows, n, 3)
			}
			return slices.Concat(r.e.Theta, r.e.P, r.e.Xi)
		}
		x := state(c, 100)
		if !reflect.DeepEqual(x, state(&long, 100)) || !reflect.DeepEqual(x, state(c, 1, 50, 49)) {
			t.Errorf("%T: T or the pieces of the run change its states", c.Model)
		}
		long.Seed++
		if reflect.DeepEqual(x[0], state(&long, 100)[0]) {
			t.Errorf("%T: the seed does not change the states", c.Model)
		}
	}
}

// The key of the streams and that of the result change with every parameter; T is in the latter alone.
func TestChainKeys(t *testing.T) {
	keys := func(c *Chain) (uint64, string) {
		h, err := hash(c.params())
		if err != nil {
			t.Fatal(err)
		}
		k, err := sweep.Key(c)
		if err != nil {
			t.Fatal(err)
		}
		return h, k
	}
	h0, k0 := keys(mixtureChain())
	// known, for committed results are found by it, and golden numbers made of its streams
	if want := "5d8d1175c0d3b1e5"; fmt.Sprintf("%016x", h0) != want {
		t.Errorf("the streams have the key %016x, want %s", h0, want)
	}
	if want := "75b011a9c196db70145f73346792d00f"; k0 != want {
		t.Errorf("the result has the key %s, want %s", k0, want)
	}
	hs, ks := map[uint64]string{h0: "the base"}, map[string]string{k0: "the base"}
	for _, x := range []struct {
		name   string
		change func(*Chain)
	}{
		{"seed", func(c *Chain) { c.Seed++ }},
		{"n", func(c *Chain) { c.N++ }},
		{"sampling", func(c *Chain) { c.Sampling = minibatch.Without }},
		{"dt", func(c *Chain) { c.Scheme.Dt = math.Nextafter(0.01, 1) }},
		{"word", func(c *Chain) { c.Scheme.Word = "DOABAOD" }},
		{"split", func(c *Chain) { c.Scheme.SplitBatch = true }},
		{"gamma", func(c *Chain) { c.Scheme.Friction = dynamics.Full{Gamma: 2, Eta: 1} }},
		{"eta", func(c *Chain) { c.Scheme.Friction = dynamics.Full{Gamma: 1, Eta: 2} }},
		{"friction", func(c *Chain) { c.Scheme.Friction = dynamics.Diagonal{Gamma: 1, Eta: 1} }},
		{"burn-in", func(c *Chain) { c.BurnIn++ }},
		{"every", func(c *Chain) { c.Every = 0.04 }},
		{"replicas", func(c *Chain) { c.Replicas = 128 }},
		{"batches", func(c *Chain) { c.Batches = 8 }},
		{"theta", func(c *Chain) { c.Theta = c.Theta[:1] }},
		{"xi", func(c *Chain) { c.Xi = nil }},
		{"bound", func(c *Chain) { c.XiMax = 100 }},
		{"histogram", func(c *Chain) { c.Histogram = &Bins{Dim: 1, Lo: -0.5, Hi: 2, Bins: 20} }},
		{"lo", func(c *Chain) { c.Histogram = &Bins{Dim: 0, Lo: 0, Hi: 2, Bins: 20} }},
		{"no histogram", func(c *Chain) { c.Histogram = nil }},
		{"modes", func(c *Chain) { c.Modes = nil }},
		{"model", func(c *Chain) { c.Model.(*model.Mixture).SigmaTheta = 2 }},
	} {
		c := mixtureChain()
		x.change(c)
		h, k := keys(c)
		if old, ok := hs[h]; ok {
			t.Errorf("%s: the same streams as %s", x.name, old)
		}
		if old, ok := ks[k]; ok {
			t.Errorf("%s: the same result as %s", x.name, old)
		}
		hs[h], ks[k] = x.name, x.name
	}
	c := mixtureChain()
	c.T *= 2
	if h, k := keys(c); h != h0 || ks[k] != "" {
		t.Error("T must change the key of the result, and not that of the streams")
	}
	c = mixtureChain()
	c.Digest = "other"
	if _, k := keys(c); ks[k] != "" {
		t.Error("the data do not change the key")
	}
}

// Blocks of 64 replicas are independent runs.
func TestBlocks(t *testing.T) {
	c := gaussianChain()
	c.Replicas, c.T = 128, 2*c.T
	s := samples(t, c)
	if len(s.S1[0]) != 4*128 || s.Theta(0).Replicas != 128 {
		t.Fatalf("%d sums", len(s.S1[0]))
	}
	for b := range 4 {
		for r := range 64 {
			if s.S1[0][b*128+r] == s.S1[0][b*128+64+r] {
				t.Errorf("batch %d: replicas %d and %d are the same", b, r, r+64)
			}
		}
	}
	// replica r starts at Theta[r mod 2], in every block
	for block := range 2 {
		r, err := c.start(block)
		if err != nil {
			t.Fatal(err)
		}
		for l, x := range r.e.Theta[0] {
			if want := c.Theta[l%2][0]; x != want {
				t.Errorf("block %d: replica %d starts at %g, want %g", block, l, x, want)
			}
		}
	}
}

// A replica that leaves the finite numbers ends the run: what is stored says so and holds no numbers.
func TestDiverged(t *testing.T) {
	c := gaussianChain()
	c.Scheme = dynamics.Scheme{Word: dynamics.SGLD, Dt: 0.1} // a Δt = 5.1
	c.T = 1e7
	begin := time.Now()
	a := execute(t, c)
	if d := time.Since(begin); d > 5*time.Second {
		t.Errorf("the end came after %v", d)
	}
	if len(a) != 1 || a[0].Name != "about" {
		t.Errorf("stored: %v", a)
	}
	s, err := ReadSamples(a)
	if err != nil || !s.Diverged || s.S1 != nil || s.Histogram != nil {
		t.Errorf("%+v, %v", s, err)
	}
	var b bytes.Buffer
	if err := table.WriteNPZ(&b, a); err != nil {
		t.Fatal(err)
	}
}

// An interruption is noticed within some milliseconds, however long a step takes or observations are apart.
func TestChainStops(t *testing.T) {
	long := gaussianChain()
	long.Every, long.T, long.Batches = 1e6, 1e12, 4
	slow := mixtureChain()
	slow.N, slow.Sampling, slow.T = 60, minibatch.Without, 1e9
	burn := gaussianChain()
	burn.BurnIn = 1e9
	for i, c := range []*Chain{long, slow, burn} {
		ctx, cancel := context.WithCancel(context.Background())
		stopped := make(chan error, 1)
		go func() {
			_, err := c.Run(ctx, func(float64) {})
			stopped <- err
		}()
		time.Sleep(20 * time.Millisecond)
		cancel()
		select {
		case err := <-stopped:
			if !errors.Is(err, context.Canceled) {
				t.Errorf("chain %d: %v", i, err)
			}
		case <-time.After(time.Second):
			t.Fatalf("chain %d goes on after a second", i)
		}
	}
}

// What cannot be run is an error, before it runs.
func TestChainErrors(t *testing.T) {
	for _, x := range []struct {
		want   string
		change func(*Chain)
	}{
		{"no palindrome", func(c *Chain) { c.Scheme.Word = "OAB" }},
		{"without replacement", func(c *Chain) { c.N = 51 }},
		{"multiple of 64", func(c *Chain) { c.Replicas = 100 }},
		{"multiple of 64", func(c *Chain) { c.Replicas = 0 }},
		{"NaN", func(c *Chain) { c.Theta[0][0] = math.NaN() }},
	} {
		c := gaussianChain()
		x.change(c)
		if _, err := c.Run(context.Background(), func(float64) {}); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v", x.want, err)
		}
	}
}

// A probe measures a time a step that is not far from the truth, and changes nothing.
func TestProbe(t *testing.T) {
	c := gaussianChain()
	before, err := sweep.Key(c)
	if err != nil {
		t.Fatal(err)
	}
	rate := c.Probe()
	begin := time.Now()
	c.T = 64 * 400
	execute(t, c)
	if got := time.Since(begin).Seconds() / c.Units(); rate <= 0 || rate > 100*got || rate < got/100 {
		t.Errorf("%g s a step were expected, and it took %g s", rate, got)
	}
	c.T = gaussianChain().T
	if after, _ := sweep.Key(c); after != before {
		t.Error("a probe changes the key")
	}
	c.Scheme.Word = "OAB"
	if c.Probe() != 0 {
		t.Error("a chain that cannot run takes time")
	}
	other := gaussianChain()
	other.N++
	if other.Class() == gaussianChain().Class() || mixtureChain().Class() == gaussianChain().Class() {
		t.Error("classes do not tell chains of different cost apart")
	}
	other = gaussianChain()
	other.T, other.Seed = 1, 1
	if other.Class() != gaussianChain().Class() {
		t.Error("classes tell chains of equal cost apart")
	}
}
