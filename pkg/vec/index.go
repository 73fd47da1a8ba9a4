package vec

import (
	"fmt"
	"math"
)

// Uniform fills rows with independent indices, each exactly uniform on {0, …, n−1}: Lemire's
// multiplication with rejection, on 16 bits. It panics unless 1 ≤ n ≤ MaxIndex.
func (s *Stream) Uniform(dst []Index, n int) {
	checkIndex(n, 1, MaxIndex)
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
	checkIndex(n, k, MaxIndex)
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

func checkIndex(n, k, most int) {
	if k < 1 || k > n || n > most {
		panic(fmt.Sprintf("vec: cannot draw %d distinct of %d indices (at most %d)", k, n, most))
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

// Choices fills dst with independent indices, each exactly uniform on {0, …, n−1}: Lemire's
// multiplication with rejection, on 32 bits. It panics unless 1 ≤ n ≤ MaxData.
func (s *Stream) Choices(dst []uint32, n int) {
	checkIndex(n, 1, MaxData)
	for len(dst) > 0 {
		k := min(len(dst), 2*len(s.buf))
		w := s.words(k)
		for j := range dst[:k] {
			u := uint64(uint32(w[j>>1&63]>>(j&1<<5))) * uint64(n)
			if uint32(u) < uint32(n) {
				u = s.retry(u, uint32(n))
			}
			dst[j] = uint32(u >> 32)
		}
		dst = dst[k:]
	}
}

// Subset fills dst with distinct indices, all subsets of {0, …, n−1} of that size equally likely
// (Floyd's algorithm; their order is not uniform). It panics unless 1 ≤ len(dst) ≤ n ≤ MaxData.
func (s *Stream) Subset(dst []uint32, n int) {
	checkIndex(n, len(dst), MaxData)
	words := (n + 63) / 64
	if len(s.seen) < words {
		s.seen = make([]uint64, words)
	}
	seen := s.seen[:words]
	last := uint32(n - len(dst))
	for at := 0; at < len(dst); {
		k := min(len(dst)-at, 2*len(s.buf))
		w := s.words(k)
		for j := range k {
			u := uint64(uint32(w[j>>1&63]>>(j&1<<5))) * uint64(last+1)
			if uint32(u) <= last {
				u = s.retry(u, last+1)
			}
			v := uint32(u >> 32)
			hit := uint32(seen[v>>6]>>(v&63)) & 1
			v ^= (v ^ last) & -hit // last if v is taken, without a branch to mispredict
			seen[v>>6] |= 1 << (v & 63)
			dst[at+j] = v
			last++
		}
		at += k
	}
	for _, v := range dst {
		seen[v>>6] = 0
	}
}

// Shuffle fills x, lane by lane, with permutations of {0, …, len(x)−1}, all equally likely (Fisher
// and Yates, from the inside out). It panics unless 1 ≤ len(x) ≤ MaxIndex.
func (s *Stream) Shuffle(x []Index) {
	checkIndex(len(x), 1, MaxIndex)
	for i := range x {
		active.uniform(s, x[i:i+1], i+1)
		row := &x[i]
		for l, j := range row {
			p := &x[j][l]
			row[l], *p = *p, uint16(i)
		}
	}
}

// Permute is Shuffle for one replica and at most MaxData indices.
func (s *Stream) Permute(x []uint32) {
	checkIndex(len(x), 1, MaxData)
	for i := 0; i < len(x); {
		draws := min(len(x)-i, 2*len(s.buf))
		w := s.words(draws)
		for j := range draws {
			u := uint64(uint32(w[j>>1&63]>>(j&1<<5))) * uint64(i+1)
			if uint32(u) <= uint32(i) {
				u = s.retry(u, uint32(i+1))
			}
			p := &x[u>>32]
			x[i], *p = *p, uint32(i)
			i++
		}
	}
}

// words returns the raw words for k draws of 32 bits.
func (s *Stream) words(k int) *[64]uint64 {
	s.Bits(s.buf[:(k+15)/16*8])
	return &s.buf
}

// retry returns u = w m for a word w of 32 bits unless u mod 2³² is below 2³² mod m; then it draws
// words until one is not rejected.
func (s *Stream) retry(u uint64, m uint32) uint64 {
	reject := -m % m // 2³² mod m
	for uint32(u) < reject {
		u = (s.nextFix() >> 32) * uint64(m)
	}
	return u
}

// Table looks numbers up by index.
type Table struct {
	value  []float64
	planes *planes // for AVX-512; nil where the table is too large for bytes
}

// NewTable returns a table of v, which must not change. It panics unless 1 ≤ len(v) ≤ MaxData.
func NewTable(v []float64) *Table {
	checkIndex(len(v), 1, MaxData)
	return &Table{v, newPlanes(v)}
}

// Gather is dst[j][l] = table[idx[l][j]]. It panics where an index is past the table.
func (t *Table) Gather(dst []Row, idx [][]uint32) {
	for l, of := range idx {
		for j, i := range of {
			dst[j][l] = t.value[i]
		}
	}
}

// Lookup is dst[i] = table[idx[i]], lane by lane. It panics where an index is past the table, which
// has at most MaxIndex numbers.
func (t *Table) Lookup(dst []Row, idx []Index) { active.lookup(t, dst, idx) }

func (*portable) lookup(t *Table, dst []Row, idx []Index) {
	v := t.value
	for i := range idx {
		d := &dst[i]
		for l, j := range &idx[i] {
			d[l] = v[j]
		}
	}
}

// planes holds a table of at most 256 numbers by bytes: plane k is byte k of every number. lo and
// hi are the orders in which the bytes of 64 lanes are woven into numbers.
type planes struct {
	byte   [8][256]uint8
	lo, hi [64]uint8
	short  bool // planes 0 to 3 are zero: the numbers have at most 21 significant bits
}

func newPlanes(v []float64) *planes {
	if len(v) > 256 {
		return nil
	}
	p := &aligned[planes](1)[0]
	p.short = true
	for i, v := range v {
		for k := range p.byte {
			p.byte[k][i] = uint8(math.Float64bits(v) >> (8 * k))
		}
		p.short = p.short && uint32(math.Float64bits(v)) == 0
	}
	for g := range 4 {
		for e := range 8 {
			lane, pos := uint8(8*(e/2)+2*g+e%2), 2*(8*g+e)
			p.lo[pos], p.lo[pos+1] = lane, 64+lane
			p.hi[pos], p.hi[pos+1] = 32+lane, 96+lane
		}
	}
	return p
}
