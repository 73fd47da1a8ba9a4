//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	"math/bits"
	. "simd/archsimd"
)

func (*avx512) bits(s *state, dst []uint64) {
	a, b, c, d := word512(&s.a), word512(&s.b), word512(&s.c), word512(&s.d)
	for ; len(dst) >= 8; dst = dst[8:] {
		a.Add(d).RotateAllLeft(23).Add(a).Store((*w8)(dst))
		t := b.ShiftAllLeft(17)
		c = c.Xor(a)
		d = d.Xor(b)
		b = b.Xor(c)
		a = a.Xor(d)
		c = c.Xor(t)
		d = d.RotateAllLeft(45)
	}
	a.Store(&s.a)
	b.Store(&s.b)
	c.Store(&s.c)
	d.Store(&s.d)
	ClearAVXUpperBits()
}

func (*avx512) normals(s *state, dst []Row) {
	a, b, c, d := word512(&s.a), word512(&s.b), word512(&s.c), word512(&s.d)
	k := konst
	for i := range dst {
		for h := 0; h < 8; h += 2 {
			r1 := a.Add(d).RotateAllLeft(23).Add(a)
			t := b.ShiftAllLeft(17)
			c = c.Xor(a)
			d = d.Xor(b)
			b = b.Xor(c)
			a = a.Xor(d)
			c = c.Xor(t)
			d = d.RotateAllLeft(45)
			u := r1.And(word512(&k.mant)).Or(word512(&k.expOne)).AsFloat64x8().Sub(num512(&k.uOne))
			ub := u.AsUint64x8()
			tt := ub.Sub(word512(&k.logOff)).AsInt64x8()
			ix := tt.ShiftAllRight(48).AsUint64x8()
			z := ub.Sub(tt.AsUint64x8().And(word512(&k.logMask))).AsFloat64x8()
			y := tt.ShiftAllRight(52).ConvertToFloat64().MulAdd(num512(&k.m2ln2), k.log.at512(ix))
			rr := z.MulAdd(k.inv.at512(ix), num512(&k.minusOne))
			q := rr.MulAdd(num512(&k.k6), num512(&k.k5)).MulAdd(rr, num512(&k.k4))
			q = q.MulAdd(rr, num512(&k.k3)).MulAdd(rr, num512(&k.k2)).MulAdd(rr, num512(&k.k1))
			rad := rr.MulAdd(q, y).Sqrt()

			r2 := r1.RotateAllRight(12)
			jx := r2.AsInt64x8().ShiftAllRight(60).AsUint64x8()
			de := r2.AsInt64x8().ShiftAllLeft(4).ConvertToFloat64().Mul(num512(&k.turn))
			d2 := de.Mul(de)
			sd := d2.MulAdd(num512(&k.q2), num512(&k.q1)).MulAdd(d2, num512(&k.one)).Mul(de)
			cd := d2.MulAdd(num512(&k.h3), num512(&k.h2)).MulAdd(d2, num512(&k.h1))
			cd = cd.MulAdd(d2, num512(&k.one))
			sn, cs := k.sin.at512(jx), k.cos.at512(jx)
			put512(&dst[i], h, rad.Mul(sn.MulAdd(cd, cs.Mul(sd))))
			put512(&dst[i], h+1, rad.Mul(cs.Mul(cd).Sub(sn.Mul(sd))))
		}
	}
	a.Store(&s.a)
	b.Store(&s.b)
	c.Store(&s.c)
	d.Store(&s.d)
	ClearAVXUpperBits()
}

// indices512 fills rows with independent indices below n < MaxIndex. If distinct, it fills row j
// of every group of k rows, where j counts from 0, with indices below n − k + 1 + j, and makes
// them distinct within the group, for which it keeps them as bytes where n ≤ 256.
func (s *Stream) indices512(dst []Index, n, k int, distinct bool) {
	a, b, c, d := word512(&s.a), word512(&s.b), word512(&s.c), word512(&s.d)
	small := n <= 256
	if distinct && small && len(s.bytes) < k {
		s.bytes = aligned[byteIndex](k)
	}
	var tmp [32]uint16
	for i, j := 0, 0; i < len(dst); i++ {
		m := uint32(n)
		if distinct {
			m = uint32(n - k + j + 1)
		}
		reject := MaxIndex % m
		mv, rv := BroadcastUint16x32(uint16(m)), BroadcastUint16x32(uint16(reject))
		r1 := a.Add(d).RotateAllLeft(23).Add(a)
		t := b.ShiftAllLeft(17)
		c = c.Xor(a)
		d = d.Xor(b)
		b = b.Xor(c)
		a = a.Xor(d)
		c = c.Xor(t)
		d = d.RotateAllLeft(45)
		r2 := a.Add(d).RotateAllLeft(23).Add(a)
		t = b.ShiftAllLeft(17)
		c = c.Xor(a)
		d = d.Xor(b)
		b = b.Xor(c)
		a = a.Xor(d)
		c = c.Xor(t)
		d = d.RotateAllLeft(45)
		w1, w2 := r1.AsUint16x32(), r2.AsUint16x32()
		h1, h2 := w1.MulHigh(mv), w2.MulHigh(mv)
		j1, j2 := w1.Mul(mv).Less(rv).ToBits(), w2.Mul(mv).Less(rv).ToBits()
		if j1|j2 != 0 { // rejected draws are redrawn in lane order
			if j1 != 0 {
				h1.Store(&tmp)
				s.redrawLanes(&tmp, j1, m, reject)
				h1 = LoadUint16x32(&tmp)
			}
			if j2 != 0 {
				h2.Store(&tmp)
				s.redrawLanes(&tmp, j2, m, reject)
				h2 = LoadUint16x32(&tmp)
			}
		}
		o := &dst[i]
		if distinct {
			if small {
				var q Uint8x64
				q = q.SetLo(h1.TruncateToUint8()).SetHi(h2.TruncateToUint8())
				if j > 0 {
					q = distinctBytes512(q, s.bytes[:j], uint8(m-1))
				}
				q.Store((*[64]uint8)(&s.bytes[j]))
				h1, h2 = q.GetLo().ExtendToUint16(), q.GetHi().ExtendToUint16()
			} else if j > 0 {
				h1, h2 = distinctWords512(h1, h2, dst[i-j:i], uint16(m-1))
			}
			if j++; j == k {
				j = 0
			}
		}
		h1.Store((*[32]uint16)(o[:32]))
		h2.Store((*[32]uint16)(o[32:]))
	}
	a.Store(&s.a)
	b.Store(&s.b)
	c.Store(&s.c)
	d.Store(&s.d)
	ClearAVXUpperBits()
}

// distinctBytes512 returns q where no row of g has the same index, last elsewhere.
func distinctBytes512(q Uint8x64, g []byteIndex, last uint8) Uint8x64 {
	acc := LoadUint8x64((*[64]uint8)(&g[0])).Xor(q)
	g = g[1:]
	acc2 := acc
	for ; len(g) >= 2; g = g[2:] {
		acc = acc.Min(LoadUint8x64((*[64]uint8)(&g[0])).Xor(q))
		acc2 = acc2.Min(LoadUint8x64((*[64]uint8)(&g[1])).Xor(q))
	}
	if len(g) > 0 {
		acc = acc.Min(LoadUint8x64((*[64]uint8)(&g[0])).Xor(q))
	}
	zero := q.Xor(q)
	return BroadcastUint8x64(last).Merge(q, acc.Min(acc2).Equal(zero))
}

func distinctWords512(h1, h2 Uint16x32, g []Index, last uint16) (q1, q2 Uint16x32) {
	acc1, acc2 := h1.Xor(index512(&g[0], 0)), h2.Xor(index512(&g[0], 1))
	for i := 1; i < len(g); i++ {
		acc1 = acc1.Min(index512(&g[i], 0).Xor(h1))
		acc2 = acc2.Min(index512(&g[i], 1).Xor(h2))
	}
	zero, l := h1.Xor(h1), BroadcastUint16x32(last)
	return l.Merge(h1, acc1.Equal(zero)), l.Merge(h2, acc2.Equal(zero))
}

func (s *Stream) redrawLanes(h *[32]uint16, j, m, reject uint32) {
	for ; j != 0; j &= j - 1 {
		h[bits.TrailingZeros32(j)] = uint16(s.redraw(m, reject))
	}
}
