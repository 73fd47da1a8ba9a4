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

func at512(p unsafe.Pointer, i int) f512 { return load512((*mem512)(unsafe.Add(p, i*slotBytes))) }

func to512(p unsafe.Pointer, i int, v f512) { store512((*mem512)(unsafe.Add(p, i*slotBytes)), v) }

func column512(p unsafe.Pointer, i int) f512 {
	return load512((*mem512)(unsafe.Add(p, i*rowBytes)))
}

func toColumn512(p unsafe.Pointer, i int, v f512) {
	store512((*mem512)(unsafe.Add(p, i*rowBytes)), v)
}

func fourAt512(p unsafe.Pointer, i int) *[4]mem512 {
	return (*[4]mem512)(unsafe.Add(p, i*rowBytes))
}

// addOn512 is a + v z where the unit is on, z > 0, and a elsewhere.
func addOn512(v, z, a, zero f512) f512 { return v.MulAdd(z, a).Merge(a, z.Greater(zero)) }

func (*avx512) networkForce(c *Network, f, theta []Row, idx []Index) {
	switch {
	case !within512(idx, c.total):
		specification.networkForce(c, f, theta, idx) // panics
	case len(idx) == 1:
		c.one512(unsafe.Pointer(&f[0]), unsafe.Pointer(&theta[0]), &idx[0])
	default:
		for l := 0; l < Lanes; l += lanes512 {
			c.begin512(unsafe.Pointer(&theta[0][l]))
			for k := 0; k < len(idx); k += c.scratch.block {
				n := min(c.scratch.block, len(idx)-k)
				c.gather512(unsafe.Pointer(&idx[k][l]), n, 0)
				c.addBlock512(n)
			}
			c.end512(unsafe.Pointer(&f[0][l]), c.scale)
		}
	}
	ClearAVXUpperBits()
}

func (*avx512) networkForceAll(c *Network, f, theta []Row) {
	for l := 0; l < Lanes; l += lanes512 {
		c.begin512(unsafe.Pointer(&theta[0][l]))
		for k := 0; k < c.total; k += c.scratch.block {
			n := min(c.scratch.block, c.total-k)
			x := unsafe.Pointer(&c.scratch.x[0])
			for i, v := range c.data[k*c.stride : (k+n)*c.stride] {
				to512(x, i, all512(v))
			}
			c.addBlock512(n)
		}
		c.end512(unsafe.Pointer(&f[0][l]), 1)
	}
	ClearAVXUpperBits()
}

// addBlock512 adds the first n data of the block to the sums.
func (c *Network) addBlock512(n int) {
	c.logits512(n)
	c.delta512(n)
	if c.inputs == 2 {
		c.planeSums512(n)
	} else {
		c.sums512(n)
	}
}

// begin512 copies a column of θ to the scratch and empties the sums.
func (c *Network) begin512(theta unsafe.Pointer) {
	d := c.inputs
	var zero f512
	p, s := unsafe.Pointer(&c.scratch.theta[0]), unsafe.Pointer(&c.scratch.sum[0])
	at := 0
	for j := range c.hidden {
		for i := range d {
			to512(p, at+i, column512(theta, j*d+i))
			to512(s, at+i, zero)
		}
		to512(p, at+d, column512(theta, c.hidden*d+j))
		to512(s, at+d, zero)
		to512(p, at+d+1, column512(theta, c.hidden*(d+1)+j))
		at += d + 2
	}
}

// end512 computes the force from the sums.
func (c *Network) end512(f unsafe.Pointer, scale float64) {
	d := c.inputs
	b, v := c.hidden*d, c.hidden*(d+1)
	minusOne, sv := num512(&konst.minusOne), all512(scale)
	p, s := unsafe.Pointer(&c.scratch.theta[0]), unsafe.Pointer(&c.scratch.sum[0])
	at := 0
	for j := range c.hidden {
		sj, bj, vj := at512(s, at+d), at512(p, at+d), at512(p, at+d+1)
		g, q := bj.Mul(sj), vj.Mul(sv)
		toColumn512(f, b+j, sj.MulAdd(q, bj.Mul(minusOne)))
		for i := range d {
			w, t := at512(p, at+i), at512(s, at+i)
			g = w.MulAdd(t, g)
			toColumn512(f, j*d+i, t.MulAdd(q, w.Mul(minusOne)))
		}
		toColumn512(f, v+j, g.MulAdd(sv, vj.Mul(minusOne)))
		at += d + 2
	}
}

// logits512 computes a(x) of the first n data of the block.
func (c *Network) logits512(n int) {
	if c.inputs == 2 {
		c.planeLogits512(n)
		return
	}
	d, step := c.inputs, c.stride
	x, a := unsafe.Pointer(&c.scratch.x[0]), unsafe.Pointer(&c.scratch.a[0])
	p := unsafe.Pointer(&c.scratch.theta[0])
	zero := num512(&konst.zero)
	k, k0 := 0, 0
	for ; k+4 <= n; k += 4 {
		k1, k2, k3 := k0+step, k0+2*step, k0+3*step
		var a0, a1, a2, a3 f512
		at := 0
		for range c.hidden {
			z0 := at512(p, at+d)
			z1, z2, z3 := z0, z0, z0
			for i := range d {
				w := at512(p, at+i)
				z0, z1 = w.MulAdd(at512(x, k0+i), z0), w.MulAdd(at512(x, k1+i), z1)
				z2, z3 = w.MulAdd(at512(x, k2+i), z2), w.MulAdd(at512(x, k3+i), z3)
			}
			v := at512(p, at+d+1)
			a0, a1 = addOn512(v, z0, a0, zero), addOn512(v, z1, a1, zero)
			a2, a3 = addOn512(v, z2, a2, zero), addOn512(v, z3, a3, zero)
			at += d + 2
		}
		to512(a, k, a0)
		to512(a, k+1, a1)
		to512(a, k+2, a2)
		to512(a, k+3, a3)
		k0 += 4 * step
	}
	for ; k < n; k++ {
		var a0 f512
		at := 0
		for range c.hidden {
			z := at512(p, at+d)
			for i := range d {
				z = at512(p, at+i).MulAdd(at512(x, k0+i), z)
			}
			a0 = addOn512(at512(p, at+d+1), z, a0, zero)
			at += d + 2
		}
		to512(a, k, a0)
		k0 += step
	}
}

// delta512 replaces a(x) by δ, for two data at a time; of an odd number it does the last twice.
func (c *Network) delta512(n int) {
	k := konst
	x, p := unsafe.Pointer(&c.scratch.x[c.inputs]), unsafe.Pointer(&c.scratch.a[0])
	for i := 0; i < n; i += 2 {
		j := min(i+1, n-1)
		t, u, a, b := at512(x, i*c.stride), at512(x, j*c.stride), at512(p, i), at512(p, j)
		ta, fa := split512(clamp512(t.Mul(a).Mul(num512(&k.unit)), k), k)
		tb, fb := split512(clamp512(u.Mul(b).Mul(num512(&k.unit)), k), k)
		v, w := pair512(ta, tb, k)
		ea, eb := k.exp.lookUp512(v, w, k)
		ea, eb = plusExp512(ta, fa, ea, k), plusExp512(tb, fb, eb, k)
		to512(p, i, a.MulAdd(num512(&k.zero), t.Div(ea)))
		to512(p, j, b.MulAdd(num512(&k.zero), u.Div(eb)))
	}
}

// sums512 adds the first n data of the block to the sums.
func (c *Network) sums512(n int) {
	d, step := c.inputs, c.stride
	x, a := unsafe.Pointer(&c.scratch.x[0]), unsafe.Pointer(&c.scratch.a[0])
	p, s := unsafe.Pointer(&c.scratch.theta[0]), unsafe.Pointer(&c.scratch.sum[0])
	zero := num512(&konst.zero)
	k, k0 := 0, 0
	for ; k+4 <= n; k += 4 {
		k1, k2, k3 := k0+step, k0+2*step, k0+3*step
		d0, d1, d2, d3 := at512(a, k), at512(a, k+1), at512(a, k+2), at512(a, k+3)
		at := 0
		for range c.hidden {
			z0 := at512(p, at+d)
			z1, z2, z3 := z0, z0, z0
			for i := range d {
				w := at512(p, at+i)
				z0, z1 = w.MulAdd(at512(x, k0+i), z0), w.MulAdd(at512(x, k1+i), z1)
				z2, z3 = w.MulAdd(at512(x, k2+i), z2), w.MulAdd(at512(x, k3+i), z3)
			}
			s0, s1 := d0.Masked(z0.Greater(zero)), d1.Masked(z1.Greater(zero))
			s2, s3 := d2.Masked(z2.Greater(zero)), d3.Masked(z3.Greater(zero))
			to512(s, at+d, at512(s, at+d).Add(s0).Add(s1).Add(s2).Add(s3))
			for i := range d {
				t := s1.MulAdd(at512(x, k1+i), s0.MulAdd(at512(x, k0+i), at512(s, at+i)))
				to512(s, at+i, s3.MulAdd(at512(x, k3+i), s2.MulAdd(at512(x, k2+i), t)))
			}
			at += d + 2
		}
		k0 += 4 * step
	}
	for ; k < n; k++ {
		d0 := at512(a, k)
		at := 0
		for range c.hidden {
			z := at512(p, at+d)
			for i := range d {
				z = at512(p, at+i).MulAdd(at512(x, k0+i), z)
			}
			s0 := d0.Masked(z.Greater(zero))
			to512(s, at+d, at512(s, at+d).Add(s0))
			for i := range d {
				to512(s, at+i, s0.MulAdd(at512(x, k0+i), at512(s, at+i)))
			}
			at += d + 2
		}
		k0 += step
	}
}

// planeLogits512 is logits512 for two inputs: two data stay in registers.
func (c *Network) planeLogits512(n int) {
	x, a := unsafe.Pointer(&c.scratch.x[0]), unsafe.Pointer(&c.scratch.a[0])
	zero := num512(&konst.zero)
	k := 0
	for ; k+2 <= n; k += 2 {
		q := unsafe.Add(x, 4*k*slotBytes)
		x0, y0, x1, y1 := at512(q, 0), at512(q, 1), at512(q, 4), at512(q, 5)
		a0, a1 := zero, zero
		for j := range c.hidden {
			p := unsafe.Pointer(&c.scratch.theta[4*j])
			u, w, b, v := at512(p, 0), at512(p, 1), at512(p, 2), at512(p, 3)
			z0, z1 := w.MulAdd(y0, u.MulAdd(x0, b)), w.MulAdd(y1, u.MulAdd(x1, b))
			a0, a1 = addOn512(v, z0, a0, zero), addOn512(v, z1, a1, zero)
		}
		to512(a, k, a0)
		to512(a, k+1, a1)
	}
	if k < n {
		q := unsafe.Add(x, 4*k*slotBytes)
		x0, y0, a0 := at512(q, 0), at512(q, 1), zero
		for j := range c.hidden {
			p := unsafe.Pointer(&c.scratch.theta[4*j])
			z := at512(p, 1).MulAdd(y0, at512(p, 0).MulAdd(x0, at512(p, 2)))
			a0 = addOn512(at512(p, 3), z, a0, zero)
		}
		to512(a, k, a0)
	}
}

// planeSums512 is sums512 for two inputs: the sums of a unit stay in registers.
func (c *Network) planeSums512(n int) {
	zero := num512(&konst.zero)
	x, a := c.scratch.x[:4*n], c.scratch.a[:n]
	for j := range c.hidden {
		p, q := unsafe.Pointer(&c.scratch.theta[4*j]), unsafe.Pointer(&c.scratch.sum[4*j])
		u, w, b := at512(p, 0), at512(p, 1), at512(p, 2)
		tx, ty, s := at512(q, 0), at512(q, 1), at512(q, 2)
		for k := range a {
			r := unsafe.Pointer(&x[4*k])
			x, y := at512(r, 0), at512(r, 1)
			z := w.MulAdd(y, u.MulAdd(x, b))
			d := num512(&a[k]).Masked(z.Greater(zero))
			tx, ty, s = d.MulAdd(x, tx), d.MulAdd(y, ty), s.Add(d)
		}
		to512(q, 0, tx)
		to512(q, 1, ty)
		to512(q, 2, s)
	}
}

// one512 is the force for one datum per lane: nothing is summed, and since whole rows of θ and f
// are passed one after the other, no copy is needed. It takes half the lanes at a time; four
// columns stand side by side where otherwise four data do.
func (c *Network) one512(f, theta unsafe.Pointer, idx *Index) {
	const columns = 32 / lanes512
	a := unsafe.Pointer(&c.scratch.a[0])
	for h := 0; h < Lanes; h += 32 {
		p, q := unsafe.Add(theta, 8*h), unsafe.Add(f, 8*h)
		for g := range columns {
			c.gather512(unsafe.Pointer(&idx[h+lanes512*g]), 1, g)
		}
		for g := 0; g < columns; g += 4 {
			c.oneLogits512(unsafe.Add(a, g*slotBytes), unsafe.Add(p, bytes512*g), g*c.stride)
		}
		c.delta512(columns)
		c.oneForces512(q, p, columns)
	}
}

// oneLogits512 computes a(x) for four columns, the data of which begin at place k0 of the scratch.
func (c *Network) oneLogits512(a, theta unsafe.Pointer, k0 int) {
	d, step := c.inputs, c.stride
	b, v := c.hidden*d, c.hidden*(d+1)
	x, zero := unsafe.Pointer(&c.scratch.x[0]), num512(&konst.zero)
	k1, k2, k3 := k0+step, k0+2*step, k0+3*step
	var a0, a1, a2, a3 f512
	for j := range c.hidden {
		r := fourAt512(theta, b+j)
		z0, z1, z2, z3 := load512(&r[0]), load512(&r[1]), load512(&r[2]), load512(&r[3])
		for i := range d {
			r = fourAt512(theta, j*d+i)
			z0 = load512(&r[0]).MulAdd(at512(x, k0+i), z0)
			z1 = load512(&r[1]).MulAdd(at512(x, k1+i), z1)
			z2 = load512(&r[2]).MulAdd(at512(x, k2+i), z2)
			z3 = load512(&r[3]).MulAdd(at512(x, k3+i), z3)
		}
		r = fourAt512(theta, v+j)
		a0, a1 = addOn512(load512(&r[0]), z0, a0, zero), addOn512(load512(&r[1]), z1, a1, zero)
		a2, a3 = addOn512(load512(&r[2]), z2, a2, zero), addOn512(load512(&r[3]), z3, a3, zero)
	}
	to512(a, 0, a0)
	to512(a, 1, a1)
	to512(a, 2, a2)
	to512(a, 3, a3)
}

// oneForces512 is the force, given δ, for as many columns.
func (c *Network) oneForces512(f, theta unsafe.Pointer, columns int) {
	d := c.inputs
	b, v := c.hidden*d, c.hidden*(d+1)
	x, a := unsafe.Pointer(&c.scratch.x[0]), unsafe.Pointer(&c.scratch.a[0])
	zero, minusOne, scale := num512(&konst.zero), num512(&konst.minusOne), all512(c.scale)
	for j := range c.hidden {
		for g := range columns {
			p, q, k := unsafe.Add(theta, bytes512*g), unsafe.Add(f, bytes512*g), g*c.stride
			bj, vj := column512(p, b+j), column512(p, v+j)
			z := bj
			for i := range d {
				z = column512(p, j*d+i).MulAdd(at512(x, k+i), z)
			}
			s := at512(a, g).Masked(z.Greater(zero))
			y, u := bj.Mul(s), vj.Mul(scale)
			for i := range d {
				w, t := column512(p, j*d+i), s.MulAdd(at512(x, k+i), zero)
				y = w.MulAdd(t, y)
				toColumn512(q, j*d+i, t.MulAdd(u, w.Mul(minusOne)))
			}
			toColumn512(q, b+j, s.MulAdd(u, bj.Mul(minusOne)))
			toColumn512(q, v+j, y.MulAdd(scale, vj.Mul(minusOne)))
		}
	}
}

func (*avx512) networkLogit(dst *Row, theta []Row, x []float64) {
	d := len(x)
	h := len(theta) / (d + 2)
	zero := num512(&konst.zero)
	for g := range groups512 {
		a := zero
		for j := range h {
			z := get512(&theta[d*h+j], g)
			for i, x := range x {
				z = get512(&theta[j*d+i], g).MulAdd(all512(x), z)
			}
			a = addOn512(get512(&theta[(d+1)*h+j], g), z, a, zero)
		}
		put512(dst, g, a)
	}
	ClearAVXUpperBits()
}
