//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	. "simd/archsimd"
	"unsafe"
)

// longSeries512 begins Horner's rule with the terms beyond ouShort, which are 0 where short is
// true.
func (w *ouSeries) longSeries512(y f512, short m512) (alpha, sigma f512) {
	zero := num512(&konst.zero)
	alpha, sigma = zero, zero
	for n := ouDegree; n > ouShort; n-- {
		alpha = alpha.MulAdd(y, zero.Merge(num512(&w.e[n]), short))
		sigma = sigma.MulAdd(y, zero.Merge(num512(&w.g[n]), short))
	}
	return alpha.MulAdd(y, num512(&w.e[ouShort])), sigma.MulAdd(y, num512(&w.g[ouShort]))
}

// longPairs512 does the same for the pairs of OUPair, down to the term before ouShort.
func (w *ouSeries) longPairs512(m, rho f512, short m512) (ae, be, ag, bg f512) {
	zero := num512(&konst.zero)
	ae, be, ag, bg = zero, zero, zero, zero
	for n := ouDegree; n >= ouShort-1; n-- {
		e, g := num512(&w.e[n]), num512(&w.g[n])
		if n > ouShort {
			e, g = zero.Merge(e, short), zero.Merge(g, short)
		}
		ae, be = ae.MulAdd(m, be.MulAdd(rho, e)), be.MulAdd(m, ae)
		ag, bg = ag.MulAdd(m, bg.MulAdd(rho, g)), bg.MulAdd(m, ag)
	}
	return ae, be, ag, bg
}

// shortRow512 reports whether the shorter series suffices for all of a row.
func (o *OUDiagonal) shortRow512(xi *Row) bool {
	h2, limit, k := num512(&o.c.h2), num512(&o.c.short), konst
	ok, x := uint8(full512), unsafe.Pointer(xi)
	for n := turns512; ; {
		ok &= abs512(from512(x, 0).Mul(h2), k).LessEqual(limit).ToBits()
		ok &= abs512(from512(x, second512).Mul(h2), k).LessEqual(limit).ToBits()
		ok &= abs512(from512(x, third512).Mul(h2), k).LessEqual(limit).ToBits()
		ok &= abs512(from512(x, fourth512).Mul(h2), k).LessEqual(limit).ToBits()
		if n--; n == 0 {
			return ok == full512
		}
		x = unsafe.Add(x, turn512)
	}
}

func (*avx512) ou1Step(o *OUDiagonal, p, xi, gs []Row) {
	if len(xi) == len(p) {
		o.rows512(p, xi, gs)
	} else {
		o.general512(p, xi, gs)
	}
}

// rows512 is the step with a friction for every row: it loads a coefficient once for four vectors.
func (o *OUDiagonal) rows512(p, xi, gs []Row) {
	w := o.c
	for i := range p {
		if !o.shortRow512(&xi[i]) {
			o.general512(p[i:i+1], xi[i:i+1], gs[i:i+1])
			continue
		}
		x, p, g := unsafe.Pointer(&xi[i]), unsafe.Pointer(&p[i]), unsafe.Pointer(&gs[i])
		for n := turns512; ; {
			h2 := num512(&w.h2)
			y0, y1 := from512(x, 0).Mul(h2), from512(x, second512).Mul(h2)
			y2, y3 := from512(x, third512).Mul(h2), from512(x, fourth512).Mul(h2)
			c := unsafe.Pointer(&w.e[ouShort])
			a0, s0 := from512(c, 0), from512(c, seriesBytes)
			a1, a2, a3, s1, s2, s3 := a0, a0, a0, s0, s0, s0
			for range ouShort {
				c = unsafe.Add(c, -64)
				e, g := from512(c, 0), from512(c, seriesBytes)
				a0, a1, a2, a3 = a0.MulAdd(y0, e), a1.MulAdd(y1, e), a2.MulAdd(y2, e), a3.MulAdd(y3, e)
				s0, s1, s2, s3 = s0.MulAdd(y0, g), s1.MulAdd(y1, g), s2.MulAdd(y2, g), s3.MulAdd(y3, g)
			}
			into512(p, 0, a0.MulAdd(from512(p, 0), s0.Mul(from512(g, 0))))
			into512(p, second512, a1.MulAdd(from512(p, second512), s1.Mul(from512(g, second512))))
			into512(p, third512, a2.MulAdd(from512(p, third512), s2.Mul(from512(g, third512))))
			into512(p, fourth512, a3.MulAdd(from512(p, fourth512), s3.Mul(from512(g, fourth512))))
			if n--; n == 0 {
				break
			}
			x, p, g = unsafe.Add(x, turn512), unsafe.Add(p, turn512), unsafe.Add(g, turn512)
		}
	}
	ClearAVXUpperBits()
}

func (o *OUDiagonal) general512(p, xi, gs []Row) {
	if len(p) == 0 {
		return
	}
	w, k := o.c, konst
	q0, r0 := first512(p), first512(gs[:len(p)])
	var alphas, sigmas Row
	for l := 0; ; {
		var alpha, sigma f512
		q, r := q0, r0
		for i := 0; ; {
			if i < len(xi) {
				y := from512(unsafe.Pointer(&xi[i][l]), 0).Mul(num512(&w.h2))
				size := abs512(y, k)
				short := size.LessEqual(num512(&w.short))
				alpha, sigma = num512(&w.e[ouShort]), num512(&w.g[ouShort])
				if short.ToBits() != full512 {
					alpha, sigma = w.longSeries512(y, short)
				}
				c := unsafe.Pointer(&w.e[ouShort])
				for range ouShort {
					c = unsafe.Add(c, -64)
					alpha = alpha.MulAdd(y, from512(c, 0))
					sigma = sigma.MulAdd(y, from512(c, seriesBytes))
				}
				if ok := size.LessEqual(num512(&w.limit)).ToBits(); ok != full512 {
					a, s := unsafe.Pointer(&alphas[l]), unsafe.Pointer(&sigmas[l])
					into512(a, 0, alpha)
					into512(s, 0, sigma)
					o.c.lanes(&alphas, &sigmas, &xi[i], l, full512&^ok)
					alpha, sigma = from512(a, 0), from512(s, 0)
				}
			}
			into512(q, 0, alpha.MulAdd(from512(q, 0), sigma.Mul(from512(r, 0))))
			if i++; i == len(p) {
				break
			}
			q, r = unsafe.Add(q, rowBytes), unsafe.Add(r, rowBytes)
		}
		if l += lanes512; l == Lanes {
			break
		}
		q0, r0 = unsafe.Add(q0, bytes512), unsafe.Add(r0, bytes512)
	}
	ClearAVXUpperBits()
}

func (*avx512) ou2Step(o *OUPair, p, xi, gs []Row) {
	_, _, _ = p[1], xi[2], gs[1]
	x, q, r := first512(xi), first512(p), first512(gs)
	w, k := o.c, konst
	for l := 0; ; {
		a, b := from512(x, 0).Mul(num512(&w.h2)), from512(x, rowBytes).Mul(num512(&w.h2))
		d := from512(x, 2*rowBytes).Mul(num512(&w.h2))
		m := a.Add(d).Mul(num512(&k.half))
		dl := a.Sub(d).Mul(num512(&k.half))
		rho := dl.MulAdd(dl, b.Mul(b))
		size := m.MulAdd(m, rho)
		inside := size.LessEqual(num512(&w.limit2))
		short := size.LessEqual(num512(&w.short2))
		ae, be := m.MulAdd(num512(&w.e[ouShort]), num512(&w.e[ouShort-1])), num512(&w.e[ouShort])
		ag, bg := m.MulAdd(num512(&w.g[ouShort]), num512(&w.g[ouShort-1])), num512(&w.g[ouShort])
		if short.ToBits() != full512 {
			ae, be, ag, bg = w.longPairs512(m, rho, short)
		}
		c := unsafe.Pointer(&w.e[ouShort-1])
		for range ouShort - 1 {
			c = unsafe.Add(c, -64)
			ne := ae.MulAdd(m, be.MulAdd(rho, from512(c, 0)))
			be = be.MulAdd(m, ae)
			ae = ne
			ng := ag.MulAdd(m, bg.MulAdd(rho, from512(c, seriesBytes)))
			bg = bg.MulAdd(m, ag)
			ag = ng
		}
		p1, p2, g1, g2 := from512(q, 0), from512(q, rowBytes), from512(r, 0), from512(r, rowBytes)
		e1, e2 := be.Mul(dl), be.Mul(b)
		s1, s2 := bg.Mul(dl), bg.Mul(b)
		q1 := ae.Add(e1).MulAdd(p1, e2.MulAdd(p2, ag.Add(s1).MulAdd(g1, s2.Mul(g2))))
		q2 := ae.Sub(e1).MulAdd(p2, e2.MulAdd(p1, ag.Sub(s1).MulAdd(g2, s2.Mul(g1))))
		if ok := inside.ToBits(); ok == full512 {
			into512(q, 0, q1)
			into512(q, rowBytes, q2)
		} else {
			into512(q, 0, q1.Merge(p1, inside))
			into512(q, rowBytes, q2.Merge(p2, inside))
			o.lanes(p, xi, gs, l, full512&^ok)
		}
		if l += lanes512; l == Lanes {
			break
		}
		x, q, r = unsafe.Add(x, bytes512), unsafe.Add(q, bytes512), unsafe.Add(r, bytes512)
	}
	ClearAVXUpperBits()
}
