package minibatch

import (
	"fmt"
	"math"
	"testing"
)

// TestWide: the mean over batches of (N/n) Σ x is Σ x and its variance ε(n) Var(x), for both ways to draw.
func TestWide(t *testing.T) {
	const total, draws = 50, 20000
	x, sum, variance := make([]float64, total), 0.0, 0.0
	for i := range x {
		x[i] = math.Sqrt(float64(i)) - 3
		sum += x[i]
	}
	for _, v := range x {
		variance += (v - sum/total) * (v - sum/total) / (total - 1)
	}
	for _, s := range []Sampling{With, Without} {
		for _, n := range []int{1, 7, 26, 49, 50} {
			w := s.Wide(total, n, 1, uint64(n))
			if got, want := IsAll(w), s == Without && n == total; got != want {
				t.Fatalf("%s, n = %d: all the data %t, want %t", s, n, got, want)
			}
			if IsAll(w) {
				if b := w.Next(); b != nil {
					t.Errorf("all the data are %v, want nil", b)
				}
				continue
			}
			m1, m2 := 0.0, 0.0
			for range draws {
				b, y := w.Next(), 0.0
				if len(b) != n {
					t.Fatalf("%s, n = %d: a batch of %d", s, n, len(b))
				}
				for _, i := range b {
					y += x[i] * total / float64(n)
				}
				m1 += (y - sum) / draws
				m2 += (y - sum) * (y - sum) / draws
			}
			want := s.Epsilon(total, n) * variance
			if se := math.Sqrt(want / draws); math.Abs(m1) > 4.5*se {
				t.Errorf("%s, n = %d: the mean is off by %g ± %g", s, n, m1, se)
			}
			if se := want * math.Sqrt(2/float64(draws)); math.Abs(m2-want) > 6*se {
				t.Errorf("%s, n = %d: variance %g ± %g, want %g", s, n, m2, se, want)
			}
			a, b := s.Wide(total, n, 1, 2), s.Wide(total, n, 1, 2)
			if fmt.Sprint(a.Next(), a.Next()) != fmt.Sprint(b.Next(), b.Next()) {
				t.Errorf("%s, n = %d: a key gives two sequences", s, n)
			}
		}
	}
	defer func() {
		if got, want := fmt.Sprint(recover()), "minibatch: without replacement wants n ≤ Nd = 3, got 4"; got != want {
			t.Errorf("panic %q, want %q", got, want)
		}
	}()
	Without.Wide(3, 4, 1)
}
