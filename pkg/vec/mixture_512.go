//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	. "simd/archsimd"
	"unsafe"
)

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
func (w *mixtureConstants) store512(force unsafe.Pointer, at int, t1, t2, s, r, x f512) {
	f := x.Sub(t1.Mul(r))
	into512(force, at, f.MulAdd(num512(&w.scale1), t1.Mul(num512(&w.minusPrior))))
	f = s.Sub(x).Sub(t2.Mul(num512(&w.count).Sub(r)))
	into512(force, rowBytes+at, f.MulAdd(num512(&w.scale2), t2.Mul(num512(&w.minusPrior))))
}

// forceOne512 is the force of one datum, in short loops, because the processor overlaps as many
// iterations as fit into its scheduler. It reports whether all numbers are finite; if not, f is not
// valid.
func (c *Mixture) forceOne512(f, theta []Row, x *Row) bool {
	w, k := &c.mixtureConstants, konst
	zero := num512(&k.zero)
	check := zero
	t, p, z := unsafe.Pointer(&theta[0]), unsafe.Pointer(x), unsafe.Pointer(&c.a)
	for n := groups512; ; {
		x := from512(p, 0)
		a, b := w.coefficients512(from512(t, 0), from512(t, rowBytes))
		check = check.Add(a.MulAdd(zero, b.MulAdd(zero, x.Mul(zero))))
		into512(z, 0, clamp512(num512(&w.c).MulAdd(x, b).MulAdd(x, a), k))
		if n--; n == 0 {
			break
		}
		t, p, z = unsafe.Add(t, bytes512), unsafe.Add(p, bytes512), unsafe.Add(z, bytes512)
	}
	z, e := unsafe.Pointer(&c.a), unsafe.Pointer(&c.sr)
	for n := groups512 / 2; ; {
		tx, fx := split512(from512(z, 0), k)
		ty, fy := split512(from512(z, second512), k)
		i, j := pair512(tx, ty, k)
		ex, ey := k.exp.lookUp512(i, j, k)
		into512(e, 0, plusExp512(tx, fx, ex, k))
		into512(e, second512, plusExp512(ty, fy, ey, k))
		if n--; n == 0 {
			break
		}
		z, e = unsafe.Add(z, third512), unsafe.Add(e, third512)
	}
	one := num512(&k.one)
	for h := 0; h < Lanes; h += 16 { // lanes l and l + 8 share a division
		t, p, e := unsafe.Pointer(&theta[0][h]), unsafe.Pointer(&x[h]), unsafe.Pointer(&c.sr[h])
		f := unsafe.Pointer(&f[0][h])
		for n := eight512; ; {
			e1, e2 := from512(e, 0), from512(e, 64)
			q := one.Div(e1.Mul(e2))
			w.storeOne512(f, t, p, 0, e2.Mul(q), zero)
			w.storeOne512(f, t, p, 64, e1.Mul(q), zero)
			if n--; n == 0 {
				break
			}
			t, p = unsafe.Add(t, bytes512), unsafe.Add(p, bytes512)
			e, f = unsafe.Add(e, bytes512), unsafe.Add(f, bytes512)
		}
	}
	c.finite = check.Equal(zero).ToBits()
	ClearAVXUpperBits()
	return c.finite == full512
}

func (w *mixtureConstants) storeOne512(f, theta, x unsafe.Pointer, at int, r, zero f512) {
	t1, t2, v := from512(theta, at), from512(theta, rowBytes+at), from512(x, at)
	w.store512(f, at, t1, t2, v.Add(zero), r, v.MulAdd(r, zero))
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
	zero := num512(&konst.zero)
	check := zero
	t, p := unsafe.Pointer(&theta[0]), unsafe.Pointer(&f[0])
	for g := range groups512 {
		s := get512(&c.s, g)
		check = check.Add(get512(&c.a, g).MulAdd(zero, get512(&c.b, g).MulAdd(zero, s.Mul(zero))))
		at := g * bytes512
		c.store512(p, at, from512(t, at), from512(t, rowBytes+at), s, get512(&c.sr, g), get512(&c.sx, g))
	}
	// store it, or the compiler moves it past the next line
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

// parts512 adds the data to the sums as sum does, with one division per eight data.
func (c *Mixture) parts512(x []Row) {
	one := num512(&konst.one)
	for g := range groups512 {
		s, r, sx := get512(&c.s, g), get512(&c.sr, g), get512(&c.sx, g)
		p, q := unsafe.Pointer(&x[0][g*lanes512]), unsafe.Pointer(&c.e[0][g*lanes512])
		if j := len(x) & 7; j > 0 {
			u := from512(p, 0)
			d, n, v := from512(q, 0), one, u
			for i := 1; i < j; i++ {
				p, q = unsafe.Add(p, rowBytes), unsafe.Add(q, rowBytes)
				y, f := from512(p, 0), from512(q, 0)
				d, n, v, u = d.Mul(f), n.MulAdd(f, d), v.MulAdd(f, y.Mul(d)), u.Add(y)
			}
			if len(x) > 7 {
				p, q = unsafe.Add(p, rowBytes), unsafe.Add(q, rowBytes)
			}
			w := one.Div(d)
			s, r, sx = s.Add(u), n.MulAdd(w, r), v.MulAdd(w, sx)
		}
		for j := len(x) / 8; j > 0; {
			y, f := from512(p, 0), from512(q, 0)
			z, h := from512(p, rowBytes), from512(q, rowBytes)
			d1, n1, v1, u1 := f.Mul(h), f.Add(h), y.MulAdd(h, z.Mul(f)), y.Add(z)
			y, f = from512(p, 4*rowBytes), from512(q, 4*rowBytes)
			z, h = from512(p, 5*rowBytes), from512(q, 5*rowBytes)
			d2, n2, v2, u2 := f.Mul(h), f.Add(h), y.MulAdd(h, z.Mul(f)), y.Add(z)
			y, f = from512(p, 2*rowBytes), from512(q, 2*rowBytes)
			d1, n1, v1, u1 = d1.Mul(f), n1.MulAdd(f, d1), v1.MulAdd(f, y.Mul(d1)), u1.Add(y)
			y, f = from512(p, 6*rowBytes), from512(q, 6*rowBytes)
			d2, n2, v2, u2 = d2.Mul(f), n2.MulAdd(f, d2), v2.MulAdd(f, y.Mul(d2)), u2.Add(y)
			y, f = from512(p, 3*rowBytes), from512(q, 3*rowBytes)
			d1, n1, v1, u1 = d1.Mul(f), n1.MulAdd(f, d1), v1.MulAdd(f, y.Mul(d1)), u1.Add(y)
			y, f = from512(p, 7*rowBytes), from512(q, 7*rowBytes)
			d2, n2, v2, u2 = d2.Mul(f), n2.MulAdd(f, d2), v2.MulAdd(f, y.Mul(d2)), u2.Add(y)
			w := one.Div(d1.Mul(d2))
			s = s.Add(u1.Add(u2))
			r = n1.MulAdd(d2, n2.Mul(d1)).MulAdd(w, r)
			sx = v1.MulAdd(d2, v2.Mul(d1)).MulAdd(w, sx)
			if j--; j == 0 {
				break
			}
			p, q = unsafe.Add(p, 8*rowBytes), unsafe.Add(q, 8*rowBytes)
		}
		put512(&c.s, g, s)
		put512(&c.sr, g, r)
		put512(&c.sx, g, sx)
	}
}
