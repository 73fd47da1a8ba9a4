// Code generated from ou_512.go by narrow; DO NOT EDIT.

//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import . "simd/archsimd"

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

// longPairs256 is the same for the pairs of OUPair, down to the term before ouShort.
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

// shortRow256 reports whether the shorter series serves for all of a row.
func (o *OUDiagonal) shortRow256(xi *Row) bool {
	h2, limit := num256(&o.c.h2), num256(&o.c.short)
	ok := uint8(full256)
	for g := range groups256 {
		ok &= abs256(get256(xi, g).Mul(h2), konst).LessEqual(limit).ToBits()
	}
	return ok == full256
}

func (*avx256) ou1Step(o *OUDiagonal, p, xi, gs []Row) {
	if len(xi) == len(p) {
		o.rows256(p, xi, gs)
	} else {
		o.general256(p, xi, gs)
	}
}

// rows256 is the step with a friction for every row: a coefficient is loaded once for four vectors.
func (o *OUDiagonal) rows256(p, xi, gs []Row) {
	w := o.c
	for i := range p {
		if !o.shortRow256(&xi[i]) {
			o.general256(p[i:i+1], xi[i:i+1], gs[i:i+1])
			continue
		}
		xs, ps, gs := fours256(&xi[i]), fours256(&p[i]), fours256(&gs[i])
		for q := range ps {
			x, p, g := &xs[q], &ps[q], &gs[q]
			y0, y1 := load256(&x[0]).Mul(num256(&w.h2)), load256(&x[1]).Mul(num256(&w.h2))
			y2, y3 := load256(&x[2]).Mul(num256(&w.h2)), load256(&x[3]).Mul(num256(&w.h2))
			a0, s0 := num256(&w.e[ouShort]), num256(&w.g[ouShort])
			a1, a2, a3, s1, s2, s3 := a0, a0, a0, s0, s0, s0
			for d := ouShort - 1; d >= 0; d-- {
				c := num256(&w.e[d])
				a0, a1, a2, a3 = a0.MulAdd(y0, c), a1.MulAdd(y1, c), a2.MulAdd(y2, c), a3.MulAdd(y3, c)
				c = num256(&w.g[d])
				s0, s1, s2, s3 = s0.MulAdd(y0, c), s1.MulAdd(y1, c), s2.MulAdd(y2, c), s3.MulAdd(y3, c)
			}
			store256(&p[0], a0.MulAdd(load256(&p[0]), s0.Mul(load256(&g[0]))))
			store256(&p[1], a1.MulAdd(load256(&p[1]), s1.Mul(load256(&g[1]))))
			store256(&p[2], a2.MulAdd(load256(&p[2]), s2.Mul(load256(&g[2]))))
			store256(&p[3], a3.MulAdd(load256(&p[3]), s3.Mul(load256(&g[3]))))
		}
	}
	ClearAVXUpperBits()
}

func (o *OUDiagonal) general256(p, xi, gs []Row) {
	w, k := o.c, konst
	gs = gs[:len(p)]
	var alphas, sigmas Row
	for g := range groups256 {
		var alpha, sigma f256
		for i := range p {
			if i < len(xi) {
				y := get256(&xi[i], g).Mul(num256(&w.h2))
				size := abs256(y, k)
				short := size.LessEqual(num256(&w.short))
				alpha, sigma = num256(&w.e[ouShort]), num256(&w.g[ouShort])
				if short.ToBits() != full256 {
					alpha, sigma = w.longSeries256(y, short)
				}
				for n := ouShort - 1; n >= 0; n-- {
					alpha = alpha.MulAdd(y, num256(&w.e[n]))
					sigma = sigma.MulAdd(y, num256(&w.g[n]))
				}
				if ok := size.LessEqual(num256(&w.limit)).ToBits(); ok != full256 {
					put256(&alphas, g, alpha)
					put256(&sigmas, g, sigma)
					o.c.lanes(&alphas, &sigmas, &xi[i], g*lanes256, full256&^ok)
					alpha, sigma = get256(&alphas, g), get256(&sigmas, g)
				}
			}
			put256(&p[i], g, alpha.MulAdd(get256(&p[i], g), sigma.Mul(get256(&gs[i], g))))
		}
	}
	ClearAVXUpperBits()
}

func (*avx256) ou2Step(o *OUPair, p, xi, gs []Row) {
	x11, x12, x22, p1s, p2s, g1s, g2s := &xi[0], &xi[1], &xi[2], &p[0], &p[1], &gs[0], &gs[1]
	w, k := o.c, konst
	for g := range groups256 {
		a, b := get256(x11, g).Mul(num256(&w.h2)), get256(x12, g).Mul(num256(&w.h2))
		d := get256(x22, g).Mul(num256(&w.h2))
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
		for i := ouShort - 2; i >= 0; i-- {
			ne := ae.MulAdd(m, be.MulAdd(rho, num256(&w.e[i])))
			be = be.MulAdd(m, ae)
			ae = ne
			ng := ag.MulAdd(m, bg.MulAdd(rho, num256(&w.g[i])))
			bg = bg.MulAdd(m, ag)
			ag = ng
		}
		p1, p2, g1, g2 := get256(p1s, g), get256(p2s, g), get256(g1s, g), get256(g2s, g)
		e1, e2 := be.Mul(dl), be.Mul(b)
		s1, s2 := bg.Mul(dl), bg.Mul(b)
		q1 := ae.Add(e1).MulAdd(p1, e2.MulAdd(p2, ag.Add(s1).MulAdd(g1, s2.Mul(g2))))
		q2 := ae.Sub(e1).MulAdd(p2, e2.MulAdd(p1, ag.Sub(s1).MulAdd(g2, s2.Mul(g1))))
		ok := inside.ToBits()
		if ok == full256 {
			put256(p1s, g, q1)
			put256(p2s, g, q2)
			continue
		}
		put256(p1s, g, q1.Merge(p1, inside))
		put256(p2s, g, q2.Merge(p2, inside))
		o.lanes(p, xi, gs, g*lanes256, full256&^ok)
	}
	ClearAVXUpperBits()
}
