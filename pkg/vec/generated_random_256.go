// Code generated from random_512.go by narrow; DO NOT EDIT.

//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	"math/bits"
	. "simd/archsimd"
	"unsafe"
)

// next256 steps the generators.
func next256(a, b, c, d w256, k *constants) (w256, w256, w256, w256) {
	t := b.ShiftAllLeft(17)
	c = c.Xor(a)
	d = d.Xor(b)
	return a.Xor(d), b.Xor(c), c.Xor(t), rotate256(d, 45, &k.s19)
}

// output256 is the words of a state.
func output256(a, d w256, k *constants) w256 {
	return rotate256(a.Add(d), 23, &k.s41).Add(a)
}

// words256 fills blocks of 8 words: for AVX2 first from the generators 0 to 3 for every block, then
// from 4 to 7, so that a state stays in registers.
func (s *state) words256(dst []uint64) {
	if len(dst) == 0 {
		return
	}
	k := konst
	for h := 0; h < 64; h += bytes256 {
		p := unsafe.Add(unsafe.Pointer(&dst[0]), h)
		a, b, c, d := s.load256(h)
		for n := len(dst) / 8; ; {
			into256(p, 0, output256(a, d, k).AsFloat64x4())
			a, b, c, d = next256(a, b, c, d, k)
			if n--; n == 0 {
				break
			}
			p = unsafe.Add(p, 64)
		}
		s.store256(h, a, b, c, d)
	}
}

// load256 returns the state of the generators from byte h on.
func (s *state) load256(h int) (a, b, c, d w256) {
	p := unsafe.Add(unsafe.Pointer(&s.a), h)
	a, b = from256(p, 0).AsUint64x4(), from256(p, 64).AsUint64x4()
	return a, b, from256(p, 128).AsUint64x4(), from256(p, 192).AsUint64x4()
}

func (s *state) store256(h int, a, b, c, d w256) {
	p := unsafe.Add(unsafe.Pointer(&s.a), h)
	into256(p, 0, a.AsFloat64x4())
	into256(p, 64, b.AsFloat64x4())
	into256(p, 128, c.AsFloat64x4())
	into256(p, 192, d.AsFloat64x4())
}

// The parts of the method of Box and Muller, for a vector of words w.

// radius256 returns the radii, given the bits of u, these bits minus logOff, and their table
// entries.
func radius256(ub, tt w256, log, inv f256, k *constants) f256 {
	z := ub.Sub(tt.And(word256(&k.logMask))).AsFloat64x4()
	y := exponent256(tt, k).MulAdd(num256(&k.m2ln2), log)
	rr := z.MulAdd(inv, num256(&k.minusOne))
	q := rr.MulAdd(num256(&k.k6), num256(&k.k5)).MulAdd(rr, num256(&k.k4))
	q = q.MulAdd(rr, num256(&k.k3)).MulAdd(rr, num256(&k.k2)).MulAdd(rr, num256(&k.k1))
	return rr.MulAdd(q, y).Sqrt()
}

func uniform256(w w256, k *constants) (ub, tt w256) {
	u := w.And(word256(&k.mant)).Or(word256(&k.expOne)).AsFloat64x4().Sub(num256(&k.uOne))
	return u.AsUint64x4(), u.AsUint64x4().Sub(word256(&k.logOff))
}

// turned256 adds an angle to the angle with the given sine and cosine, and returns the normals.
func turned256(rad, sin, cos, x f256, k *constants) (f256, f256) {
	y := x.Mul(x)
	sd := y.MulAdd(num256(&k.q2), num256(&k.q1)).MulAdd(y, num256(&k.one)).Mul(x)
	cd := y.MulAdd(num256(&k.h3), num256(&k.h2)).MulAdd(y, num256(&k.h1)).MulAdd(y, num256(&k.one))
	return rad.Mul(sin.MulAdd(cd, cos.Mul(sd))), rad.Mul(cos.Mul(cd).Sub(sin.Mul(sd)))
}

func (*avx256) distinct(s *Stream, dst []Index, n, k int) {
	// comparing with the rows before takes O(k²) time, the bit sets O(k)
	if n == MaxIndex || k > 256 {
		specification.distinct(s, dst, n, k)
		return
	}
	s.indices256(dst, n, k, true)
}

// indices256 fills rows with independent indices below n < MaxIndex. If distinct, it fills row j of
// every group of k rows, where j counts from 0, with indices below n − k + 1 + j, and makes them
// distinct within the group. If n ≤ 256 it keeps them as bytes for this.
func (s *Stream) indices256(dst []Index, n, k int, distinct bool) {
	small := n <= 256
	if distinct && small && len(s.bytes) < k {
		s.bytes = aligned[byteIndex](k)
	}
	// the high half of a product with 2⁸ is a shift by 8
	byteMask, shift8 := BroadcastUint16x16(0xff), BroadcastUint16x16(1<<8)
	for i, j := 0, 0; i < len(dst); i++ {
		m := uint32(n)
		if distinct {
			m = uint32(n - k + j + 1)
		}
		reject := MaxIndex % m
		mv, rv := BroadcastUint16x16(uint16(m)), BroadcastUint16x16(uint16(reject))
		o := unsafe.Pointer(&dst[i])
		if i%4 == 0 { // the processor overlaps the words of a few rows with later work
			s.words256(unsafe.Slice((*uint64)(o), Lanes/4*min(4, len(dst)-i)))
		}
		for at := 0; at < 2*Lanes; at += 2 * bytes256 {
			x, y := shorts256(o, at), shorts256(o, at+bytes256)
			lx, ly := x.Mul(mv), y.Mul(mv)
			x, y = x.MulHigh(mv), y.MulHigh(mv)
			if anyLess256(lx, ly, rv) {
				again := uint64(less256(lx, rv)) | uint64(less256(ly, rv))<<32
				toShorts256(o, at, x)
				toShorts256(o, at+bytes256, y)
				s.redrawLanes256((*[8 * lanes256]uint16)(unsafe.Add(o, at)), again, m, reject)
				x, y = shorts256(o, at), shorts256(o, at+bytes256)
			}
			if distinct && small { // two lanes' bytes in 16 bits
				q := x.Or(y.ShiftAllLeft(8)).AsUint8x32()
				if j > 0 {
					q = distinctBytes256(q, unsafe.Pointer(&s.bytes[0][at/2]), j*Lanes, uint8(m-1))
				}
				toShorts256(unsafe.Pointer(&s.bytes[j][at/2]), 0, q.AsUint16x16())
				x, y = q.AsUint16x16().And(byteMask), q.AsUint16x16().MulHigh(shift8)
			} else if distinct && j > 0 {
				x, y = distinctWords256(x, y, dst[i-j:i], at, uint16(m-1))
			}
			toShorts256(o, at, x)
			toShorts256(o, at+bytes256, y)
		}
		if j++; j == k {
			j = 0
		}
	}
	ClearAVXUpperBits()
}

// redrawLanes256 redraws the rejected indices in lane order.
func (s *Stream) redrawLanes256(h *[8 * lanes256]uint16, again uint64, m, reject uint32) {
	for ; again != 0; again &= again - 1 {
		h[bits.TrailingZeros64(again)/bits256] = uint16(s.redraw(m, reject))
	}
}

// distinctBytes256 returns q where none of the rows at p, of bytes in all, has the same index, last
// elsewhere.
func distinctBytes256(q Uint8x32, p unsafe.Pointer, bytes int, last uint8) Uint8x32 {
	acc := shorts256(p, 0).AsUint8x32().Xor(q)
	acc2 := acc
	for ; bytes > 2*Lanes; bytes -= 2 * Lanes {
		acc = acc.Min(shorts256(p, Lanes).AsUint8x32().Xor(q))
		acc2 = acc2.Min(shorts256(p, 2*Lanes).AsUint8x32().Xor(q))
		p = unsafe.Add(p, 2*Lanes)
	}
	if bytes > Lanes {
		acc = acc.Min(shorts256(p, Lanes).AsUint8x32().Xor(q))
	}
	return BroadcastUint8x32(last).Merge(q, acc.Min(acc2).Equal(q.Xor(q)))
}

func distinctWords256(x, y Uint16x16, g []Index, at int, last uint16) (q1, q2 Uint16x16) {
	p := unsafe.Pointer(&g[0])
	acc1, acc2 := x.Xor(shorts256(p, at)), y.Xor(shorts256(p, at+bytes256))
	for i := 1; i < len(g); i++ {
		p := unsafe.Pointer(&g[i])
		acc1 = acc1.Min(shorts256(p, at).Xor(x))
		acc2 = acc2.Min(shorts256(p, at+bytes256).Xor(y))
	}
	zero, l := x.Xor(x), BroadcastUint16x16(last)
	return l.Merge(x, acc1.Equal(zero)), l.Merge(y, acc2.Equal(zero))
}

// within256 reports whether all indices are below n.
func within256(idx []Index, n int) bool {
	last := BroadcastUint16x16(uint16(n - 1))
	for i := range idx {
		p := unsafe.Pointer(&idx[i])
		most := shorts256(p, 0).Max(shorts256(p, bytes256))
		for at := 2 * bytes256; at < 2*Lanes; at += 2 * bytes256 {
			most = most.Max(shorts256(p, at).Max(shorts256(p, at+bytes256)))
		}
		if less256(last, most) != 0 {
			return false
		}
	}
	return true
}

func (*avx256) lookup(t *Table, dst []Row, idx []Index) {
	if !within256(idx, len(t.value)) {
		specification.lookup(t, dst, idx) // panics
	}
	t.lookUp256(dst, idx)
}
