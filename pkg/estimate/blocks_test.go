package estimate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// chains fills blocks with x_{i+1} = φ x_i + √(1−φ²) g, stationary with variance 1, plus
// shift(replica, block).
func chains(rng *rand.Rand, replicas, blocks, length int, phi float64,
	shift func(r, b int) float64) *TimeBlocks {
	b := &TimeBlocks{replicas, int64(length),
		make([]float64, replicas*blocks), make([]float64, replicas*blocks)}
	s := math.Sqrt(1 - phi*phi)
	for r := range replicas {
		x := rng.NormFloat64()
		for i := range blocks {
			for range length {
				x = phi*x + s*rng.NormFloat64()
				y := x
				if shift != nil {
					y += shift(r, i)
				}
				b.S1[i*replicas+r] += y
				b.S2[i*replicas+r] += y * y
			}
		}
	}
	return b
}

// TestBlocks repeats runs of a Gaussian AR(1) chain, whose properties are known: τ is (1+φ)/(1−φ)
// for x and (1+φ²)/(1−φ²) for x². Means over the repetitions must agree with that, and the standard
// errors with the scatter.
func TestBlocks(t *testing.T) {
	const trials = 60
	for _, c := range []struct {
		replicas, blocks, length int
		phi                      float64
	}{{64, 16, 120, 0.8}, {16, 1, 500, 0.5}, {2, 16, 500, 0.8}} {
		rng := source(1)
		var m, v, tr [trials]Estimate
		for i := range trials {
			b := chains(rng, c.replicas, c.blocks, c.length, c.phi,
				func(int, int) float64 { return 0.5 })
			m[i], v[i], tr[i] = b.Mean(), b.Variance(), b.Trend()
			if r := b.RHat(); r > 1.06 {
				t.Errorf("%+v: R-hat of stationary chains is %v", c, r)
			}
		}
		n := float64(c.replicas * c.blocks * c.length)
		iat, iat2 := (1+c.phi)/(1-c.phi), (1+c.phi*c.phi)/(1-c.phi*c.phi)
		scatter(t, "mean", m[:], 0.5, math.Sqrt(iat/n), 0)
		scatter(t, "variance", v[:], 1, math.Sqrt(2*iat2/n), 3*iat/n)
		if c.blocks > 1 {
			scatter(t, "trend", tr[:], 0, math.Sqrt(4*iat/n), 0)
		}
	}
}

// scatter checks repeated estimates: their mean against want ± bias, their scatter and the root
// mean square of their standard errors against sd.
func scatter(t *testing.T, what string, e []Estimate, want, sd, bias float64) {
	t.Helper()
	x, s2 := make([]float64, len(e)), 0.0
	for i, v := range e {
		x[i] = v.Value
		s2 += v.StdErr * v.StdErr / float64(len(e))
	}
	n := float64(len(e))
	near(t, what, mean(x), want, bias+4*sd/math.Sqrt(n))
	spread := 4 / math.Sqrt(2*n) // relative error of a scatter from n
	near(t, what+" scatter", math.Sqrt(variance(x)), sd, sd*spread)
	near(t, what+" standard error", math.Sqrt(s2), sd, sd*0.3)
}

func TestRHat(t *testing.T) {
	for _, c := range []struct {
		name   string
		blocks int
		shift  func(r, b int) float64
		want   float64 // R² = 1 + variance of the shifts
	}{
		{"two modes, one block", 1, func(r, _ int) float64 { return float64(r % 2 * 2) },
			math.Sqrt(1 + 64.0/63)},
		{"drift", 16, func(_, b int) float64 { return float64(b / 8 * 2) }, math.Sqrt(1 + 128.0/127)},
		// the middle block is omitted
		{"middle block", 3, func(_, b int) float64 { return float64(b % 2 * 100) }, 1},
	} {
		b := chains(source(2), 64, c.blocks, 2000, 0, c.shift)
		near(t, c.name, b.RHat(), c.want, 0.01)
	}
	constant := &TimeBlocks{2, 2, []float64{4, 4, 4, 4}, []float64{8, 8, 8, 8}}
	near(t, "one constant", constant.RHat(), 1, 0)
	apart := &TimeBlocks{2, 2, []float64{4, 2, 4, 2}, []float64{8, 2, 8, 2}}
	near(t, "two constants", apart.RHat(), math.Inf(1), 0)
	one := &TimeBlocks{1, 2, []float64{4}, []float64{9}}
	near(t, "one chain", one.RHat(), math.NaN(), 0)
	near(t, "trend of one block", one.Trend().Value, math.NaN(), 0)
	near(t, "level of one block", one.TrendLevel(), math.NaN(), 0)
	near(t, "error of one chain", one.Mean().StdErr, math.NaN(), 0)
}

// TestTrend: a drift of 1/16 per block makes the halves differ by 1/2 with 16 blocks, and by 9/16
// with 17, far above the noise.
func TestTrend(t *testing.T) {
	for _, c := range []struct {
		replicas, blocks int
		want             float64
	}{{64, 16, 0.5}, {64, 17, 9.0 / 16}, {2, 16, 0.5}} {
		b := chains(source(3), c.replicas, c.blocks, 1000, 0.5,
			func(r, b int) float64 { return float64(b) / 16 })
		tr := b.Trend()
		near(t, "trend", tr.Value, c.want, 4*tr.StdErr)
		if tr.Z(0) < 5 || !Grows(tr, b.Mean()) {
			t.Errorf("drift of %v not found", tr)
		}
	}
}

// TestGrows: growth is both significant and a part of the mean.
func TestGrows(t *testing.T) {
	for _, c := range []struct {
		trend Estimate
		mean  float64
		want  bool
	}{
		{Estimate{0.6, 0.1}, 10, true},
		{Estimate{0.6, 0.1}, -10, true},
		{Estimate{0.6, 0.13}, 10, false}, // not significant
		{Estimate{0.4, 0.01}, 10, false}, // small
		{Estimate{-0.6, 0.1}, 10, false},
		{Estimate{0.6, math.NaN()}, 10, false},
	} {
		if got := Grows(c.trend, Known(c.mean)); got != c.want {
			t.Errorf("trend %v of a mean %v grows: %v", c.trend, c.mean, got)
		}
	}
}

// TestBlocksHand compares with numbers worked out by hand: x = 1, 3 in the first block and 2, 2 in
// the second; of two replicas, sums over two blocks; and eight replicas, enough for a standard
// error without the blocks.
func TestBlocksHand(t *testing.T) {
	b := &TimeBlocks{1, 2, []float64{4, 4}, []float64{10, 8}}
	near(t, "mean", b.Mean().Value, 2, 0)
	near(t, "variance", b.Variance().Value, 0.5, 1e-15)
	near(t, "trend", b.Trend().Value, 0, 0)
	eight := &TimeBlocks{8, 1, // 1 in the first block of every replica, 3 in the second
		slices.Concat(slices.Repeat([]float64{1}, 8), slices.Repeat([]float64{3}, 8)),
		slices.Concat(slices.Repeat([]float64{1}, 8), slices.Repeat([]float64{9}, 8))}
	near(t, "error of equal replicas", eight.Mean().StdErr, 0, 0)
	two := &TimeBlocks{2, 3, []float64{3, 6, 9, 12}, []float64{4, 8, 44, 64}}
	if v := two.ReplicaVariances(); v[0] != 4 || v[1] != 3 {
		t.Error(v)
	}
	mustPanic(t, "length", func() { (&TimeBlocks{2, 1, []float64{1}, []float64{1}}).Mean() })
	mustPanic(t, "count", func() { (&TimeBlocks{1, 0, []float64{1}, []float64{1}}).RHat() })
	mustPanic(t, "empty", func() { (&TimeBlocks{}).Variance() })
}

// The level of a trend agrees with Student's t to a few per cent.
func TestTrendLevel(t *testing.T) {
	for _, c := range []struct {
		replicas, blocks int
		nu               float64
	}{{64, 2, 63}, {4, 6, 22}} {
		student := distuv.StudentsT{Sigma: 1, Nu: c.nu}
		b := chains(source(4), c.replicas, c.blocks, 1, 0, nil)
		for _, d := range []float64{0.5, 1, 2, 4, 6, -3} {
			// the last half is moved until the trend is d standard errors
			e := b.Trend()
			for i := len(b.S1) / 2; i < len(b.S1); i++ {
				b.S1[i] += d*e.StdErr - e.Value
			}
			want := 2 * student.Survival(math.Abs(d))
			if got := b.TrendLevel(); math.Abs(got/want-1) > 0.1 {
				t.Errorf("%d replicas: a trend of %g standard errors has level %g, want %g",
					c.replicas, d, got, want)
			}
		}
	}
	none := &TimeBlocks{2, 1, []float64{1, 2, 1, 2}, []float64{1, 4, 1, 4}}
	near(t, "no trend", none.TrendLevel(), 1, 0)
}

// R̂² of independent observations scatters as predicted, for few of them too.
func TestRHatScatter(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for _, c := range []struct{ blocks, count int }{{4, 1}, {2, 4}, {16, 1}, {1, 20}} {
		var b *TimeBlocks
		square := make([]float64, 1000)
		for i := range square {
			b = chains(rnd, 64, c.blocks, c.count, 0, func(int, int) float64 { return 0 })
			square[i] = b.RHat() * b.RHat()
		}
		// the distribution is skew: 4/√(2·1000) is exceeded more often than for normal variables
		near(t, fmt.Sprint(c), math.Sqrt(variance(square))/b.RHatScatter(), 1, 0.12)
	}
}

// Replicas of a stationary autoregressive process have the predicted R-hat on average.
func TestStationaryRHat(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	const half = 50 // steps
	for _, tau := range []float64{5, 20, 50} {
		sum, tries := 0.0, 200
		for range tries {
			none := func(int, int) float64 { return 0 }
			h := chains(rnd, 64, 2, half, math.Exp(-1/tau), none).RHat()
			sum += h * h
		}
		want := StationaryRHat(half, tau)
		if got := math.Sqrt(sum / float64(tries)); math.Abs(got/want-1) > 0.03 {
			t.Errorf("τ = %g: R-hat %.3f on average, predicted %.3f", tau, got, want)
		}
	}
	if StationaryRHat(10, 0) != 1 || !math.IsInf(StationaryRHat(0, 1), 1) {
		t.Error("the limits are wrong")
	}
}
