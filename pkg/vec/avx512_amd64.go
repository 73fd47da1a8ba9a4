//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	"math/bits"
	. "simd/archsimd"
)

type (
	vf = Float64x8
	vw = Uint64x8
)

// quad is half a row, four vectors.
type quad [32]float64

func lf(p *v8) vf            { return LoadFloat64x8(p) }
func lw(p *w8) vw            { return LoadUint64x8(p) }
func ld(r *Row, g int) vf    { return LoadFloat64x8((*v8)(r[g*8 : g*8+8])) }
func st(r *Row, g int, v vf) { v.Store((*v8)(r[g*8 : g*8+8])) }
func q4(r *quad, g int) vf   { return LoadFloat64x8((*v8)(r[g*8 : g*8+8])) }
func s4(r *quad, g int, v vf) {
	v.Store((*v8)(r[g*8 : g*8+8]))
}

// The loops over a row are written out: with constant offsets a pass runs at the speed of its stores. Every routine ends by clearing the upper
// halves of the registers, without which the scalar code of a program, in SSE instructions, waits for them.

func addScaled512(dst, src []Row, h float64) {
	hv := BroadcastFloat64x8(h)
	src = src[:len(dst)]
	for i := range dst {
		d, s := &dst[i], &src[i]
		st(d, 0, ld(s, 0).MulAdd(hv, ld(d, 0)))
		st(d, 1, ld(s, 1).MulAdd(hv, ld(d, 1)))
		st(d, 2, ld(s, 2).MulAdd(hv, ld(d, 2)))
		st(d, 3, ld(s, 3).MulAdd(hv, ld(d, 3)))
		st(d, 4, ld(s, 4).MulAdd(hv, ld(d, 4)))
		st(d, 5, ld(s, 5).MulAdd(hv, ld(d, 5)))
		st(d, 6, ld(s, 6).MulAdd(hv, ld(d, 6)))
		st(d, 7, ld(s, 7).MulAdd(hv, ld(d, 7)))
	}
	ClearAVXUpperBits()
}

func kickDrift512(theta, p, f []Row, hb, ha float64) {
	b, a := BroadcastFloat64x8(hb), BroadcastFloat64x8(ha)
	p, f = p[:len(theta)], f[:len(theta)]
	for i := range theta {
		t, q, f := &theta[i], &p[i], &f[i]
		for h := 0; h < Lanes; h += 32 {
			t, q, f := (*quad)(t[h:h+32]), (*quad)(q[h:h+32]), (*quad)(f[h:h+32])
			v0, v1 := q4(f, 0).MulAdd(b, q4(q, 0)), q4(f, 1).MulAdd(b, q4(q, 1))
			v2, v3 := q4(f, 2).MulAdd(b, q4(q, 2)), q4(f, 3).MulAdd(b, q4(q, 3))
			s4(q, 0, v0)
			s4(q, 1, v1)
			s4(q, 2, v2)
			s4(q, 3, v3)
			s4(t, 0, v0.MulAdd(a, q4(t, 0)))
			s4(t, 1, v1.MulAdd(a, q4(t, 1)))
			s4(t, 2, v2.MulAdd(a, q4(t, 2)))
			s4(t, 3, v3.MulAdd(a, q4(t, 3)))
		}
	}
	ClearAVXUpperBits()
}

func scaleAdd512(dst, g []Row, alpha, sigma float64) {
	a, s := BroadcastFloat64x8(alpha), BroadcastFloat64x8(sigma)
	g = g[:len(dst)]
	for i := range dst {
		d, n := &dst[i], &g[i]
		st(d, 0, ld(d, 0).MulAdd(a, s.Mul(ld(n, 0))))
		st(d, 1, ld(d, 1).MulAdd(a, s.Mul(ld(n, 1))))
		st(d, 2, ld(d, 2).MulAdd(a, s.Mul(ld(n, 2))))
		st(d, 3, ld(d, 3).MulAdd(a, s.Mul(ld(n, 3))))
		st(d, 4, ld(d, 4).MulAdd(a, s.Mul(ld(n, 4))))
		st(d, 5, ld(d, 5).MulAdd(a, s.Mul(ld(n, 5))))
		st(d, 6, ld(d, 6).MulAdd(a, s.Mul(ld(n, 6))))
		st(d, 7, ld(d, 7).MulAdd(a, s.Mul(ld(n, 7))))
	}
	ClearAVXUpperBits()
}

func ouDrift512(theta, p, g []Row, alpha, sigma, h float64) {
	a, s, hv := BroadcastFloat64x8(alpha), BroadcastFloat64x8(sigma), BroadcastFloat64x8(h)
	p, g = p[:len(theta)], g[:len(theta)]
	for i := range theta {
		t, q, n := &theta[i], &p[i], &g[i]
		for h := 0; h < Lanes; h += 32 {
			t, q, n := (*quad)(t[h:h+32]), (*quad)(q[h:h+32]), (*quad)(n[h:h+32])
			v0, v1 := q4(q, 0).MulAdd(a, s.Mul(q4(n, 0))), q4(q, 1).MulAdd(a, s.Mul(q4(n, 1)))
			v2, v3 := q4(q, 2).MulAdd(a, s.Mul(q4(n, 2))), q4(q, 3).MulAdd(a, s.Mul(q4(n, 3)))
			s4(q, 0, v0)
			s4(q, 1, v1)
			s4(q, 2, v2)
			s4(q, 3, v3)
			s4(t, 0, v0.MulAdd(hv, q4(t, 0)))
			s4(t, 1, v1.MulAdd(hv, q4(t, 1)))
			s4(t, 2, v2.MulAdd(hv, q4(t, 2)))
			s4(t, 3, v3.MulAdd(hv, q4(t, 3)))
		}
	}
	ClearAVXUpperBits()
}

func addTwo512(dst, x, y []Row, a, b float64) {
	av, bv := BroadcastFloat64x8(a), BroadcastFloat64x8(b)
	x, y = x[:len(dst)], y[:len(dst)]
	for i := range dst {
		d, x, y := &dst[i], &x[i], &y[i]
		st(d, 0, ld(x, 0).MulAdd(av, ld(y, 0).MulAdd(bv, ld(d, 0))))
		st(d, 1, ld(x, 1).MulAdd(av, ld(y, 1).MulAdd(bv, ld(d, 1))))
		st(d, 2, ld(x, 2).MulAdd(av, ld(y, 2).MulAdd(bv, ld(d, 2))))
		st(d, 3, ld(x, 3).MulAdd(av, ld(y, 3).MulAdd(bv, ld(d, 3))))
		st(d, 4, ld(x, 4).MulAdd(av, ld(y, 4).MulAdd(bv, ld(d, 4))))
		st(d, 5, ld(x, 5).MulAdd(av, ld(y, 5).MulAdd(bv, ld(d, 5))))
		st(d, 6, ld(x, 6).MulAdd(av, ld(y, 6).MulAdd(bv, ld(d, 6))))
		st(d, 7, ld(x, 7).MulAdd(av, ld(y, 7).MulAdd(bv, ld(d, 7))))
	}
	ClearAVXUpperBits()
}

func linear512(dst, p, g []Row, m, s []float64) {
	n := len(p)
	g = g[:n]
	for i := range dst {
		m, s := m[i*n:i*n+n], s[i*n:i*n+n]
		for h := 0; h < Lanes; h += 32 {
			var d0, d1, d2, d3 vf
			for j := range p {
				a, b := BroadcastFloat64x8(m[j]), BroadcastFloat64x8(s[j])
				q, w := (*quad)(p[j][h:h+32]), (*quad)(g[j][h:h+32])
				d0 = q4(q, 0).MulAdd(a, q4(w, 0).MulAdd(b, d0))
				d1 = q4(q, 1).MulAdd(a, q4(w, 1).MulAdd(b, d1))
				d2 = q4(q, 2).MulAdd(a, q4(w, 2).MulAdd(b, d2))
				d3 = q4(q, 3).MulAdd(a, q4(w, 3).MulAdd(b, d3))
			}
			d := (*quad)(dst[i][h : h+32])
			s4(d, 0, d0)
			s4(d, 1, d1)
			s4(d, 2, d2)
			s4(d, 3, d3)
		}
	}
	ClearAVXUpperBits()
}

func addOuter512(xi, p []Row, k float64) {
	kv := BroadcastFloat64x8(k)
	minusOne, zero := lf(&konst.minusOne), lf(&konst.zero)
	if len(p) == 2 { // one pass
		x, y, z, p1, p2 := &xi[0], &xi[1], &xi[2], &p[0], &p[1]
		for g := range Lanes / 8 {
			a, b := ld(p1, g), ld(p2, g)
			st(x, g, a.MulAdd(a, minusOne).MulAdd(kv, ld(x, g)))
			st(y, g, a.MulAdd(b, zero).MulAdd(kv, ld(y, g)))
			st(z, g, b.MulAdd(b, minusOne).MulAdd(kv, ld(z, g)))
		}
		ClearAVXUpperBits()
		return
	}
	n := 0
	for i := range p {
		c := minusOne
		for j := i; j < len(p); j++ {
			x, a, b := &xi[n], &p[i], &p[j]
			for g := range Lanes / 8 {
				st(x, g, ld(a, g).MulAdd(ld(b, g), c).MulAdd(kv, ld(x, g)))
			}
			c = zero
			n++
		}
	}
	ClearAVXUpperBits()
}

func addOuterDrift512(theta, xi, p []Row, k, h float64) {
	if len(p) != 2 || len(theta) != 2 {
		addOuter512(xi, p, k)
		addScaled512(theta, p, h)
		return
	}
	kv, hv := BroadcastFloat64x8(k), BroadcastFloat64x8(h)
	minusOne, zero := lf(&konst.minusOne), lf(&konst.zero)
	x, y, z, p1, p2, t1, t2 := &xi[0], &xi[1], &xi[2], &p[0], &p[1], &theta[0], &theta[1]
	for g := range Lanes / 8 {
		a, b := ld(p1, g), ld(p2, g)
		st(x, g, a.MulAdd(a, minusOne).MulAdd(kv, ld(x, g)))
		st(y, g, a.MulAdd(b, zero).MulAdd(kv, ld(y, g)))
		st(z, g, b.MulAdd(b, minusOne).MulAdd(kv, ld(z, g)))
		st(t1, g, a.MulAdd(hv, ld(t1, g)))
		st(t2, g, b.MulAdd(hv, ld(t2, g)))
	}
	ClearAVXUpperBits()
}

func addSquares512(xi, p []Row, k float64) {
	kv, minusOne := BroadcastFloat64x8(k), lf(&konst.minusOne)
	xi = xi[:len(p)]
	for i := range p {
		x, a := &xi[i], &p[i]
		for g := range Lanes / 8 {
			v := ld(a, g)
			st(x, g, v.MulAdd(v, minusOne).MulAdd(kv, ld(x, g)))
		}
	}
	ClearAVXUpperBits()
}

func addNorm512(xi *Row, p []Row, k float64) {
	kv, dim := BroadcastFloat64x8(k), BroadcastFloat64x8(float64(len(p)))
	for h := 0; h < Lanes; h += 32 {
		var n0, n1, n2, n3 vf
		for i := range p {
			a := (*quad)(p[i][h : h+32])
			a0, a1, a2, a3 := q4(a, 0), q4(a, 1), q4(a, 2), q4(a, 3)
			n0, n1, n2, n3 = a0.MulAdd(a0, n0), a1.MulAdd(a1, n1), a2.MulAdd(a2, n2), a3.MulAdd(a3, n3)
		}
		x := (*quad)(xi[h : h+32])
		s4(x, 0, n0.Sub(dim).MulAdd(kv, q4(x, 0)))
		s4(x, 1, n1.Sub(dim).MulAdd(kv, q4(x, 1)))
		s4(x, 2, n2.Sub(dim).MulAdd(kv, q4(x, 2)))
		s4(x, 3, n3.Sub(dim).MulAdd(kv, q4(x, 3)))
	}
	ClearAVXUpperBits()
}

func sumAffine512(dst, y *Row, x []Row, a, b float64) {
	av, bv := BroadcastFloat64x8(a), BroadcastFloat64x8(b)
	for h := 0; h < Lanes; h += 32 {
		r := (*quad)(x[0][h : h+32])
		s0, s1, s2, s3 := q4(r, 0), q4(r, 1), q4(r, 2), q4(r, 3)
		for j := 1; j < len(x); j++ {
			r := (*quad)(x[j][h : h+32])
			s0, s1, s2, s3 = s0.Add(q4(r, 0)), s1.Add(q4(r, 1)), s2.Add(q4(r, 2)), s3.Add(q4(r, 3))
		}
		d, y := (*quad)(dst[h:h+32]), (*quad)(y[h:h+32])
		s4(d, 0, q4(y, 0).MulAdd(av, bv.Mul(s0)))
		s4(d, 1, q4(y, 1).MulAdd(av, bv.Mul(s1)))
		s4(d, 2, q4(y, 2).MulAdd(av, bv.Mul(s2)))
		s4(d, 3, q4(y, 3).MulAdd(av, bv.Mul(s3)))
	}
	ClearAVXUpperBits()
}

func affine512(dst, y *Row, a, b float64) {
	av, bv := BroadcastFloat64x8(a), BroadcastFloat64x8(b)
	for g := range Lanes / 8 {
		st(dst, g, ld(y, g).MulAdd(av, bv))
	}
	ClearAVXUpperBits()
}

func addConstant512(dst *Row, c float64) {
	cv := BroadcastFloat64x8(c)
	for g := range Lanes / 8 {
		st(dst, g, ld(dst, g).Add(cv))
	}
	ClearAVXUpperBits()
}

func accumulate512(s1, s2, x *Row) {
	for g := range Lanes / 8 {
		v := ld(x, g)
		st(s1, g, ld(s1, g).Add(v))
		st(s2, g, v.MulAdd(v, ld(s2, g)))
	}
	ClearAVXUpperBits()
}

func accumulateProduct512(s, x, y *Row) {
	for g := range Lanes / 8 {
		st(s, g, ld(x, g).MulAdd(ld(y, g), ld(s, g)))
	}
	ClearAVXUpperBits()
}

func bin512(dst *[Lanes]int32, x *Row, lo, scale float64, n int) {
	lv, sv, nv := BroadcastFloat64x8(lo), BroadcastFloat64x8(scale), BroadcastFloat64x8(float64(n))
	minusOne, zero := lf(&konst.minusOne), lf(&konst.zero)
	for g := range Lanes / 8 {
		v := ld(x, g).Sub(lv).Mul(sv)
		v = v.Min(nv).Merge(minusOne, v.GreaterEqual(zero)) // the mask is false for NaN, whatever its minimum is
		v.ConvertToInt32().Store((*[8]int32)(dst[g*8 : g*8+8]))
	}
	ClearAVXUpperBits()
}

func (s *state) bits512(dst []uint64) {
	a, b, c, d := lw(&s.a), lw(&s.b), lw(&s.c), lw(&s.d)
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

func (s *state) normals512(dst []Row) {
	a, b, c, d := lw(&s.a), lw(&s.b), lw(&s.c), lw(&s.d)
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
			ub := r1.And(lw(&k.mant)).Or(lw(&k.expOne)).AsFloat64x8().Sub(lf(&k.uOne)).AsUint64x8()
			tt := ub.Sub(lw(&k.logOff)).AsInt64x8()
			ix := tt.ShiftAllRight(48).AsUint64x8()
			z := ub.Sub(tt.AsUint64x8().And(lw(&k.logMask))).AsFloat64x8()
			y := tt.ShiftAllRight(52).ConvertToFloat64().MulAdd(lf(&k.m2ln2), lf(&k.log[0]).ConcatPermute(lf(&k.log[1]), ix))
			rr := z.MulAdd(lf(&k.inv[0]).ConcatPermute(lf(&k.inv[1]), ix), lf(&k.minusOne))
			q := rr.MulAdd(lf(&k.k6), lf(&k.k5)).MulAdd(rr, lf(&k.k4)).MulAdd(rr, lf(&k.k3)).MulAdd(rr, lf(&k.k2)).MulAdd(rr, lf(&k.k1))
			rad := rr.MulAdd(q, y).Sqrt()

			r2 := r1.RotateAllRight(12)
			jx := r2.AsInt64x8().ShiftAllRight(60).AsUint64x8()
			de := r2.AsInt64x8().ShiftAllLeft(4).ConvertToFloat64().Mul(lf(&k.turn))
			d2 := de.Mul(de)
			sd := d2.MulAdd(lf(&k.q2), lf(&k.q1)).MulAdd(d2, lf(&k.one)).Mul(de)
			cd := d2.MulAdd(lf(&k.h3), lf(&k.h2)).MulAdd(d2, lf(&k.h1)).MulAdd(d2, lf(&k.one))
			sn := lf(&k.sin[0]).ConcatPermute(lf(&k.sin[1]), jx)
			cs := lf(&k.cos[0]).ConcatPermute(lf(&k.cos[1]), jx)
			st(&dst[i], h, rad.Mul(sn.MulAdd(cd, cs.Mul(sd))))
			st(&dst[i], h+1, rad.Mul(cs.Mul(cd).Sub(sn.Mul(sd))))
		}
	}
	a.Store(&s.a)
	b.Store(&s.b)
	c.Store(&s.c)
	d.Store(&s.d)
	ClearAVXUpperBits()
}

// indices512 fills row j of every group of k rows with independent indices below n − k + 1 + j, where j counts from 0. It makes them distinct
// within a group, if told, which wants a scratch row of bytes for each of the group's where n ≤ 256. n < MaxIndex.
func (s *Stream) indices512(dst []Index, n, k int, distinct bool) {
	a, b, c, d := lw(&s.a), lw(&s.b), lw(&s.c), lw(&s.d)
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
					q = distinct512(q, s.bytes[:j], uint8(m-1))
				}
				q.Store((*[64]uint8)(&s.bytes[j]))
				h1, h2 = q.GetLo().ExtendToUint16(), q.GetHi().ExtendToUint16()
			} else if j > 0 {
				h1, h2 = distinctWide512(h1, h2, dst[i-j:i], uint16(m-1))
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

// distinct512 is q where no row of g has the same index, last elsewhere.
func distinct512(q Uint8x64, g []byteIndex, last uint8) Uint8x64 {
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

func distinctWide512(h1, h2 Uint16x32, g []Index, last uint16) (Uint16x32, Uint16x32) {
	acc1, acc2 := h1.Xor(LoadUint16x32((*[32]uint16)(g[0][:32]))), h2.Xor(LoadUint16x32((*[32]uint16)(g[0][32:])))
	for i := 1; i < len(g); i++ {
		acc1 = acc1.Min(LoadUint16x32((*[32]uint16)(g[i][:32])).Xor(h1))
		acc2 = acc2.Min(LoadUint16x32((*[32]uint16)(g[i][32:])).Xor(h2))
	}
	zero, l := h1.Xor(h1), BroadcastUint16x32(last)
	return l.Merge(h1, acc1.Equal(zero)), l.Merge(h2, acc2.Equal(zero))
}

func (s *Stream) redrawLanes(h *[32]uint16, j, m, reject uint32) {
	for ; j != 0; j &= j - 1 {
		h[bits.TrailingZeros32(j)] = uint16(s.redraw(m, reject))
	}
}

func plane(t *[256]uint8, k int) Uint8x64 { return LoadUint8x64((*[64]uint8)(t[k*64 : k*64+64])) }

func pick128(t *[256]uint8, ix Uint8x64) Uint8x64 { return plane(t, 0).ConcatPermute(plane(t, 1), ix) }

func pick256(t *[256]uint8, ix Uint8x64, high Mask8x64) Uint8x64 {
	return plane(t, 2).ConcatPermute(plane(t, 3), ix).Merge(pick128(t, ix), high)
}

// weave makes four vectors of numbers of the eight bytes of 32 lanes.
func weave(b0, b1, b2, b3, b4, b5, b6, b7, order Uint8x64, d *Row, g int) {
	w01 := b0.ConcatPermute(b1, order).AsUint16x32()
	w23 := b2.ConcatPermute(b3, order).AsUint16x32()
	w45 := b4.ConcatPermute(b5, order).AsUint16x32()
	w67 := b6.ConcatPermute(b7, order).AsUint16x32()
	dl := w01.InterleaveLoGrouped(w23).AsUint32x16()
	dh := w01.InterleaveHiGrouped(w23).AsUint32x16()
	el := w45.InterleaveLoGrouped(w67).AsUint32x16()
	eh := w45.InterleaveHiGrouped(w67).AsUint32x16()
	st(d, g, dl.InterleaveLoGrouped(el).AsFloat64x8())
	st(d, g+1, dl.InterleaveHiGrouped(el).AsFloat64x8())
	st(d, g+2, dh.InterleaveLoGrouped(eh).AsFloat64x8())
	st(d, g+3, dh.InterleaveHiGrouped(eh).AsFloat64x8())
}

// weaveShort is weave for numbers whose low four bytes are zero.
func weaveShort(b4, b5, b6, b7, order, zero Uint8x64, d *Row, g int) {
	w45 := b4.ConcatPermute(b5, order).AsUint16x32()
	w67 := b6.ConcatPermute(b7, order).AsUint16x32()
	el := w45.InterleaveLoGrouped(w67).AsUint32x16()
	eh := w45.InterleaveHiGrouped(w67).AsUint32x16()
	z := zero.AsUint32x16()
	st(d, g, z.InterleaveLoGrouped(el).AsFloat64x8())
	st(d, g+1, z.InterleaveHiGrouped(el).AsFloat64x8())
	st(d, g+2, z.InterleaveLoGrouped(eh).AsFloat64x8())
	st(d, g+3, z.InterleaveHiGrouped(eh).AsFloat64x8())
}

// lookup512 looks up as many rows as have no index past the table, and says how many.
func (t *Table) lookup512(dst []Row, idx []Index) int {
	p := t.planes
	lo, hi := LoadUint8x64(&p.lo), LoadUint8x64(&p.hi)
	c127, last := BroadcastUint8x64(127), BroadcastUint16x32(uint16(len(t.value)-1))
	small := len(t.value) <= 128
	dst = dst[:len(idx)]
	n := 0
	for i := range idx {
		ix1, ix2 := LoadUint16x32((*[32]uint16)(idx[i][:32])), LoadUint16x32((*[32]uint16)(idx[i][32:]))
		if ix1.Max(ix2).Greater(last).ToBits() != 0 {
			break
		}
		ix := lo.SetLo(ix1.TruncateToUint8()).SetHi(ix2.TruncateToUint8())
		if p.short {
			var b4, b5, b6, b7 Uint8x64
			if small {
				b4, b5, b6, b7 = pick128(&p.byte[4], ix), pick128(&p.byte[5], ix), pick128(&p.byte[6], ix), pick128(&p.byte[7], ix)
			} else {
				m := ix.Greater(c127)
				b4, b5, b6, b7 = pick256(&p.byte[4], ix, m), pick256(&p.byte[5], ix, m), pick256(&p.byte[6], ix, m), pick256(&p.byte[7], ix, m)
			}
			weaveShort(b4, b5, b6, b7, lo, c127.Sub(c127), &dst[i], 0)
			weaveShort(b4, b5, b6, b7, hi, c127.Sub(c127), &dst[i], 4)
		} else if small {
			b0, b1, b2, b3 := pick128(&p.byte[0], ix), pick128(&p.byte[1], ix), pick128(&p.byte[2], ix), pick128(&p.byte[3], ix)
			b4, b5, b6, b7 := pick128(&p.byte[4], ix), pick128(&p.byte[5], ix), pick128(&p.byte[6], ix), pick128(&p.byte[7], ix)
			weave(b0, b1, b2, b3, b4, b5, b6, b7, lo, &dst[i], 0)
			weave(b0, b1, b2, b3, b4, b5, b6, b7, hi, &dst[i], 4)
		} else {
			m := ix.Greater(c127)
			b0, b1, b2, b3 := pick256(&p.byte[0], ix, m), pick256(&p.byte[1], ix, m), pick256(&p.byte[2], ix, m), pick256(&p.byte[3], ix, m)
			b4, b5, b6, b7 := pick256(&p.byte[4], ix, m), pick256(&p.byte[5], ix, m), pick256(&p.byte[6], ix, m), pick256(&p.byte[7], ix, m)
			weave(b0, b1, b2, b3, b4, b5, b6, b7, lo, &dst[i], 0)
			weave(b0, b1, b2, b3, b4, b5, b6, b7, hi, &dst[i], 4)
		}
		n++
	}
	ClearAVXUpperBits()
	return n
}

// plusExp512 is onePlusExp for numbers that are not NaN, and that need no clamp.
func plusExp512(z vf, k *constants) vf {
	t := z.Add(lf(&k.magic))
	f := z.Sub(t.Sub(lf(&k.magic)))
	p := lf(&k.q4e).MulAdd(f, lf(&k.q3e)).MulAdd(f, lf(&k.q2e)).MulAdd(f, lf(&k.q1e)).MulAdd(f, lf(&k.one))
	ti := t.AsUint64x8()
	e := lw(&k.exp[0]).ConcatPermute(lw(&k.exp[1]), ti).Add(ti.ShiftAllLeft(48))
	return e.AsFloat64x8().MulAdd(p, lf(&k.one))
}

func clamp512(z vf, k *constants) vf { return z.Min(lf(&k.maxLogit)).Max(lf(&k.minusMaxLogit)) }

func (w *wideMixture) logits512(t1, t2 vf) (a, b vf) {
	u, v := t1.Mul(lf(&w.inv1)), t2.Mul(lf(&w.inv2))
	b = v.Sub(u)
	a = u.MulAdd(t1, t2.Mul(lf(&w.minusInv2)).Mul(t2)).MulAdd(lf(&konst.half), lf(&w.logw))
	return a, b
}

func (w *wideMixture) store512(f1, f2 *Row, g int, t1, t2, s, r, x vf) {
	st(f1, g, x.Sub(t1.Mul(r)).MulAdd(lf(&w.scale1), t1.Mul(lf(&w.minusPrior))))
	st(f2, g, s.Sub(x).Sub(t2.Mul(lf(&w.count).Sub(r))).MulAdd(lf(&w.scale2), t2.Mul(lf(&w.minusPrior))))
}

// force512 reports whether all numbers in it are finite; if not, f is not valid: minimum and maximum forget NaN.
func (c *Mixture) force512(f, theta, x []Row) bool {
	if len(x) == 1 {
		return c.forceOne512(f, theta, &x[0])
	}
	c.logitRows512(theta)
	c.sums512(x)
	return c.forceRows512(f, theta)
}

// forceOne512 is force512 for one datum, in short loops: the processor works on as many lanes at a time as its scheduler holds the instructions of.
func (c *Mixture) forceOne512(f, theta []Row, x *Row) bool {
	t1s, t2s, f1s, f2s := &theta[0], &theta[1], &f[0], &f[1]
	w, k := &c.wide, konst
	zero := lf(&k.zero)
	check := zero
	for g := range Lanes / 8 {
		x := ld(x, g)
		a, b := w.logits512(ld(t1s, g), ld(t2s, g))
		check = a.MulAdd(zero, b.MulAdd(zero, check))
		check = x.MulAdd(zero, check)
		st(&c.a, g, clamp512(lf(&w.c).MulAdd(x, b).MulAdd(x, a), k))
	}
	magic, q4, one, e0, e1 := lf(&k.magic), lf(&k.q4e), lf(&k.one), lw(&k.exp[0]), lw(&k.exp[1])
	for g := range Lanes / 8 {
		z := ld(&c.a, g)
		t := z.Add(magic)
		f := z.Sub(t.Sub(magic))
		p := q4.MulAdd(f, lf(&k.q3e)).MulAdd(f, lf(&k.q2e)).MulAdd(f, lf(&k.q1e)).MulAdd(f, one)
		ti := t.AsUint64x8()
		st(&c.sr, g, e0.ConcatPermute(e1, ti).Add(ti.ShiftAllLeft(48)).AsFloat64x8().MulAdd(p, one))
	}
	for g := 0; g < Lanes/8; g += 2 {
		e1, e2 := ld(&c.sr, g), ld(&c.sr, g+1)
		q := one.Div(e1.Mul(e2))
		w.one512(f1s, f2s, t1s, t2s, x, g, e2.Mul(q), zero)
		w.one512(f1s, f2s, t1s, t2s, x, g+1, e1.Mul(q), zero)
	}
	c.wide.finite = check.Equal(zero).ToBits()
	ClearAVXUpperBits()
	return c.wide.finite == 0xff
}

func (w *wideMixture) one512(f1s, f2s, t1s, t2s, x *Row, g int, r, zero vf) {
	v := ld(x, g)
	w.store512(f1s, f2s, g, ld(t1s, g), ld(t2s, g), v.Add(zero), r, v.MulAdd(r, zero))
}

func (c *Mixture) forceAll512(f, theta []Row, x []float64) bool {
	c.logitRows512(theta)
	c.chunks(x, c.sums512)
	return c.forceRows512(f, theta)
}

func (c *Mixture) logitRows512(theta []Row) {
	t1s, t2s := &theta[0], &theta[1]
	k := konst
	m := lf(&k.zero)
	for g := range Lanes / 8 {
		a, b := c.wide.logits512(ld(t1s, g), ld(t2s, g))
		st(&c.a, g, a)
		st(&c.b, g, b)
		st(&c.s, g, lf(&k.zero))
		st(&c.sr, g, lf(&k.zero))
		st(&c.sx, g, lf(&k.zero))
		m = m.Max(abs512(b, k).MulAdd(lf(&c.wide.reach), abs512(a, k)))
	}
	c.wide.inside = m.LessEqual(lf(&k.maxLogit)).ToBits() // a NaN may be lost here; forceRows512 finds it
}

func abs512(x vf, k *constants) vf { return x.AsUint64x8().And(lw(&k.abs)).AsFloat64x8() }

func (c *Mixture) forceRows512(f, theta []Row) bool {
	t1s, t2s, f1s, f2s := &theta[0], &theta[1], &f[0], &f[1]
	zero := lf(&konst.zero)
	check := zero
	for g := range Lanes / 8 {
		s := ld(&c.s, g)
		check = ld(&c.a, g).MulAdd(zero, ld(&c.b, g).MulAdd(zero, s.MulAdd(zero, check)))
		c.wide.store512(f1s, f2s, g, ld(t1s, g), ld(t2s, g), s, ld(&c.sr, g), ld(&c.sx, g))
	}
	c.wide.finite = check.Equal(zero).ToBits() // stored: the compiler moves what is not past the next line
	ClearAVXUpperBits()
	return c.wide.finite == 0xff
}

// sums512 makes two passes over a group of lanes: the exponentials, then the divisions. A loop that did both would want more registers than
// the compiler hands out.
func (c *Mixture) sums512(x []Row) {
	for n := (len(x)-1)%chunk + 1; len(x) > 0; n = chunk {
		if c.wide.linear && c.wide.inside == 0xff {
			c.linear512(x[:n])
		} else {
			c.exps512(x[:n])
		}
		c.parts512(x[:n])
		x = x[n:]
	}
	ClearAVXUpperBits()
}

// linear512 finds 1 + e^z for equal variances, where z is linear in x, and logits that need no clamp.
func (c *Mixture) linear512(x []Row) {
	k := konst
	magic, q4, one, e0, e1 := lf(&k.magic), lf(&k.q4e), lf(&k.one), lw(&k.exp[0]), lw(&k.exp[1])
	e := c.e[:len(x)]
	for g := range Lanes / 8 {
		a, b := ld(&c.a, g), ld(&c.b, g)
		for j := range x {
			z := ld(&x[j], g).MulAdd(b, a)
			t := z.Add(magic)
			f := z.Sub(t.Sub(magic))
			p := q4.MulAdd(f, lf(&k.q3e)).MulAdd(f, lf(&k.q2e)).MulAdd(f, lf(&k.q1e)).MulAdd(f, one)
			ti := t.AsUint64x8()
			st(&e[j], g, e0.ConcatPermute(e1, ti).Add(ti.ShiftAllLeft(48)).AsFloat64x8().MulAdd(p, one))
		}
	}
}

func (c *Mixture) exps512(x []Row) {
	k := konst
	cc, magic, one, e0, e1 := lf(&c.wide.c), lf(&k.magic), lf(&k.one), lw(&k.exp[0]), lw(&k.exp[1])
	e := c.e[:len(x)]
	for g := range Lanes / 8 {
		a, b := ld(&c.a, g), ld(&c.b, g)
		for j := range x {
			v := ld(&x[j], g)
			z := clamp512(cc.MulAdd(v, b).MulAdd(v, a), k)
			t := z.Add(magic)
			f := z.Sub(t.Sub(magic))
			p := lf(&k.q4e).MulAdd(f, lf(&k.q3e)).MulAdd(f, lf(&k.q2e)).MulAdd(f, lf(&k.q1e)).MulAdd(f, one)
			ti := t.AsUint64x8()
			st(&e[j], g, e0.ConcatPermute(e1, ti).Add(ti.ShiftAllLeft(48)).AsFloat64x8().MulAdd(p, one))
		}
	}
}

func (c *Mixture) parts512(x []Row) {
	one := lf(&konst.one)
	e := c.e[:len(x)]
	for g := range Lanes / 8 {
		s, r, sx := ld(&c.s, g), ld(&c.sr, g), ld(&c.sx, g)
		j := len(x) & 7
		if j > 0 {
			u := ld(&x[0], g)
			d, n, v := ld(&e[0], g), one, u
			for i := 1; i < j; i++ {
				y, f := ld(&x[i], g), ld(&e[i], g)
				d, n, v, u = d.Mul(f), n.MulAdd(f, d), v.MulAdd(f, y.Mul(d)), u.Add(y)
			}
			q := one.Div(d)
			s, r, sx = s.Add(u), n.MulAdd(q, r), v.MulAdd(q, sx)
		}
		for ; j+7 < len(x); j += 8 {
			x, e := (*[8]Row)(x[j:j+8]), (*[8]Row)(e[j:j+8])
			y, f := ld(&x[0], g), ld(&e[0], g)
			z, h := ld(&x[1], g), ld(&e[1], g)
			d1, n1, v1, u1 := f.Mul(h), f.Add(h), y.MulAdd(h, z.Mul(f)), y.Add(z)
			y, f = ld(&x[4], g), ld(&e[4], g)
			z, h = ld(&x[5], g), ld(&e[5], g)
			d2, n2, v2, u2 := f.Mul(h), f.Add(h), y.MulAdd(h, z.Mul(f)), y.Add(z)
			y, f = ld(&x[2], g), ld(&e[2], g)
			d1, n1, v1, u1 = d1.Mul(f), n1.MulAdd(f, d1), v1.MulAdd(f, y.Mul(d1)), u1.Add(y)
			y, f = ld(&x[6], g), ld(&e[6], g)
			d2, n2, v2, u2 = d2.Mul(f), n2.MulAdd(f, d2), v2.MulAdd(f, y.Mul(d2)), u2.Add(y)
			y, f = ld(&x[3], g), ld(&e[3], g)
			d1, n1, v1, u1 = d1.Mul(f), n1.MulAdd(f, d1), v1.MulAdd(f, y.Mul(d1)), u1.Add(y)
			y, f = ld(&x[7], g), ld(&e[7], g)
			d2, n2, v2, u2 = d2.Mul(f), n2.MulAdd(f, d2), v2.MulAdd(f, y.Mul(d2)), u2.Add(y)
			q := one.Div(d1.Mul(d2))
			s = s.Add(u1.Add(u2))
			r = n1.MulAdd(d2, n2.Mul(d1)).MulAdd(q, r)
			sx = v1.MulAdd(d2, v2.Mul(d1)).MulAdd(q, sx)
		}
		st(&c.s, g, s)
		st(&c.sr, g, r)
		st(&c.sx, g, sx)
	}
}

// long1512 begins Horner's rule with the terms beyond ouShort, where they count, and 0 elsewhere.
func (w *wideOU) long1512(y vf, short Mask64x8) (alpha, sigma vf) {
	zero := lf(&konst.zero)
	alpha, sigma = zero, zero
	for n := ouDegree; n > ouShort; n-- {
		alpha = alpha.MulAdd(y, zero.Merge(lf(&w.e[n]), short))
		sigma = sigma.MulAdd(y, zero.Merge(lf(&w.g[n]), short))
	}
	return alpha.MulAdd(y, lf(&w.e[ouShort])), sigma.MulAdd(y, lf(&w.g[ouShort]))
}

// long2512 is the same for pairs, down to the term before ouShort.
func (w *wideOU) long2512(m, rho vf, short Mask64x8) (ae, be, ag, bg vf) {
	zero := lf(&konst.zero)
	ae, be, ag, bg = zero, zero, zero, zero
	for n := ouDegree; n >= ouShort-1; n-- {
		e, g := lf(&w.e[n]), lf(&w.g[n])
		if n > ouShort {
			e, g = zero.Merge(e, short), zero.Merge(g, short)
		}
		ae, be = ae.MulAdd(m, be.MulAdd(rho, e)), be.MulAdd(m, ae)
		ag, bg = ag.MulAdd(m, bg.MulAdd(rho, g)), bg.MulAdd(m, ag)
	}
	return ae, be, ag, bg
}

// shortRow512 reports whether the shorter series serves for all of a row.
func (o *OU1) shortRow512(xi *Row) bool {
	h2, abs, limit := lf(&o.c.wide.h2), lw(&konst.abs), lf(&o.c.wide.short)
	ok := uint8(0xff)
	for g := range Lanes / 8 {
		ok &= ld(xi, g).Mul(h2).AsUint64x8().And(abs).AsFloat64x8().LessEqual(limit).ToBits()
	}
	return ok == 0xff
}

// rows512 is step512 with a friction of its own for every row: a coefficient is loaded once for four vectors.
func (o *OU1) rows512(p, xi, gs []Row) {
	w := o.c.wide
	for i := range p {
		if !o.shortRow512(&xi[i]) {
			o.general512(p[i:i+1], xi[i:i+1], gs[i:i+1])
			continue
		}
		for h := 0; h < Lanes; h += 32 {
			x, q, n := (*quad)(xi[i][h:h+32]), (*quad)(p[i][h:h+32]), (*quad)(gs[i][h:h+32])
			y0, y1, y2, y3 := q4(x, 0).Mul(lf(&w.h2)), q4(x, 1).Mul(lf(&w.h2)), q4(x, 2).Mul(lf(&w.h2)), q4(x, 3).Mul(lf(&w.h2))
			a0, s0 := lf(&w.e[ouShort]), lf(&w.g[ouShort])
			a1, a2, a3, s1, s2, s3 := a0, a0, a0, s0, s0, s0
			for d := ouShort - 1; d >= 0; d-- {
				c := lf(&w.e[d])
				a0, a1, a2, a3 = a0.MulAdd(y0, c), a1.MulAdd(y1, c), a2.MulAdd(y2, c), a3.MulAdd(y3, c)
				c = lf(&w.g[d])
				s0, s1, s2, s3 = s0.MulAdd(y0, c), s1.MulAdd(y1, c), s2.MulAdd(y2, c), s3.MulAdd(y3, c)
			}
			s4(q, 0, a0.MulAdd(q4(q, 0), s0.Mul(q4(n, 0))))
			s4(q, 1, a1.MulAdd(q4(q, 1), s1.Mul(q4(n, 1))))
			s4(q, 2, a2.MulAdd(q4(q, 2), s2.Mul(q4(n, 2))))
			s4(q, 3, a3.MulAdd(q4(q, 3), s3.Mul(q4(n, 3))))
		}
	}
	ClearAVXUpperBits()
}

func (o *OU1) step512(p, xi, gs []Row) {
	if len(xi) == len(p) {
		o.rows512(p, xi, gs)
	} else {
		o.general512(p, xi, gs)
	}
}

func (o *OU1) general512(p, xi, gs []Row) {
	w, k := o.c.wide, konst
	gs = gs[:len(p)]
	var alphas, sigmas Row
	for g := range Lanes / 8 {
		var alpha, sigma vf
		for i := range p {
			if i < len(xi) {
				x := ld(&xi[i], g)
				y := x.Mul(lf(&w.h2))
				size := y.AsUint64x8().And(lw(&k.abs)).AsFloat64x8()
				short := size.LessEqual(lf(&w.short))
				alpha, sigma = lf(&w.e[ouShort]), lf(&w.g[ouShort])
				if short.ToBits() != 0xff {
					alpha, sigma = w.long1512(y, short)
				}
				for n := ouShort - 1; n >= 0; n-- {
					alpha = alpha.MulAdd(y, lf(&w.e[n]))
					sigma = sigma.MulAdd(y, lf(&w.g[n]))
				}
				ok := size.LessEqual(lf(&w.limit)).ToBits()
				if bad := ^ok; bad != 0 {
					st(&alphas, g, alpha)
					st(&sigmas, g, sigma)
					o.c.lanes(&alphas, &sigmas, &xi[i], g*8, bad)
					alpha, sigma = ld(&alphas, g), ld(&sigmas, g)
				}
			}
			st(&p[i], g, alpha.MulAdd(ld(&p[i], g), sigma.Mul(ld(&gs[i], g))))
		}
	}
	ClearAVXUpperBits()
}

func (o *OU2) step512(p, xi, gs []Row) {
	x11, x12, x22, p1s, p2s, g1s, g2s := &xi[0], &xi[1], &xi[2], &p[0], &p[1], &gs[0], &gs[1]
	w, k := o.c.wide, konst
	for g := range Lanes / 8 {
		a, b, d := ld(x11, g).Mul(lf(&w.h2)), ld(x12, g).Mul(lf(&w.h2)), ld(x22, g).Mul(lf(&w.h2))
		m := a.Add(d).Mul(lf(&k.half))
		dl := a.Sub(d).Mul(lf(&k.half))
		rho := dl.MulAdd(dl, b.Mul(b))
		size := m.MulAdd(m, rho)
		ok := size.LessEqual(lf(&w.limit2))
		short := size.LessEqual(lf(&w.short2))
		ae, be := m.MulAdd(lf(&w.e[ouShort]), lf(&w.e[ouShort-1])), lf(&w.e[ouShort])
		ag, bg := m.MulAdd(lf(&w.g[ouShort]), lf(&w.g[ouShort-1])), lf(&w.g[ouShort])
		if short.ToBits() != 0xff {
			ae, be, ag, bg = w.long2512(m, rho, short)
		}
		for i := ouShort - 2; i >= 0; i-- {
			ne := ae.MulAdd(m, be.MulAdd(rho, lf(&w.e[i])))
			be = be.MulAdd(m, ae)
			ae = ne
			ng := ag.MulAdd(m, bg.MulAdd(rho, lf(&w.g[i])))
			bg = bg.MulAdd(m, ag)
			ag = ng
		}
		p1, p2, g1, g2 := ld(p1s, g), ld(p2s, g), ld(g1s, g), ld(g2s, g)
		e1, e2 := be.Mul(dl), be.Mul(b)
		s1, s2 := bg.Mul(dl), bg.Mul(b)
		q1 := ae.Add(e1).MulAdd(p1, e2.MulAdd(p2, ag.Add(s1).MulAdd(g1, s2.Mul(g2))))
		q2 := ae.Sub(e1).MulAdd(p2, e2.MulAdd(p1, ag.Sub(s1).MulAdd(g2, s2.Mul(g1))))
		bad := ^ok.ToBits()
		if bad == 0 {
			st(p1s, g, q1)
			st(p2s, g, q2)
			continue
		}
		st(p1s, g, q1.Merge(p1, ok))
		st(p2s, g, q2.Merge(p2, ok))
		o.lanes(p, xi, gs, g*8, bad)
	}
	ClearAVXUpperBits()
}
