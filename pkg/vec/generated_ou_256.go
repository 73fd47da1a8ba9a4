// Code generated from ou_512.go by narrow; DO NOT EDIT.

//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	. "simd/archsimd"
	"unsafe"
)

// longSeries256 begins Horner's rule with the terms beyond ouShort, which are 0 where short is
// true.
func (w *ouSeries) longSeries256(y f256, short m256) (alpha, sigma f256) {
	zero := num256(&konst.zero)
	alpha, sigma = zero, zero
	for n := ouDegree; n > ouShort; n-- {
		alpha = alpha.MulAdd(y, zero.Merge(num256(&w.e[n]), short))
		sigma = sigma.MulAdd(y, zero.Merge(num256(&w.g[n]), short))
	}
	return alpha.MulAdd(y, num256(&w.e[ouShort])), sigma.MulAdd(y, num256(&w.g[ouShort]))
}

// longPairs256 does the same for the pairs of OUPair, down to the term before ouShort.
func (w *ouSeries) longPairs256(m, rho f256, short m256) (ae, be, ag, bg f256) {
	zero := num256(&konst.zero)
	ae, be, ag, bg = zero, zero, zero, zero
	for n := ouDegree; n >= ouShort-1; n-- {
		e, g := num256(&w.e[n]), num256(&w.g[n])
		if n > ouShort {
			e, g = zero.Merge(e, short), zero.Merge(g, short)
		}
		ae, be = ae.MulAdd(m, be.MulAdd(rho, e)), be.MulAdd(m, ae)
		ag, bg = ag.MulAdd(m, bg.MulAdd(rho, g)), bg.MulAdd(m, ag)
	}
	return ae, be, ag, bg
}

// shortRow256 reports whether the shorter series suffices for all of a row.
func (o *OUDiagonal) shortRow256(xi *Row) bool {
	h2, limit, k := num256(&o.c.h2), num256(&o.c.short), konst
	ok, x := uint8(full256), unsafe.Pointer(xi)
	for n := turns256; ; {
		ok &= abs256(from256(x, 0).Mul(h2), k).LessEqual(limit).ToBits()
		ok &= abs256(from256(x, second256).Mul(h2), k).LessEqual(limit).ToBits()
		ok &= abs256(from256(x, third256).Mul(h2), k).LessEqual(limit).ToBits()
		ok &= abs256(from256(x, fourth256).Mul(h2), k).LessEqual(limit).ToBits()
		if n--; n == 0 {
			return ok == full256
		}
		x = unsafe.Add(x, turn256)
	}
}

func (*avx256) ou1Step(o *OUDiagonal, p, xi, gs []Row) {
	if len(xi) == len(p) {
		o.rows256(p, xi, gs)
	} else {
		o.general256(p, xi, gs)
	}
}

// rows256 is the step with a friction for every row: it loads a coefficient once for four vectors.
func (o *OUDiagonal) rows256(p, xi, gs []Row) {
	w := o.c
	for i := range p {
		if !o.shortRow256(&xi[i]) {
			o.general256(p[i:i+1], xi[i:i+1], gs[i:i+1])
			continue
		}
		x, p, g := unsafe.Pointer(&xi[i]), unsafe.Pointer(&p[i]), unsafe.Pointer(&gs[i])
		for n := turns256; ; {
			h2 := num256(&w.h2)
			y0, y1 := from256(x, 0).Mul(h2), from256(x, second256).Mul(h2)
			y2, y3 := from256(x, third256).Mul(h2), from256(x, fourth256).Mul(h2)
			c := unsafe.Pointer(&w.e[ouShort])
			a0, s0 := from256(c, 0), from256(c, seriesBytes)
			a1, a2, a3, s1, s2, s3 := a0, a0, a0, s0, s0, s0
			for range ouShort {
				c = unsafe.Add(c, -64)
				e, g := from256(c, 0), from256(c, seriesBytes)
				a0, a1, a2, a3 = a0.MulAdd(y0, e), a1.MulAdd(y1, e), a2.MulAdd(y2, e), a3.MulAdd(y3, e)
				s0, s1, s2, s3 = s0.MulAdd(y0, g), s1.MulAdd(y1, g), s2.MulAdd(y2, g), s3.MulAdd(y3, g)
			}
			into256(p, 0, a0.MulAdd(from256(p, 0), s0.Mul(from256(g, 0))))
			into256(p, second256, a1.MulAdd(from256(p, second256), s1.Mul(from256(g, second256))))
			into256(p, third256, a2.MulAdd(from256(p, third256), s2.Mul(from256(g, third256))))
			into256(p, fourth256, a3.MulAdd(from256(p, fourth256), s3.Mul(from256(g, fourth256))))
			if n--; n == 0 {
				break
			}
			x, p, g = unsafe.Add(x, turn256), unsafe.Add(p, turn256), unsafe.Add(g, turn256)
		}
	}
	ClearAVXUpperBits()
}

func (o *OUDiagonal) general256(p, xi, gs []Row) {
	if len(p) == 0 {
		return
	}
	w, k := o.c, konst
	q0, r0 := first256(p), first256(gs[:len(p)])
	var alphas, sigmas Row
	for l := 0; ; {
		var alpha, sigma f256
		q, r := q0, r0
		for i := 0; ; {
			if i < len(xi) {
				y := from256(unsafe.Pointer(&xi[i][l]), 0).Mul(num256(&w.h2))
				size := abs256(y, k)
				short := size.LessEqual(num256(&w.short))
				alpha, sigma = num256(&w.e[ouShort]), num256(&w.g[ouShort])
				if short.ToBits() != full256 {
					alpha, sigma = w.longSeries256(y, short)
				}
				c := unsafe.Pointer(&w.e[ouShort])
				for range ouShort {
					c = unsafe.Add(c, -64)
					alpha = alpha.MulAdd(y, from256(c, 0))
					sigma = sigma.MulAdd(y, from256(c, seriesBytes))
				}
				if ok := size.LessEqual(num256(&w.limit)).ToBits(); ok != full256 {
					a, s := unsafe.Pointer(&alphas[l]), unsafe.Pointer(&sigmas[l])
					into256(a, 0, alpha)
					into256(s, 0, sigma)
					o.c.lanes(&alphas, &sigmas, &xi[i], l, full256&^ok)
					alpha, sigma = from256(a, 0), from256(s, 0)
				}
			}
			into256(q, 0, alpha.MulAdd(from256(q, 0), sigma.Mul(from256(r, 0))))
			if i++; i == len(p) {
				break
			}
			q, r = unsafe.Add(q, rowBytes), unsafe.Add(r, rowBytes)
		}
		if l += lanes256; l == Lanes {
			break
		}
		q0, r0 = unsafe.Add(q0, bytes256), unsafe.Add(r0, bytes256)
	}
	ClearAVXUpperBits()
}

func (*avx256) ou2Step(o *OUPair, p, xi, gs []Row) {
	_, _, _ = p[1], xi[2], gs[1]
	x, q, r := first256(xi), first256(p), first256(gs)
	w, k := o.c, konst
	for l := 0; ; {
		a, b := from256(x, 0).Mul(num256(&w.h2)), from256(x, rowBytes).Mul(num256(&w.h2))
		d := from256(x, 2*rowBytes).Mul(num256(&w.h2))
		m := a.Add(d).Mul(num256(&k.half))
		dl := a.Sub(d).Mul(num256(&k.half))
		rho := dl.MulAdd(dl, b.Mul(b))
		size := m.MulAdd(m, rho)
		inside := size.LessEqual(num256(&w.limit2))
		short := size.LessEqual(num256(&w.short2))
		ae, be := m.MulAdd(num256(&w.e[ouShort]), num256(&w.e[ouShort-1])), num256(&w.e[ouShort])
		ag, bg := m.MulAdd(num256(&w.g[ouShort]), num256(&w.g[ouShort-1])), num256(&w.g[ouShort])
		if short.ToBits() != full256 {
			ae, be, ag, bg = w.longPairs256(m, rho, short)
		}
		c := unsafe.Pointer(&w.e[ouShort-1])
		for range ouShort - 1 {
			c = unsafe.Add(c, -64)
			ne := ae.MulAdd(m, be.MulAdd(rho, from256(c, 0)))
			be = be.MulAdd(m, ae)
			ae = ne
			ng := ag.MulAdd(m, bg.MulAdd(rho, from256(c, seriesBytes)))
			bg = bg.MulAdd(m, ag)
			ag = ng
		}
		p1, p2, g1, g2 := from256(q, 0), from256(q, rowBytes), from256(r, 0), from256(r, rowBytes)
		e1, e2 := be.Mul(dl), be.Mul(b)
		s1, s2 := bg.Mul(dl), bg.Mul(b)
		q1 := ae.Add(e1).MulAdd(p1, e2.MulAdd(p2, ag.Add(s1).MulAdd(g1, s2.Mul(g2))))
		q2 := ae.Sub(e1).MulAdd(p2, e2.MulAdd(p1, ag.Sub(s1).MulAdd(g2, s2.Mul(g1))))
		if ok := inside.ToBits(); ok == full256 {
			into256(q, 0, q1)
			into256(q, rowBytes, q2)
		} else {
			into256(q, 0, q1.Merge(p1, inside))
			into256(q, rowBytes, q2.Merge(p2, inside))
			o.lanes(p, xi, gs, l, full256&^ok)
		}
		if l += lanes256; l == Lanes {
			break
		}
		x, q, r = unsafe.Add(x, bytes256), unsafe.Add(q, bytes256), unsafe.Add(r, bytes256)
	}
	ClearAVXUpperBits()
}
