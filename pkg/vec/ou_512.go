//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import . "simd/archsimd"

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

// longPairs512 is the same for the pairs of OUPair, down to the term before ouShort.
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

// shortRow512 reports whether the shorter series serves for all of a row.
func (o *OUDiagonal) shortRow512(xi *Row) bool {
	h2, limit := num512(&o.c.h2), num512(&o.c.short)
	ok := uint8(full512)
	for g := range groups512 {
		ok &= abs512(get512(xi, g).Mul(h2), konst).LessEqual(limit).ToBits()
	}
	return ok == full512
}

func (*avx512) ou1Step(o *OUDiagonal, p, xi, gs []Row) {
	if len(xi) == len(p) {
		o.rows512(p, xi, gs)
	} else {
		o.general512(p, xi, gs)
	}
}

// rows512 is the step with a friction for every row: a coefficient is loaded once for four vectors.
func (o *OUDiagonal) rows512(p, xi, gs []Row) {
	w := o.c
	for i := range p {
		if !o.shortRow512(&xi[i]) {
			o.general512(p[i:i+1], xi[i:i+1], gs[i:i+1])
			continue
		}
		xs, ps, gs := fours512(&xi[i]), fours512(&p[i]), fours512(&gs[i])
		for q := range ps {
			x, p, g := &xs[q], &ps[q], &gs[q]
			y0, y1 := load512(&x[0]).Mul(num512(&w.h2)), load512(&x[1]).Mul(num512(&w.h2))
			y2, y3 := load512(&x[2]).Mul(num512(&w.h2)), load512(&x[3]).Mul(num512(&w.h2))
			a0, s0 := num512(&w.e[ouShort]), num512(&w.g[ouShort])
			a1, a2, a3, s1, s2, s3 := a0, a0, a0, s0, s0, s0
			for d := ouShort - 1; d >= 0; d-- {
				c := num512(&w.e[d])
				a0, a1, a2, a3 = a0.MulAdd(y0, c), a1.MulAdd(y1, c), a2.MulAdd(y2, c), a3.MulAdd(y3, c)
				c = num512(&w.g[d])
				s0, s1, s2, s3 = s0.MulAdd(y0, c), s1.MulAdd(y1, c), s2.MulAdd(y2, c), s3.MulAdd(y3, c)
			}
			store512(&p[0], a0.MulAdd(load512(&p[0]), s0.Mul(load512(&g[0]))))
			store512(&p[1], a1.MulAdd(load512(&p[1]), s1.Mul(load512(&g[1]))))
			store512(&p[2], a2.MulAdd(load512(&p[2]), s2.Mul(load512(&g[2]))))
			store512(&p[3], a3.MulAdd(load512(&p[3]), s3.Mul(load512(&g[3]))))
		}
	}
	ClearAVXUpperBits()
}

func (o *OUDiagonal) general512(p, xi, gs []Row) {
	w, k := o.c, konst
	gs = gs[:len(p)]
	var alphas, sigmas Row
	for g := range groups512 {
		var alpha, sigma f512
		for i := range p {
			if i < len(xi) {
				y := get512(&xi[i], g).Mul(num512(&w.h2))
				size := abs512(y, k)
				short := size.LessEqual(num512(&w.short))
				alpha, sigma = num512(&w.e[ouShort]), num512(&w.g[ouShort])
				if short.ToBits() != full512 {
					alpha, sigma = w.longSeries512(y, short)
				}
				for n := ouShort - 1; n >= 0; n-- {
					alpha = alpha.MulAdd(y, num512(&w.e[n]))
					sigma = sigma.MulAdd(y, num512(&w.g[n]))
				}
				if ok := size.LessEqual(num512(&w.limit)).ToBits(); ok != full512 {
					put512(&alphas, g, alpha)
					put512(&sigmas, g, sigma)
					o.c.lanes(&alphas, &sigmas, &xi[i], g*lanes512, full512&^ok)
					alpha, sigma = get512(&alphas, g), get512(&sigmas, g)
				}
			}
			put512(&p[i], g, alpha.MulAdd(get512(&p[i], g), sigma.Mul(get512(&gs[i], g))))
		}
	}
	ClearAVXUpperBits()
}

func (*avx512) ou2Step(o *OUPair, p, xi, gs []Row) {
	x11, x12, x22, p1s, p2s, g1s, g2s := &xi[0], &xi[1], &xi[2], &p[0], &p[1], &gs[0], &gs[1]
	w, k := o.c, konst
	for g := range groups512 {
		a, b := get512(x11, g).Mul(num512(&w.h2)), get512(x12, g).Mul(num512(&w.h2))
		d := get512(x22, g).Mul(num512(&w.h2))
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
		for i := ouShort - 2; i >= 0; i-- {
			ne := ae.MulAdd(m, be.MulAdd(rho, num512(&w.e[i])))
			be = be.MulAdd(m, ae)
			ae = ne
			ng := ag.MulAdd(m, bg.MulAdd(rho, num512(&w.g[i])))
			bg = bg.MulAdd(m, ag)
			ag = ng
		}
		p1, p2, g1, g2 := get512(p1s, g), get512(p2s, g), get512(g1s, g), get512(g2s, g)
		e1, e2 := be.Mul(dl), be.Mul(b)
		s1, s2 := bg.Mul(dl), bg.Mul(b)
		q1 := ae.Add(e1).MulAdd(p1, e2.MulAdd(p2, ag.Add(s1).MulAdd(g1, s2.Mul(g2))))
		q2 := ae.Sub(e1).MulAdd(p2, e2.MulAdd(p1, ag.Sub(s1).MulAdd(g2, s2.Mul(g1))))
		ok := inside.ToBits()
		if ok == full512 {
			put512(p1s, g, q1)
			put512(p2s, g, q2)
			continue
		}
		put512(p1s, g, q1.Merge(p1, inside))
		put512(p2s, g, q2.Merge(p2, inside))
		o.lanes(p, xi, gs, g*lanes512, full512&^ok)
	}
	ClearAVXUpperBits()
}
