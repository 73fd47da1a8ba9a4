// Code generated from mixture_512.go by narrow; DO NOT EDIT.

//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	. "simd/archsimd"
	"unsafe"
)

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
func (w *mixtureConstants) store256(force unsafe.Pointer, at int, t1, t2, s, r, x f256) {
	f := x.Sub(t1.Mul(r))
	into256(force, at, f.MulAdd(num256(&w.scale1), t1.Mul(num256(&w.minusPrior))))
	f = s.Sub(x).Sub(t2.Mul(num256(&w.count).Sub(r)))
	into256(force, rowBytes+at, f.MulAdd(num256(&w.scale2), t2.Mul(num256(&w.minusPrior))))
}

// forceOne256 is the force of one datum, in short loops, because the processor overlaps as many
// iterations as fit into its scheduler. It reports whether all numbers are finite; if not, f is not
// valid.
func (c *Mixture) forceOne256(f, theta []Row, x *Row) bool {
	w, k := &c.mixtureConstants, konst
	zero := num256(&k.zero)
	check := zero
	t, p, z := unsafe.Pointer(&theta[0]), unsafe.Pointer(x), unsafe.Pointer(&c.a)
	for n := groups256; ; {
		x := from256(p, 0)
		a, b := w.coefficients256(from256(t, 0), from256(t, rowBytes))
		check = check.Add(a.MulAdd(zero, b.MulAdd(zero, x.Mul(zero))))
		into256(z, 0, clamp256(num256(&w.c).MulAdd(x, b).MulAdd(x, a), k))
		if n--; n == 0 {
			break
		}
		t, p, z = unsafe.Add(t, bytes256), unsafe.Add(p, bytes256), unsafe.Add(z, bytes256)
	}
	z, e := unsafe.Pointer(&c.a), unsafe.Pointer(&c.sr)
	for n := groups256 / 2; ; {
		tx, fx := split256(from256(z, 0), k)
		ty, fy := split256(from256(z, second256), k)
		i, j := pair256(tx, ty, k)
		ex, ey := k.exp.lookUp256(i, j, k)
		into256(e, 0, plusExp256(tx, fx, ex, k))
		into256(e, second256, plusExp256(ty, fy, ey, k))
		if n--; n == 0 {
			break
		}
		z, e = unsafe.Add(z, third256), unsafe.Add(e, third256)
	}
	one := num256(&k.one)
	for h := 0; h < Lanes; h += 16 { // lanes l and l + 8 share a division
		t, p, e := unsafe.Pointer(&theta[0][h]), unsafe.Pointer(&x[h]), unsafe.Pointer(&c.sr[h])
		f := unsafe.Pointer(&f[0][h])
		for n := eight256; ; {
			e1, e2 := from256(e, 0), from256(e, 64)
			q := one.Div(e1.Mul(e2))
			w.storeOne256(f, t, p, 0, e2.Mul(q), zero)
			w.storeOne256(f, t, p, 64, e1.Mul(q), zero)
			if n--; n == 0 {
				break
			}
			t, p = unsafe.Add(t, bytes256), unsafe.Add(p, bytes256)
			e, f = unsafe.Add(e, bytes256), unsafe.Add(f, bytes256)
		}
	}
	c.finite = check.Equal(zero).ToBits()
	ClearAVXUpperBits()
	return c.finite == full256
}

func (w *mixtureConstants) storeOne256(f, theta, x unsafe.Pointer, at int, r, zero f256) {
	t1, t2, v := from256(theta, at), from256(theta, rowBytes+at), from256(x, at)
	w.store256(f, at, t1, t2, v.Add(zero), r, v.MulAdd(r, zero))
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
	zero := num256(&konst.zero)
	check := zero
	t, p := unsafe.Pointer(&theta[0]), unsafe.Pointer(&f[0])
	for g := range groups256 {
		s := get256(&c.s, g)
		check = check.Add(get256(&c.a, g).MulAdd(zero, get256(&c.b, g).MulAdd(zero, s.Mul(zero))))
		at := g * bytes256
		c.store256(p, at, from256(t, at), from256(t, rowBytes+at), s, get256(&c.sr, g), get256(&c.sx, g))
	}
	// store it, or the compiler moves it past the next line
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

// parts256 adds the data to the sums as sum does, with one division per eight data.
func (c *Mixture) parts256(x []Row) {
	one := num256(&konst.one)
	for g := range groups256 {
		s, r, sx := get256(&c.s, g), get256(&c.sr, g), get256(&c.sx, g)
		p, q := unsafe.Pointer(&x[0][g*lanes256]), unsafe.Pointer(&c.e[0][g*lanes256])
		if j := len(x) & 7; j > 0 {
			u := from256(p, 0)
			d, n, v := from256(q, 0), one, u
			for i := 1; i < j; i++ {
				p, q = unsafe.Add(p, rowBytes), unsafe.Add(q, rowBytes)
				y, f := from256(p, 0), from256(q, 0)
				d, n, v, u = d.Mul(f), n.MulAdd(f, d), v.MulAdd(f, y.Mul(d)), u.Add(y)
			}
			if len(x) > 7 {
				p, q = unsafe.Add(p, rowBytes), unsafe.Add(q, rowBytes)
			}
			w := one.Div(d)
			s, r, sx = s.Add(u), n.MulAdd(w, r), v.MulAdd(w, sx)
		}
		for j := len(x) / 8; j > 0; {
			y, f := from256(p, 0), from256(q, 0)
			z, h := from256(p, rowBytes), from256(q, rowBytes)
			d1, n1, v1, u1 := f.Mul(h), f.Add(h), y.MulAdd(h, z.Mul(f)), y.Add(z)
			y, f = from256(p, 4*rowBytes), from256(q, 4*rowBytes)
			z, h = from256(p, 5*rowBytes), from256(q, 5*rowBytes)
			d2, n2, v2, u2 := f.Mul(h), f.Add(h), y.MulAdd(h, z.Mul(f)), y.Add(z)
			y, f = from256(p, 2*rowBytes), from256(q, 2*rowBytes)
			d1, n1, v1, u1 = d1.Mul(f), n1.MulAdd(f, d1), v1.MulAdd(f, y.Mul(d1)), u1.Add(y)
			y, f = from256(p, 6*rowBytes), from256(q, 6*rowBytes)
			d2, n2, v2, u2 = d2.Mul(f), n2.MulAdd(f, d2), v2.MulAdd(f, y.Mul(d2)), u2.Add(y)
			y, f = from256(p, 3*rowBytes), from256(q, 3*rowBytes)
			d1, n1, v1, u1 = d1.Mul(f), n1.MulAdd(f, d1), v1.MulAdd(f, y.Mul(d1)), u1.Add(y)
			y, f = from256(p, 7*rowBytes), from256(q, 7*rowBytes)
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
		put256(&c.s, g, s)
		put256(&c.sr, g, r)
		put256(&c.sx, g, sx)
	}
}
