// Code generated from network_512.go by narrow; DO NOT EDIT.

//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	. "simd/archsimd"
	"unsafe"
)

// The force of a network goes through the lanes in columns of one vector, and in a column through
// the data in blocks: the block's data are gathered, then three passes compute the logits, δ, and
// the sums. No pass waits for its own results: it takes four data at a time, and the divisions and
// exponentials stand side by side. The column of θ is first copied to one place, and the sums
// stand beside it: rows lie some multiple of 4096 bytes apart, and a load from one would wait for
// the stores to others.

// Access to the scratch, a vector of which is slotBytes long, and to rows of a column.

func at256(p unsafe.Pointer, i int) f256 { return load256((*mem256)(unsafe.Add(p, i*slotBytes))) }

func to256(p unsafe.Pointer, i int, v f256) { store256((*mem256)(unsafe.Add(p, i*slotBytes)), v) }

func column256(p unsafe.Pointer, i int) f256 {
	return load256((*mem256)(unsafe.Add(p, i*rowBytes)))
}

func toColumn256(p unsafe.Pointer, i int, v f256) {
	store256((*mem256)(unsafe.Add(p, i*rowBytes)), v)
}

func fourAt256(p unsafe.Pointer, i int) *[4]mem256 {
	return (*[4]mem256)(unsafe.Add(p, i*rowBytes))
}

// addOn256 is a + v z where the unit is on, z > 0, and a elsewhere.
func addOn256(v, z, a, zero f256) f256 { return v.MulAdd(z, a).Merge(a, z.Greater(zero)) }

func (*avx256) networkForce(c *Network, f, theta []Row, idx []Index) {
	switch {
	case !within256(idx, c.total):
		specification.networkForce(c, f, theta, idx) // panics
	case len(idx) == 1:
		c.one256(unsafe.Pointer(&f[0]), unsafe.Pointer(&theta[0]), &idx[0])
	default:
		for l := 0; l < Lanes; l += lanes256 {
			c.begin256(unsafe.Pointer(&theta[0][l]))
			for k := 0; k < len(idx); k += c.scratch.block {
				n := min(c.scratch.block, len(idx)-k)
				c.gather256(unsafe.Pointer(&idx[k][l]), n, 0)
				c.addBlock256(n)
			}
			c.end256(unsafe.Pointer(&f[0][l]), c.scale)
		}
	}
	ClearAVXUpperBits()
}

func (*avx256) networkForceAll(c *Network, f, theta []Row) {
	for l := 0; l < Lanes; l += lanes256 {
		c.begin256(unsafe.Pointer(&theta[0][l]))
		for k := 0; k < c.total; k += c.scratch.block {
			n := min(c.scratch.block, c.total-k)
			x := unsafe.Pointer(&c.scratch.x[0])
			for i, v := range c.data[k*c.stride : (k+n)*c.stride] {
				to256(x, i, all256(v))
			}
			c.addBlock256(n)
		}
		c.end256(unsafe.Pointer(&f[0][l]), 1)
	}
	ClearAVXUpperBits()
}

// addBlock256 adds the first n data of the block to the sums.
func (c *Network) addBlock256(n int) {
	c.logits256(n)
	c.delta256(n)
	if c.inputs == 2 {
		c.planeSums256(n)
	} else {
		c.sums256(n)
	}
}

// begin256 copies a column of θ to the scratch and empties the sums.
func (c *Network) begin256(theta unsafe.Pointer) {
	d := c.inputs
	var zero f256
	p, s := unsafe.Pointer(&c.scratch.theta[0]), unsafe.Pointer(&c.scratch.sum[0])
	at := 0
	for j := range c.hidden {
		for i := range d {
			to256(p, at+i, column256(theta, j*d+i))
			to256(s, at+i, zero)
		}
		to256(p, at+d, column256(theta, c.hidden*d+j))
		to256(s, at+d, zero)
		to256(p, at+d+1, column256(theta, c.hidden*(d+1)+j))
		at += d + 2
	}
}

// end256 computes the force from the sums.
func (c *Network) end256(f unsafe.Pointer, scale float64) {
	d := c.inputs
	b, v := c.hidden*d, c.hidden*(d+1)
	minusOne, sv := num256(&konst.minusOne), all256(scale)
	p, s := unsafe.Pointer(&c.scratch.theta[0]), unsafe.Pointer(&c.scratch.sum[0])
	at := 0
	for j := range c.hidden {
		sj, bj, vj := at256(s, at+d), at256(p, at+d), at256(p, at+d+1)
		g, q := bj.Mul(sj), vj.Mul(sv)
		toColumn256(f, b+j, sj.MulAdd(q, bj.Mul(minusOne)))
		for i := range d {
			w, t := at256(p, at+i), at256(s, at+i)
			g = w.MulAdd(t, g)
			toColumn256(f, j*d+i, t.MulAdd(q, w.Mul(minusOne)))
		}
		toColumn256(f, v+j, g.MulAdd(sv, vj.Mul(minusOne)))
		at += d + 2
	}
}

// logits256 computes a(x) of the first n data of the block.
func (c *Network) logits256(n int) {
	if c.inputs == 2 {
		c.planeLogits256(n)
		return
	}
	d, step := c.inputs, c.stride
	x, a := unsafe.Pointer(&c.scratch.x[0]), unsafe.Pointer(&c.scratch.a[0])
	p := unsafe.Pointer(&c.scratch.theta[0])
	zero := num256(&konst.zero)
	k, k0 := 0, 0
	for ; k+4 <= n; k += 4 {
		k1, k2, k3 := k0+step, k0+2*step, k0+3*step
		var a0, a1, a2, a3 f256
		at := 0
		for range c.hidden {
			z0 := at256(p, at+d)
			z1, z2, z3 := z0, z0, z0
			for i := range d {
				w := at256(p, at+i)
				z0, z1 = w.MulAdd(at256(x, k0+i), z0), w.MulAdd(at256(x, k1+i), z1)
				z2, z3 = w.MulAdd(at256(x, k2+i), z2), w.MulAdd(at256(x, k3+i), z3)
			}
			v := at256(p, at+d+1)
			a0, a1 = addOn256(v, z0, a0, zero), addOn256(v, z1, a1, zero)
			a2, a3 = addOn256(v, z2, a2, zero), addOn256(v, z3, a3, zero)
			at += d + 2
		}
		to256(a, k, a0)
		to256(a, k+1, a1)
		to256(a, k+2, a2)
		to256(a, k+3, a3)
		k0 += 4 * step
	}
	for ; k < n; k++ {
		var a0 f256
		at := 0
		for range c.hidden {
			z := at256(p, at+d)
			for i := range d {
				z = at256(p, at+i).MulAdd(at256(x, k0+i), z)
			}
			a0 = addOn256(at256(p, at+d+1), z, a0, zero)
			at += d + 2
		}
		to256(a, k, a0)
		k0 += step
	}
}

// delta256 replaces a(x) by δ, for two data at a time; of an odd number it does the last twice.
func (c *Network) delta256(n int) {
	k := konst
	x, p := unsafe.Pointer(&c.scratch.x[c.inputs]), unsafe.Pointer(&c.scratch.a[0])
	for i := 0; i < n; i += 2 {
		j := min(i+1, n-1)
		t, u, a, b := at256(x, i*c.stride), at256(x, j*c.stride), at256(p, i), at256(p, j)
		ta, fa := split256(clamp256(t.Mul(a).Mul(num256(&k.unit)), k), k)
		tb, fb := split256(clamp256(u.Mul(b).Mul(num256(&k.unit)), k), k)
		v, w := pair256(ta, tb, k)
		ea, eb := k.exp.lookUp256(v, w, k)
		ea, eb = plusExp256(ta, fa, ea, k), plusExp256(tb, fb, eb, k)
		to256(p, i, a.MulAdd(num256(&k.zero), t.Div(ea)))
		to256(p, j, b.MulAdd(num256(&k.zero), u.Div(eb)))
	}
}

// sums256 adds the first n data of the block to the sums.
func (c *Network) sums256(n int) {
	d, step := c.inputs, c.stride
	x, a := unsafe.Pointer(&c.scratch.x[0]), unsafe.Pointer(&c.scratch.a[0])
	p, s := unsafe.Pointer(&c.scratch.theta[0]), unsafe.Pointer(&c.scratch.sum[0])
	zero := num256(&konst.zero)
	k, k0 := 0, 0
	for ; k+4 <= n; k += 4 {
		k1, k2, k3 := k0+step, k0+2*step, k0+3*step
		d0, d1, d2, d3 := at256(a, k), at256(a, k+1), at256(a, k+2), at256(a, k+3)
		at := 0
		for range c.hidden {
			z0 := at256(p, at+d)
			z1, z2, z3 := z0, z0, z0
			for i := range d {
				w := at256(p, at+i)
				z0, z1 = w.MulAdd(at256(x, k0+i), z0), w.MulAdd(at256(x, k1+i), z1)
				z2, z3 = w.MulAdd(at256(x, k2+i), z2), w.MulAdd(at256(x, k3+i), z3)
			}
			s0, s1 := d0.Masked(z0.Greater(zero)), d1.Masked(z1.Greater(zero))
			s2, s3 := d2.Masked(z2.Greater(zero)), d3.Masked(z3.Greater(zero))
			to256(s, at+d, at256(s, at+d).Add(s0).Add(s1).Add(s2).Add(s3))
			for i := range d {
				t := s1.MulAdd(at256(x, k1+i), s0.MulAdd(at256(x, k0+i), at256(s, at+i)))
				to256(s, at+i, s3.MulAdd(at256(x, k3+i), s2.MulAdd(at256(x, k2+i), t)))
			}
			at += d + 2
		}
		k0 += 4 * step
	}
	for ; k < n; k++ {
		d0 := at256(a, k)
		at := 0
		for range c.hidden {
			z := at256(p, at+d)
			for i := range d {
				z = at256(p, at+i).MulAdd(at256(x, k0+i), z)
			}
			s0 := d0.Masked(z.Greater(zero))
			to256(s, at+d, at256(s, at+d).Add(s0))
			for i := range d {
				to256(s, at+i, s0.MulAdd(at256(x, k0+i), at256(s, at+i)))
			}
			at += d + 2
		}
		k0 += step
	}
}

// planeLogits256 is logits256 for two inputs: two data stay in registers.
func (c *Network) planeLogits256(n int) {
	x, a := unsafe.Pointer(&c.scratch.x[0]), unsafe.Pointer(&c.scratch.a[0])
	zero := num256(&konst.zero)
	k := 0
	for ; k+2 <= n; k += 2 {
		q := unsafe.Add(x, 4*k*slotBytes)
		x0, y0, x1, y1 := at256(q, 0), at256(q, 1), at256(q, 4), at256(q, 5)
		a0, a1 := zero, zero
		for j := range c.hidden {
			p := unsafe.Pointer(&c.scratch.theta[4*j])
			u, w, b, v := at256(p, 0), at256(p, 1), at256(p, 2), at256(p, 3)
			z0, z1 := w.MulAdd(y0, u.MulAdd(x0, b)), w.MulAdd(y1, u.MulAdd(x1, b))
			a0, a1 = addOn256(v, z0, a0, zero), addOn256(v, z1, a1, zero)
		}
		to256(a, k, a0)
		to256(a, k+1, a1)
	}
	if k < n {
		q := unsafe.Add(x, 4*k*slotBytes)
		x0, y0, a0 := at256(q, 0), at256(q, 1), zero
		for j := range c.hidden {
			p := unsafe.Pointer(&c.scratch.theta[4*j])
			z := at256(p, 1).MulAdd(y0, at256(p, 0).MulAdd(x0, at256(p, 2)))
			a0 = addOn256(at256(p, 3), z, a0, zero)
		}
		to256(a, k, a0)
	}
}

// planeSums256 is sums256 for two inputs: the sums of a unit stay in registers.
func (c *Network) planeSums256(n int) {
	zero := num256(&konst.zero)
	x, a := c.scratch.x[:4*n], c.scratch.a[:n]
	for j := range c.hidden {
		p, q := unsafe.Pointer(&c.scratch.theta[4*j]), unsafe.Pointer(&c.scratch.sum[4*j])
		u, w, b := at256(p, 0), at256(p, 1), at256(p, 2)
		tx, ty, s := at256(q, 0), at256(q, 1), at256(q, 2)
		for k := range a {
			r := unsafe.Pointer(&x[4*k])
			x, y := at256(r, 0), at256(r, 1)
			z := w.MulAdd(y, u.MulAdd(x, b))
			d := num256(&a[k]).Masked(z.Greater(zero))
			tx, ty, s = d.MulAdd(x, tx), d.MulAdd(y, ty), s.Add(d)
		}
		to256(q, 0, tx)
		to256(q, 1, ty)
		to256(q, 2, s)
	}
}

// one256 is the force for one datum per lane: nothing is summed, and since whole rows of θ and f
// are passed one after the other, no copy is needed. It takes half the lanes at a time; four
// columns stand side by side where otherwise four data do.
func (c *Network) one256(f, theta unsafe.Pointer, idx *Index) {
	const columns = 32 / lanes256
	a := unsafe.Pointer(&c.scratch.a[0])
	for h := 0; h < Lanes; h += 32 {
		p, q := unsafe.Add(theta, 8*h), unsafe.Add(f, 8*h)
		for g := range columns {
			c.gather256(unsafe.Pointer(&idx[h+lanes256*g]), 1, g)
		}
		for g := 0; g < columns; g += 4 {
			c.oneLogits256(unsafe.Add(a, g*slotBytes), unsafe.Add(p, bytes256*g), g*c.stride)
		}
		c.delta256(columns)
		c.oneForces256(q, p, columns)
	}
}

// oneLogits256 computes a(x) for four columns, the data of which begin at place k0 of the scratch.
func (c *Network) oneLogits256(a, theta unsafe.Pointer, k0 int) {
	d, step := c.inputs, c.stride
	b, v := c.hidden*d, c.hidden*(d+1)
	x, zero := unsafe.Pointer(&c.scratch.x[0]), num256(&konst.zero)
	k1, k2, k3 := k0+step, k0+2*step, k0+3*step
	var a0, a1, a2, a3 f256
	for j := range c.hidden {
		r := fourAt256(theta, b+j)
		z0, z1, z2, z3 := load256(&r[0]), load256(&r[1]), load256(&r[2]), load256(&r[3])
		for i := range d {
			r = fourAt256(theta, j*d+i)
			z0 = load256(&r[0]).MulAdd(at256(x, k0+i), z0)
			z1 = load256(&r[1]).MulAdd(at256(x, k1+i), z1)
			z2 = load256(&r[2]).MulAdd(at256(x, k2+i), z2)
			z3 = load256(&r[3]).MulAdd(at256(x, k3+i), z3)
		}
		r = fourAt256(theta, v+j)
		a0, a1 = addOn256(load256(&r[0]), z0, a0, zero), addOn256(load256(&r[1]), z1, a1, zero)
		a2, a3 = addOn256(load256(&r[2]), z2, a2, zero), addOn256(load256(&r[3]), z3, a3, zero)
	}
	to256(a, 0, a0)
	to256(a, 1, a1)
	to256(a, 2, a2)
	to256(a, 3, a3)
}

// oneForces256 is the force, given δ, for as many columns.
func (c *Network) oneForces256(f, theta unsafe.Pointer, columns int) {
	d := c.inputs
	b, v := c.hidden*d, c.hidden*(d+1)
	x, a := unsafe.Pointer(&c.scratch.x[0]), unsafe.Pointer(&c.scratch.a[0])
	zero, minusOne, scale := num256(&konst.zero), num256(&konst.minusOne), all256(c.scale)
	for j := range c.hidden {
		for g := range columns {
			p, q, k := unsafe.Add(theta, bytes256*g), unsafe.Add(f, bytes256*g), g*c.stride
			bj, vj := column256(p, b+j), column256(p, v+j)
			z := bj
			for i := range d {
				z = column256(p, j*d+i).MulAdd(at256(x, k+i), z)
			}
			s := at256(a, g).Masked(z.Greater(zero))
			y, u := bj.Mul(s), vj.Mul(scale)
			for i := range d {
				w, t := column256(p, j*d+i), s.MulAdd(at256(x, k+i), zero)
				y = w.MulAdd(t, y)
				toColumn256(q, j*d+i, t.MulAdd(u, w.Mul(minusOne)))
			}
			toColumn256(q, b+j, s.MulAdd(u, bj.Mul(minusOne)))
			toColumn256(q, v+j, y.MulAdd(scale, vj.Mul(minusOne)))
		}
	}
}

func (*avx256) networkLogit(dst *Row, theta []Row, x []float64) {
	d := len(x)
	h := len(theta) / (d + 2)
	zero := num256(&konst.zero)
	for g := range groups256 {
		a := zero
		for j := range h {
			z := get256(&theta[d*h+j], g)
			for i, x := range x {
				z = get256(&theta[j*d+i], g).MulAdd(all256(x), z)
			}
			a = addOn256(get256(&theta[(d+1)*h+j], g), z, a, zero)
		}
		put256(dst, g, a)
	}
	ClearAVXUpperBits()
}
