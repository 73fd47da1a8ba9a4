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
// omits only the data past the last whole batch, other data every time.
func TestEpochs(t *testing.T) {
	for _, l := range layouts {
		for _, s := range []Sampling{Reshuffle, Symmetric} {
			for _, c := range []struct{ total, n int }{{12, 4}, {10, 3}, {9, 5}, {30, 1}, {2, 1}} {
				name := fmt.Sprintf("%s, %s, %d of %d", l, s, c.n, c.total)
				b := s.Sampler(restAllowed{}, l, c.total, c.n, 1, 2)
				m := c.total / c.n
				left := map[string]bool{}
				for range 70 { // new permutations come after 64
					var forth, all [][]int // how often a datum comes in a replica
					var batches []*model.Batch
					for k := range m {
						x := b.Next()
						if x.Rest || size(x) != c.n {
							t.Fatalf("%s: batch %d is %+v", name, k, x)
						}
						forth = add(forth, counts(x, c.total))
						batches = append(batches,
							&model.Batch{Index: slices.Clone(x.Index), Data: clone(x.Data)})
					}
					all, times := forth, 1
					if s == Symmetric {
						times = 2
						for k := range m {
							x := b.Next()
							all = add(all, counts(x, c.total))
							if !same(x, batches[m-1-k]) {
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

func clone(x [][]uint32) (y [][]uint32) {
	for _, data := range x {
		y = append(y, slices.Clone(data))
	}
	return y
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

// TestPermutations counts the permutations of a replica, of three in an epoch, and of one and two
// in two epochs: all are as likely. Neighbours are tested since the τ of a replica in one epoch was
// that of the next replica in the epoch before.
func TestPermutations(t *testing.T) {
	t.Parallel()
	const epochs = 14000
	for _, l := range layouts {
		for total := 3; total <= 4; total++ {
			b := Reshuffle.Sampler(plain{}, l, total, 1, 6)
			now, before := make([]int, l.Replicas()), make([]int, l.Replicas())
			counts := map[string]map[[4]int]float64{}
			cells := map[string]int{}
			see := func(what string, of ...int) {
				if counts[what] == nil {
					counts[what], cells[what] = map[[4]int]float64{}, 1
					for range of {
						cells[what] *= []int{6, 24}[total-3]
					}
				}
				counts[what][[4]int(append(of, 0, 0, 0)[:4])]++
			}
			for e := range epochs {
				now, before = before, now
				clear(now)
				for range total {
					x := b.Next()
					for r := range now {
						if now[r] *= total; l == vec.Components {
							now[r] += int(x.Data[r][0])
						} else {
							now[r] += int(x.Index[0][r])
						}
					}
				}
				see("one", now[0])
				if e%2 == 1 {
					see("two epochs", before[0], now[0])
				}
				if l == vec.Components || total == 4 {
					continue
				}
				see("three", now[0], now[1], now[63])
				if e%2 == 1 {
					see("two neighbours in two epochs", before[8], before[9], now[8], now[9])
					see("two others in two epochs", before[0], before[62], now[0], now[62])
				}
			}
			for what, count := range counts {
				cells := cells[what]
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
		for _, s := range []Sampling{With, Without, Reshuffle, Symmetric} {
			first := s.Sampler(plain{}, l, 10, 3, 1, 2)
			for k := range 200 { // new permutations come after 64 epochs of 3 steps
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
				for range 10 {
					if x, y := again.Next(), copied.Next(); !same(x, y) {
						t.Fatalf("%s, %s: other batches after %d", l, s, k)
					}
				}
			}
		}
	}
}

func same(x, y *model.Batch) bool {
	return slices.Equal(x.Index, y.Index) && slices.EqualFunc(x.Data, y.Data, slices.Equal[[]uint32])
}

// BenchmarkNext compares the ways to draw 10 of 100 data for 64 replicas.
func BenchmarkNext(b *testing.B) {
	for _, s := range []Sampling{With, Without, Reshuffle, Symmetric} {
		b.Run(string(s), func(b *testing.B) {
			x := s.Sampler(plain{}, vec.Replicas, 100, 10, 1)
			for b.Loop() {
				x.Next()
			}
		})
	}
}
