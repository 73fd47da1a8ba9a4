// Code generated from network_512.go by narrow; DO NOT EDIT.

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

func at256(p unsafe.Pointer, i int) f256 { return from256(p, i*slotBytes) }

func to256(p unsafe.Pointer, i int, v f256) { into256(p, i*slotBytes, v) }

// addOn256 is a + v z where the unit is on, z > 0, and a elsewhere.
func addOn256(v, z, a, zero f256) f256 { return v.MulAdd(z, a).Merge(a, z.Greater(zero)) }

func (*avx256) networkForce(c *Network, f, theta []Row, idx []Index) {
	switch {
	case c.inputs != 2 || !within256(idx, c.total):
		specification.networkForce(c, f, theta, idx) // other inputs, or it panics
	case len(idx) == 1:
		c.onePlane256(unsafe.Pointer(&f[0]), unsafe.Pointer(&theta[0]), &idx[0])
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
	if c.inputs != 2 {
		specification.networkForceAll(c, f, theta)
		return
	}
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
	c.sums256(n)
}

// begin256 copies a column of θ to the scratch and empties the sums.
func (c *Network) begin256(theta unsafe.Pointer) {
	var zero f256
	p, s := unsafe.Pointer(&c.scratch.theta[0]), unsafe.Pointer(&c.scratch.sum[0])
	v := c.hidden * rowBytes // from b_j to W²_j
	b := unsafe.Add(theta, v*c.inputs)
	for range c.hidden {
		for range c.inputs {
			into256(p, 0, from256(theta, 0))
			into256(s, 0, zero)
			theta, p, s = unsafe.Add(theta, rowBytes), unsafe.Add(p, slotBytes), unsafe.Add(s, slotBytes)
		}
		into256(p, 0, from256(b, 0))
		into256(s, 0, zero)
		into256(p, slotBytes, from256(b, v))
		b, p, s = unsafe.Add(b, rowBytes), unsafe.Add(p, 2*slotBytes), unsafe.Add(s, 2*slotBytes)
	}
}

// end256 computes the force from the sums.
func (c *Network) end256(f unsafe.Pointer, scale float64) {
	minusOne, sv := num256(&konst.minusOne), all256(scale)
	p, s := unsafe.Pointer(&c.scratch.theta[0]), unsafe.Pointer(&c.scratch.sum[0])
	v, unit := c.hidden*rowBytes, c.inputs*slotBytes // from W¹_j to b_j
	b := unsafe.Add(f, v*c.inputs)
	for range c.hidden {
		sj, bj, vj := from256(s, unit), from256(p, unit), from256(p, unit+slotBytes)
		g, q := bj.Mul(sj), vj.Mul(sv)
		into256(b, 0, sj.MulAdd(q, bj.Mul(minusOne)))
		for range c.inputs {
			w, t := from256(p, 0), from256(s, 0)
			g = w.MulAdd(t, g)
			into256(f, 0, t.MulAdd(q, w.Mul(minusOne)))
			f, p, s = unsafe.Add(f, rowBytes), unsafe.Add(p, slotBytes), unsafe.Add(s, slotBytes)
		}
		into256(b, v, g.MulAdd(sv, vj.Mul(minusOne)))
		b, p, s = unsafe.Add(b, rowBytes), unsafe.Add(p, 2*slotBytes), unsafe.Add(s, 2*slotBytes)
	}
}

// delta256 replaces a(x) by δ, for two data at a time; if their number is odd, it does the last one
// twice.
func (c *Network) delta256(n int) {
	k := konst
	x, p := unsafe.Pointer(&c.scratch.x[c.inputs]), unsafe.Pointer(&c.scratch.a[0])
	for step := c.stride * slotBytes; ; {
		y, q := x, p
		if n > 1 {
			y, q = unsafe.Add(x, step), unsafe.Add(p, slotBytes)
		}
		t, u, a, b := from256(x, 0), from256(y, 0), from256(p, 0), from256(q, 0)
		ta, fa := split256(clamp256(t.Mul(a).Mul(num256(&k.unit)), k), k)
		tb, fb := split256(clamp256(u.Mul(b).Mul(num256(&k.unit)), k), k)
		v, w := pair256(ta, tb, k)
		ea, eb := k.exp.lookUp256(v, w, k)
		ea, eb = plusExp256(ta, fa, ea, k), plusExp256(tb, fb, eb, k)
		into256(p, 0, a.MulAdd(num256(&k.zero), t.Div(ea)))
		into256(q, 0, b.MulAdd(num256(&k.zero), u.Div(eb)))
		if n -= 2; n <= 0 {
			break
		}
		x, p = unsafe.Add(y, step), unsafe.Add(q, slotBytes)
	}
}

// logits256 computes a(x) of the first n data of the block. Two data stay in registers.
func (c *Network) logits256(n int) {
	x, a := unsafe.Pointer(&c.scratch.x[0]), unsafe.Pointer(&c.scratch.a[0])
	theta, units, zero := unsafe.Pointer(&c.scratch.theta[0]), c.hidden, num256(&konst.zero)
	for ; n >= 2; n -= 2 {
		x0, y0, x1, y1 := at256(x, 0), at256(x, 1), at256(x, 4), at256(x, 5)
		a0, a1 := zero, zero
		p := theta
		for range units {
			u, w, b, v := at256(p, 0), at256(p, 1), at256(p, 2), at256(p, 3)
			z0, z1 := w.MulAdd(y0, u.MulAdd(x0, b)), w.MulAdd(y1, u.MulAdd(x1, b))
			a0, a1 = addOn256(v, z0, a0, zero), addOn256(v, z1, a1, zero)
			p = unsafe.Add(p, 4*slotBytes)
		}
		to256(a, 0, a0)
		to256(a, 1, a1)
		x, a = unsafe.Add(x, 8*slotBytes), unsafe.Add(a, 2*slotBytes)
	}
	if n > 0 {
		x0, y0, a0 := at256(x, 0), at256(x, 1), zero
		for range units {
			z := at256(theta, 1).MulAdd(y0, at256(theta, 0).MulAdd(x0, at256(theta, 2)))
			a0 = addOn256(at256(theta, 3), z, a0, zero)
			theta = unsafe.Add(theta, 4*slotBytes)
		}
		to256(a, 0, a0)
	}
}

// sums256 adds the first n data of the block to the sums. The sums of a unit stay in registers.
func (c *Network) sums256(n int) {
	zero := num256(&konst.zero)
	p, q := unsafe.Pointer(&c.scratch.theta[0]), unsafe.Pointer(&c.scratch.sum[0])
	for range c.hidden {
		u, w, b := at256(p, 0), at256(p, 1), at256(p, 2)
		tx, ty, s := at256(q, 0), at256(q, 1), at256(q, 2)
		r, a := unsafe.Pointer(&c.scratch.x[0]), unsafe.Pointer(&c.scratch.a[0])
		for range n {
			x, y := at256(r, 0), at256(r, 1)
			z := w.MulAdd(y, u.MulAdd(x, b))
			d := from256(a, 0).Masked(z.Greater(zero))
			tx, ty, s = d.MulAdd(x, tx), d.MulAdd(y, ty), s.Add(d)
			r, a = unsafe.Add(r, 4*slotBytes), unsafe.Add(a, slotBytes)
		}
		to256(q, 0, tx)
		to256(q, 1, ty)
		to256(q, 2, s)
		p, q = unsafe.Add(p, 4*slotBytes), unsafe.Add(q, 4*slotBytes)
	}
}

// onePlane256 is the force for one datum per lane and two inputs: it sums nothing, and needs no
// copy since it passes whole rows of θ and f one after another. It takes half the lanes at a time;
// two columns take the places of two data.
func (c *Network) onePlane256(f, theta unsafe.Pointer, idx *Index) {
	const columns = 32 / lanes256
	for h := 0; h < Lanes; h += 32 {
		for g := range columns {
			c.gather256(unsafe.Pointer(&idx[h+lanes256*g]), 1, g)
		}
		p := unsafe.Add(theta, 8*h)
		for g := 0; g < columns; g += 2 {
			c.onePlaneLogits256(unsafe.Add(p, bytes256*g), g)
		}
		c.delta256(columns)
		c.onePlaneForces256(unsafe.Add(f, 8*h), p, columns)
	}
}

// onePlaneLogits256 computes a(x) for the columns g and g + 1 of the scratch.
func (c *Network) onePlaneLogits256(theta unsafe.Pointer, g int) {
	x, zero := unsafe.Pointer(&c.scratch.x[4*g]), num256(&konst.zero)
	x0, y0, x1, y1 := at256(x, 0), at256(x, 1), at256(x, 4), at256(x, 5)
	a0, a1 := zero, zero
	v := c.hidden * rowBytes // from b_j to W²_j
	b := unsafe.Add(theta, 2*v)
	for range c.hidden {
		z0 := from256(theta, rowBytes).MulAdd(y0, from256(theta, 0).MulAdd(x0, from256(b, 0)))
		z1 := from256(theta, rowBytes+bytes256).MulAdd(y1,
			from256(theta, bytes256).MulAdd(x1, from256(b, bytes256)))
		w := unsafe.Add(b, v)
		a0 = addOn256(from256(w, 0), z0, a0, zero)
		a1 = addOn256(from256(w, bytes256), z1, a1, zero)
		theta, b = unsafe.Add(theta, 2*rowBytes), unsafe.Add(b, rowBytes)
	}
	a := unsafe.Pointer(&c.scratch.a[g])
	to256(a, 0, a0)
	to256(a, 1, a1)
}

// onePlaneForces256 is the force, given δ, for the given number of columns.
func (c *Network) onePlaneForces256(f, theta unsafe.Pointer, columns int) {
	zero, minusOne, scale := num256(&konst.zero), num256(&konst.minusOne), all256(c.scale)
	v := c.hidden * rowBytes // from b_j to W²_j
	b, fb := unsafe.Add(theta, 2*v), unsafe.Add(f, 2*v)
	for range c.hidden {
		q, a := unsafe.Pointer(&c.scratch.x[0]), unsafe.Pointer(&c.scratch.a[0])
		p, r, pb, rb := theta, f, b, fb
		for range columns {
			wx, wy, bj, vj := from256(p, 0), from256(p, rowBytes), from256(pb, 0), from256(pb, v)
			x, y := at256(q, 0), at256(q, 1)
			s := at256(a, 0).Masked(wy.MulAdd(y, wx.MulAdd(x, bj)).Greater(zero))
			u, tx, ty := vj.Mul(scale), s.MulAdd(x, zero), s.MulAdd(y, zero)
			into256(r, 0, tx.MulAdd(u, wx.Mul(minusOne)))
			into256(r, rowBytes, ty.MulAdd(u, wy.Mul(minusOne)))
			into256(rb, 0, s.MulAdd(u, bj.Mul(minusOne)))
			t := wy.MulAdd(ty, wx.MulAdd(tx, bj.Mul(s)))
			into256(rb, v, t.MulAdd(scale, vj.Mul(minusOne)))
			p, r, pb = unsafe.Add(p, bytes256), unsafe.Add(r, bytes256), unsafe.Add(pb, bytes256)
			rb, q, a = unsafe.Add(rb, bytes256), unsafe.Add(q, 4*slotBytes), unsafe.Add(a, slotBytes)
		}
		theta, f = unsafe.Add(theta, 2*rowBytes), unsafe.Add(f, 2*rowBytes)
		b, fb = unsafe.Add(b, rowBytes), unsafe.Add(fb, rowBytes)
	}
}
