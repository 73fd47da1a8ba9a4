package estimate

import (
	"fmt"
	"hash/fnv"
	"regexp"
	"strings"
	"testing"
)

// TestBits compares the bits of every function with those on record: they are the same on all
// machines. A change of the arithmetic, which changes every table, changes them too. The input is
// uniform numbers, which are exact; normal ones of math/rand are not.
func TestBits(t *testing.T) {
	rng := source(13)
	u := func(n int) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = rng.Float64() - 0.4
		}
		return x
	}
	x := u(600)
	b := &TimeBlocks{10, 6, x[:40], make([]float64, 40)}
	few := &TimeBlocks{5, 4, x[40:80], make([]float64, 40)}
	for i := range 40 {
		b.S2[i], few.S2[i] = 1+rng.Float64(), 1+rng.Float64()
	}
	h, g := NewHistogram(10, 90, -0.3, 0.5), NewHistogram(10, 90, -0.3, 0.5)
	q := make([]float64, 90)
	for i := range 5000 {
		h.Add(i%10, rng.Float64()-0.4)
		g.Add(i%10, float64(rng.Float64()*rng.Float64())-0.4)
		q[i%90] += rng.Float64() / 5000
	}
	m := &MomentSums{
		7, x[80:90], []float64{3, 4, 5, 3, 4, 5, 6, 4, 3, 4},
		x[90:100], []float64{9, 8, 7, 9, 9, 8, 9, 9, 8, 9},
	}
	c := &Crossings{[]uint32{3, 5, 2}, []float64{0.3, 0.6, 0.2}}
	py := []float64{0.3, 0.2, 0.7, 0.6, 1.1}
	phi := make([]float64, 0, 1200)
	for i := range 600 {
		a := float64(i-300) / 8
		phi = append(phi, NormalCDF(a), NormalMass(a, a+rng.Float64()))
	}
	grid, weights := make([]float64, 200), make([]float64, 200)
	for i := range grid {
		grid[i], weights[i] = float64(i-90)/40, rng.Float64()
	}
	for _, v := range []struct {
		name  string
		value any
		want  uint64
	}{
		{"Blocks", []any{b.Mean(), b.Variance(), b.RHat(), b.Trend()},
			0x968d4c604626c45b},
		{"few replicas", []any{few.Mean(), few.Variance(), few.RHat(), few.Trend()},
			0xf2912dc716537f76},
		{"Histogram", []any{h.Masses(), h.Densities(), h.Outside(), h.Edges()[7]}, 0x24f57ecd32a7a74f},
		{"L1", []any{h.L1(q), g.L1(q), h.L1To(g)}, 0x7fb19da18ee6ae55},
		{"MomentSums", []any{m.Mean(), m.Variance(), m.Skewness(), m.ExcessKurtosis()},
			0x9b3efdc36dcbff1d},
		{"Crossings", []any{c.Rate(), c.Weight()}, 0x2a3a7c4c2a8da483},
		{"normal", phi, 0x59739914cf2f4f23},
		{"Kolmogorov", []any{Kolmogorov(grid, nil), Kolmogorov(grid, weights)},
			0x586e3abc1e5bce5e},
		{"arithmetic", []any{
			RelError(b.Mean(), 0.3), Ratio(b.Mean(), few.Mean()), Sub(b.Mean(), few.Mean()),
			RatioOfMeans([][]float64{py[:3], py[2:]}, 0, 1),
		}, 0x44b17644e5282d40},
	} {
		// The digests are of estimates as {value stderr}.
		estimates := regexp.MustCompile(`([^][{} ]+) ± ([^][{} ]+)`)
		// %x prints every digit of a float64.
		if s := fmt.Sprint(v.value); strings.Contains(s, "NaN") || strings.Contains(s, "Inf") {
			t.Errorf("%s: %s", v.name, s)
		}
		f := fnv.New64a()
		f.Write(estimates.ReplaceAll(fmt.Appendf(nil, "%x", v.value), []byte("{$1 $2}")))
		if got := f.Sum64(); got != v.want {
			t.Errorf("%s: digest %#016x, want %#016x", v.name, got, v.want)
		}
	}
}
