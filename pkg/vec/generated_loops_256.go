// Code generated from loops_512.go by narrow; DO NOT EDIT.

//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import . "simd/archsimd"

// The loops take four vectors at a time, with constant offsets: so a pass runs at the speed of its
// stores. Every kernel ends by clearing the upper halves of the registers; otherwise the scalar
// code of the program, which is in SSE instructions, waits for them.

func (*avx256) addScaled(dst, src []Row, h float64) {
	hv := all256(h)
	src = src[:len(dst)]
	for i := range dst {
		ds, ss := fours256(&dst[i]), fours256(&src[i])
		for q := range ds {
			d, s := &ds[q], &ss[q]
			store256(&d[0], load256(&s[0]).MulAdd(hv, load256(&d[0])))
			store256(&d[1], load256(&s[1]).MulAdd(hv, load256(&d[1])))
			store256(&d[2], load256(&s[2]).MulAdd(hv, load256(&d[2])))
			store256(&d[3], load256(&s[3]).MulAdd(hv, load256(&d[3])))
		}
	}
	ClearAVXUpperBits()
}

func (*avx256) kickDrift(theta, p, f []Row, hb, ha float64) {
	b, a := all256(hb), all256(ha)
	p, f = p[:len(theta)], f[:len(theta)]
	for i := range theta {
		t, p, f := &theta[i], &p[i], &f[i]
		for g := range groups256 {
			v := get256(f, g).MulAdd(b, get256(p, g))
			put256(p, g, v)
			put256(t, g, v.MulAdd(a, get256(t, g)))
		}
	}
	ClearAVXUpperBits()
}

func (*avx256) scaleAdd(dst, g []Row, alpha, sigma float64) {
	a, s := all256(alpha), all256(sigma)
	g = g[:len(dst)]
	for i := range dst {
		ds, gs := fours256(&dst[i]), fours256(&g[i])
		for q := range ds {
			d, g := &ds[q], &gs[q]
			store256(&d[0], load256(&d[0]).MulAdd(a, s.Mul(load256(&g[0]))))
			store256(&d[1], load256(&d[1]).MulAdd(a, s.Mul(load256(&g[1]))))
			store256(&d[2], load256(&d[2]).MulAdd(a, s.Mul(load256(&g[2]))))
			store256(&d[3], load256(&d[3]).MulAdd(a, s.Mul(load256(&g[3]))))
		}
	}
	ClearAVXUpperBits()
}

func (*avx256) ouDrift(theta, p, g []Row, alpha, sigma, h float64) {
	a, s, hv := all256(alpha), all256(sigma), all256(h)
	p, g = p[:len(theta)], g[:len(theta)]
	for i := range theta {
		t, p, n := &theta[i], &p[i], &g[i]
		for g := range groups256 {
			v := get256(p, g).MulAdd(a, s.Mul(get256(n, g)))
			put256(p, g, v)
			put256(t, g, v.MulAdd(hv, get256(t, g)))
		}
	}
	ClearAVXUpperBits()
}

func (*avx256) addTwo(dst, x, y []Row, a, b float64) {
	av, bv := all256(a), all256(b)
	x, y = x[:len(dst)], y[:len(dst)]
	for i := range dst {
		ds, xs, ys := fours256(&dst[i]), fours256(&x[i]), fours256(&y[i])
		for q := range ds {
			d, x, y := &ds[q], &xs[q], &ys[q]
			store256(&d[0], load256(&x[0]).MulAdd(av, load256(&y[0]).MulAdd(bv, load256(&d[0]))))
			store256(&d[1], load256(&x[1]).MulAdd(av, load256(&y[1]).MulAdd(bv, load256(&d[1]))))
			store256(&d[2], load256(&x[2]).MulAdd(av, load256(&y[2]).MulAdd(bv, load256(&d[2]))))
			store256(&d[3], load256(&x[3]).MulAdd(av, load256(&y[3]).MulAdd(bv, load256(&d[3]))))
		}
	}
	ClearAVXUpperBits()
}

func (v *avx256) addOuter(theta, xi, p []Row, k, h float64) {
	kv, hv := all256(k), all256(h)
	minusOne, zero := num256(&konst.minusOne), num256(&konst.zero)
	if len(p) == 2 { // one pass
		x11, x12, x22, p1, p2 := &xi[0], &xi[1], &xi[2], &p[0], &p[1]
		if len(theta) == 2 {
			t1, t2 := &theta[0], &theta[1]
			for g := range groups256 {
				a, b := get256(p1, g), get256(p2, g)
				put256(x11, g, a.MulAdd(a, minusOne).MulAdd(kv, get256(x11, g)))
				put256(x12, g, a.MulAdd(b, zero).MulAdd(kv, get256(x12, g)))
				put256(x22, g, b.MulAdd(b, minusOne).MulAdd(kv, get256(x22, g)))
				put256(t1, g, a.MulAdd(hv, get256(t1, g)))
				put256(t2, g, b.MulAdd(hv, get256(t2, g)))
			}
			ClearAVXUpperBits()
			return
		}
		for g := range groups256 {
			a, b := get256(p1, g), get256(p2, g)
			put256(x11, g, a.MulAdd(a, minusOne).MulAdd(kv, get256(x11, g)))
			put256(x12, g, a.MulAdd(b, zero).MulAdd(kv, get256(x12, g)))
			put256(x22, g, b.MulAdd(b, minusOne).MulAdd(kv, get256(x22, g)))
		}
		ClearAVXUpperBits()
		return
	}
	n := 0
	for i := range p {
		c := minusOne
		for j := i; j < len(p); j++ {
			x, a, b := &xi[n], &p[i], &p[j]
			for g := range groups256 {
				put256(x, g, get256(a, g).MulAdd(get256(b, g), c).MulAdd(kv, get256(x, g)))
			}
			c = zero
			n++
		}
	}
	v.addScaled(theta, p, h) // clears the upper halves
}

func (*avx256) addSquares(theta, xi, p []Row, k, h float64) {
	kv, hv, minusOne := all256(k), all256(h), num256(&konst.minusOne)
	xi = xi[:len(p)]
	for i := range p {
		x, a := &xi[i], &p[i]
		if i >= len(theta) {
			for g := range groups256 {
				v := get256(a, g)
				put256(x, g, v.MulAdd(v, minusOne).MulAdd(kv, get256(x, g)))
			}
			continue
		}
		t := &theta[i]
		for g := range groups256 {
			v := get256(a, g)
			put256(x, g, v.MulAdd(v, minusOne).MulAdd(kv, get256(x, g)))
			put256(t, g, v.MulAdd(hv, get256(t, g)))
		}
	}
	ClearAVXUpperBits()
}

func (*avx256) addNorm(xi *Row, p []Row, k float64) {
	kv, dim := all256(k), all256(float64(len(p)))
	xs := fours256(xi)
	for q := range xs {
		var n0, n1, n2, n3 f256
		for i := range p {
			a := &fours256(&p[i])[q]
			a0, a1, a2, a3 := load256(&a[0]), load256(&a[1]), load256(&a[2]), load256(&a[3])
			n0, n1 = a0.MulAdd(a0, n0), a1.MulAdd(a1, n1)
			n2, n3 = a2.MulAdd(a2, n2), a3.MulAdd(a3, n3)
		}
		x := &xs[q]
		store256(&x[0], n0.Sub(dim).MulAdd(kv, load256(&x[0])))
		store256(&x[1], n1.Sub(dim).MulAdd(kv, load256(&x[1])))
		store256(&x[2], n2.Sub(dim).MulAdd(kv, load256(&x[2])))
		store256(&x[3], n3.Sub(dim).MulAdd(kv, load256(&x[3])))
	}
	ClearAVXUpperBits()
}

func (*avx256) sumAffine(dst, y *Row, x []Row, a, b float64) {
	av, bv := all256(a), all256(b)
	ds, ys := fours256(dst), fours256(y)
	for q := range ds {
		r := &fours256(&x[0])[q]
		s0, s1, s2, s3 := load256(&r[0]), load256(&r[1]), load256(&r[2]), load256(&r[3])
		for j := 1; j < len(x); j++ {
			r := &fours256(&x[j])[q]
			s0, s1 = s0.Add(load256(&r[0])), s1.Add(load256(&r[1]))
			s2, s3 = s2.Add(load256(&r[2])), s3.Add(load256(&r[3]))
		}
		d, y := &ds[q], &ys[q]
		store256(&d[0], load256(&y[0]).MulAdd(av, bv.Mul(s0)))
		store256(&d[1], load256(&y[1]).MulAdd(av, bv.Mul(s1)))
		store256(&d[2], load256(&y[2]).MulAdd(av, bv.Mul(s2)))
		store256(&d[3], load256(&y[3]).MulAdd(av, bv.Mul(s3)))
	}
	ClearAVXUpperBits()
}

func (*avx256) affine(dst, y *Row, a, b float64) {
	av, bv := all256(a), all256(b)
	for g := range groups256 {
		put256(dst, g, get256(y, g).MulAdd(av, bv))
	}
	ClearAVXUpperBits()
}

func (*avx256) accumulateProduct(s, x, y *Row) {
	for g := range groups256 {
		put256(s, g, get256(x, g).MulAdd(get256(y, g), get256(s, g)))
	}
	ClearAVXUpperBits()
}

func (*avx256) bin(dst *[Lanes]int32, x *Row, lo, scale float64, n int) {
	lv, sv, nv := all256(lo), all256(scale), all256(float64(n))
	minusOne, zero := num256(&konst.minusOne), num256(&konst.zero)
	for g := range groups256 {
		v := get256(x, g).Sub(lv).Mul(sv)
		// the mask is false for NaN, whatever the minimum makes of it
		v = v.Min(nv).Merge(minusOne, v.GreaterEqual(zero))
		v.ConvertToInt32().Store(&ints256(dst)[g])
	}
	ClearAVXUpperBits()
}

func (*avx256) outer(dst, p []Row) {
	minusOne, zero := num256(&konst.minusOne), num256(&konst.zero)
	n := 0
	for i := range p {
		c := minusOne
		for j := i; j < len(p); j++ {
			y, a, b := &dst[n], &p[i], &p[j]
			for g := range groups256 {
				put256(y, g, get256(a, g).MulAdd(get256(b, g), c))
			}
			c = zero
			n++
		}
	}
	ClearAVXUpperBits()
}

func (*avx256) squares(dst, p []Row) {
	minusOne := num256(&konst.minusOne)
	for i := range p {
		y, a := &dst[i], &p[i]
		for g := range groups256 {
			v := get256(a, g)
			put256(y, g, v.MulAdd(v, minusOne))
		}
	}
	ClearAVXUpperBits()
}
