//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	. "simd/archsimd"
	"unsafe"
)

// The force of a network goes through the lanes in columns of one vector, and through the data of a
// column in blocks: it gathers the block's data, then three passes compute the logits, δ, and the
// sums. No pass waits for its own results: it takes two data at a time, with independent divisions
// and exponentials. The column of θ is first copied to one place, next to the sums: rows are a
// multiple of 4096 bytes apart, and a load from one row would wait for stores to other rows.
// Networks with other than two inputs take the portable form.

// Access to the scratch, whose vectors are slotBytes long.

func at512(p unsafe.Pointer, i int) f512 { return from512(p, i*slotBytes) }

func to512(p unsafe.Pointer, i int, v f512) { into512(p, i*slotBytes, v) }

// addOn512 is a + v z where the unit is on, z > 0, and a elsewhere.
func addOn512(v, z, a, zero f512) f512 { return v.MulAdd(z, a).Merge(a, z.Greater(zero)) }

func (*avx512) networkForce(c *Network, f, theta []Row, idx []Index) {
	switch {
	case c.inputs != 2 || !within512(idx, c.total):
		specification.networkForce(c, f, theta, idx) // other inputs, or it panics
	case len(idx) == 1:
		c.onePlane512(unsafe.Pointer(&f[0]), unsafe.Pointer(&theta[0]), &idx[0])
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
	if c.inputs != 2 {
		specification.networkForceAll(c, f, theta)
		return
	}
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
	c.sums512(n)
}

// begin512 copies a column of θ to the scratch and empties the sums.
func (c *Network) begin512(theta unsafe.Pointer) {
	var zero f512
	p, s := unsafe.Pointer(&c.scratch.theta[0]), unsafe.Pointer(&c.scratch.sum[0])
	v := c.hidden * rowBytes // from b_j to W²_j
	b := unsafe.Add(theta, v*c.inputs)
	for range c.hidden {
		for range c.inputs {
			into512(p, 0, from512(theta, 0))
			into512(s, 0, zero)
			theta, p, s = unsafe.Add(theta, rowBytes), unsafe.Add(p, slotBytes), unsafe.Add(s, slotBytes)
		}
		into512(p, 0, from512(b, 0))
		into512(s, 0, zero)
		into512(p, slotBytes, from512(b, v))
		b, p, s = unsafe.Add(b, rowBytes), unsafe.Add(p, 2*slotBytes), unsafe.Add(s, 2*slotBytes)
	}
}

// end512 computes the force from the sums.
func (c *Network) end512(f unsafe.Pointer, scale float64) {
	minusOne, sv := num512(&konst.minusOne), all512(scale)
	p, s := unsafe.Pointer(&c.scratch.theta[0]), unsafe.Pointer(&c.scratch.sum[0])
	v, unit := c.hidden*rowBytes, c.inputs*slotBytes // from W¹_j to b_j
	b := unsafe.Add(f, v*c.inputs)
	for range c.hidden {
		sj, bj, vj := from512(s, unit), from512(p, unit), from512(p, unit+slotBytes)
		g, q := bj.Mul(sj), vj.Mul(sv)
		into512(b, 0, sj.MulAdd(q, bj.Mul(minusOne)))
		for range c.inputs {
			w, t := from512(p, 0), from512(s, 0)
			g = w.MulAdd(t, g)
			into512(f, 0, t.MulAdd(q, w.Mul(minusOne)))
			f, p, s = unsafe.Add(f, rowBytes), unsafe.Add(p, slotBytes), unsafe.Add(s, slotBytes)
		}
		into512(b, v, g.MulAdd(sv, vj.Mul(minusOne)))
		b, p, s = unsafe.Add(b, rowBytes), unsafe.Add(p, 2*slotBytes), unsafe.Add(s, 2*slotBytes)
	}
}

// delta512 replaces a(x) by δ, for two data at a time; if their number is odd, it does the last one
// twice.
func (c *Network) delta512(n int) {
	k := konst
	x, p := unsafe.Pointer(&c.scratch.x[c.inputs]), unsafe.Pointer(&c.scratch.a[0])
	for step := c.stride * slotBytes; ; {
		y, q := x, p
		if n > 1 {
			y, q = unsafe.Add(x, step), unsafe.Add(p, slotBytes)
		}
		t, u, a, b := from512(x, 0), from512(y, 0), from512(p, 0), from512(q, 0)
		ta, fa := split512(clamp512(t.Mul(a).Mul(num512(&k.unit)), k), k)
		tb, fb := split512(clamp512(u.Mul(b).Mul(num512(&k.unit)), k), k)
		v, w := pair512(ta, tb, k)
		ea, eb := k.exp.lookUp512(v, w, k)
		ea, eb = plusExp512(ta, fa, ea, k), plusExp512(tb, fb, eb, k)
		into512(p, 0, a.MulAdd(num512(&k.zero), t.Div(ea)))
		into512(q, 0, b.MulAdd(num512(&k.zero), u.Div(eb)))
		if n -= 2; n <= 0 {
			break
		}
		x, p = unsafe.Add(y, step), unsafe.Add(q, slotBytes)
	}
}

// logits512 computes a(x) of the first n data of the block. Two data stay in registers.
func (c *Network) logits512(n int) {
	x, a := unsafe.Pointer(&c.scratch.x[0]), unsafe.Pointer(&c.scratch.a[0])
	theta, units, zero := unsafe.Pointer(&c.scratch.theta[0]), c.hidden, num512(&konst.zero)
	for ; n >= 2; n -= 2 {
		x0, y0, x1, y1 := at512(x, 0), at512(x, 1), at512(x, 4), at512(x, 5)
		a0, a1 := zero, zero
		p := theta
		for range units {
			u, w, b, v := at512(p, 0), at512(p, 1), at512(p, 2), at512(p, 3)
			z0, z1 := w.MulAdd(y0, u.MulAdd(x0, b)), w.MulAdd(y1, u.MulAdd(x1, b))
			a0, a1 = addOn512(v, z0, a0, zero), addOn512(v, z1, a1, zero)
			p = unsafe.Add(p, 4*slotBytes)
		}
		to512(a, 0, a0)
		to512(a, 1, a1)
		x, a = unsafe.Add(x, 8*slotBytes), unsafe.Add(a, 2*slotBytes)
	}
	if n > 0 {
		x0, y0, a0 := at512(x, 0), at512(x, 1), zero
		for range units {
			z := at512(theta, 1).MulAdd(y0, at512(theta, 0).MulAdd(x0, at512(theta, 2)))
			a0 = addOn512(at512(theta, 3), z, a0, zero)
			theta = unsafe.Add(theta, 4*slotBytes)
		}
		to512(a, 0, a0)
	}
}

// sums512 adds the first n data of the block to the sums. The sums of a unit stay in registers.
func (c *Network) sums512(n int) {
	zero := num512(&konst.zero)
	p, q := unsafe.Pointer(&c.scratch.theta[0]), unsafe.Pointer(&c.scratch.sum[0])
	for range c.hidden {
		u, w, b := at512(p, 0), at512(p, 1), at512(p, 2)
		tx, ty, s := at512(q, 0), at512(q, 1), at512(q, 2)
		r, a := unsafe.Pointer(&c.scratch.x[0]), unsafe.Pointer(&c.scratch.a[0])
		for range n {
			x, y := at512(r, 0), at512(r, 1)
			z := w.MulAdd(y, u.MulAdd(x, b))
			d := from512(a, 0).Masked(z.Greater(zero))
			tx, ty, s = d.MulAdd(x, tx), d.MulAdd(y, ty), s.Add(d)
			r, a = unsafe.Add(r, 4*slotBytes), unsafe.Add(a, slotBytes)
		}
		to512(q, 0, tx)
		to512(q, 1, ty)
		to512(q, 2, s)
		p, q = unsafe.Add(p, 4*slotBytes), unsafe.Add(q, 4*slotBytes)
	}
}

// onePlane512 is the force for one datum per lane and two inputs: it sums nothing, and needs no
// copy since it passes whole rows of θ and f one after another. It takes half the lanes at a time;
// two columns take the places of two data.
func (c *Network) onePlane512(f, theta unsafe.Pointer, idx *Index) {
	const columns = 32 / lanes512
	for h := 0; h < Lanes; h += 32 {
		for g := range columns {
			c.gather512(unsafe.Pointer(&idx[h+lanes512*g]), 1, g)
		}
		p := unsafe.Add(theta, 8*h)
		for g := 0; g < columns; g += 2 {
			c.onePlaneLogits512(unsafe.Add(p, bytes512*g), g)
		}
		c.delta512(columns)
		c.onePlaneForces512(unsafe.Add(f, 8*h), p, columns)
	}
}

// onePlaneLogits512 computes a(x) for the columns g and g + 1 of the scratch.
func (c *Network) onePlaneLogits512(theta unsafe.Pointer, g int) {
	x, zero := unsafe.Pointer(&c.scratch.x[4*g]), num512(&konst.zero)
	x0, y0, x1, y1 := at512(x, 0), at512(x, 1), at512(x, 4), at512(x, 5)
	a0, a1 := zero, zero
	v := c.hidden * rowBytes // from b_j to W²_j
	b := unsafe.Add(theta, 2*v)
	for range c.hidden {
		z0 := from512(theta, rowBytes).MulAdd(y0, from512(theta, 0).MulAdd(x0, from512(b, 0)))
		z1 := from512(theta, rowBytes+bytes512).MulAdd(y1,
			from512(theta, bytes512).MulAdd(x1, from512(b, bytes512)))
		w := unsafe.Add(b, v)
		a0 = addOn512(from512(w, 0), z0, a0, zero)
		a1 = addOn512(from512(w, bytes512), z1, a1, zero)
		theta, b = unsafe.Add(theta, 2*rowBytes), unsafe.Add(b, rowBytes)
	}
	a := unsafe.Pointer(&c.scratch.a[g])
	to512(a, 0, a0)
	to512(a, 1, a1)
}

// onePlaneForces512 is the force, given δ, for the given number of columns.
func (c *Network) onePlaneForces512(f, theta unsafe.Pointer, columns int) {
	zero, minusOne, scale := num512(&konst.zero), num512(&konst.minusOne), all512(c.scale)
	v := c.hidden * rowBytes // from b_j to W²_j
	b, fb := unsafe.Add(theta, 2*v), unsafe.Add(f, 2*v)
	for range c.hidden {
		q, a := unsafe.Pointer(&c.scratch.x[0]), unsafe.Pointer(&c.scratch.a[0])
		p, r, pb, rb := theta, f, b, fb
		for range columns {
			wx, wy, bj, vj := from512(p, 0), from512(p, rowBytes), from512(pb, 0), from512(pb, v)
			x, y := at512(q, 0), at512(q, 1)
			s := at512(a, 0).Masked(wy.MulAdd(y, wx.MulAdd(x, bj)).Greater(zero))
			u, tx, ty := vj.Mul(scale), s.MulAdd(x, zero), s.MulAdd(y, zero)
			into512(r, 0, tx.MulAdd(u, wx.Mul(minusOne)))
			into512(r, rowBytes, ty.MulAdd(u, wy.Mul(minusOne)))
			into512(rb, 0, s.MulAdd(u, bj.Mul(minusOne)))
			t := wy.MulAdd(ty, wx.MulAdd(tx, bj.Mul(s)))
			into512(rb, v, t.MulAdd(scale, vj.Mul(minusOne)))
			p, r, pb = unsafe.Add(p, bytes512), unsafe.Add(r, bytes512), unsafe.Add(pb, bytes512)
			rb, q, a = unsafe.Add(rb, bytes512), unsafe.Add(q, 4*slotBytes), unsafe.Add(a, slotBytes)
		}
		theta, f = unsafe.Add(theta, 2*rowBytes), unsafe.Add(f, 2*rowBytes)
		b, fb = unsafe.Add(b, rowBytes), unsafe.Add(fb, rowBytes)
	}
}
