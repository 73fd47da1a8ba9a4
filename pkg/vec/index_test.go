package vec

import (
	"fmt"
	"math"
	"math/bits"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// uniformCells fails the test unless counts look like draws from cells of equal probability.
func uniformCells(t *testing.T, name string, counts []float64) {
	t.Helper()
	total := 0.0
	for _, c := range counts {
		total += c
	}
	mean, chi := total/float64(len(counts)), 0.0
	if mean < 8 {
		t.Fatalf("%s: %g draws a cell are too few", name, mean)
	}
	for _, c := range counts {
		chi += (c - mean) * (c - mean) / mean
	}
	if p := (distuv.ChiSquared{K: float64(len(counts) - 1)}).Survival(chi); p < 1e-5 || p > 1-1e-5 {
		t.Errorf("%s: chi-square %.1f in %d cells, probability %g", name, chi, len(counts), p)
	}
}

// TestUniform counts indices. Without the rejection some cells of 40000 and 32769 would be twice
// as likely as others; the draws are many enough to see, for the smaller n, a bias of one part in
// a thousand.
func TestUniform(t *testing.T) {
	t.Parallel()
	for _, n := range []int{2, 3, 100, 200, 12251, 32769, 40000, 65536} {
		const rows, blocks = 1 << 11, 16
		counts := make([]float64, n)
		var lanes [Lanes]float64 // a third of the range, lane by lane
		s, x := NewStream(1, uint64(n)), Indices(rows)
		for range blocks {
			s.Uniform(x, n)
			for i := range x {
				for l, v := range &x[i] {
					if int(v) >= n {
						t.Fatalf("n = %d: index %d", n, v)
					}
					counts[v]++
					if 3*int(v) < n {
						lanes[l]++
					}
				}
			}
		}
		uniformCells(t, fmt.Sprintf("n = %d", n), counts)
		if n > 2 {
			// binomial counts: the statistic over 64 lanes is smaller than for a multinomial by 1 − p
			chi, mean := 0.0, 0.0
			for _, c := range lanes {
				mean += c / Lanes
			}
			p := mean / (rows * blocks)
			for _, c := range lanes {
				chi += (c - mean) * (c - mean) / (mean * (1 - p))
			}
			if q := (distuv.ChiSquared{K: Lanes - 1}).Survival(chi); q < 1e-5 || q > 1-1e-5 {
				t.Errorf("n = %d: the lanes differ, chi-square %.1f, probability %g", n, chi, q)
			}
		}
	}
	x := Indices(5)
	NewStream(1).Uniform(x, 1)
	for i := range x {
		if x[i] != (Index{}) {
			t.Error("n = 1: an index is not 0")
		}
	}
}

// TestDistinctSubsets counts which subset each group is.
func TestDistinctSubsets(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ n, k, subsets int }{{5, 1, 5}, {5, 2, 10}, {6, 3, 20}, {4, 4, 1},
		{9, 7, 36}, {12, 6, 924}, {1, 1, 1}} {
		const groups = 1 << 12
		x := Indices(groups * c.k)
		NewStream(2, uint64(c.n), uint64(c.k)).Distinct(x, c.n, c.k)
		counts := map[uint64]float64{}
		for g := 0; g < len(x); g += c.k {
			for l := range Lanes {
				set := uint64(0)
				for j := range c.k {
					set |= 1 << x[g+j][l]
				}
				if bits.OnesCount64(set) != c.k || set>>c.n != 0 {
					t.Fatalf("%d of %d: lane %d of group %d holds the set %b", c.k, c.n, l, g, set)
				}
				counts[set]++
			}
		}
		if len(counts) != c.subsets {
			t.Errorf("%d of %d: %d different subsets, want %d", c.k, c.n, len(counts), c.subsets)
		}
		if c.subsets > 1 {
			var v []float64
			for _, n := range counts {
				v = append(v, n)
			}
			uniformCells(t, fmt.Sprintf("%d of %d", c.k, c.n), v)
		}
	}
}

// TestDistinctLarge tests the frequencies of all indices and pairs, for both ways of clearing the
// bit sets (fewer or more words than rows) and at the largest n. All sizes share a stream, so that
// leftovers of one size would show in the next.
func TestDistinctLarge(t *testing.T) {
	t.Parallel()
	s := NewStream(3)
	for _, c := range []struct{ n, k int }{{200, 50}, {MaxIndex, 3}, {130, 2}, {70, 69}, {200, 5},
		{12251, 100}, {64, 32}, {65, 64}, {MaxIndex, 2000}} {
		groups := max(2, 20000/c.k)
		x := Indices(groups * c.k)
		s.Distinct(x, c.n, c.k)
		counts := make([]float64, c.n)
		for g := 0; g < len(x); g += c.k {
			for l := range Lanes {
				seen := make(map[uint16]bool, c.k)
				for j := range c.k {
					v := x[g+j][l]
					if seen[v] || int(v) >= c.n {
						t.Fatalf("%d of %d: index %d twice or too large in lane %d of group %d", c.k, c.n, v, l,
							g/c.k)
					}
					seen[v] = true
					counts[v]++
				}
			}
		}
		// an index is in a group with probability p = k/n, and two exclude each other: the variance of a
		// count is 1 − p times a multinomial's, and the statistic has n − 1 degrees of freedom after
		// division by 1 − p, times (n−1)/n
		draws := float64(groups * Lanes)
		p := float64(c.k) / float64(c.n)
		if draws*p < 8 {
			continue
		}
		chi := 0.0
		for _, o := range counts {
			chi += (o - draws*p) * (o - draws*p) / (draws * p * (1 - p))
		}
		chi *= float64(c.n-1) / float64(c.n)
		if q := (distuv.ChiSquared{K: float64(c.n - 1)}).Survival(chi); q < 1e-5 || q > 1-1e-5 {
			t.Errorf("%d of %d: chi-square %.1f, probability %g", c.k, c.n, chi, q)
		}
	}
	for _, w := range s.seen {
		if w != 0 {
			t.Fatal("the bit sets are not clear after a call")
		}
	}
}

func TestIndexPanics(t *testing.T) {
	s := NewStream(1)
	for _, c := range []struct {
		name, want string
		f          func()
	}{
		{"Uniform of 0", "1 distinct of 0", func() { s.Uniform(Indices(1), 0) }},
		{"Uniform of -1", "1 distinct of -1", func() { s.Uniform(Indices(1), -1) }},
		{"Uniform of 65537", "at most 65536", func() { s.Uniform(Indices(1), MaxIndex+1) }},
		{"Distinct of 65537", "at most 65536", func() { s.Distinct(Indices(2), MaxIndex+1, 2) }},
		{"Distinct 0", "0 distinct of 5", func() { s.Distinct(Indices(1), 5, 0) }},
		{"Distinct 6 of 5", "6 distinct of 5", func() { s.Distinct(Indices(6), 5, 6) }},
		{"Distinct, half a group", "whole groups", func() { s.Distinct(Indices(3), 5, 2) }},
	} {
		panics(t, c.name, c.want, c.f)
	}
}

// TestSubset counts every subset of small sets: equally likely, to 5 standard errors; and looks at
// large ones.
func TestSubset(t *testing.T) {
	s := NewStream(1)
	for _, c := range []struct{ n, k int }{{1, 1}, {5, 1}, {5, 2}, {6, 3}, {6, 5}, {7, 7}} {
		const draws = 60000
		count := map[int]int{}
		x := make([]uint32, c.k)
		for range draws {
			s.Subset(x, c.n)
			set := 0
			for _, i := range x {
				set |= 1 << i
			}
			count[set]++
		}
		subsets := 1.0
		for i := range c.k {
			subsets *= float64(c.n-i) / float64(i+1)
		}
		subsets = math.Round(subsets)
		if len(count) != int(subsets) {
			t.Errorf("%d of %d: %d subsets, want %g", c.k, c.n, len(count), subsets)
		}
		mean := draws / subsets
		for set, k := range count {
			if math.Abs(float64(k)-mean) > 5*math.Sqrt(mean) {
				t.Errorf("%d of %d: subset %b came %d times, expected %.0f", c.k, c.n, set, k, mean)
			}
		}
	}
	for _, c := range []struct{ n, k int }{{12251, 100}, {12251, 2000}, {12251, 12251}, {65536, 129},
		{65536, 65536}, {65, 64}, {65537, 65537}, {MaxData, 1000}} {
		x, seen := make([]uint32, c.k), map[uint32]bool{}
		s.Subset(x, c.n)
		sum := 0.0
		for _, i := range x {
			if seen[i] || int(i) >= c.n {
				t.Fatalf("%d of %d: index %d twice, or past the end", c.k, c.n, i)
			}
			seen[i] = true
			sum += float64(i)
		}
		// the mean of n(N−1)/2, with variance n(N−n)(N+1)/12
		n, k := float64(c.n), float64(c.k)
		if d := sum - k*(n-1)/2; math.Abs(d) > 4.5*math.Sqrt(k*(n-k)*(n+1)/12) {
			t.Errorf("%d of %d: the sum is off by %g", c.k, c.n, d)
		}
	}
	for _, w := range s.seen {
		if w != 0 {
			t.Fatal("a bit is left in the set")
		}
	}
}

// TestChoices compares the counts of all indices with the binomial distribution, and tests
// rejection, which occurs for one word in 2³², by hand.
func TestChoices(t *testing.T) {
	s := NewStream(2)
	for _, n := range []int{1, 2, 7, 300} {
		const draws = 300_001
		x, count := make([]uint32, draws), make([]float64, n)
		s.Choices(x, n)
		for _, i := range x {
			count[i]++
		}
		mean := draws / float64(n)
		for i, k := range count {
			if math.Abs(k-mean) > 5*math.Sqrt(mean*(1-1/float64(n)))+1e-9 {
				t.Errorf("n = %d: index %d came %g times, expected %.0f", n, i, k, mean)
			}
		}
	}
	// a word w with ⌊w m/2³²⌋ = 0 is redrawn if w m mod 2³² < 2³² mod m: for m = 3 only the word 0
	for w, redrawn := range map[uint32]bool{0: true, 1: false, 1431655765: false, 1431655766: false,
		1<<32 - 1: false} {
		before := *s.state
		u := s.retry(uint64(w)*3, 3)
		if got := s.state.fix != before.fix; got != redrawn {
			t.Errorf("word %d of 3: redrawn %t, want %t", w, got, redrawn)
		}
		if !redrawn && u != uint64(w)*3 || u>>32 > 2 {
			t.Errorf("word %d of 3 gives %d", w, u)
		}
	}
	for _, f := range []func(){
		func() { s.Choices(make([]uint32, 1), 0) }, func() { s.Choices(make([]uint32, 1), MaxData+1) },
		func() { s.Subset(make([]uint32, 3), 2) }, func() { s.Subset(nil, 2) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("a draw of the impossible does not panic")
				}
			}()
			f()
		}()
	}
}

// TestSubsetPinned pins the sequences on which results depend.
func TestSubsetPinned(t *testing.T) {
	s := NewStream(7, 8)
	x := make([]uint32, 6)
	s.Subset(x, 12251)
	y := make([]uint32, 6)
	s.Choices(y, 12251)
	if got, want := fmt.Sprint(x, y), pinnedIndices; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

const pinnedIndices = "[12186 2892 11014 8981 8474 11075] [5281 5492 2192 3233 9783 523]"
