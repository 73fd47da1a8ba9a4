package vec

import (
	"fmt"
	"slices"
	"testing"
)

// TestShuffle counts the permutations of small sets, those of two shuffles one after the other, of
// two lanes, and the beginnings of larger ones.
func TestShuffle(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ n, k int }{{2, 2}, {4, 4}, {4, 2}, {5, 5}, {30, 2}} {
		const epochs = 3000
		s, one := NewStream(5, uint64(c.n), uint64(c.k)), NewStream(6, uint64(c.n), uint64(c.k))
		x, y := Indices(c.n), make([]uint32, c.n)
		code := func(of func(i int) uint32) int { // of the first k
			v := 0
			for i := range c.k {
				v = v*c.n + int(of(i))
			}
			return v
		}
		rows, single := map[int]float64{}, map[int]float64{}
		epoch, lane := map[[2]int]float64{}, map[[2]int]float64{}
		var before [Lanes]int
		for e := range epochs {
			s.Shuffle(x)
			for l := range Lanes {
				now := code(func(i int) uint32 { return uint32(x[i][l]) })
				rows[now]++
				if e > 0 {
					epoch[[2]int{before[l], now}]++
				}
				if l%2 == 1 {
					lane[[2]int{before[l-1], now}]++
				}
				before[l] = now
			}
			for range 20 {
				one.Permute(y)
				single[code(func(i int) uint32 { return y[i] })]++
			}
		}
		cells := 1
		for i := range c.k {
			cells *= c.n - i
		}
		name := fmt.Sprintf("the first %d of %d", c.k, c.n)
		uniformCounts(t, name, rows, cells)
		uniformCounts(t, name+", one replica", single, cells)
		if cells <= 24 {
			uniformCounts(t, name+", two epochs", epoch, cells*cells)
			uniformCounts(t, name+", two lanes", lane, cells*cells)
		}
	}
}

func uniformCounts[K comparable](t *testing.T, name string, count map[K]float64, cells int) {
	t.Helper()
	var all []float64
	for _, c := range count {
		all = append(all, c)
	}
	if len(all) != cells {
		t.Errorf("%s: %d of %d outcomes", name, len(all), cells)
	}
	uniformCells(t, name, all)
}

// TestShuffleLarge: there are permutations of all sizes.
func TestShuffleLarge(t *testing.T) {
	s := NewStream(8)
	for _, n := range []int{1, 129, 1000, MaxIndex} {
		x, y := Indices(n), make([]uint32, n)
		s.Shuffle(x)
		s.Permute(y)
		for _, of := range []func(i int) uint32{
			func(i int) uint32 { return uint32(x[i][17]) }, func(i int) uint32 { return y[i] },
		} {
			seen := make([]bool, n)
			for i := range n {
				seen[of(i)] = true
			}
			if slices.Contains(seen, false) {
				t.Errorf("%d: no permutation", n)
			}
		}
	}
	panics(t, "Shuffle none", "of 0 indices", func() { s.Shuffle(nil) })
	panics(t, "Shuffle 65537", "of 65537", func() { s.Shuffle(Indices(MaxIndex + 1)) })
	panics(t, "Permute none", "of 0 indices", func() { s.Permute(nil) })
}

// TestShufflePinned pins the sequences, which results depend on.
func TestShufflePinned(t *testing.T) {
	s, x, y := NewStream(7, 8), Indices(7), make([]uint32, 7)
	s.Shuffle(x)
	s.Permute(y)
	var lane []uint16
	for i := range x {
		lane = append(lane, x[i][3])
	}
	if got, want := fmt.Sprint(lane, y), pinnedPermutations; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

const pinnedPermutations = "[6 1 4 0 3 2 5] [4 2 3 0 5 1 6]"
