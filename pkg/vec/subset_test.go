package vec

import (
	"fmt"
	"math"
	"testing"
)

// TestSubset counts every subset of small sets: equally likely, to 5 standard errors; and looks at
// large ones.
func TestSubset(t *testing.T) {
	s := NewStream(1)
	for _, c := range []struct{ n, k int }{{1, 1}, {5, 1}, {5, 2}, {6, 3}, {6, 5}, {7, 7}} {
		const draws = 60000
		count := map[int]int{}
		x := make([]uint16, c.k)
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
		{65536, 65536}, {65, 64}} {
		x, seen := make([]uint16, c.k), map[uint16]bool{}
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

// TestChoices compares the counts of all indices with the binomial law; and draws by rejection,
// where a word in 2⁻³² is rejected, by hand.
func TestChoices(t *testing.T) {
	s := NewStream(2)
	for _, n := range []int{1, 2, 7, 300} {
		const draws = 300_001
		x, count := make([]uint16, draws), make([]float64, n)
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
	// of the words w with ⌊w m/2³²⌋ = 0, those with w m mod 2³² < 2³² mod m are redrawn: with m = 3
	// the word 0 alone
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
		func() { s.Choices(make([]uint16, 1), 0) }, func() { s.Choices(make([]uint16, 1), MaxIndex+1) },
		func() { s.Subset(make([]uint16, 3), 2) }, func() { s.Subset(nil, 2) },
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

// TestSubsetPinned pins the sequences, which results depend on.
func TestSubsetPinned(t *testing.T) {
	s := NewStream(7, 8)
	x := make([]uint16, 6)
	s.Subset(x, 12251)
	y := make([]uint16, 6)
	s.Choices(y, 12251)
	if got, want := fmt.Sprint(x, y), pinnedIndices; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

const pinnedIndices = "[12186 2892 11014 8981 8474 11075] [5281 5492 2192 3233 9783 523]"
