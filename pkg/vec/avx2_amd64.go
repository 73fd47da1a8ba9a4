//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	"math"
	. "simd/archsimd"
	"unsafe"
)

type (
	hf = Float64x4
	hw = Uint64x4
)

// halves is a row as vectors of 4.
type halves = [Lanes / 4][4]float64

func row4(r *Row) *halves { return (*halves)(unsafe.Pointer(r)) }

// A shift to the right by a constant goes by a vector of counts (VPSRLVQ): this compiler makes a legacy SSE instruction of the count of VPSRLQ, which
// costs dozens of cycles while the upper halves of the registers are in use.

func lh(p *[4]float64) hf    { return LoadFloat64x4(p) }
func sh(p *[4]float64, v hf) { v.Store(p) }
func kh(p *v8) hf            { return LoadFloat64x4((*[4]float64)(p[:4])) }
func kw(p *w8) hw            { return LoadUint64x4((*[4]uint64)(p[:4])) }

func addScaled256(dst, src []Row, h float64) {
	hv := BroadcastFloat64x4(h)
	src = src[:len(dst)]
	for i := range dst {
		d, s := row4(&dst[i]), row4(&src[i])
		for g := range d {
			sh(&d[g], lh(&s[g]).MulAdd(hv, lh(&d[g])))
		}
	}
	ClearAVXUpperBits()
}

func kickDrift256(theta, p, f []Row, hb, ha float64) {
	b, a := BroadcastFloat64x4(hb), BroadcastFloat64x4(ha)
	p, f = p[:len(theta)], f[:len(theta)]
	for i := range theta {
		t, q, f := row4(&theta[i]), row4(&p[i]), row4(&f[i])
		for g := range t {
			v := lh(&f[g]).MulAdd(b, lh(&q[g]))
			sh(&q[g], v)
			sh(&t[g], v.MulAdd(a, lh(&t[g])))
		}
	}
	ClearAVXUpperBits()
}

func scaleAdd256(dst, gs []Row, alpha, sigma float64) {
	a, s := BroadcastFloat64x4(alpha), BroadcastFloat64x4(sigma)
	gs = gs[:len(dst)]
	for i := range dst {
		d, n := row4(&dst[i]), row4(&gs[i])
		for g := range d {
			sh(&d[g], lh(&d[g]).MulAdd(a, s.Mul(lh(&n[g]))))
		}
	}
	ClearAVXUpperBits()
}

func ouDrift256(theta, p, gs []Row, alpha, sigma, h float64) {
	a, s, hv := BroadcastFloat64x4(alpha), BroadcastFloat64x4(sigma), BroadcastFloat64x4(h)
	p, gs = p[:len(theta)], gs[:len(theta)]
	for i := range theta {
		t, q, n := row4(&theta[i]), row4(&p[i]), row4(&gs[i])
		for g := range t {
			v := lh(&q[g]).MulAdd(a, s.Mul(lh(&n[g])))
			sh(&q[g], v)
			sh(&t[g], v.MulAdd(hv, lh(&t[g])))
		}
	}
	ClearAVXUpperBits()
}

func addTwo256(dst, x, y []Row, a, b float64) {
	av, bv := BroadcastFloat64x4(a), BroadcastFloat64x4(b)
	x, y = x[:len(dst)], y[:len(dst)]
	for i := range dst {
		d, x, y := row4(&dst[i]), row4(&x[i]), row4(&y[i])
		for g := range d {
			sh(&d[g], lh(&x[g]).MulAdd(av, lh(&y[g]).MulAdd(bv, lh(&d[g]))))
		}
	}
	ClearAVXUpperBits()
}

func linear256(dst, p, gs []Row, m, s []float64) {
	n := len(p)
	gs = gs[:n]
	for i := range dst {
		m, s := m[i*n:i*n+n], s[i*n:i*n+n]
		d := row4(&dst[i])
		for g := 0; g < len(d); g += 2 {
			var d0, d1 hf
			for j := range p {
				a, b := BroadcastFloat64x4(m[j]), BroadcastFloat64x4(s[j])
				q, w := row4(&p[j]), row4(&gs[j])
				d0 = lh(&q[g]).MulAdd(a, lh(&w[g]).MulAdd(b, d0))
				d1 = lh(&q[g+1]).MulAdd(a, lh(&w[g+1]).MulAdd(b, d1))
			}
			sh(&d[g], d0)
			sh(&d[g+1], d1)
		}
	}
	ClearAVXUpperBits()
}

func addOuter256(xi, p []Row, k float64) {
	kv, zero := BroadcastFloat64x4(k), kh(&konst.zero)
	n := 0
	for i := range p {
		c := kh(&konst.minusOne)
		for j := i; j < len(p); j++ {
			x, a, b := row4(&xi[n]), row4(&p[i]), row4(&p[j])
			for g := range x {
				sh(&x[g], lh(&a[g]).MulAdd(lh(&b[g]), c).MulAdd(kv, lh(&x[g])))
			}
			c = zero
			n++
		}
	}
	ClearAVXUpperBits()
}

func addOuterDrift256(theta, xi, p []Row, k, h float64) {
	addOuter256(xi, p, k)
	addScaled256(theta, p, h)
}

func addSquares256(xi, p []Row, k float64) {
	kv, minusOne := BroadcastFloat64x4(k), kh(&konst.minusOne)
	xi = xi[:len(p)]
	for i := range p {
		x, a := row4(&xi[i]), row4(&p[i])
		for g := range x {
			v := lh(&a[g])
			sh(&x[g], v.MulAdd(v, minusOne).MulAdd(kv, lh(&x[g])))
		}
	}
	ClearAVXUpperBits()
}

func addNorm256(xi *Row, p []Row, k float64) {
	kv, dim := BroadcastFloat64x4(k), BroadcastFloat64x4(float64(len(p)))
	x := row4(xi)
	for g := 0; g < len(x); g += 4 {
		var n0, n1, n2, n3 hf
		for i := range p {
			a := row4(&p[i])
			a0, a1, a2, a3 := lh(&a[g]), lh(&a[g+1]), lh(&a[g+2]), lh(&a[g+3])
			n0, n1, n2, n3 = a0.MulAdd(a0, n0), a1.MulAdd(a1, n1), a2.MulAdd(a2, n2), a3.MulAdd(a3, n3)
		}
		sh(&x[g], n0.Sub(dim).MulAdd(kv, lh(&x[g])))
		sh(&x[g+1], n1.Sub(dim).MulAdd(kv, lh(&x[g+1])))
		sh(&x[g+2], n2.Sub(dim).MulAdd(kv, lh(&x[g+2])))
		sh(&x[g+3], n3.Sub(dim).MulAdd(kv, lh(&x[g+3])))
	}
	ClearAVXUpperBits()
}

func sumAffine256(dst, y *Row, x []Row, a, b float64) {
	av, bv := BroadcastFloat64x4(a), BroadcastFloat64x4(b)
	d, q := row4(dst), row4(y)
	for g := 0; g < len(d); g += 4 {
		r := row4(&x[0])
		s0, s1, s2, s3 := lh(&r[g]), lh(&r[g+1]), lh(&r[g+2]), lh(&r[g+3])
		for j := 1; j < len(x); j++ {
			r := row4(&x[j])
			s0, s1, s2, s3 = s0.Add(lh(&r[g])), s1.Add(lh(&r[g+1])), s2.Add(lh(&r[g+2])), s3.Add(lh(&r[g+3]))
		}
		sh(&d[g], lh(&q[g]).MulAdd(av, bv.Mul(s0)))
		sh(&d[g+1], lh(&q[g+1]).MulAdd(av, bv.Mul(s1)))
		sh(&d[g+2], lh(&q[g+2]).MulAdd(av, bv.Mul(s2)))
		sh(&d[g+3], lh(&q[g+3]).MulAdd(av, bv.Mul(s3)))
	}
	ClearAVXUpperBits()
}

func affine256(dst, y *Row, a, b float64) {
	av, bv := BroadcastFloat64x4(a), BroadcastFloat64x4(b)
	d, q := row4(dst), row4(y)
	for g := range d {
		sh(&d[g], lh(&q[g]).MulAdd(av, bv))
	}
	ClearAVXUpperBits()
}

func addConstant256(dst *Row, c float64) {
	cv, d := BroadcastFloat64x4(c), row4(dst)
	for g := range d {
		sh(&d[g], lh(&d[g]).Add(cv))
	}
	ClearAVXUpperBits()
}

func accumulate256(s1, s2, x *Row) {
	a, b, r := row4(s1), row4(s2), row4(x)
	for g := range r {
		v := lh(&r[g])
		sh(&a[g], lh(&a[g]).Add(v))
		sh(&b[g], v.MulAdd(v, lh(&b[g])))
	}
	ClearAVXUpperBits()
}

func accumulateProduct256(s, x, y *Row) {
	a, p, q := row4(s), row4(x), row4(y)
	for g := range a {
		sh(&a[g], lh(&p[g]).MulAdd(lh(&q[g]), lh(&a[g])))
	}
	ClearAVXUpperBits()
}

func bin256(dst *[Lanes]int32, x *Row, lo, scale float64, n int) {
	lv, sv, nv := BroadcastFloat64x4(lo), BroadcastFloat64x4(scale), BroadcastFloat64x4(float64(n))
	minusOne, zero := kh(&konst.minusOne), kh(&konst.zero)
	d, r := (*[Lanes / 4][4]int32)(unsafe.Pointer(dst)), row4(x)
	for g := range r {
		v := lh(&r[g]).Sub(lv).Mul(sv)
		v = v.Min(nv).Merge(minusOne, v.GreaterEqual(zero)) // the mask is false for NaN, whatever its minimum is
		v.ConvertToInt32().Store(&d[g])
	}
	ClearAVXUpperBits()
}

// words256 fills blocks of 8 words: first the four generators 0 to 3 of every block, then 4 to 7, so that a state stays in registers.
func (s *state) words256(dst []uint64) {
	for h := 0; h < 8; h += 4 {
		pa, pb := (*[4]uint64)(s.a[h:h+4]), (*[4]uint64)(s.b[h:h+4])
		pc, pd := (*[4]uint64)(s.c[h:h+4]), (*[4]uint64)(s.d[h:h+4])
		k41, k19 := kw(&konst.s41), kw(&konst.s19)
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

func (s *state) bits256(dst []uint64) {
	s.words256(dst)
	ClearAVXUpperBits()
}

// table16 is a table of 16 numbers for VPERMD, by halves of the words: entries 0 to 7 of the low halves, those exclusive-or 8 to 15,
// and the same of the high ones.
type table16 struct{ lo, loX, hi, hiX [8]uint32 }

// look looks up i (in the low halves of 4 words) and j (in the high ones): ij holds both, and top is all ones in the halves where the
// index is above 7.
func (t *table16) look(ij, top Uint32x8, low, s32 hw) (x, y hf) {
	l := LoadUint32x8(&t.lo).Permute(ij).Xor(LoadUint32x8(&t.loX).Permute(ij).And(top)).AsUint64x4()
	h := LoadUint32x8(&t.hi).Permute(ij).Xor(LoadUint32x8(&t.hiX).Permute(ij).And(top)).AsUint64x4()
	x = l.And(low).Or(h.ShiftAllLeft(32)).AsFloat64x4()
	y = l.ShiftRight(s32).Or(h.AndNot(low)).AsFloat64x4()
	return x, y
}

// set is t = f x.
func (t *table16) set(x *[16]float64, f float64) {
	var b [16]uint64
	for i := range b {
		b[i] = math.Float64bits(float64(f * x[i]))
	}
	t.setBits(&b)
}

func (t *table16) setBits(x *[16]uint64) {
	for i := range 8 {
		a, b := x[i], x[i+8]
		t.lo[i], t.hi[i] = uint32(a), uint32(a>>32)
		t.loX[i], t.hiX[i] = uint32(a^b), uint32((a^b)>>32)
	}
}

// pair packs the low halves of the words of i and j for look.
func pair(i, j hw, low hw) (ij, top Uint32x8) {
	ij = i.And(low).Or(j.ShiftAllLeft(32)).AsUint32x8()
	return ij, ij.AsInt32x8().ShiftAllLeft(28).ShiftAllRight(31).AsUint32x8()
}

// float256 is float64(v), correctly rounded, for signed v: both halves are exact, and their sum is rounded once.
func float256(v hw, k *constants) hf {
	hi := v.ShiftRight(kw(&k.s32)).Xor(kw(&k.two84)).AsFloat64x4().Sub(kh(&k.from84))
	return hi.Add(v.And(kw(&k.low)).Or(kw(&k.two52)).AsFloat64x4())
}

func (s *state) normals256(dst []Row) {
	if len(dst) == 0 {
		return
	}
	n := Lanes / 2 * len(dst)
	w := unsafe.Slice((*uint64)(unsafe.Pointer(&dst[0])), 2*n)[n:] // a row is written when its words have been read
	s.words256(w)
	k := konst
	for i := range dst {
		r := row4(&dst[i])
		for h := 0; h < len(r); h += 4 {
			boxMuller256((*[4][4]float64)(r[h:h+4]), (*[2][4]uint64)(unsafe.Pointer(&w[0])), k)
			w = w[8:]
		}
	}
	ClearAVXUpperBits()
}

// boxMuller256 makes 16 normals of 8 words.
func boxMuller256(p *[4][4]float64, w *[2][4]uint64, k *constants) {
	low := kw(&k.low)
	wA, wB := LoadUint64x4(&w[0]), LoadUint64x4(&w[1])
	ubA := wA.And(kw(&k.mant)).Or(kw(&k.expOne)).AsFloat64x4().Sub(kh(&k.uOne)).AsUint64x4()
	ubB := wB.And(kw(&k.mant)).Or(kw(&k.expOne)).AsFloat64x4().Sub(kh(&k.uOne)).AsUint64x4()
	ttA, ttB := ubA.Sub(kw(&k.logOff)), ubB.Sub(kw(&k.logOff))
	ij, top := pair(ttA.ShiftRight(kw(&k.s48)), ttB.ShiftRight(kw(&k.s48)), low)
	logA, logB := k.log4.look(ij, top, low, kw(&k.s32))
	invA, invB := k.inv4.look(ij, top, low, kw(&k.s32))
	radA, radB := radius256(ubA, ttA, logA, invA, k), radius256(ubB, ttB, logB, invB, k)

	wA, wB = wA.ShiftRight(kw(&k.s12)).Or(wA.ShiftAllLeft(52)), wB.ShiftRight(kw(&k.s12)).Or(wB.ShiftAllLeft(52))
	ij, top = pair(wA.ShiftRight(kw(&k.s60)), wB.ShiftRight(kw(&k.s60)), low)
	snA, snB := k.sin4.look(ij, top, low, kw(&k.s32))
	csA, csB := k.cos4.look(ij, top, low, kw(&k.s32))
	deA := float256(wA.ShiftAllLeft(4), k).Mul(kh(&k.turn))
	deB := float256(wB.ShiftAllLeft(4), k).Mul(kh(&k.turn))
	d2A, d2B := deA.Mul(deA), deB.Mul(deB)
	sdA := d2A.MulAdd(kh(&k.q2), kh(&k.q1)).MulAdd(d2A, kh(&k.one)).Mul(deA)
	sdB := d2B.MulAdd(kh(&k.q2), kh(&k.q1)).MulAdd(d2B, kh(&k.one)).Mul(deB)
	cdA := d2A.MulAdd(kh(&k.h3), kh(&k.h2)).MulAdd(d2A, kh(&k.h1)).MulAdd(d2A, kh(&k.one))
	cdB := d2B.MulAdd(kh(&k.h3), kh(&k.h2)).MulAdd(d2B, kh(&k.h1)).MulAdd(d2B, kh(&k.one))
	sh(&p[0], radA.Mul(snA.MulAdd(cdA, csA.Mul(sdA))))
	sh(&p[1], radB.Mul(snB.MulAdd(cdB, csB.Mul(sdB))))
	sh(&p[2], radA.Mul(csA.Mul(cdA).Sub(snA.Mul(sdA))))
	sh(&p[3], radB.Mul(csB.Mul(cdB).Sub(snB.Mul(sdB))))
}

func radius256(ub, tt hw, log, inv hf, k *constants) hf {
	z := ub.Sub(tt.And(kw(&k.logMask))).AsFloat64x4()
	e := tt.Add(kw(&k.bias)).ShiftRight(kw(&k.s52)).Or(kw(&k.two52)).AsFloat64x4().Sub(kh(&k.from52)) // the exponent, −53 to 0
	y := e.MulAdd(kh(&k.m2ln2), log)
	rr := z.MulAdd(inv, kh(&k.minusOne))
	q := rr.MulAdd(kh(&k.k6), kh(&k.k5)).MulAdd(rr, kh(&k.k4)).MulAdd(rr, kh(&k.k3)).MulAdd(rr, kh(&k.k2)).MulAdd(rr, kh(&k.k1))
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
	byteMask, shift8 := BroadcastUint16x16(0xff), BroadcastUint16x16(1<<8) // the high half of a product with 2⁸ is a shift by 8
	for i, j := 0, 0; i < len(dst); i++ {
		m := uint32(n)
		if distinct {
			m = uint32(n - k + j + 1)
		}
		reject := MaxIndex % m
		mv, rv := BroadcastUint16x16(uint16(m)), BroadcastUint16x16(uint16(reject))
		o := (*[4][16]uint16)(unsafe.Pointer(&dst[i]))
		w0, w1, w2, w3 := LoadUint16x16(&o[0]), LoadUint16x16(&o[1]), LoadUint16x16(&o[2]), LoadUint16x16(&o[3])
		l0, l1, l2, l3 := w0.Mul(mv), w1.Mul(mv), w2.Mul(mv), w3.Mul(mv)
		h0, h1, h2, h3 := w0.MulHigh(mv), w1.MulHigh(mv), w2.MulHigh(mv), w3.MulHigh(mv)
		if !l0.Max(rv).Xor(l0).Or(l1.Max(rv).Xor(l1)).Or(l2.Max(rv).Xor(l2)).Or(l3.Max(rv).Xor(l3)).IsZero() {
			for l, w := range &dst[i] { // rejected draws are redrawn in lane order
				u := uint32(w) * m
				v := u >> 16
				if u&0xffff < reject {
					v = s.redraw(m, reject)
				}
				dst[i][l] = uint16(v)
			}
			h0, h1, h2, h3 = LoadUint16x16(&o[0]), LoadUint16x16(&o[1]), LoadUint16x16(&o[2]), LoadUint16x16(&o[3])
		}
		if distinct {
			if small { // two lanes' bytes in 16 bits
				q0, q1 := h0.Or(h1.ShiftAllLeft(8)).AsUint8x32(), h2.Or(h3.ShiftAllLeft(8)).AsUint8x32()
				if j > 0 {
					q0, q1 = distinct256(q0, q1, s.bytes[:j], uint8(m-1))
				}
				b := (*[2][32]uint8)(unsafe.Pointer(&s.bytes[j]))
				q0.Store(&b[0])
				q1.Store(&b[1])
				p0, p1 := q0.AsUint16x16(), q1.AsUint16x16()
				h0, h1 = p0.And(byteMask), p0.MulHigh(shift8)
				h2, h3 = p1.And(byteMask), p1.MulHigh(shift8)
			} else if j > 0 {
				g, last := dst[i-j:i], uint16(m-1)
				h0, h1 = distinctWide256(h0, h1, g, 0, last)
				h2, h3 = distinctWide256(h2, h3, g, 2, last)
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

func distinct256(q0, q1 Uint8x32, g []byteIndex, last uint8) (Uint8x32, Uint8x32) {
	b := (*[2][32]uint8)(unsafe.Pointer(&g[0]))
	acc0, acc1 := LoadUint8x32(&b[0]).Xor(q0), LoadUint8x32(&b[1]).Xor(q1)
	for i := 1; i < len(g); i++ {
		b := (*[2][32]uint8)(unsafe.Pointer(&g[i]))
		acc0, acc1 = acc0.Min(LoadUint8x32(&b[0]).Xor(q0)), acc1.Min(LoadUint8x32(&b[1]).Xor(q1))
	}
	zero, l := q0.Xor(q0), BroadcastUint8x32(last)
	return l.Merge(q0, acc0.Equal(zero)), l.Merge(q1, acc1.Equal(zero))
}

func distinctWide256(h0, h1 Uint16x16, g []Index, at int, last uint16) (Uint16x16, Uint16x16) {
	b := (*[4][16]uint16)(unsafe.Pointer(&g[0]))
	acc0, acc1 := LoadUint16x16(&b[at]).Xor(h0), LoadUint16x16(&b[at+1]).Xor(h1)
	for i := 1; i < len(g); i++ {
		b := (*[4][16]uint16)(unsafe.Pointer(&g[i]))
		acc0, acc1 = acc0.Min(LoadUint16x16(&b[at]).Xor(h0)), acc1.Min(LoadUint16x16(&b[at+1]).Xor(h1))
	}
	zero, l := h0.Xor(h0), BroadcastUint16x16(last)
	return l.Merge(h0, acc0.Equal(zero)), l.Merge(h1, acc1.Equal(zero))
}

// lookup256 looks up as many rows as have no index past the table, and says how many: one by one, without looking at every index again.
func (t *Table) lookup256(dst []Row, idx []Index) int {
	last := BroadcastUint16x16(uint16(len(t.value) - 1))
	v := unsafe.Pointer(&t.value[0])
	dst = dst[:len(idx)]
	n := 0
	for i := range idx {
		x := (*[4][16]uint16)(unsafe.Pointer(&idx[i]))
		most := LoadUint16x16(&x[0]).Max(LoadUint16x16(&x[1])).Max(LoadUint16x16(&x[2]).Max(LoadUint16x16(&x[3])))
		if !most.Max(last).Xor(last).IsZero() {
			break
		}
		w, d := (*[Lanes / 4]uint64)(unsafe.Pointer(&idx[i])), (*[Lanes / 4][4]uint64)(unsafe.Pointer(&dst[i]))
		for g, w := range w {
			d := &d[g]
			d[0], d[1], d[2], d[3] = word(v, w&0xffff), word(v, w>>16&0xffff), word(v, w>>32&0xffff), word(v, w>>48)
		}
		n++
	}
	ClearAVXUpperBits()
	return n
}

func word(v unsafe.Pointer, i uint64) uint64 { return *(*uint64)(unsafe.Add(v, 8*i)) }

// The pieces of onePlusExp, for vectors that are not NaN: the compiler inlines them, but not all at once.

// reduce256 clamps z and returns its integer part in the low bits of t, and the remainder f.
func reduce256(z hf, k *constants) (t hw, f hf) {
	z = z.Min(kh(&k.maxLogit)).Max(kh(&k.minusMaxLogit))
	s := z.Add(kh(&k.magic))
	return s.AsUint64x4(), z.Sub(s.Sub(kh(&k.magic)))
}

// plusExp256 is 1 plus 2^(f/16) times entry, that of expBiased for t.
func plusExp256(t hw, f, entry hf, k *constants) hf {
	p := kh(&k.q4e).MulAdd(f, kh(&k.q3e)).MulAdd(f, kh(&k.q2e)).MulAdd(f, kh(&k.q1e)).MulAdd(f, kh(&k.one))
	return entry.AsUint64x4().Add(t.ShiftAllLeft(48)).AsFloat64x4().MulAdd(p, kh(&k.one))
}

func (c *Mixture) logitRows256(theta []Row) {
	t1s, t2s, as, bs, w := row4(&theta[0]), row4(&theta[1]), row4(&c.a), row4(&c.b), &c.wide
	ss, rs, xs := row4(&c.s), row4(&c.sr), row4(&c.sx)
	half, zero, abs := kh(&konst.half), kh(&konst.zero), kw(&konst.abs)
	m := zero
	for g := range as {
		t1, t2 := lh(&t1s[g]), lh(&t2s[g])
		u, v := t1.Mul(kh(&w.inv1)), t2.Mul(kh(&w.inv2))
		b := v.Sub(u)
		a := u.MulAdd(t1, t2.Mul(kh(&w.minusInv2)).Mul(t2)).MulAdd(half, kh(&w.logw))
		sh(&bs[g], b)
		sh(&as[g], a)
		m = m.Max(b.AsUint64x4().And(abs).AsFloat64x4().MulAdd(kh(&w.reach), a.AsUint64x4().And(abs).AsFloat64x4()))
		sh(&ss[g], zero)
		sh(&rs[g], zero)
		sh(&xs[g], zero)
	}
	w.inside = m.LessEqual(kh(&konst.maxLogit)).ToBits() | 0xf0 // as in logitRows512
}

// force256 reports whether all numbers in it are finite; if not, f is not valid.
func (c *Mixture) force256(f, theta, x []Row) bool {
	c.logitRows256(theta)
	if len(x) == 1 {
		c.single256(&x[0])
	} else {
		c.sums256(x)
	}
	return c.forceRows256(f, theta)
}

func (c *Mixture) forceAll256(f, theta []Row, x []float64) bool {
	c.logitRows256(theta)
	c.chunks(x, c.sums256)
	return c.forceRows256(f, theta)
}

// sums256 makes the two passes of sums512.
func (c *Mixture) sums256(x []Row) {
	for n := (len(x)-1)%chunk + 1; len(x) > 0; n = chunk {
		if c.wide.linear && c.wide.inside == 0xff {
			c.linear256(x[:n])
		} else {
			c.exps256(x[:n])
		}
		c.parts256(x[:n])
		x = x[n:]
	}
	ClearAVXUpperBits()
}

// single256 shares the divisions of a datum that is alone between lanes.
func (c *Mixture) single256(x *Row) {
	k, one, cc := konst, kh(&konst.one), kh(&c.wide.c)
	r, as, bs, ss, rs, xs := row4(x), row4(&c.a), row4(&c.b), row4(&c.s), row4(&c.sr), row4(&c.sx)
	for g := 0; g < len(r); g += 2 {
		x, y := lh(&r[g]), lh(&r[g+1])
		tx, fx := reduce256(cc.MulAdd(x, lh(&bs[g])).MulAdd(x, lh(&as[g])), k)
		ty, fy := reduce256(cc.MulAdd(y, lh(&bs[g+1])).MulAdd(y, lh(&as[g+1])), k)
		ij, top := pair(tx, ty, kw(&k.low))
		e1, e2 := k.exp4.look(ij, top, kw(&k.low), kw(&k.s32))
		sh(&rs[g], plusExp256(tx, fx, e1, k))
		sh(&rs[g+1], plusExp256(ty, fy, e2, k))
	}
	zero := kh(&k.zero)
	for g := 0; g < len(r); g += 4 {
		for h := g; h < g+2; h++ {
			e1, e2, x1, x2 := lh(&rs[h]), lh(&rs[h+2]), lh(&r[h]), lh(&r[h+2])
			q := one.Div(e1.Mul(e2))
			r1, r2 := e2.Mul(q), e1.Mul(q)
			sh(&rs[h], r1)
			sh(&rs[h+2], r2)
			sh(&ss[h], x1.Add(zero))
			sh(&ss[h+2], x2.Add(zero))
			sh(&xs[h], x1.MulAdd(r1, zero))
			sh(&xs[h+2], x2.MulAdd(r2, zero))
		}
	}
}

func (c *Mixture) exps256(x []Row) {
	k, cc := konst, kh(&c.wide.c)
	as, bs := row4(&c.a), row4(&c.b)
	e := c.e[:len(x)]
	for g := 0; g < len(as); g += 2 {
		a1, a2, b1, b2 := lh(&as[g]), lh(&as[g+1]), lh(&bs[g]), lh(&bs[g+1])
		for j := range x {
			r := row4(&x[j])
			x, y := lh(&r[g]), lh(&r[g+1])
			tx, fx := reduce256(cc.MulAdd(x, b1).MulAdd(x, a1), k)
			ty, fy := reduce256(cc.MulAdd(y, b2).MulAdd(y, a2), k)
			ij, top := pair(tx, ty, kw(&k.low))
			e1, e2 := k.exp4.look(ij, top, kw(&k.low), kw(&k.s32))
			d := row4(&e[j])
			sh(&d[g], plusExp256(tx, fx, e1, k))
			sh(&d[g+1], plusExp256(ty, fy, e2, k))
		}
	}
}

// linear256 is linear512.
func (c *Mixture) linear256(x []Row) {
	k := konst
	as, bs := row4(&c.a), row4(&c.b)
	e := c.e[:len(x)]
	for g := 0; g < len(as); g += 2 {
		a1, a2, b1, b2 := lh(&as[g]), lh(&as[g+1]), lh(&bs[g]), lh(&bs[g+1])
		for j := range x {
			r := row4(&x[j])
			x, y := lh(&r[g]).MulAdd(b1, a1), lh(&r[g+1]).MulAdd(b2, a2)
			t, u := x.Add(kh(&k.magic)), y.Add(kh(&k.magic))
			f, h := x.Sub(t.Sub(kh(&k.magic))), y.Sub(u.Sub(kh(&k.magic)))
			ij, top := pair(t.AsUint64x4(), u.AsUint64x4(), kw(&k.low))
			e1, e2 := k.exp4.look(ij, top, kw(&k.low), kw(&k.s32))
			d := row4(&e[j])
			sh(&d[g], plusExp256(t.AsUint64x4(), f, e1, k))
			sh(&d[g+1], plusExp256(u.AsUint64x4(), h, e2, k))
		}
	}
}

func (c *Mixture) parts256(x []Row) {
	one := kh(&konst.one)
	ss, rs, xs := row4(&c.s), row4(&c.sr), row4(&c.sx)
	e := c.e[:len(x)]
	for g := range ss {
		s, r, sx := lh(&ss[g]), lh(&rs[g]), lh(&xs[g])
		j := len(x) & 7
		if j > 0 {
			u := lh(&row4(&x[0])[g])
			d, n, v := lh(&row4(&e[0])[g]), one, u
			for i := 1; i < j; i++ {
				y, f := lh(&row4(&x[i])[g]), lh(&row4(&e[i])[g])
				d, n, v, u = d.Mul(f), n.MulAdd(f, d), v.MulAdd(f, y.Mul(d)), u.Add(y)
			}
			q := one.Div(d)
			s, r, sx = s.Add(u), n.MulAdd(q, r), v.MulAdd(q, sx)
		}
		for ; j+7 < len(x); j += 8 {
			x, e := (*[8]Row)(x[j:j+8]), (*[8]Row)(e[j:j+8])
			u1, d1, n1 := lh(&row4(&x[0])[g]), lh(&row4(&e[0])[g]), one
			u2, d2, n2 := lh(&row4(&x[4])[g]), lh(&row4(&e[4])[g]), one
			v1, v2 := u1, u2
			for i := 1; i < 4; i++ {
				y, f := lh(&row4(&x[i])[g]), lh(&row4(&e[i])[g])
				d1, n1, v1, u1 = d1.Mul(f), n1.MulAdd(f, d1), v1.MulAdd(f, y.Mul(d1)), u1.Add(y)
				y, f = lh(&row4(&x[i+4])[g]), lh(&row4(&e[i+4])[g])
				d2, n2, v2, u2 = d2.Mul(f), n2.MulAdd(f, d2), v2.MulAdd(f, y.Mul(d2)), u2.Add(y)
			}
			q := one.Div(d1.Mul(d2))
			s = s.Add(u1.Add(u2))
			r = n1.MulAdd(d2, n2.Mul(d1)).MulAdd(q, r)
			sx = v1.MulAdd(d2, v2.Mul(d1)).MulAdd(q, sx)
		}
		sh(&ss[g], s)
		sh(&rs[g], r)
		sh(&xs[g], sx)
	}
}

func (c *Mixture) forceRows256(f, theta []Row) bool {
	t1s, t2s, f1s, f2s := row4(&theta[0]), row4(&theta[1]), row4(&f[0]), row4(&f[1])
	as, bs, ss, rs, xs, w := row4(&c.a), row4(&c.b), row4(&c.s), row4(&c.sr), row4(&c.sx), &c.wide
	zero := kh(&konst.zero)
	check := zero
	for g := range as {
		t1, t2, s, r, x := lh(&t1s[g]), lh(&t2s[g]), lh(&ss[g]), lh(&rs[g]), lh(&xs[g])
		check = lh(&as[g]).MulAdd(zero, lh(&bs[g]).MulAdd(zero, s.MulAdd(zero, check)))
		sh(&f1s[g], x.Sub(t1.Mul(r)).MulAdd(kh(&w.scale1), t1.Mul(kh(&w.minusPrior))))
		sh(&f2s[g], s.Sub(x).Sub(t2.Mul(kh(&w.count).Sub(r))).MulAdd(kh(&w.scale2), t2.Mul(kh(&w.minusPrior))))
	}
	c.wide.finite = check.Equal(zero).ToBits() // stored: the compiler moves what is not past the next line
	ClearAVXUpperBits()
	return c.wide.finite == 0xf
}

// long1256 begins Horner's rule with the terms beyond ouShort, where they count, and 0 elsewhere.
func (w *wideOU) long1256(y hf, short Mask64x4) (alpha, sigma hf) {
	zero := kh(&konst.zero)
	alpha, sigma = zero, zero
	for n := ouDegree; n > ouShort; n-- {
		alpha = alpha.MulAdd(y, zero.Merge(kh(&w.e[n]), short))
		sigma = sigma.MulAdd(y, zero.Merge(kh(&w.g[n]), short))
	}
	return alpha.MulAdd(y, kh(&w.e[ouShort])), sigma.MulAdd(y, kh(&w.g[ouShort]))
}

// long2256 is the same for pairs, down to the term before ouShort.
func (w *wideOU) long2256(m, rho hf, short Mask64x4) (ae, be, ag, bg hf) {
	zero := kh(&konst.zero)
	ae, be, ag, bg = zero, zero, zero, zero
	for n := ouDegree; n >= ouShort-1; n-- {
		e, g := kh(&w.e[n]), kh(&w.g[n])
		if n > ouShort {
			e, g = zero.Merge(e, short), zero.Merge(g, short)
		}
		ae, be = ae.MulAdd(m, be.MulAdd(rho, e)), be.MulAdd(m, ae)
		ag, bg = ag.MulAdd(m, bg.MulAdd(rho, g)), bg.MulAdd(m, ag)
	}
	return ae, be, ag, bg
}

func (o *OU1) step256(p, xi, gs []Row) {
	w, k := o.c.wide, konst
	gs = gs[:len(p)]
	var alphas, sigmas Row
	as, ss := row4(&alphas), row4(&sigmas)
	for g := range as {
		var alpha, sigma hf
		for i := range p {
			if i < len(xi) {
				y := lh(&row4(&xi[i])[g]).Mul(kh(&w.h2))
				size := y.AsUint64x4().And(kw(&k.abs)).AsFloat64x4()
				short := size.LessEqual(kh(&w.short))
				alpha, sigma = kh(&w.e[ouShort]), kh(&w.g[ouShort])
				if short.ToBits() != 0xf {
					alpha, sigma = w.long1256(y, short)
				}
				for n := ouShort - 1; n >= 0; n-- {
					alpha = alpha.MulAdd(y, kh(&w.e[n]))
					sigma = sigma.MulAdd(y, kh(&w.g[n]))
				}
				ok := size.LessEqual(kh(&w.limit)).ToBits()
				if bad := ok ^ 0xf; bad != 0 {
					sh(&as[g], alpha)
					sh(&ss[g], sigma)
					o.c.lanes(&alphas, &sigmas, &xi[i], g*4, bad)
					alpha, sigma = lh(&as[g]), lh(&ss[g])
				}
			}
			q := &row4(&p[i])[g]
			sh(q, alpha.MulAdd(lh(q), sigma.Mul(lh(&row4(&gs[i])[g]))))
		}
	}
	ClearAVXUpperBits()
}

func (o *OU2) step256(p, xi, gs []Row) {
	x11, x12, x22, p1s, p2s, g1s, g2s := row4(&xi[0]), row4(&xi[1]), row4(&xi[2]), row4(&p[0]), row4(&p[1]), row4(&gs[0]), row4(&gs[1])
	w, k := o.c.wide, konst
	for g := range x11 {
		a, b, d := lh(&x11[g]).Mul(kh(&w.h2)), lh(&x12[g]).Mul(kh(&w.h2)), lh(&x22[g]).Mul(kh(&w.h2))
		m := a.Add(d).Mul(kh(&k.half))
		dl := a.Sub(d).Mul(kh(&k.half))
		rho := dl.MulAdd(dl, b.Mul(b))
		size := m.MulAdd(m, rho)
		ok := size.LessEqual(kh(&w.limit2))
		short := size.LessEqual(kh(&w.short2))
		ae, be := m.MulAdd(kh(&w.e[ouShort]), kh(&w.e[ouShort-1])), kh(&w.e[ouShort])
		ag, bg := m.MulAdd(kh(&w.g[ouShort]), kh(&w.g[ouShort-1])), kh(&w.g[ouShort])
		if short.ToBits() != 0xf {
			ae, be, ag, bg = w.long2256(m, rho, short)
		}
		for i := ouShort - 2; i >= 0; i-- {
			ne := ae.MulAdd(m, be.MulAdd(rho, kh(&w.e[i])))
			be = be.MulAdd(m, ae)
			ae = ne
			ng := ag.MulAdd(m, bg.MulAdd(rho, kh(&w.g[i])))
			bg = bg.MulAdd(m, ag)
			ag = ng
		}
		p1, p2, g1, g2 := lh(&p1s[g]), lh(&p2s[g]), lh(&g1s[g]), lh(&g2s[g])
		e1, e2 := be.Mul(dl), be.Mul(b)
		s1, s2 := bg.Mul(dl), bg.Mul(b)
		q1 := ae.Add(e1).MulAdd(p1, e2.MulAdd(p2, ag.Add(s1).MulAdd(g1, s2.Mul(g2))))
		q2 := ae.Sub(e1).MulAdd(p2, e2.MulAdd(p1, ag.Sub(s1).MulAdd(g2, s2.Mul(g1))))
		bad := ok.ToBits() ^ 0xf
		sh(&p1s[g], q1.Merge(p1, ok))
		sh(&p2s[g], q2.Merge(p2, ok))
		if bad != 0 {
			o.lanes(p, xi, gs, g*4, bad)
		}
	}
	ClearAVXUpperBits()
}
