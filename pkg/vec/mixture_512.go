//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import . "simd/archsimd"

func (*avx512) mixtureForce(c *Mixture, f, theta, x []Row) {
	finite := false
	if len(x) == 1 {
		finite = c.forceOne512(f, theta, &x[0])
	} else {
		c.logits512(theta)
		c.sums512(x)
		finite = c.finish512(f, theta)
	}
	if !finite { // minimum and maximum lose NaN
		specification.mixtureForce(c, f, theta, x)
	}
}

func (*avx512) mixtureForceAll(c *Mixture, f, theta []Row, x []float64) {
	c.logits512(theta)
	c.chunks(x, c.sums512)
	if !c.finish512(f, theta) {
		specification.mixtureForceAll(c, f, theta, x)
	}
}

// coefficients512 returns a and b of z = c x² + b x + a.
func (w *mixtureConstants) coefficients512(t1, t2 f512) (a, b f512) {
	u, v := t1.Mul(num512(&w.inv1)), t2.Mul(num512(&w.inv2))
	a = u.MulAdd(t1, t2.Mul(num512(&w.minusInv2)).Mul(t2))
	return a.MulAdd(num512(&konst.half), num512(&w.logw)), v.Sub(u)
}

// store512 stores the force, given s = Σ x, r = Σ r(x) and x = Σ r(x) x.
func (w *mixtureConstants) store512(f1, f2 *Row, g int, t1, t2, s, r, x f512) {
	f := x.Sub(t1.Mul(r))
	put512(f1, g, f.MulAdd(num512(&w.scale1), t1.Mul(num512(&w.minusPrior))))
	f = s.Sub(x).Sub(t2.Mul(num512(&w.count).Sub(r)))
	put512(f2, g, f.MulAdd(num512(&w.scale2), t2.Mul(num512(&w.minusPrior))))
}

// forceOne512 is the force of one datum, in short loops: the processor overlaps as many vectors as
// its scheduler holds the instructions of. It reports whether all numbers are finite; if not, f is
// not valid.
func (c *Mixture) forceOne512(f, theta []Row, x *Row) bool {
	t1s, t2s, f1s, f2s := &theta[0], &theta[1], &f[0], &f[1]
	w, k := &c.mixtureConstants, konst
	zero := num512(&k.zero)
	check := zero
	for g := range groups512 {
		x := get512(x, g)
		a, b := w.coefficients512(get512(t1s, g), get512(t2s, g))
		check = a.MulAdd(zero, b.MulAdd(zero, check))
		check = x.MulAdd(zero, check)
		put512(&c.a, g, clamp512(num512(&w.c).MulAdd(x, b).MulAdd(x, a), k))
	}
	for g := 0; g < groups512; g += 2 {
		tx, fx := split512(get512(&c.a, g), k)
		ty, fy := split512(get512(&c.a, g+1), k)
		i, j := pair512(tx, ty, k)
		ex, ey := k.exp.lookUp512(i, j, k)
		put512(&c.sr, g, plusExp512(tx, fx, ex, k))
		put512(&c.sr, g+1, plusExp512(ty, fy, ey, k))
	}
	one := num512(&k.one)
	for h := 0; h < groups512; h += 2 * eight512 { // lanes l and l + 8 share a division
		for g := h; g < h+eight512; g++ {
			e1, e2 := get512(&c.sr, g), get512(&c.sr, g+eight512)
			q := one.Div(e1.Mul(e2))
			w.storeOne512(f1s, f2s, t1s, t2s, x, g, e2.Mul(q), zero)
			w.storeOne512(f1s, f2s, t1s, t2s, x, g+eight512, e1.Mul(q), zero)
		}
	}
	c.finite = check.Equal(zero).ToBits()
	ClearAVXUpperBits()
	return c.finite == full512
}

func (w *mixtureConstants) storeOne512(f1, f2, t1, t2, x *Row, g int, r, zero f512) {
	v := get512(x, g)
	w.store512(f1, f2, g, get512(t1, g), get512(t2, g), v.Add(zero), r, v.MulAdd(r, zero))
}

// logits512 finds the coefficients of z, empties the sums, and finds out which lanes need no clamp.
func (c *Mixture) logits512(theta []Row) {
	t1s, t2s, w, k := &theta[0], &theta[1], &c.mixtureConstants, konst
	zero := num512(&k.zero)
	most := zero
	for g := range groups512 {
		a, b := w.coefficients512(get512(t1s, g), get512(t2s, g))
		put512(&c.a, g, a)
		put512(&c.b, g, b)
		put512(&c.s, g, zero)
		put512(&c.sr, g, zero)
		put512(&c.sx, g, zero)
		most = most.Max(abs512(b, k).MulAdd(num512(&w.reach), abs512(a, k)))
	}
	c.inside = most.LessEqual(num512(&k.maxLogit)).ToBits() // may lose a NaN; finish512 finds it
}

// finish512 stores the force. It reports whether all numbers are finite; if not, f is not valid.
func (c *Mixture) finish512(f, theta []Row) bool {
	t1s, t2s, f1s, f2s := &theta[0], &theta[1], &f[0], &f[1]
	zero := num512(&konst.zero)
	check := zero
	for g := range groups512 {
		s := get512(&c.s, g)
		check = get512(&c.b, g).MulAdd(zero, s.MulAdd(zero, check))
		check = get512(&c.a, g).MulAdd(zero, check)
		c.store512(f1s, f2s, g, get512(t1s, g), get512(t2s, g),
			s, get512(&c.sr, g), get512(&c.sx, g))
	}
	// stored, because the compiler moves a value that is not past the next line
	c.finite = check.Equal(zero).ToBits()
	ClearAVXUpperBits()
	return c.finite == full512
}

// sums512 makes two passes over a group of lanes: the exponentials, then the divisions. A loop
// that did both would need more registers than the compiler has.
func (c *Mixture) sums512(x []Row) {
	for n := (len(x)-1)%chunk + 1; len(x) > 0; n = chunk {
		if c.linear && c.inside == full512 {
			c.linearExps512(x[:n])
		} else {
			c.exps512(x[:n])
		}
		c.parts512(x[:n])
		x = x[n:]
	}
	ClearAVXUpperBits()
}

// parts512 adds the data to the sums as sum does, with one division for eight.
func (c *Mixture) parts512(x []Row) {
	one := num512(&konst.one)
	e := c.e[:len(x)]
	for g := range groups512 {
		s, r, sx := get512(&c.s, g), get512(&c.sr, g), get512(&c.sx, g)
		j := len(x) & 7
		if j > 0 {
			u := get512(&x[0], g)
			d, n, v := get512(&e[0], g), one, u
			for i := 1; i < j; i++ {
				y, f := get512(&x[i], g), get512(&e[i], g)
				d, n, v, u = d.Mul(f), n.MulAdd(f, d), v.MulAdd(f, y.Mul(d)), u.Add(y)
			}
			q := one.Div(d)
			s, r, sx = s.Add(u), n.MulAdd(q, r), v.MulAdd(q, sx)
		}
		for ; j+7 < len(x); j += 8 {
			x, e := (*[8]Row)(x[j:j+8]), (*[8]Row)(e[j:j+8])
			y, f := get512(&x[0], g), get512(&e[0], g)
			z, h := get512(&x[1], g), get512(&e[1], g)
			d1, n1, v1, u1 := f.Mul(h), f.Add(h), y.MulAdd(h, z.Mul(f)), y.Add(z)
			y, f = get512(&x[4], g), get512(&e[4], g)
			z, h = get512(&x[5], g), get512(&e[5], g)
			d2, n2, v2, u2 := f.Mul(h), f.Add(h), y.MulAdd(h, z.Mul(f)), y.Add(z)
			y, f = get512(&x[2], g), get512(&e[2], g)
			d1, n1, v1, u1 = d1.Mul(f), n1.MulAdd(f, d1), v1.MulAdd(f, y.Mul(d1)), u1.Add(y)
			y, f = get512(&x[6], g), get512(&e[6], g)
			d2, n2, v2, u2 = d2.Mul(f), n2.MulAdd(f, d2), v2.MulAdd(f, y.Mul(d2)), u2.Add(y)
			y, f = get512(&x[3], g), get512(&e[3], g)
			d1, n1, v1, u1 = d1.Mul(f), n1.MulAdd(f, d1), v1.MulAdd(f, y.Mul(d1)), u1.Add(y)
			y, f = get512(&x[7], g), get512(&e[7], g)
			d2, n2, v2, u2 = d2.Mul(f), n2.MulAdd(f, d2), v2.MulAdd(f, y.Mul(d2)), u2.Add(y)
			q := one.Div(d1.Mul(d2))
			s = s.Add(u1.Add(u2))
			r = n1.MulAdd(d2, n2.Mul(d1)).MulAdd(q, r)
			sx = v1.MulAdd(d2, v2.Mul(d1)).MulAdd(q, sx)
		}
		put512(&c.s, g, s)
		put512(&c.sr, g, r)
		put512(&c.sx, g, sx)
	}
}
