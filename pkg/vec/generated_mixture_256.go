// Code generated from mixture_512.go by narrow; DO NOT EDIT.

//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import . "simd/archsimd"

func (*avx256) mixtureForce(c *Mixture, f, theta, x []Row) {
	finite := false
	if len(x) == 1 {
		finite = c.forceOne256(f, theta, &x[0])
	} else {
		c.logits256(theta)
		c.sums256(x)
		finite = c.finish256(f, theta)
	}
	if !finite { // minimum and maximum lose NaN
		specification.mixtureForce(c, f, theta, x)
	}
}

func (*avx256) mixtureForceAll(c *Mixture, f, theta []Row, x []float64) {
	c.logits256(theta)
	c.chunks(x, c.sums256)
	if !c.finish256(f, theta) {
		specification.mixtureForceAll(c, f, theta, x)
	}
}

// coefficients256 returns a and b of z = c x² + b x + a.
func (w *mixtureConstants) coefficients256(t1, t2 f256) (a, b f256) {
	u, v := t1.Mul(num256(&w.inv1)), t2.Mul(num256(&w.inv2))
	a = u.MulAdd(t1, t2.Mul(num256(&w.minusInv2)).Mul(t2))
	return a.MulAdd(num256(&konst.half), num256(&w.logw)), v.Sub(u)
}

// store256 stores the force, given s = Σ x, r = Σ r(x) and x = Σ r(x) x.
func (w *mixtureConstants) store256(f1, f2 *Row, g int, t1, t2, s, r, x f256) {
	f := x.Sub(t1.Mul(r))
	put256(f1, g, f.MulAdd(num256(&w.scale1), t1.Mul(num256(&w.minusPrior))))
	f = s.Sub(x).Sub(t2.Mul(num256(&w.count).Sub(r)))
	put256(f2, g, f.MulAdd(num256(&w.scale2), t2.Mul(num256(&w.minusPrior))))
}

// forceOne256 is the force of one datum, in short loops: the processor overlaps as many vectors as
// its scheduler holds the instructions of. It reports whether all numbers are finite; if not, f is
// not valid.
func (c *Mixture) forceOne256(f, theta []Row, x *Row) bool {
	t1s, t2s, f1s, f2s := &theta[0], &theta[1], &f[0], &f[1]
	w, k := &c.mixtureConstants, konst
	zero := num256(&k.zero)
	check := zero
	for g := range groups256 {
		x := get256(x, g)
		a, b := w.coefficients256(get256(t1s, g), get256(t2s, g))
		check = a.MulAdd(zero, b.MulAdd(zero, check))
		check = x.MulAdd(zero, check)
		put256(&c.a, g, clamp256(num256(&w.c).MulAdd(x, b).MulAdd(x, a), k))
	}
	for g := 0; g < groups256; g += 2 {
		tx, fx := split256(get256(&c.a, g), k)
		ty, fy := split256(get256(&c.a, g+1), k)
		i, j := pair256(tx, ty, k)
		ex, ey := k.exp.lookUp256(i, j, k)
		put256(&c.sr, g, plusExp256(tx, fx, ex, k))
		put256(&c.sr, g+1, plusExp256(ty, fy, ey, k))
	}
	one := num256(&k.one)
	for h := 0; h < groups256; h += 2 * eight256 { // lanes l and l + 8 share a division
		for g := h; g < h+eight256; g++ {
			e1, e2 := get256(&c.sr, g), get256(&c.sr, g+eight256)
			q := one.Div(e1.Mul(e2))
			w.storeOne256(f1s, f2s, t1s, t2s, x, g, e2.Mul(q), zero)
			w.storeOne256(f1s, f2s, t1s, t2s, x, g+eight256, e1.Mul(q), zero)
		}
	}
	c.finite = check.Equal(zero).ToBits()
	ClearAVXUpperBits()
	return c.finite == full256
}

func (w *mixtureConstants) storeOne256(f1, f2, t1, t2, x *Row, g int, r, zero f256) {
	v := get256(x, g)
	w.store256(f1, f2, g, get256(t1, g), get256(t2, g), v.Add(zero), r, v.MulAdd(r, zero))
}

// logits256 finds the coefficients of z, empties the sums, and finds out which lanes need no clamp.
func (c *Mixture) logits256(theta []Row) {
	t1s, t2s, w, k := &theta[0], &theta[1], &c.mixtureConstants, konst
	zero := num256(&k.zero)
	most := zero
	for g := range groups256 {
		a, b := w.coefficients256(get256(t1s, g), get256(t2s, g))
		put256(&c.a, g, a)
		put256(&c.b, g, b)
		put256(&c.s, g, zero)
		put256(&c.sr, g, zero)
		put256(&c.sx, g, zero)
		most = most.Max(abs256(b, k).MulAdd(num256(&w.reach), abs256(a, k)))
	}
	c.inside = most.LessEqual(num256(&k.maxLogit)).ToBits() // may lose a NaN; finish256 finds it
}

// finish256 stores the force. It reports whether all numbers are finite; if not, f is not valid.
func (c *Mixture) finish256(f, theta []Row) bool {
	t1s, t2s, f1s, f2s := &theta[0], &theta[1], &f[0], &f[1]
	zero := num256(&konst.zero)
	check := zero
	for g := range groups256 {
		s := get256(&c.s, g)
		check = get256(&c.b, g).MulAdd(zero, s.MulAdd(zero, check))
		check = get256(&c.a, g).MulAdd(zero, check)
		c.store256(f1s, f2s, g, get256(t1s, g), get256(t2s, g),
			s, get256(&c.sr, g), get256(&c.sx, g))
	}
	// stored, because the compiler moves a value that is not past the next line
	c.finite = check.Equal(zero).ToBits()
	ClearAVXUpperBits()
	return c.finite == full256
}

// sums256 makes two passes over a group of lanes: the exponentials, then the divisions. A loop
// that did both would need more registers than the compiler has.
func (c *Mixture) sums256(x []Row) {
	for n := (len(x)-1)%chunk + 1; len(x) > 0; n = chunk {
		if c.linear && c.inside == full256 {
			c.linearExps256(x[:n])
		} else {
			c.exps256(x[:n])
		}
		c.parts256(x[:n])
		x = x[n:]
	}
	ClearAVXUpperBits()
}

// parts256 adds the data to the sums as sum does, with one division for eight.
func (c *Mixture) parts256(x []Row) {
	one := num256(&konst.one)
	e := c.e[:len(x)]
	for g := range groups256 {
		s, r, sx := get256(&c.s, g), get256(&c.sr, g), get256(&c.sx, g)
		j := len(x) & 7
		if j > 0 {
			u := get256(&x[0], g)
			d, n, v := get256(&e[0], g), one, u
			for i := 1; i < j; i++ {
				y, f := get256(&x[i], g), get256(&e[i], g)
				d, n, v, u = d.Mul(f), n.MulAdd(f, d), v.MulAdd(f, y.Mul(d)), u.Add(y)
			}
			q := one.Div(d)
			s, r, sx = s.Add(u), n.MulAdd(q, r), v.MulAdd(q, sx)
		}
		for ; j+7 < len(x); j += 8 {
			x, e := (*[8]Row)(x[j:j+8]), (*[8]Row)(e[j:j+8])
			y, f := get256(&x[0], g), get256(&e[0], g)
			z, h := get256(&x[1], g), get256(&e[1], g)
			d1, n1, v1, u1 := f.Mul(h), f.Add(h), y.MulAdd(h, z.Mul(f)), y.Add(z)
			y, f = get256(&x[4], g), get256(&e[4], g)
			z, h = get256(&x[5], g), get256(&e[5], g)
			d2, n2, v2, u2 := f.Mul(h), f.Add(h), y.MulAdd(h, z.Mul(f)), y.Add(z)
			y, f = get256(&x[2], g), get256(&e[2], g)
			d1, n1, v1, u1 = d1.Mul(f), n1.MulAdd(f, d1), v1.MulAdd(f, y.Mul(d1)), u1.Add(y)
			y, f = get256(&x[6], g), get256(&e[6], g)
			d2, n2, v2, u2 = d2.Mul(f), n2.MulAdd(f, d2), v2.MulAdd(f, y.Mul(d2)), u2.Add(y)
			y, f = get256(&x[3], g), get256(&e[3], g)
			d1, n1, v1, u1 = d1.Mul(f), n1.MulAdd(f, d1), v1.MulAdd(f, y.Mul(d1)), u1.Add(y)
			y, f = get256(&x[7], g), get256(&e[7], g)
			d2, n2, v2, u2 = d2.Mul(f), n2.MulAdd(f, d2), v2.MulAdd(f, y.Mul(d2)), u2.Add(y)
			q := one.Div(d1.Mul(d2))
			s = s.Add(u1.Add(u2))
			r = n1.MulAdd(d2, n2.Mul(d1)).MulAdd(q, r)
			sx = v1.MulAdd(d2, v2.Mul(d1)).MulAdd(q, sx)
		}
		put256(&c.s, g, s)
		put256(&c.sr, g, r)
		put256(&c.sx, g, sx)
	}
}
