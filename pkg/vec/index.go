package vec

import "fmt"

// Uniform fills rows with independent indices, each exactly uniform on {0, …, n−1}: Lemire's
// multiplication with rejection, on 16 bits. It panics unless 1 ≤ n ≤ MaxIndex.
func (s *Stream) Uniform(dst []Index, n int) {
	checkIndex(n, 1)
	active.uniform(s, dst, n)
}

func (*portable) uniform(s *Stream, dst []Index, n int) {
	for i := range dst {
		s.row(&dst[i], uint32(n))
	}
}

// Distinct fills every group of k rows with k distinct indices per lane, all subsets of size k of
// {0, …, n−1} equally likely (Floyd's algorithm; the order within a group is not uniform). It
// panics unless len(dst) is a multiple of k and 1 ≤ k ≤ n ≤ MaxIndex.
func (s *Stream) Distinct(dst []Index, n, k int) {
	checkIndex(n, k)
	if len(dst)%k != 0 {
		panic("vec: Distinct needs whole groups of rows")
	}
	if k == 1 {
		active.uniform(s, dst, n)
		return
	}
	active.distinct(s, dst, n, k)
}

func (*portable) distinct(s *Stream, dst []Index, n, k int) {
	words := (n + 63) / 64
	if len(s.seen) < Lanes*words {
		s.seen = make([]uint64, Lanes*words)
	}
	for ; len(dst) > 0; dst = dst[k:] {
		for j := range dst[:k] {
			last := uint16(n - k + j)
			s.row(&dst[j], uint32(last)+1)
			seen := s.seen
			for l, v := range &dst[j] {
				hit := uint16(seen[v>>6]>>(v&63)) & 1
				v ^= (v ^ last) & -hit // last if v is taken, without a branch to mispredict
				seen[v>>6] |= 1 << (v & 63)
				dst[j][l] = v
				seen = seen[words:]
			}
		}
		if words <= k {
			clear(s.seen[:Lanes*words])
			continue
		}
		for j := range dst[:k] {
			at := 0
			for _, v := range &dst[j] {
				s.seen[at+int(v>>6)] = 0
				at += words
			}
		}
	}
}

// Complement writes the n − k indices of {0, …, n−1} that are not among the k rows of x, in
// increasing order, lane by lane. The indices of a lane of x must be distinct. It panics unless
// len(dst) + len(x) = n.
func Complement(dst, x []Index, n int) {
	if len(dst)+len(x) != n {
		panic("vec: Complement needs n rows in all")
	}
	out := make([]bool, n)
	for l := range Lanes {
		for j := range x {
			out[x[j][l]] = true
		}
		at := 0
		for i := range out {
			if !out[i] {
				dst[at][l] = uint16(i)
				at++
			}
		}
		for j := range x {
			out[x[j][l]] = false
		}
	}
}

func checkIndex(n, k int) {
	if k < 1 || k > n || n > MaxIndex {
		panic(fmt.Sprintf("vec: cannot draw %d distinct of %d indices (at most %d)", k, n, MaxIndex))
	}
}

// row fills a row with indices below m.
func (s *Stream) row(o *Index, m uint32) {
	reject := uint32(MaxIndex) % m
	var r w8
	for h := 0; h < Lanes; h += 32 {
		s.next(&r)
		for k, w := range &r {
			o := (*[4]uint16)(o[h+4*k:])
			for i := range o {
				u := uint32(w&0xffff) * m
				w >>= 16
				v := u >> 16
				if u&0xffff < reject {
					v = s.redraw(m, reject)
				}
				o[i] = uint16(v)
			}
		}
	}
}

// redraw draws until it accepts; reject = 2¹⁶ mod m.
func (s *Stream) redraw(m, reject uint32) uint32 {
	for {
		if u := uint32(s.nextFix()>>48) * m; u&0xffff >= reject {
			return u >> 16
		}
	}
}
