package minibatch

import (
	"fmt"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"adl/pkg/model"
	"adl/pkg/vec"
)

// TestEpochs: the batches of an epoch are disjoint, a sweep comes back along them, and a replica
// leaves out the data past the last whole batch alone, other data every time.
func TestEpochs(t *testing.T) {
	for _, l := range layouts {
		for _, s := range []Sampling{Reshuffle, Sweep} {
			for _, c := range []struct{ total, n int }{{12, 4}, {10, 3}, {9, 5}, {70, 1}, {2, 1}} {
				name := fmt.Sprintf("%s, %s, %d of %d", l, s, c.n, c.total)
				b := s.Sampler(restAllowed{}, l, c.total, c.n, 1, 2)
				m := c.total / c.n
				left := map[string]bool{}
				for range 20 {
					var forth, all [][]int // how often a datum comes in a replica
					var batches []string
					for k := range m {
						x := b.Next()
						if x.Rest || len(x.Index)+len(x.Data) != c.n {
							t.Fatalf("%s: batch %d is %+v", name, k, x)
						}
						forth = add(forth, counts(x, c.total))
						batches = append(batches, fmt.Sprint(x.Index, x.Data))
					}
					all, times := forth, 1
					if s == Sweep {
						times = 2
						for k := range m {
							x := b.Next()
							all = add(all, counts(x, c.total))
							if fmt.Sprint(x.Index, x.Data) != batches[m-1-k] {
								t.Errorf("%s: batch %d on the way back is another", name, k)
							}
						}
					}
					for r, of := range all {
						visited := 0
						for _, x := range of {
							if x == times {
								visited++
							} else if x != 0 {
								t.Fatalf("%s: a datum came %d times in replica %d", name, x, r)
							}
						}
						if visited != m*c.n {
							t.Errorf("%s: %d data came %d times, want %d", name, visited, times, m*c.n)
						}
					}
					left[fmt.Sprint(all[0])] = true
				}
				if drops := m*c.n < c.total; drops != (len(left) > 1) {
					t.Errorf("%s: %d sets of data that are left out", name, len(left))
				}
			}
		}
	}
}

func add(sum, x [][]int) [][]int {
	if sum == nil {
		return x
	}
	for r := range x {
		for i, k := range x[r] {
			sum[r][i] += k
		}
	}
	return sum
}

// TestPermutations counts the permutations of replicas, of two and three of them, and of epochs one
// after the other: all are as likely.
func TestPermutations(t *testing.T) {
	t.Parallel()
	const epochs = 6000
	for _, l := range layouts {
		for total := 3; total <= 4; total++ {
			b := Reshuffle.Sampler(plain{}, l, total, 1, 6)
			var before []int
			counts := map[string]map[[3]int]float64{}
			see := func(what string, of ...int) {
				if counts[what] == nil {
					counts[what] = map[[3]int]float64{}
				}
				counts[what][[3]int(append(of, 0, 0)[:3])]++
			}
			for range epochs {
				now := make([]int, l.Replicas())
				for range total {
					x := b.Next()
					for r := range now {
						if now[r] *= total; l == vec.Components {
							now[r] += int(x.Data[0])
						} else {
							now[r] += int(x.Index[0][r])
						}
					}
				}
				see("one", now[0])
				if before != nil {
					see("two epochs", before[0], now[0])
				}
				if before = now; l == vec.Replicas {
					for r := 0; r < vec.Lanes; r += 18 {
						see("two of a column", now[r], now[r^1])
						see("two of a row", now[r], now[r^8])
						see("two others", now[r], now[63-r])
						if total == 3 {
							see("three", now[r], now[r^1], now[r^8])
						}
					}
				}
			}
			for what, count := range counts {
				cells := []int{6, 24}[total-3]
				switch {
				case what == "three":
					cells *= cells * cells
				case what != "one":
					cells *= cells
				}
				chi, n := 0.0, 0.0
				for _, c := range count {
					n += c
				}
				for _, c := range count {
					chi += (c - n/float64(cells)) * (c - n/float64(cells)) / (n / float64(cells))
				}
				chi += float64(cells-len(count)) * n / float64(cells)
				p := distuv.ChiSquared{K: float64(cells - 1)}.Survival(chi)
				if n < 5*float64(cells) || p < 1e-4 || p > 1-1e-4 {
					t.Errorf("%s, %d data, %s: χ² is %.1f in %d cells, probability %g, for %g draws",
						l, total, what, chi, cells, p, n)
				}
			}
		}
	}
}

// TestResume: from any place a restored sampler goes on as the one that was saved.
func TestResume(t *testing.T) {
	for _, l := range layouts {
		for _, s := range []Sampling{With, Without, Reshuffle, Sweep} {
			first := s.Sampler(plain{}, l, 10, 3, 1, 2)
			for k := range 15 {
				again := s.Sampler(plain{}, l, 10, 3, 1, 3)
				if err := vec.RestoreState(again, vec.SaveState(first)); err != nil {
					t.Fatal(err)
				}
				first.Next()
				copied := s.Sampler(plain{}, l, 10, 3, 1, 4)
				if err := vec.RestoreState(copied, vec.SaveState(first)); err != nil {
					t.Fatal(err)
				}
				again.Next()
				for range 20 {
					if x, y := again.Next(), copied.Next(); !same(x, y) {
						t.Fatalf("%s, %s: other batches after %d", l, s, k)
					}
				}
			}
		}
	}
}

func same(x, y *model.Batch) bool {
	return slices.Equal(x.Index, y.Index) && slices.Equal(x.Data, y.Data)
}

// BenchmarkNext compares the ways to draw 10 of 100 data for 64 replicas.
func BenchmarkNext(b *testing.B) {
	for _, s := range []Sampling{With, Without, Reshuffle, Sweep} {
		b.Run(string(s), func(b *testing.B) {
			x := s.Sampler(plain{}, vec.Replicas, 100, 10, 1)
			for b.Loop() {
				x.Next()
			}
		})
	}
}
