package vec

import (
	"fmt"
	"math"
	"math/bits"
	"sync"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// More tests of the random numbers: far tails, and no dependence between lanes, in time, or between
// streams with neighbouring keys. The keys are fixed, so a test that passes once passes always; the
// bounds are such that a good generator passes with nearly every key.

// standard fails the test unless sum, of n independent terms with mean 0 and variance 1, is within
// bound standard errors of 0.
func standard(t *testing.T, name string, sum, n, bound float64) {
	t.Helper()
	if z := sum / math.Sqrt(n); !(math.Abs(z) < bound) {
		t.Errorf("%s: correlation %.3g, %.1f standard errors", name, sum/n, z)
	}
}

// rare fails the test unless a count is probable under the Poisson distribution.
func rare(t *testing.T, name string, count, mean float64) {
	t.Helper()
	law := distuv.Poisson{Lambda: mean}
	low, high := law.CDF(count), 1.0
	if count > 0 {
		high = 1 - law.CDF(count-1)
	}
	t.Logf("%s: %.0f, expected %.2f", name, count, mean)
	if min(low, high) < 1e-5 {
		t.Errorf("%s: %.0f, expected %.2f (probability %.2g)", name, count, mean, min(low, high))
	}
}

// TestNormalsFar draws 10⁹ numbers with SIMD forms, and fewer without. It compares with exact
// probabilities both tails (616 numbers are expected beyond 5σ), the tail of the radius of Box and
// Muller's pairs, and the corners, where both numbers of a pair are large. It compares moments to
// order 8, of an eighth of the numbers, with the normal distribution.
func TestNormalsFar(t *testing.T) {
	t.Parallel()
	const rows, workers = 64, 2
	numbers := 1 << 30
	switch {
	case testing.Short():
		numbers = 1 << 23
	case active == kernels(specification):
		numbers = 1 << 26
	}
	sides := []float64{4.5, 5, 5.5, 6}
	radii := []float64{5, 5.5, 6, 6.5}
	type counts struct {
		above, below [4]float64
		radius       [4]float64
		corner       [4]float64 // both beyond 3.2, by their signs
		moments      [9]float64
		numbers      float64 // in the moments
		largest      float64
	}
	blocks := numbers / (workers * rows * Lanes)
	tally := func(key uint64) (c counts) {
		s, r := NewStream(20, key), Rows(rows)
		for b := range blocks {
			s.Normals(r)
			for i := range r {
				row := &r[i]
				for h := 0; h < Lanes; h += 16 {
					x, y := (*[8]float64)(row[h:]), (*[8]float64)(row[h+8:])
					for l := range x {
						r2 := x[l]*x[l] + y[l]*y[l]
						if r2 < 4.5*4.5 { // then neither is beyond 4.5, nor both beyond 3.2
							continue
						}
						for _, v := range [2]float64{x[l], y[l]} {
							for k, s := range sides {
								if v > s {
									c.above[k]++
								}
								if v < -s {
									c.below[k]++
								}
							}
							c.largest = max(c.largest, math.Abs(v))
						}
						for k, s := range radii {
							if r2 > s*s {
								c.radius[k]++
							}
						}
						if math.Abs(x[l]) > 3.2 && math.Abs(y[l]) > 3.2 {
							at := 0
							if x[l] > 0 {
								at++
							}
							if y[l] > 0 {
								at += 2
							}
							c.corner[at]++
						}
					}
				}
				if b%8 == 0 {
					for _, x := range row {
						p := x
						for k := 1; k < len(c.moments); k++ {
							c.moments[k] += p
							p *= x
						}
					}
					c.numbers += Lanes
				}
			}
		}
		return c
	}
	var all [workers]counts
	var wait sync.WaitGroup
	for w := range all {
		wait.Go(func() { all[w] = tally(uint64(w)) })
	}
	wait.Wait()
	c := all[0]
	for _, o := range all[1:] {
		for k := range sides {
			c.above[k] += o.above[k]
			c.below[k] += o.below[k]
			c.radius[k] += o.radius[k]
			c.corner[k] += o.corner[k]
		}
		for k := range c.moments {
			c.moments[k] += o.moments[k]
		}
		c.numbers += o.numbers
		c.largest = max(c.largest, o.largest)
	}
	n := float64(blocks * workers * rows * Lanes)
	t.Logf("%.3g numbers, largest %.3f", n, c.largest)
	for k, s := range sides {
		p := math.Erfc(s/math.Sqrt2) / 2
		rare(t, fmt.Sprintf("above %g", s), c.above[k], n*p)
		rare(t, fmt.Sprintf("below %g", -s), c.below[k], n*p)
	}
	for k, r := range radii {
		rare(t, fmt.Sprintf("radius above %g", r), c.radius[k], n/2*math.Exp(-r*r/2))
	}
	q := math.Erfc(3.2/math.Sqrt2) / 2
	for k := range c.corner {
		rare(t, fmt.Sprintf("corner %d", k), c.corner[k], n/2*q*q)
	}
	for k := 1; k < len(c.moments); k++ {
		mean, variance := moment(k), moment(2*k)-moment(k)*moment(k)
		z := (c.moments[k]/c.numbers - mean) / math.Sqrt(variance/c.numbers)
		if t.Logf("moment %d: %.6g (%+.2f standard errors)", k, c.moments[k]/c.numbers,
			z); !(math.Abs(z) < 4) {
			t.Errorf("moment %d: %.6g, want %.6g (%.1f standard errors)", k, c.moments[k]/c.numbers, mean, z)
		}
	}
}

// TestLanesInTime tests pairs of lanes, one to four rows apart, and the squares of lanes in one
// row.
func TestLanesInTime(t *testing.T) {
	t.Parallel()
	const rows, lags = 1 << 13, 4
	r := Rows(rows)
	NewStream(21).Normals(r)
	squares := Rows(rows) // (x² − 1)/√2
	for i := range r {
		for l, x := range &r[i] {
			squares[i][l] = (x*x - 1) / math.Sqrt2
		}
	}
	for a := range Lanes {
		for lag := 1; lag <= lags; lag++ {
			var s, v Row
			for i := range r[lag:] {
				x, y, p, q := r[i+lag][a], &r[i], squares[i+lag][a], &squares[i]
				for l := range y {
					s[l] += x * y[l]
					v[l] += p * q[l]
				}
			}
			for b := range Lanes { // 32768 sums; sums of squares have heavier tails
				standard(t, fmt.Sprintf("lane %d and, %d rows earlier, lane %d", a, lag, b), s[b],
					float64(rows-lag), 5.5)
				standard(t, fmt.Sprintf("square of lane %d and, %d rows earlier, that of lane %d", a, lag, b),
					v[b], float64(rows-lag), 6)
			}
		}
		for b := range a {
			s := 0.0
			for i := range squares {
				s += squares[i][a] * squares[i][b]
			}
			standard(t, fmt.Sprintf("squares of lanes %d and %d", a, b), s, rows, 6)
		}
	}
}

// neighbours are very similar keys: successive numbers, numbers that differ in one bit, numbers in
// another order, more or fewer zeros.
func neighbours() [][]uint64 {
	keys := [][]uint64{{20190613}, {0, 20190613}, {20190613, 0, 0}, {20190613, 0, 1}, {20190614, 0},
		{20190614, 1}}
	for i := range uint64(16) {
		keys = append(keys, []uint64{20190613, i})
	}
	for i := 4; i < 64; i += 6 {
		keys = append(keys, []uint64{20190613, 1 << i}, []uint64{20190613 ^ 1<<i, 0})
	}
	return keys
}

// TestNeighbouringKeys tests all pairs of streams: the normals, their squares, and their raw words
// bit by bit, at the same place and up to two steps of the generators apart.
func TestNeighbouringKeys(t *testing.T) {
	t.Parallel()
	const rows, words = 1 << 8, 1 << 12
	keys := neighbours()
	normal, square, raw := make([][]Row, len(keys)), make([][]Row, len(keys)),
		make([][]uint64, len(keys))
	for k, key := range keys {
		s := NewStream(key...)
		normal[k], square[k], raw[k] = Rows(rows), Rows(rows), make([]uint64, words)
		s.Bits(raw[k])
		s.Normals(normal[k])
		for i := range normal[k] {
			for l, x := range &normal[k][i] {
				square[k][i][l] = (x*x - 1) / math.Sqrt2
			}
		}
	}
	var position [64]float64 // bits that agree, by their place in the word
	pairs := 0.0
	for a := range keys {
		for b := range a {
			name := fmt.Sprintf("keys %v and %v", keys[b], keys[a])
			s, v := 0.0, 0.0
			for i := range rows {
				for l := range Lanes {
					s += normal[a][i][l] * normal[b][i][l]
					v += square[a][i][l] * square[b][i][l]
				}
			}
			standard(t, name+", normals", s, rows*Lanes, 5)
			standard(t, name+", squares", v, rows*Lanes, 5.5)
			for shift := -16; shift <= 16; shift++ { // 28000 sums
				x, y := raw[a][max(0, shift):], raw[b][max(0, -shift):]
				m := min(len(x), len(y))
				agree := 0
				for i := range m {
					agree += bits.OnesCount64(^(x[i] ^ y[i]))
				}
				standard(t, fmt.Sprintf("%s, bits %d words apart", name, shift), float64(2*agree-64*m),
					float64(64*m), 5.5)
			}
			for i, x := range raw[a] {
				for w := ^(x ^ raw[b][i]); w != 0; w &= w - 1 {
					position[bits.TrailingZeros64(w)]++
				}
			}
			pairs++
		}
	}
	// the pairs of one bit are independent, though the triples are not
	for i, agree := range position {
		standard(t, fmt.Sprintf("bit %d of all pairs of keys", i), 2*agree-pairs*words, pairs*words, 5)
	}
}

// TestUniformPairs counts pairs of indices: in one lane at successive times, in lanes of one word
// (four indices are made from 64 bits) and of neighbouring generators.
func TestUniformPairs(t *testing.T) {
	t.Parallel()
	const rows = 1 << 15
	for _, n := range []int{2, 7, 16, 200} {
		x := Indices(rows)
		NewStream(22, uint64(n)).Uniform(x, n)
		for _, to := range []struct{ rows, lanes int }{{1, 0}, {2, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4},
			{0, 32}, {1, 1}} {
			counts := make([]float64, n*n)
			for i := 0; i+to.rows < rows; i += 1 + to.rows {
				for l := 0; l < Lanes; l++ {
					if to.lanes > 0 && l/to.lanes%2 == 1 { // every index in one pair only
						continue
					}
					if m := l + to.lanes; m < Lanes {
						counts[int(x[i][l])*n+int(x[i+to.rows][m])]++
					}
				}
			}
			uniformCells(t, fmt.Sprintf("n = %d, pairs %d rows and %d lanes apart", n, to.rows, to.lanes),
				counts)
		}
	}
}

// TestDistinctPairs counts pairs of subsets: of successive groups in a lane, and of neighbouring
// lanes in a group.
func TestDistinctPairs(t *testing.T) {
	t.Parallel()
	const groups = 1 << 12
	for _, c := range []struct{ n, k, subsets int }{{4, 2, 6}, {5, 2, 10}, {6, 3, 20}, {7, 5, 21},
		{9, 1, 9}} {
		x := Indices(groups * c.k)
		NewStream(23, uint64(c.n), uint64(c.k)).Distinct(x, c.n, c.k)
		number := make([]int, 1<<c.n) // of a subset, among subsets of its size
		at := 0
		for set := range number {
			if bits.OnesCount(uint(set)) == c.k {
				number[set] = at
				at++
			}
		}
		if at != c.subsets {
			t.Fatalf("%d of %d: %d subsets, want %d", c.k, c.n, at, c.subsets)
		}
		set := func(g, l int) int {
			s := 0
			for j := range c.k {
				s |= 1 << x[g*c.k+j][l]
			}
			return number[s]
		}
		time, lane := make([]float64, c.subsets*c.subsets), make([]float64, c.subsets*c.subsets)
		for g := 0; g < groups; g += 2 {
			for l := range Lanes {
				time[set(g, l)*c.subsets+set(g+1, l)]++
				if l%2 == 0 {
					lane[set(g, l)*c.subsets+set(g, l+1)]++
				}
			}
		}
		uniformCells(t, fmt.Sprintf("%d of %d, successive groups", c.k, c.n), time)
		uniformCells(t, fmt.Sprintf("%d of %d, neighbouring lanes", c.k, c.n), lane)
	}
}
