//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import . "simd/archsimd"

// The loops take four vectors at a time, with constant offsets: so a pass runs at the speed of its
// stores. Every kernel ends by clearing the upper halves of the registers; otherwise the scalar
// code of the program, which is in SSE instructions, waits for them.

func (*avx512) addScaled(dst, src []Row, h float64) {
	hv := all512(h)
	src = src[:len(dst)]
	for i := range dst {
		ds, ss := fours512(&dst[i]), fours512(&src[i])
		for q := range ds {
			d, s := &ds[q], &ss[q]
			store512(&d[0], load512(&s[0]).MulAdd(hv, load512(&d[0])))
			store512(&d[1], load512(&s[1]).MulAdd(hv, load512(&d[1])))
			store512(&d[2], load512(&s[2]).MulAdd(hv, load512(&d[2])))
			store512(&d[3], load512(&s[3]).MulAdd(hv, load512(&d[3])))
		}
	}
	ClearAVXUpperBits()
}

func (*avx512) kickDrift(theta, p, f []Row, hb, ha float64) {
	b, a := all512(hb), all512(ha)
	p, f = p[:len(theta)], f[:len(theta)]
	for i := range theta {
		t, p, f := &theta[i], &p[i], &f[i]
		for g := range groups512 {
			v := get512(f, g).MulAdd(b, get512(p, g))
			put512(p, g, v)
			put512(t, g, v.MulAdd(a, get512(t, g)))
		}
	}
	ClearAVXUpperBits()
}

func (*avx512) scaleAdd(dst, g []Row, alpha, sigma float64) {
	a, s := all512(alpha), all512(sigma)
	g = g[:len(dst)]
	for i := range dst {
		ds, gs := fours512(&dst[i]), fours512(&g[i])
		for q := range ds {
			d, g := &ds[q], &gs[q]
			store512(&d[0], load512(&d[0]).MulAdd(a, s.Mul(load512(&g[0]))))
			store512(&d[1], load512(&d[1]).MulAdd(a, s.Mul(load512(&g[1]))))
			store512(&d[2], load512(&d[2]).MulAdd(a, s.Mul(load512(&g[2]))))
			store512(&d[3], load512(&d[3]).MulAdd(a, s.Mul(load512(&g[3]))))
		}
	}
	ClearAVXUpperBits()
}

func (*avx512) ouDrift(theta, p, g []Row, alpha, sigma, h float64) {
	a, s, hv := all512(alpha), all512(sigma), all512(h)
	p, g = p[:len(theta)], g[:len(theta)]
	for i := range theta {
		t, p, n := &theta[i], &p[i], &g[i]
		for g := range groups512 {
			v := get512(p, g).MulAdd(a, s.Mul(get512(n, g)))
			put512(p, g, v)
			put512(t, g, v.MulAdd(hv, get512(t, g)))
		}
	}
	ClearAVXUpperBits()
}

func (*avx512) addTwo(dst, x, y []Row, a, b float64) {
	av, bv := all512(a), all512(b)
	x, y = x[:len(dst)], y[:len(dst)]
	for i := range dst {
		ds, xs, ys := fours512(&dst[i]), fours512(&x[i]), fours512(&y[i])
		for q := range ds {
			d, x, y := &ds[q], &xs[q], &ys[q]
			store512(&d[0], load512(&x[0]).MulAdd(av, load512(&y[0]).MulAdd(bv, load512(&d[0]))))
			store512(&d[1], load512(&x[1]).MulAdd(av, load512(&y[1]).MulAdd(bv, load512(&d[1]))))
			store512(&d[2], load512(&x[2]).MulAdd(av, load512(&y[2]).MulAdd(bv, load512(&d[2]))))
			store512(&d[3], load512(&x[3]).MulAdd(av, load512(&y[3]).MulAdd(bv, load512(&d[3]))))
		}
	}
	ClearAVXUpperBits()
}

func (v *avx512) addOuter(theta, xi, p []Row, k, h float64) {
	kv, hv := all512(k), all512(h)
	minusOne, zero := num512(&konst.minusOne), num512(&konst.zero)
	if len(p) == 2 { // one pass
		x11, x12, x22, p1, p2 := &xi[0], &xi[1], &xi[2], &p[0], &p[1]
		if len(theta) == 2 {
			t1, t2 := &theta[0], &theta[1]
			for g := range groups512 {
				a, b := get512(p1, g), get512(p2, g)
				put512(x11, g, a.MulAdd(a, minusOne).MulAdd(kv, get512(x11, g)))
				put512(x12, g, a.MulAdd(b, zero).MulAdd(kv, get512(x12, g)))
				put512(x22, g, b.MulAdd(b, minusOne).MulAdd(kv, get512(x22, g)))
				put512(t1, g, a.MulAdd(hv, get512(t1, g)))
				put512(t2, g, b.MulAdd(hv, get512(t2, g)))
			}
			ClearAVXUpperBits()
			return
		}
		for g := range groups512 {
			a, b := get512(p1, g), get512(p2, g)
			put512(x11, g, a.MulAdd(a, minusOne).MulAdd(kv, get512(x11, g)))
			put512(x12, g, a.MulAdd(b, zero).MulAdd(kv, get512(x12, g)))
			put512(x22, g, b.MulAdd(b, minusOne).MulAdd(kv, get512(x22, g)))
		}
		ClearAVXUpperBits()
		return
	}
	n := 0
	for i := range p {
		c := minusOne
		for j := i; j < len(p); j++ {
			x, a, b := &xi[n], &p[i], &p[j]
			for g := range groups512 {
				put512(x, g, get512(a, g).MulAdd(get512(b, g), c).MulAdd(kv, get512(x, g)))
			}
			c = zero
			n++
		}
	}
	v.addScaled(theta, p, h) // clears the upper halves
}

func (*avx512) addSquares(theta, xi, p []Row, k, h float64) {
	kv, hv, minusOne := all512(k), all512(h), num512(&konst.minusOne)
	xi = xi[:len(p)]
	for i := range p {
		x, a := &xi[i], &p[i]
		if i >= len(theta) {
			for g := range groups512 {
				v := get512(a, g)
				put512(x, g, v.MulAdd(v, minusOne).MulAdd(kv, get512(x, g)))
			}
			continue
		}
		t := &theta[i]
		for g := range groups512 {
			v := get512(a, g)
			put512(x, g, v.MulAdd(v, minusOne).MulAdd(kv, get512(x, g)))
			put512(t, g, v.MulAdd(hv, get512(t, g)))
		}
	}
	ClearAVXUpperBits()
}

func (*avx512) addNorm(xi *Row, p []Row, k float64) {
	kv, dim := all512(k), all512(float64(len(p)))
	xs := fours512(xi)
	for q := range xs {
		var n0, n1, n2, n3 f512
		for i := range p {
			a := &fours512(&p[i])[q]
			a0, a1, a2, a3 := load512(&a[0]), load512(&a[1]), load512(&a[2]), load512(&a[3])
			n0, n1 = a0.MulAdd(a0, n0), a1.MulAdd(a1, n1)
			n2, n3 = a2.MulAdd(a2, n2), a3.MulAdd(a3, n3)
		}
		x := &xs[q]
		store512(&x[0], n0.Sub(dim).MulAdd(kv, load512(&x[0])))
		store512(&x[1], n1.Sub(dim).MulAdd(kv, load512(&x[1])))
		store512(&x[2], n2.Sub(dim).MulAdd(kv, load512(&x[2])))
		store512(&x[3], n3.Sub(dim).MulAdd(kv, load512(&x[3])))
	}
	ClearAVXUpperBits()
}

func (*avx512) sumAffine(dst, y *Row, x []Row, a, b float64) {
	av, bv := all512(a), all512(b)
	ds, ys := fours512(dst), fours512(y)
	for q := range ds {
		r := &fours512(&x[0])[q]
		s0, s1, s2, s3 := load512(&r[0]), load512(&r[1]), load512(&r[2]), load512(&r[3])
		for j := 1; j < len(x); j++ {
			r := &fours512(&x[j])[q]
			s0, s1 = s0.Add(load512(&r[0])), s1.Add(load512(&r[1]))
			s2, s3 = s2.Add(load512(&r[2])), s3.Add(load512(&r[3]))
		}
		d, y := &ds[q], &ys[q]
		store512(&d[0], load512(&y[0]).MulAdd(av, bv.Mul(s0)))
		store512(&d[1], load512(&y[1]).MulAdd(av, bv.Mul(s1)))
		store512(&d[2], load512(&y[2]).MulAdd(av, bv.Mul(s2)))
		store512(&d[3], load512(&y[3]).MulAdd(av, bv.Mul(s3)))
	}
	ClearAVXUpperBits()
}

func (*avx512) affine(dst, y *Row, a, b float64) {
	av, bv := all512(a), all512(b)
	for g := range groups512 {
		put512(dst, g, get512(y, g).MulAdd(av, bv))
	}
	ClearAVXUpperBits()
}

func (*avx512) accumulateProduct(s, x, y *Row) {
	for g := range groups512 {
		put512(s, g, get512(x, g).MulAdd(get512(y, g), get512(s, g)))
	}
	ClearAVXUpperBits()
}

func (*avx512) bin(dst *[Lanes]int32, x *Row, lo, scale float64, n int) {
	lv, sv, nv := all512(lo), all512(scale), all512(float64(n))
	minusOne, zero := num512(&konst.minusOne), num512(&konst.zero)
	for g := range groups512 {
		v := get512(x, g).Sub(lv).Mul(sv)
		// the mask is false for NaN, whatever the minimum makes of it
		v = v.Min(nv).Merge(minusOne, v.GreaterEqual(zero))
		v.ConvertToInt32().Store(&ints512(dst)[g])
	}
	ClearAVXUpperBits()
}

func (*avx512) outer(dst, p []Row) {
	minusOne, zero := num512(&konst.minusOne), num512(&konst.zero)
	n := 0
	for i := range p {
		c := minusOne
		for j := i; j < len(p); j++ {
			y, a, b := &dst[n], &p[i], &p[j]
			for g := range groups512 {
				put512(y, g, get512(a, g).MulAdd(get512(b, g), c))
			}
			c = zero
			n++
		}
	}
	ClearAVXUpperBits()
}

func (*avx512) squares(dst, p []Row) {
	minusOne := num512(&konst.minusOne)
	for i := range p {
		y, a := &dst[i], &p[i]
		for g := range groups512 {
			v := get512(a, g)
			put512(y, g, v.MulAdd(v, minusOne))
		}
	}
	ClearAVXUpperBits()
}
