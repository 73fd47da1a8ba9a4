package dataset

import (
	"math"
	"testing"

	"adl/pkg/vec"
	"gonum.org/v1/gonum/stat/distuv"
)

// TestWords: words and normal numbers come one by one in the order of the stream.
func TestWords(t *testing.T) {
	want := make([]uint64, 192)
	vec.NewStream(3, 4).Bits(want)
	w := newWords(3, 4)
	for i := range want {
		if got := w.next(); got != want[i] {
			t.Fatalf("word %d is %x, want %x", i, got, want[i])
		}
	}
	rows := vec.Rows(40)
	vec.NewStream(3, 5).Normals(rows)
	n := newNormals(3, 5)
	for i := range 40 * vec.Lanes {
		if got := n.next(); got != rows[i/vec.Lanes][i%vec.Lanes] {
			t.Fatalf("normal number %d is %g", i, got)
		}
	}
}

// TestPermutation: all 24 orders of four things are equally likely.
func TestPermutation(t *testing.T) {
	const n = 24000
	count := map[[4]int]float64{}
	w := newWords(1)
	for range n {
		count[[4]int(w.permutation(4))]++
	}
	chi := 0.0
	for _, k := range count {
		chi += (k - n/24) * (k - n/24) / (n / 24)
	}
	if p := (distuv.ChiSquared{K: 23}).Survival(chi); len(count) != 24 || p < 1e-5 || p > 1-1e-5 {
		t.Errorf("%d orders, chi-square %.1f, probability %g", len(count), chi, p)
	}
	seen := make([]bool, 1000)
	for _, i := range w.permutation(1000) {
		if seen[i] {
			t.Fatalf("%d occurs twice", i)
		}
		seen[i] = true
	}
	mean := 0.0
	for range 10000 {
		mean += w.unit() / 10000
	}
	if z := (mean - 0.5) * math.Sqrt(12*10000); math.Abs(z) > 4.5 {
		t.Errorf("unit: mean %g, %.1f standard errors off", mean, z)
	}
}
