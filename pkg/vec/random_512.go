//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	"math/bits"
	. "simd/archsimd"
	"unsafe"
)

// next512 steps the generators.
func next512(a, b, c, d w512, k *constants) (w512, w512, w512, w512) {
	t := b.ShiftAllLeft(17)
	c = c.Xor(a)
	d = d.Xor(b)
	return a.Xor(d), b.Xor(c), c.Xor(t), rotate512(d, 45, &k.s19)
}

// output512 is the words of a state.
func output512(a, d w512, k *constants) w512 {
	return rotate512(a.Add(d), 23, &k.s41).Add(a)
}

// words512 fills blocks of 8 words: for AVX2 first from the generators 0 to 3 for every block, then
// from 4 to 7, so that a state stays in registers.
func (s *state) words512(dst []uint64) {
	if len(dst) == 0 {
		return
	}
	k := konst
	for h := 0; h < 64; h += bytes512 {
		p := unsafe.Add(unsafe.Pointer(&dst[0]), h)
		a, b, c, d := s.load512(h)
		for n := len(dst) / 8; ; {
			into512(p, 0, output512(a, d, k).AsFloat64x8())
			a, b, c, d = next512(a, b, c, d, k)
			if n--; n == 0 {
				break
			}
			p = unsafe.Add(p, 64)
		}
		s.store512(h, a, b, c, d)
	}
}

// load512 returns the state of the generators from byte h on.
func (s *state) load512(h int) (a, b, c, d w512) {
	p := unsafe.Add(unsafe.Pointer(&s.a), h)
	a, b = from512(p, 0).AsUint64x8(), from512(p, 64).AsUint64x8()
	return a, b, from512(p, 128).AsUint64x8(), from512(p, 192).AsUint64x8()
}

func (s *state) store512(h int, a, b, c, d w512) {
	p := unsafe.Add(unsafe.Pointer(&s.a), h)
	into512(p, 0, a.AsFloat64x8())
	into512(p, 64, b.AsFloat64x8())
	into512(p, 128, c.AsFloat64x8())
	into512(p, 192, d.AsFloat64x8())
}

// The parts of the method of Box and Muller, for a vector of words w.

// radius512 returns the radii, given the bits of u, these bits minus logOff, and their table
// entries.
func radius512(ub, tt w512, log, inv f512, k *constants) f512 {
	z := ub.Sub(tt.And(word512(&k.logMask))).AsFloat64x8()
	y := exponent512(tt, k).MulAdd(num512(&k.m2ln2), log)
	rr := z.MulAdd(inv, num512(&k.minusOne))
	q := rr.MulAdd(num512(&k.k6), num512(&k.k5)).MulAdd(rr, num512(&k.k4))
	q = q.MulAdd(rr, num512(&k.k3)).MulAdd(rr, num512(&k.k2)).MulAdd(rr, num512(&k.k1))
	return rr.MulAdd(q, y).Sqrt()
}

func uniform512(w w512, k *constants) (ub, tt w512) {
	u := w.And(word512(&k.mant)).Or(word512(&k.expOne)).AsFloat64x8().Sub(num512(&k.uOne))
	return u.AsUint64x8(), u.AsUint64x8().Sub(word512(&k.logOff))
}

// turned512 adds an angle to the angle with the given sine and cosine, and returns the normals.
func turned512(rad, sin, cos, x f512, k *constants) (f512, f512) {
	y := x.Mul(x)
	sd := y.MulAdd(num512(&k.q2), num512(&k.q1)).MulAdd(y, num512(&k.one)).Mul(x)
	cd := y.MulAdd(num512(&k.h3), num512(&k.h2)).MulAdd(y, num512(&k.h1)).MulAdd(y, num512(&k.one))
	return rad.Mul(sin.MulAdd(cd, cos.Mul(sd))), rad.Mul(cos.Mul(cd).Sub(sin.Mul(sd)))
}

func (*avx512) distinct(s *Stream, dst []Index, n, k int) {
	// comparing with the rows before takes O(k²) time, the bit sets O(k)
	if n == MaxIndex || k > 256 {
		specification.distinct(s, dst, n, k)
		return
	}
	s.indices512(dst, n, k, true)
}

// indices512 fills rows with independent indices below n < MaxIndex. If distinct, it fills row j of
// every group of k rows, where j counts from 0, with indices below n − k + 1 + j, and makes them
// distinct within the group. If n ≤ 256 it keeps them as bytes for this.
func (s *Stream) indices512(dst []Index, n, k int, distinct bool) {
	small := n <= 256
	if distinct && small && len(s.bytes) < k {
		s.bytes = aligned[byteIndex](k)
	}
	// the high half of a product with 2⁸ is a shift by 8
	byteMask, shift8 := BroadcastUint16x32(0xff), BroadcastUint16x32(1<<8)
	for i, j := 0, 0; i < len(dst); i++ {
		m := uint32(n)
		if distinct {
			m = uint32(n - k + j + 1)
		}
		reject := MaxIndex % m
		mv, rv := BroadcastUint16x32(uint16(m)), BroadcastUint16x32(uint16(reject))
		o := unsafe.Pointer(&dst[i])
		if i%4 == 0 { // the processor overlaps the words of a few rows with later work
			s.words512(unsafe.Slice((*uint64)(o), Lanes/4*min(4, len(dst)-i)))
		}
		for at := 0; at < 2*Lanes; at += 2 * bytes512 {
			x, y := shorts512(o, at), shorts512(o, at+bytes512)
			lx, ly := x.Mul(mv), y.Mul(mv)
			x, y = x.MulHigh(mv), y.MulHigh(mv)
			if anyLess512(lx, ly, rv) {
				again := uint64(less512(lx, rv)) | uint64(less512(ly, rv))<<32
				toShorts512(o, at, x)
				toShorts512(o, at+bytes512, y)
				s.redrawLanes512((*[8 * lanes512]uint16)(unsafe.Add(o, at)), again, m, reject)
				x, y = shorts512(o, at), shorts512(o, at+bytes512)
			}
			if distinct && small { // two lanes' bytes in 16 bits
				q := x.Or(y.ShiftAllLeft(8)).AsUint8x64()
				if j > 0 {
					q = distinctBytes512(q, unsafe.Pointer(&s.bytes[0][at/2]), j*Lanes, uint8(m-1))
				}
				toShorts512(unsafe.Pointer(&s.bytes[j][at/2]), 0, q.AsUint16x32())
				x, y = q.AsUint16x32().And(byteMask), q.AsUint16x32().MulHigh(shift8)
			} else if distinct && j > 0 {
				x, y = distinctWords512(x, y, dst[i-j:i], at, uint16(m-1))
			}
			toShorts512(o, at, x)
			toShorts512(o, at+bytes512, y)
		}
		if j++; j == k {
			j = 0
		}
	}
	ClearAVXUpperBits()
}

// redrawLanes512 redraws the rejected indices in lane order.
func (s *Stream) redrawLanes512(h *[8 * lanes512]uint16, again uint64, m, reject uint32) {
	for ; again != 0; again &= again - 1 {
		h[bits.TrailingZeros64(again)/bits512] = uint16(s.redraw(m, reject))
	}
}

// distinctBytes512 returns q where none of the rows at p, of bytes in all, has the same index, last
// elsewhere.
func distinctBytes512(q Uint8x64, p unsafe.Pointer, bytes int, last uint8) Uint8x64 {
	acc := shorts512(p, 0).AsUint8x64().Xor(q)
	acc2 := acc
	for ; bytes > 2*Lanes; bytes -= 2 * Lanes {
		acc = acc.Min(shorts512(p, Lanes).AsUint8x64().Xor(q))
		acc2 = acc2.Min(shorts512(p, 2*Lanes).AsUint8x64().Xor(q))
		p = unsafe.Add(p, 2*Lanes)
	}
	if bytes > Lanes {
		acc = acc.Min(shorts512(p, Lanes).AsUint8x64().Xor(q))
	}
	return BroadcastUint8x64(last).Merge(q, acc.Min(acc2).Equal(q.Xor(q)))
}

func distinctWords512(x, y Uint16x32, g []Index, at int, last uint16) (q1, q2 Uint16x32) {
	p := unsafe.Pointer(&g[0])
	acc1, acc2 := x.Xor(shorts512(p, at)), y.Xor(shorts512(p, at+bytes512))
	for i := 1; i < len(g); i++ {
		p := unsafe.Pointer(&g[i])
		acc1 = acc1.Min(shorts512(p, at).Xor(x))
		acc2 = acc2.Min(shorts512(p, at+bytes512).Xor(y))
	}
	zero, l := x.Xor(x), BroadcastUint16x32(last)
	return l.Merge(x, acc1.Equal(zero)), l.Merge(y, acc2.Equal(zero))
}

// within512 reports whether all indices are below n.
func within512(idx []Index, n int) bool {
	last := BroadcastUint16x32(uint16(n - 1))
	for i := range idx {
		p := unsafe.Pointer(&idx[i])
		most := shorts512(p, 0).Max(shorts512(p, bytes512))
		for at := 2 * bytes512; at < 2*Lanes; at += 2 * bytes512 {
			most = most.Max(shorts512(p, at).Max(shorts512(p, at+bytes512)))
		}
		if less512(last, most) != 0 {
			return false
		}
	}
	return true
}

func (*avx512) lookup(t *Table, dst []Row, idx []Index) {
	if !within512(idx, len(t.value)) {
		specification.lookup(t, dst, idx) // panics
	}
	t.lookUp512(dst, idx)
}
