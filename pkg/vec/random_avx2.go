//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	. "simd/archsimd"
	"unsafe"
)

func pair256(i, j w256, k *constants) (ij, top Uint32x8) {
	ij = i.And(word256(&k.low)).Or(j.ShiftAllLeft(32)).AsUint32x8()
	return ij, ij.AsInt32x8().ShiftAllLeft(28).ShiftAllRight(31).AsUint32x8()
}

func (t *table16) look256(ij, top Uint32x8, k *constants) (x, y f256) {
	l := LoadUint32x8(&t.lo).Permute(ij).Xor(LoadUint32x8(&t.loX).Permute(ij).And(top)).AsUint64x4()
	h := LoadUint32x8(&t.hi).Permute(ij).Xor(LoadUint32x8(&t.hiX).Permute(ij).And(top)).AsUint64x4()
	x = l.And(word256(&k.low)).Or(h.ShiftAllLeft(32)).AsFloat64x4()
	y = l.ShiftRight(word256(&k.s32)).Or(h.AndNot(word256(&k.low))).AsFloat64x4()
	return x, y
}

// words256 fills blocks of 8 words: first from the generators 0 to 3 for every block, then from 4
// to 7, so that a state stays in registers.
func (s *state) words256(dst []uint64) {
	for h := 0; h < 8; h += 4 {
		pa, pb := (*[4]uint64)(s.a[h:h+4]), (*[4]uint64)(s.b[h:h+4])
		pc, pd := (*[4]uint64)(s.c[h:h+4]), (*[4]uint64)(s.d[h:h+4])
		k41, k19 := word256(&konst.s41), word256(&konst.s19)
		a, b, c, d := LoadUint64x4(pa), LoadUint64x4(pb), LoadUint64x4(pc), LoadUint64x4(pd)
		for o := dst; len(o) >= 8; o = o[8:] {
			r := a.Add(d)
			r.ShiftAllLeft(23).Or(r.ShiftRight(k41)).Add(a).Store((*[4]uint64)(o[h : h+4]))
			t := b.ShiftAllLeft(17)
			c = c.Xor(a)
			d = d.Xor(b)
			b = b.Xor(c)
			a = a.Xor(d)
			c = c.Xor(t)
			d = d.ShiftAllLeft(45).Or(d.ShiftRight(k19))
		}
		a.Store(pa)
		b.Store(pb)
		c.Store(pc)
		d.Store(pd)
	}
}

func (*avx256) bits(s *state, dst []uint64) {
	s.words256(dst)
	ClearAVXUpperBits()
}

// float256 is float64(v), correctly rounded, for signed v: both halves are exact, and their sum is
// rounded once.
func float256(v w256, k *constants) f256 {
	hi := shiftRight256(v, &k.s32).Xor(word256(&k.two84)).AsFloat64x4().Sub(num256(&k.from84))
	return hi.Add(v.And(word256(&k.low)).Or(word256(&k.two52)).AsFloat64x4())
}

func (*avx256) normals(s *state, dst []Row) {
	if len(dst) == 0 {
		return
	}
	n := Lanes / 2 * len(dst)
	// the words stand in the second half of dst: a row is written when its words have been read
	w := unsafe.Slice((*uint64)(unsafe.Pointer(&dst[0])), 2*n)[n:]
	s.words256(w)
	k := konst
	for i := range dst {
		r := row256(&dst[i])
		for h := 0; h < len(r); h += 4 {
			boxMuller256((*[4][4]float64)(r[h:h+4]), (*[2][4]uint64)(unsafe.Pointer(&w[0])), k)
			w = w[8:]
		}
	}
	ClearAVXUpperBits()
}

// boxMuller256 makes 16 normals from 8 words.
func boxMuller256(p *[4][4]float64, w *[2][4]uint64, k *constants) {
	wA, wB := LoadUint64x4(&w[0]), LoadUint64x4(&w[1])
	uA := wA.And(word256(&k.mant)).Or(word256(&k.expOne)).AsFloat64x4().Sub(num256(&k.uOne))
	uB := wB.And(word256(&k.mant)).Or(word256(&k.expOne)).AsFloat64x4().Sub(num256(&k.uOne))
	ubA, ubB := uA.AsUint64x4(), uB.AsUint64x4()
	ttA, ttB := ubA.Sub(word256(&k.logOff)), ubB.Sub(word256(&k.logOff))
	ij, top := pair256(shiftRight256(ttA, &k.s48), shiftRight256(ttB, &k.s48), k)
	logA, logB := k.log.look256(ij, top, k)
	invA, invB := k.inv.look256(ij, top, k)
	radA, radB := radius256(ubA, ttA, logA, invA, k), radius256(ubB, ttB, logB, invB, k)

	wA = shiftRight256(wA, &k.s12).Or(wA.ShiftAllLeft(52))
	wB = shiftRight256(wB, &k.s12).Or(wB.ShiftAllLeft(52))
	ij, top = pair256(shiftRight256(wA, &k.s60), shiftRight256(wB, &k.s60), k)
	snA, snB := k.sin.look256(ij, top, k)
	csA, csB := k.cos.look256(ij, top, k)
	deA := float256(wA.ShiftAllLeft(4), k).Mul(num256(&k.turn))
	deB := float256(wB.ShiftAllLeft(4), k).Mul(num256(&k.turn))
	d2A, d2B := deA.Mul(deA), deB.Mul(deB)
	sdA := d2A.MulAdd(num256(&k.q2), num256(&k.q1)).MulAdd(d2A, num256(&k.one)).Mul(deA)
	sdB := d2B.MulAdd(num256(&k.q2), num256(&k.q1)).MulAdd(d2B, num256(&k.one)).Mul(deB)
	cdA := d2A.MulAdd(num256(&k.h3), num256(&k.h2))
	cdA = cdA.MulAdd(d2A, num256(&k.h1)).MulAdd(d2A, num256(&k.one))
	cdB := d2B.MulAdd(num256(&k.h3), num256(&k.h2))
	cdB = cdB.MulAdd(d2B, num256(&k.h1)).MulAdd(d2B, num256(&k.one))
	store256(&p[0], radA.Mul(snA.MulAdd(cdA, csA.Mul(sdA))))
	store256(&p[1], radB.Mul(snB.MulAdd(cdB, csB.Mul(sdB))))
	store256(&p[2], radA.Mul(csA.Mul(cdA).Sub(snA.Mul(sdA))))
	store256(&p[3], radB.Mul(csB.Mul(cdB).Sub(snB.Mul(sdB))))
}

func radius256(ub, tt w256, log, inv f256, k *constants) f256 {
	z := ub.Sub(tt.And(word256(&k.logMask))).AsFloat64x4()
	y := exponent256(tt, k).MulAdd(num256(&k.m2ln2), log)
	rr := z.MulAdd(inv, num256(&k.minusOne))
	q := rr.MulAdd(num256(&k.k6), num256(&k.k5)).MulAdd(rr, num256(&k.k4))
	q = q.MulAdd(rr, num256(&k.k3)).MulAdd(rr, num256(&k.k2)).MulAdd(rr, num256(&k.k1))
	return rr.MulAdd(q, y).Sqrt()
}

// indices256 is indices512.
func (s *Stream) indices256(dst []Index, n, k int, distinct bool) {
	if len(dst) == 0 {
		return
	}
	s.words256(unsafe.Slice((*uint64)(unsafe.Pointer(&dst[0])), Lanes/4*len(dst)))
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
		o := quarters256(&dst[i])
		w0, w1 := LoadUint16x16(&o[0]), LoadUint16x16(&o[1])
		w2, w3 := LoadUint16x16(&o[2]), LoadUint16x16(&o[3])
		l0, l1, l2, l3 := w0.Mul(mv), w1.Mul(mv), w2.Mul(mv), w3.Mul(mv)
		h0, h1, h2, h3 := w0.MulHigh(mv), w1.MulHigh(mv), w2.MulHigh(mv), w3.MulHigh(mv)
		below := l0.Max(rv).Xor(l0).Or(l1.Max(rv).Xor(l1))
		below = below.Or(l2.Max(rv).Xor(l2)).Or(l3.Max(rv).Xor(l3))
		if !below.IsZero() {
			for l, w := range &dst[i] { // rejected draws are redrawn in lane order
				u := uint32(w) * m
				v := u >> 16
				if u&0xffff < reject {
					v = s.redraw(m, reject)
				}
				dst[i][l] = uint16(v)
			}
			h0, h1 = LoadUint16x16(&o[0]), LoadUint16x16(&o[1])
			h2, h3 = LoadUint16x16(&o[2]), LoadUint16x16(&o[3])
		}
		if distinct {
			if small { // two lanes' bytes in 16 bits
				q0 := h0.Or(h1.ShiftAllLeft(8)).AsUint8x32()
				q1 := h2.Or(h3.ShiftAllLeft(8)).AsUint8x32()
				if j > 0 {
					q0, q1 = distinctBytes256(q0, q1, s.bytes[:j], uint8(m-1))
				}
				b := (*[2][32]uint8)(unsafe.Pointer(&s.bytes[j]))
				q0.Store(&b[0])
				q1.Store(&b[1])
				p0, p1 := q0.AsUint16x16(), q1.AsUint16x16()
				h0, h1 = p0.And(byteMask), p0.MulHigh(shift8)
				h2, h3 = p1.And(byteMask), p1.MulHigh(shift8)
			} else if j > 0 {
				g, last := dst[i-j:i], uint16(m-1)
				h0, h1 = distinctWords256(h0, h1, g, 0, last)
				h2, h3 = distinctWords256(h2, h3, g, 2, last)
			}
			if j++; j == k {
				j = 0
			}
		}
		h0.Store(&o[0])
		h1.Store(&o[1])
		h2.Store(&o[2])
		h3.Store(&o[3])
	}
	ClearAVXUpperBits()
}

func distinctBytes256(q0, q1 Uint8x32, g []byteIndex, last uint8) (Uint8x32, Uint8x32) {
	b := (*[2][32]uint8)(unsafe.Pointer(&g[0]))
	acc0, acc1 := LoadUint8x32(&b[0]).Xor(q0), LoadUint8x32(&b[1]).Xor(q1)
	for i := 1; i < len(g); i++ {
		b := (*[2][32]uint8)(unsafe.Pointer(&g[i]))
		acc0 = acc0.Min(LoadUint8x32(&b[0]).Xor(q0))
		acc1 = acc1.Min(LoadUint8x32(&b[1]).Xor(q1))
	}
	zero, l := q0.Xor(q0), BroadcastUint8x32(last)
	return l.Merge(q0, acc0.Equal(zero)), l.Merge(q1, acc1.Equal(zero))
}

func distinctWords256(h0, h1 Uint16x16, g []Index, at int, last uint16) (q0, q1 Uint16x16) {
	b := quarters256(&g[0])
	acc0, acc1 := LoadUint16x16(&b[at]).Xor(h0), LoadUint16x16(&b[at+1]).Xor(h1)
	for i := 1; i < len(g); i++ {
		b := quarters256(&g[i])
		acc0 = acc0.Min(LoadUint16x16(&b[at]).Xor(h0))
		acc1 = acc1.Min(LoadUint16x16(&b[at+1]).Xor(h1))
	}
	zero, l := h0.Xor(h0), BroadcastUint16x16(last)
	return l.Merge(h0, acc0.Equal(zero)), l.Merge(h1, acc1.Equal(zero))
}

func exponent256(t w256, k *constants) f256 {
	t = shiftRight256(t.Add(word256(&k.bias)), &k.s52).Or(word256(&k.two52))
	return t.AsFloat64x4().Sub(num256(&k.from52))
}
