package estimate

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"testing"
)

// TestBits compares the bits of numbers in tables with recorded bits: they are the same on all
// machines. The input is uniform numbers, which are exact; the normal numbers of math/rand are not.
func TestBits(t *testing.T) {
	rng := source(13)
	u := func(n int) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = rng.Float64() - 0.4
		}
		return x
	}
	b, few := &TimeBlocks{10, 6, u(40), u(40)}, &TimeBlocks{5, 4, u(40), u(40)}
	for i := range 40 {
		b.S2[i], few.S2[i] = b.S2[i]+1, few.S2[i]+1
	}
	h, g := NewHistogram(40, 90, -0.3, 0.5), NewHistogram(40, 90, -0.3, 0.5)
	q := make([]float64, 90)
	for i := range 5000 {
		h.Add(i%40, rng.Float64()-0.4)
		g.Add(i%40, rng.Float64()*rng.Float64()-0.4)
		q[i%90] += rng.Float64() / 5000
	}
	even := slices.Repeat([]float64{0.8 / 90}, 90)
	s2 := []float64{3, 4, 5, 3, 4, 5, 6, 4, 3, 4}
	m := &MomentSums{7, u(10), s2, u(10)}
	var normal, grid []float64
	for i := range 600 {
		a := float64(i-300) / 8
		normal = append(normal, NormalCDF(a), NormalCDF(a+rng.Float64()))
		grid = append(grid, float64(i-270)/120)
	}
	v, w := NewVariances([]*TimeBlocks{b}), NewVariances([]*TimeBlocks{few})
	for _, v := range []struct {
		name  string
		value []any
		want  uint64
	}{
		{"blocks", []any{b.Mean(), b.Variance(), b.RHat(), b.TrendLevel()}, 0x308c8de1a8792a45},
		{"few replicas", []any{few.Mean(), few.Variance(), few.RHat(), few.TrendLevel()},
			0xc9c47e6fcb709a5c},
		{"histogram", []any{h.Densities(), h.Edges(), h.Along(q, q), h.FromNormal()}, 0x19b6d07242084b5e},
		{"L1", []any{h.L1(q), g.L1(q), h.L1To(g), h.L1(even)}, 0x8b0da1544bf00569},
		{"moments", []any{m.Skewness(), v.Error(w)}, 0x7e714c5d9354784e},
		{"normal", []any{normal, Kolmogorov(grid, nil), Kolmogorov(grid, normal[:600])},
			0x08090bcfc3e2b677},
		{"arithmetic", []any{
			RelError(b.Mean(), 0.3), Ratio(b.Mean(), few.Mean()), Sub(b.Mean(), few.Mean()),
			RatioOfMeans([][]float64{s2[:3], s2[2:]}, 0, 1),
		}, 0x5768ceaa8adb0c90},
	} {
		if s := fmt.Sprint(v.value); strings.Contains(s, "NaN") || strings.Contains(s, "Inf") {
			t.Errorf("%s: %s", v.name, s)
		}
		f := fnv.New64a()
		fmt.Fprintf(f, "%x", v.value) // every digit
		if got := f.Sum64(); got != v.want {
			t.Errorf("%s: digest %#016x, want %#016x", v.name, got, v.want)
		}
	}
}
