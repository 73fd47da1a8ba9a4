//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	. "simd/archsimd"
	"unsafe"
)

// The force of a network goes through the lanes in columns of one vector, and in a column through the data in blocks: the block's data are
// gathered, and three passes follow, which are the logits, δ, and the sums. Every pass has work enough that does not wait: a pass takes four data at a
// time, and the divisions and exponentials stand side by side. The column of θ is copied to one place first, and the sums stand beside it: rows lie
// some multiple of 4096 bytes apart, and a load from one would wait for the stores to others.

// wideNetwork is the scratch of a column: vectors of 8, of which the AVX2 form uses the first half.
type wideNetwork struct {
	x     []v8 // datum k: stride vectors, one a number
	a     []v8 // logits, then δ
	theta []v8 // unit by unit: W¹_j, b_j, W²_j
	sum   []v8 // unit by unit: T_j, S_j, and one that is not used
	even  [8]uint64
	odd   [8]uint64
	block int // data at a time, a multiple of 4, at least 8
}

func (w *wideNetwork) set(c *Network) {
	w.block = min(max(128/c.stride&^3, 8), 32)
	w.x, w.a = aligned[v8](w.block*c.stride), aligned[v8](w.block)
	w.theta, w.sum = aligned[v8](c.dim()), aligned[v8](c.dim())
	w.even, w.odd = [8]uint64{0, 1, 8, 9, 4, 5, 12, 13}, [8]uint64{2, 3, 10, 11, 6, 7, 14, 15}
}

// Steps in bytes.
const (
	rowBytes = 8 * Lanes
	idxBytes = 2 * Lanes
	vecBytes = 64
)

func at512(p unsafe.Pointer, i int) vf { return LoadFloat64x8((*v8)(unsafe.Add(p, i*vecBytes))) }

func to512(p unsafe.Pointer, i int, v vf) { v.Store((*v8)(unsafe.Add(p, i*vecBytes))) }

func row512(p unsafe.Pointer, i int) vf { return LoadFloat64x8((*v8)(unsafe.Add(p, i*rowBytes))) }

func put512(p unsafe.Pointer, i int, v vf) { v.Store((*v8)(unsafe.Add(p, i*rowBytes))) }

// The force reports whether no index is past the data; if one is, f is not valid.
func (c *Network) force512(f, theta []Row, idx []Index) bool {
	last := BroadcastUint16x32(uint16(c.total - 1))
	for i := range idx {
		if LoadUint16x32((*[32]uint16)(idx[i][:32])).Max(LoadUint16x32((*[32]uint16)(idx[i][32:]))).Greater(last).ToBits() != 0 {
			ClearAVXUpperBits()
			return false
		}
	}
	if len(idx) == 1 {
		c.one512(unsafe.Pointer(&f[0]), unsafe.Pointer(&theta[0]), &idx[0])
		ClearAVXUpperBits()
		return true
	}
	for g := 0; g < Lanes; g += 8 {
		c.begin512(unsafe.Pointer(&theta[0][g]))
		for k := 0; k < len(idx); k += c.wide.block {
			n := min(c.wide.block, len(idx)-k)
			c.gather512(unsafe.Pointer(&idx[k][g]), n, 0)
			c.logits512(n)
			c.delta512(n)
			c.sums512(n)
		}
		c.end512(unsafe.Pointer(&f[0][g]), c.scale)
	}
	ClearAVXUpperBits()
	return true
}

func (c *Network) forceAll512(f, theta []Row) {
	for g := 0; g < Lanes; g += 8 {
		c.begin512(unsafe.Pointer(&theta[0][g]))
		for k := 0; k < c.total; k += c.wide.block {
			n := min(c.wide.block, c.total-k)
			x := unsafe.Pointer(&c.wide.x[0])
			for i, v := range c.data[k*c.stride : (k+n)*c.stride] {
				to512(x, i, BroadcastFloat64x8(v))
			}
			c.logits512(n)
			c.delta512(n)
			c.sums512(n)
		}
		c.end512(unsafe.Pointer(&f[0][g]), 1)
	}
	ClearAVXUpperBits()
}

// begin512 takes up a column of θ.
func (c *Network) begin512(theta unsafe.Pointer) {
	d := c.inputs
	var zero vf
	p, s := unsafe.Pointer(&c.wide.theta[0]), unsafe.Pointer(&c.wide.sum[0])
	at := 0
	for j := range c.hidden {
		for i := range d {
			to512(p, at+i, row512(theta, j*d+i))
			to512(s, at+i, zero)
		}
		to512(p, at+d, row512(theta, c.hidden*d+j))
		to512(s, at+d, zero)
		to512(p, at+d+1, row512(theta, c.hidden*(d+1)+j))
		at += d + 2
	}
}

// end512 makes the force of the sums.
func (c *Network) end512(f unsafe.Pointer, scale float64) {
	d := c.inputs
	b, v := c.hidden*d, c.hidden*(d+1)
	minusOne, sv := lf(&konst.minusOne), BroadcastFloat64x8(scale)
	p, s := unsafe.Pointer(&c.wide.theta[0]), unsafe.Pointer(&c.wide.sum[0])
	at := 0
	for j := range c.hidden {
		sj, bj, vj := at512(s, at+d), at512(p, at+d), at512(p, at+d+1)
		g, q := bj.Mul(sj), vj.Mul(sv)
		put512(f, b+j, sj.MulAdd(q, bj.Mul(minusOne)))
		for i := range d {
			w, t := at512(p, at+i), at512(s, at+i)
			g = w.MulAdd(t, g)
			put512(f, j*d+i, t.MulAdd(q, w.Mul(minusOne)))
		}
		put512(f, v+j, g.MulAdd(sv, vj.Mul(minusOne)))
		at += d + 2
	}
}

// gather512 fetches n data of 8 lanes into the block, from place to on: four numbers of every lane at a time, which it transposes.
func (c *Network) gather512(idx unsafe.Pointer, n, to int) {
	w := &c.wide
	data, bytes := unsafe.Pointer(&c.data[0]), uintptr(8*c.stride)
	even, odd := LoadUint64x8(&w.even), LoadUint64x8(&w.odd)
	x, at := unsafe.Pointer(&w.x[0]), to*c.stride
	var zero vf
	for k := range n {
		i := (*[8]uint16)(unsafe.Add(idx, k*idxBytes))
		p0, p1 := unsafe.Add(data, uintptr(i[0])*bytes), unsafe.Add(data, uintptr(i[1])*bytes)
		p2, p3 := unsafe.Add(data, uintptr(i[2])*bytes), unsafe.Add(data, uintptr(i[3])*bytes)
		p4, p5 := unsafe.Add(data, uintptr(i[4])*bytes), unsafe.Add(data, uintptr(i[5])*bytes)
		p6, p7 := unsafe.Add(data, uintptr(i[6])*bytes), unsafe.Add(data, uintptr(i[7])*bytes)
		for o := uintptr(0); o < bytes; o += 32 {
			u := zero.SetLo(load4(p0, o)).SetHi(load4(p4, o)).AsInt64x8()
			v := zero.SetLo(load4(p1, o)).SetHi(load4(p5, o)).AsInt64x8()
			s := zero.SetLo(load4(p2, o)).SetHi(load4(p6, o)).AsInt64x8()
			t := zero.SetLo(load4(p3, o)).SetHi(load4(p7, o)).AsInt64x8()
			u, v = u.InterleaveLoGrouped(v), u.InterleaveHiGrouped(v)
			s, t = s.InterleaveLoGrouped(t), s.InterleaveHiGrouped(t)
			to512(x, at, u.ConcatPermute(s, even).AsFloat64x8())
			to512(x, at+1, v.ConcatPermute(t, even).AsFloat64x8())
			to512(x, at+2, u.ConcatPermute(s, odd).AsFloat64x8())
			to512(x, at+3, v.ConcatPermute(t, odd).AsFloat64x8())
			at += 4
		}
	}
}

func load4(p unsafe.Pointer, o uintptr) hf { return LoadFloat64x4((*[4]float64)(unsafe.Add(p, o))) }

// logits512 is a(x) of the first n data of the block.
func (c *Network) logits512(n int) {
	if c.inputs == 2 {
		c.planeLogits512(n)
		return
	}
	d, step := c.inputs, c.stride
	x, a, p := unsafe.Pointer(&c.wide.x[0]), unsafe.Pointer(&c.wide.a[0]), unsafe.Pointer(&c.wide.theta[0])
	zero := lf(&konst.zero)
	k, k0 := 0, 0
	for ; k+4 <= n; k += 4 {
		k1, k2, k3 := k0+step, k0+2*step, k0+3*step
		var a0, a1, a2, a3 vf
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
			a0, a1 = v.MulAdd(z0, a0).Merge(a0, z0.Greater(zero)), v.MulAdd(z1, a1).Merge(a1, z1.Greater(zero))
			a2, a3 = v.MulAdd(z2, a2).Merge(a2, z2.Greater(zero)), v.MulAdd(z3, a3).Merge(a3, z3.Greater(zero))
			at += d + 2
		}
		to512(a, k, a0)
		to512(a, k+1, a1)
		to512(a, k+2, a2)
		to512(a, k+3, a3)
		k0 += 4 * step
	}
	for ; k < n; k++ {
		var a0 vf
		at := 0
		for range c.hidden {
			z := at512(p, at+d)
			for i := range d {
				z = at512(p, at+i).MulAdd(at512(x, k0+i), z)
			}
			a0 = at512(p, at+d+1).MulAdd(z, a0).Merge(a0, z.Greater(zero))
			at += d + 2
		}
		to512(a, k, a0)
		k0 += step
	}
}

// delta512 puts δ in the place of a(x).
func (c *Network) delta512(n int) {
	k := konst
	x, p := unsafe.Pointer(&c.wide.x[c.inputs]), unsafe.Pointer(&c.wide.a[0])
	for i := range n {
		t, a := at512(x, i*c.stride), at512(p, i)
		to512(p, i, a.MulAdd(lf(&k.zero), t.Div(plusExp512(clamp512(t.Mul(a).Mul(lf(&k.unit)), k), k))))
	}
}

// sums512 adds the first n data of the block to the sums.
func (c *Network) sums512(n int) {
	if c.inputs == 2 {
		c.planeSums512(n)
		return
	}
	d, step := c.inputs, c.stride
	x, a := unsafe.Pointer(&c.wide.x[0]), unsafe.Pointer(&c.wide.a[0])
	p, s := unsafe.Pointer(&c.wide.theta[0]), unsafe.Pointer(&c.wide.sum[0])
	zero := lf(&konst.zero)
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
	x, a := unsafe.Pointer(&c.wide.x[0]), unsafe.Pointer(&c.wide.a[0])
	zero := lf(&konst.zero)
	k := 0
	for ; k+2 <= n; k += 2 {
		q := unsafe.Add(x, 4*k*vecBytes)
		x0, y0, x1, y1 := at512(q, 0), at512(q, 1), at512(q, 4), at512(q, 5)
		a0, a1 := zero, zero
		for j := range c.hidden {
			p := unsafe.Pointer(&c.wide.theta[4*j])
			u, w, b, v := at512(p, 0), at512(p, 1), at512(p, 2), at512(p, 3)
			z0, z1 := w.MulAdd(y0, u.MulAdd(x0, b)), w.MulAdd(y1, u.MulAdd(x1, b))
			a0, a1 = v.MulAdd(z0, a0).Merge(a0, z0.Greater(zero)), v.MulAdd(z1, a1).Merge(a1, z1.Greater(zero))
		}
		to512(a, k, a0)
		to512(a, k+1, a1)
	}
	if k < n {
		q := unsafe.Add(x, 4*k*vecBytes)
		x0, y0, a0 := at512(q, 0), at512(q, 1), zero
		for j := range c.hidden {
			p := unsafe.Pointer(&c.wide.theta[4*j])
			z := at512(p, 1).MulAdd(y0, at512(p, 0).MulAdd(x0, at512(p, 2)))
			a0 = at512(p, 3).MulAdd(z, a0).Merge(a0, z.Greater(zero))
		}
		to512(a, k, a0)
	}
}

// planeSums512 is sums512 for two inputs: the sums of a unit stay in registers.
func (c *Network) planeSums512(n int) {
	zero := lf(&konst.zero)
	x, a := c.wide.x[:4*n], c.wide.a[:n]
	for j := range c.hidden {
		p, q := unsafe.Pointer(&c.wide.theta[4*j]), unsafe.Pointer(&c.wide.sum[4*j])
		u, w, b := at512(p, 0), at512(p, 1), at512(p, 2)
		tx, ty, s := at512(q, 0), at512(q, 1), at512(q, 2)
		for k := range a {
			r := unsafe.Pointer(&x[4*k])
			x, y := at512(r, 0), at512(r, 1)
			z := w.MulAdd(y, u.MulAdd(x, b))
			d := lf(&a[k]).Masked(z.Greater(zero))
			tx, ty, s = d.MulAdd(x, tx), d.MulAdd(y, ty), s.Add(d)
		}
		to512(q, 0, tx)
		to512(q, 1, ty)
		to512(q, 2, s)
	}
}

// one512 is the force of one datum a lane: nothing is summed, and with whole rows of θ and f one after the other there is no need of a copy. Half the
// lanes at a time; four columns stand side by side where otherwise four data do.
func (c *Network) one512(f, theta unsafe.Pointer, idx *Index) {
	d, step := c.inputs, c.stride
	b, v := c.hidden*d, c.hidden*(d+1)
	x, a := unsafe.Pointer(&c.wide.x[0]), unsafe.Pointer(&c.wide.a[0])
	zero, minusOne, scale := lf(&konst.zero), lf(&konst.minusOne), BroadcastFloat64x8(c.scale)
	for h := 0; h < Lanes; h += 32 {
		p, q := unsafe.Add(theta, 8*h), unsafe.Add(f, 8*h)
		for g := range 4 {
			c.gather512(unsafe.Pointer(&idx[h+8*g]), 1, g)
		}
		k1, k2, k3 := step, 2*step, 3*step
		var a0, a1, a2, a3 vf
		for j := range c.hidden {
			r := quadAt(p, b+j)
			z0, z1, z2, z3 := q4(r, 0), q4(r, 1), q4(r, 2), q4(r, 3)
			for i := range d {
				r = quadAt(p, j*d+i)
				z0, z1 = q4(r, 0).MulAdd(at512(x, i), z0), q4(r, 1).MulAdd(at512(x, k1+i), z1)
				z2, z3 = q4(r, 2).MulAdd(at512(x, k2+i), z2), q4(r, 3).MulAdd(at512(x, k3+i), z3)
			}
			r = quadAt(p, v+j)
			a0, a1 = q4(r, 0).MulAdd(z0, a0).Merge(a0, z0.Greater(zero)), q4(r, 1).MulAdd(z1, a1).Merge(a1, z1.Greater(zero))
			a2, a3 = q4(r, 2).MulAdd(z2, a2).Merge(a2, z2.Greater(zero)), q4(r, 3).MulAdd(z3, a3).Merge(a3, z3.Greater(zero))
		}
		to512(a, 0, a0)
		to512(a, 1, a1)
		to512(a, 2, a2)
		to512(a, 3, a3)
		c.delta512(4)
		for j := range c.hidden {
			for g := range 4 {
				p, q, k := unsafe.Add(p, 64*g), unsafe.Add(q, 64*g), g*step
				bj, vj := row512(p, b+j), row512(p, v+j)
				z := bj
				for i := range d {
					z = row512(p, j*d+i).MulAdd(at512(x, k+i), z)
				}
				s := at512(a, g).Masked(z.Greater(zero))
				y, u := bj.Mul(s), vj.Mul(scale)
				for i := range d {
					w, t := row512(p, j*d+i), s.MulAdd(at512(x, k+i), zero)
					y = w.MulAdd(t, y)
					put512(q, j*d+i, t.MulAdd(u, w.Mul(minusOne)))
				}
				put512(q, b+j, s.MulAdd(u, bj.Mul(minusOne)))
				put512(q, v+j, y.MulAdd(scale, vj.Mul(minusOne)))
			}
		}
	}
}

func quadAt(p unsafe.Pointer, i int) *quad { return (*quad)(unsafe.Add(p, i*rowBytes)) }

func networkLogit512(dst *Row, theta []Row, x []float64) {
	d := len(x)
	h := len(theta) / (d + 2)
	zero := lf(&konst.zero)
	for g := range Lanes / 8 {
		a := zero
		for j := range h {
			z := ld(&theta[d*h+j], g)
			for i, x := range x {
				z = ld(&theta[j*d+i], g).MulAdd(BroadcastFloat64x8(x), z)
			}
			a = ld(&theta[(d+1)*h+j], g).MulAdd(z, a).Merge(a, z.Greater(zero))
		}
		st(dst, g, a)
	}
	ClearAVXUpperBits()
}

func at256(p unsafe.Pointer, i int) hf {
	return LoadFloat64x4((*[4]float64)(unsafe.Add(p, i*vecBytes)))
}

func to256(p unsafe.Pointer, i int, v hf) { v.Store((*[4]float64)(unsafe.Add(p, i*vecBytes))) }

func row256(p unsafe.Pointer, i int) hf {
	return LoadFloat64x4((*[4]float64)(unsafe.Add(p, i*rowBytes)))
}

func put256(p unsafe.Pointer, i int, v hf) { v.Store((*[4]float64)(unsafe.Add(p, i*rowBytes))) }

func (c *Network) force256(f, theta []Row, idx []Index) bool {
	last := BroadcastUint16x16(uint16(c.total - 1))
	for i := range idx {
		x := (*[4][16]uint16)(unsafe.Pointer(&idx[i]))
		most := LoadUint16x16(&x[0]).Max(LoadUint16x16(&x[1])).Max(LoadUint16x16(&x[2]).Max(LoadUint16x16(&x[3])))
		if !most.Max(last).Xor(last).IsZero() {
			ClearAVXUpperBits()
			return false
		}
	}
	if len(idx) == 1 {
		c.one256(unsafe.Pointer(&f[0]), unsafe.Pointer(&theta[0]), &idx[0])
		ClearAVXUpperBits()
		return true
	}
	for g := 0; g < Lanes; g += 4 {
		c.begin256(unsafe.Pointer(&theta[0][g]))
		for k := 0; k < len(idx); k += c.wide.block {
			n := min(c.wide.block, len(idx)-k)
			c.gather256(unsafe.Pointer(&idx[k][g]), n, 0)
			c.logits256(n)
			c.delta256(n)
			c.sums256(n)
		}
		c.end256(unsafe.Pointer(&f[0][g]), c.scale)
	}
	ClearAVXUpperBits()
	return true
}

func (c *Network) forceAll256(f, theta []Row) {
	for g := 0; g < Lanes; g += 4 {
		c.begin256(unsafe.Pointer(&theta[0][g]))
		for k := 0; k < c.total; k += c.wide.block {
			n := min(c.wide.block, c.total-k)
			x := unsafe.Pointer(&c.wide.x[0])
			for i, v := range c.data[k*c.stride : (k+n)*c.stride] {
				to256(x, i, BroadcastFloat64x4(v))
			}
			c.logits256(n)
			c.delta256(n)
			c.sums256(n)
		}
		c.end256(unsafe.Pointer(&f[0][g]), 1)
	}
	ClearAVXUpperBits()
}

func (c *Network) begin256(theta unsafe.Pointer) {
	d := c.inputs
	var zero hf
	p, s := unsafe.Pointer(&c.wide.theta[0]), unsafe.Pointer(&c.wide.sum[0])
	at := 0
	for j := range c.hidden {
		for i := range d {
			to256(p, at+i, row256(theta, j*d+i))
			to256(s, at+i, zero)
		}
		to256(p, at+d, row256(theta, c.hidden*d+j))
		to256(s, at+d, zero)
		to256(p, at+d+1, row256(theta, c.hidden*(d+1)+j))
		at += d + 2
	}
}

func (c *Network) end256(f unsafe.Pointer, scale float64) {
	d := c.inputs
	b, v := c.hidden*d, c.hidden*(d+1)
	minusOne, sv := kh(&konst.minusOne), BroadcastFloat64x4(scale)
	p, s := unsafe.Pointer(&c.wide.theta[0]), unsafe.Pointer(&c.wide.sum[0])
	at := 0
	for j := range c.hidden {
		sj, bj, vj := at256(s, at+d), at256(p, at+d), at256(p, at+d+1)
		g, q := bj.Mul(sj), vj.Mul(sv)
		put256(f, b+j, sj.MulAdd(q, bj.Mul(minusOne)))
		for i := range d {
			w, t := at256(p, at+i), at256(s, at+i)
			g = w.MulAdd(t, g)
			put256(f, j*d+i, t.MulAdd(q, w.Mul(minusOne)))
		}
		put256(f, v+j, g.MulAdd(sv, vj.Mul(minusOne)))
		at += d + 2
	}
}

// gather256 is gather512 for 4 lanes.
func (c *Network) gather256(idx unsafe.Pointer, n, to int) {
	data, bytes := unsafe.Pointer(&c.data[0]), uintptr(8*c.stride)
	x, at := unsafe.Pointer(&c.wide.x[0]), to*c.stride
	for k := range n {
		i := (*[4]uint16)(unsafe.Add(idx, k*idxBytes))
		p0, p1 := unsafe.Add(data, uintptr(i[0])*bytes), unsafe.Add(data, uintptr(i[1])*bytes)
		p2, p3 := unsafe.Add(data, uintptr(i[2])*bytes), unsafe.Add(data, uintptr(i[3])*bytes)
		for o := uintptr(0); o < bytes; o += 32 {
			u, v := load4(p0, o).AsInt64x4(), load4(p1, o).AsInt64x4()
			s, t := load4(p2, o).AsInt64x4(), load4(p3, o).AsInt64x4()
			u, v = u.InterleaveLoGrouped(v), u.InterleaveHiGrouped(v)
			s, t = s.InterleaveLoGrouped(t), s.InterleaveHiGrouped(t)
			to256(x, at, u.Select128FromPair(0, 2, s).AsFloat64x4())
			to256(x, at+1, v.Select128FromPair(0, 2, t).AsFloat64x4())
			to256(x, at+2, u.Select128FromPair(1, 3, s).AsFloat64x4())
			to256(x, at+3, v.Select128FromPair(1, 3, t).AsFloat64x4())
			at += 4
		}
	}
}

func (c *Network) logits256(n int) {
	if c.inputs == 2 {
		c.planeLogits256(n)
		return
	}
	d, step := c.inputs, c.stride
	x, a, p := unsafe.Pointer(&c.wide.x[0]), unsafe.Pointer(&c.wide.a[0]), unsafe.Pointer(&c.wide.theta[0])
	zero := kh(&konst.zero)
	k, k0 := 0, 0
	for ; k+4 <= n; k += 4 {
		k1, k2, k3 := k0+step, k0+2*step, k0+3*step
		var a0, a1, a2, a3 hf
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
			a0, a1 = v.MulAdd(z0, a0).Merge(a0, z0.Greater(zero)), v.MulAdd(z1, a1).Merge(a1, z1.Greater(zero))
			a2, a3 = v.MulAdd(z2, a2).Merge(a2, z2.Greater(zero)), v.MulAdd(z3, a3).Merge(a3, z3.Greater(zero))
			at += d + 2
		}
		to256(a, k, a0)
		to256(a, k+1, a1)
		to256(a, k+2, a2)
		to256(a, k+3, a3)
		k0 += 4 * step
	}
	for ; k < n; k++ {
		var a0 hf
		at := 0
		for range c.hidden {
			z := at256(p, at+d)
			for i := range d {
				z = at256(p, at+i).MulAdd(at256(x, k0+i), z)
			}
			a0 = at256(p, at+d+1).MulAdd(z, a0).Merge(a0, z.Greater(zero))
			at += d + 2
		}
		to256(a, k, a0)
		k0 += step
	}
}

// delta256 takes two data at a time, as the table of the exponential does; of an odd number the last is done twice.
func (c *Network) delta256(n int) {
	k := konst
	x, p := unsafe.Pointer(&c.wide.x[c.inputs]), unsafe.Pointer(&c.wide.a[0])
	for i := 0; i < n; i += 2 {
		j := min(i+1, n-1)
		t, u, a, b := at256(x, i*c.stride), at256(x, j*c.stride), at256(p, i), at256(p, j)
		ta, fa := reduce256(t.Mul(a).Mul(kh(&k.unit)), k)
		tb, fb := reduce256(u.Mul(b).Mul(kh(&k.unit)), k)
		ij, top := pair(ta, tb, kw(&k.low))
		ea, eb := k.exp4.look(ij, top, kw(&k.low), kw(&k.s32))
		ea, eb = plusExp256(ta, fa, ea, k), plusExp256(tb, fb, eb, k)
		to256(p, i, a.MulAdd(kh(&k.zero), t.Div(ea)))
		to256(p, j, b.MulAdd(kh(&k.zero), u.Div(eb)))
	}
}

func (c *Network) sums256(n int) {
	if c.inputs == 2 {
		c.planeSums256(n)
		return
	}
	d, step := c.inputs, c.stride
	x, a := unsafe.Pointer(&c.wide.x[0]), unsafe.Pointer(&c.wide.a[0])
	p, s := unsafe.Pointer(&c.wide.theta[0]), unsafe.Pointer(&c.wide.sum[0])
	zero := kh(&konst.zero)
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

func (c *Network) planeLogits256(n int) {
	x, a := unsafe.Pointer(&c.wide.x[0]), unsafe.Pointer(&c.wide.a[0])
	zero := kh(&konst.zero)
	k := 0
	for ; k+2 <= n; k += 2 {
		q := unsafe.Add(x, 4*k*vecBytes)
		x0, y0, x1, y1 := at256(q, 0), at256(q, 1), at256(q, 4), at256(q, 5)
		a0, a1 := zero, zero
		for j := range c.hidden {
			p := unsafe.Pointer(&c.wide.theta[4*j])
			u, w, b, v := at256(p, 0), at256(p, 1), at256(p, 2), at256(p, 3)
			z0, z1 := w.MulAdd(y0, u.MulAdd(x0, b)), w.MulAdd(y1, u.MulAdd(x1, b))
			a0, a1 = v.MulAdd(z0, a0).Merge(a0, z0.Greater(zero)), v.MulAdd(z1, a1).Merge(a1, z1.Greater(zero))
		}
		to256(a, k, a0)
		to256(a, k+1, a1)
	}
	if k < n {
		q := unsafe.Add(x, 4*k*vecBytes)
		x0, y0, a0 := at256(q, 0), at256(q, 1), zero
		for j := range c.hidden {
			p := unsafe.Pointer(&c.wide.theta[4*j])
			z := at256(p, 1).MulAdd(y0, at256(p, 0).MulAdd(x0, at256(p, 2)))
			a0 = at256(p, 3).MulAdd(z, a0).Merge(a0, z.Greater(zero))
		}
		to256(a, k, a0)
	}
}

func (c *Network) planeSums256(n int) {
	zero := kh(&konst.zero)
	x, a := c.wide.x[:4*n], c.wide.a[:n]
	for j := range c.hidden {
		p, q := unsafe.Pointer(&c.wide.theta[4*j]), unsafe.Pointer(&c.wide.sum[4*j])
		u, w, b := at256(p, 0), at256(p, 1), at256(p, 2)
		tx, ty, s := at256(q, 0), at256(q, 1), at256(q, 2)
		for k := range a {
			r := unsafe.Pointer(&x[4*k])
			x, y := at256(r, 0), at256(r, 1)
			z := w.MulAdd(y, u.MulAdd(x, b))
			d := kh(&a[k]).Masked(z.Greater(zero))
			tx, ty, s = d.MulAdd(x, tx), d.MulAdd(y, ty), s.Add(d)
		}
		to256(q, 0, tx)
		to256(q, 1, ty)
		to256(q, 2, s)
	}
}

func (c *Network) one256(f, theta unsafe.Pointer, idx *Index) {
	d, step := c.inputs, c.stride
	b, v := c.hidden*d, c.hidden*(d+1)
	x, a := unsafe.Pointer(&c.wide.x[0]), unsafe.Pointer(&c.wide.a[0])
	zero, minusOne, scale := kh(&konst.zero), kh(&konst.minusOne), BroadcastFloat64x4(c.scale)
	for h := 0; h < Lanes; h += 32 {
		p, q := unsafe.Add(theta, 8*h), unsafe.Add(f, 8*h)
		for g := range 8 {
			c.gather256(unsafe.Pointer(&idx[h+4*g]), 1, g)
		}
		for g := 0; g < 8; g += 4 {
			k0, k1, k2, k3 := g*step, (g+1)*step, (g+2)*step, (g+3)*step
			p := unsafe.Add(p, 32*g)
			var a0, a1, a2, a3 hf
			for j := range c.hidden {
				r := fourAt(p, b+j)
				z0, z1, z2, z3 := lh(&r[0]), lh(&r[1]), lh(&r[2]), lh(&r[3])
				for i := range d {
					r = fourAt(p, j*d+i)
					z0, z1 = lh(&r[0]).MulAdd(at256(x, k0+i), z0), lh(&r[1]).MulAdd(at256(x, k1+i), z1)
					z2, z3 = lh(&r[2]).MulAdd(at256(x, k2+i), z2), lh(&r[3]).MulAdd(at256(x, k3+i), z3)
				}
				r = fourAt(p, v+j)
				a0, a1 = lh(&r[0]).MulAdd(z0, a0).Merge(a0, z0.Greater(zero)), lh(&r[1]).MulAdd(z1, a1).Merge(a1, z1.Greater(zero))
				a2, a3 = lh(&r[2]).MulAdd(z2, a2).Merge(a2, z2.Greater(zero)), lh(&r[3]).MulAdd(z3, a3).Merge(a3, z3.Greater(zero))
			}
			to256(a, g, a0)
			to256(a, g+1, a1)
			to256(a, g+2, a2)
			to256(a, g+3, a3)
		}
		c.delta256(8)
		for j := range c.hidden {
			for g := range 8 {
				p, q, k := unsafe.Add(p, 32*g), unsafe.Add(q, 32*g), g*step
				bj, vj := row256(p, b+j), row256(p, v+j)
				z := bj
				for i := range d {
					z = row256(p, j*d+i).MulAdd(at256(x, k+i), z)
				}
				s := at256(a, g).Masked(z.Greater(zero))
				y, u := bj.Mul(s), vj.Mul(scale)
				for i := range d {
					w, t := row256(p, j*d+i), s.MulAdd(at256(x, k+i), zero)
					y = w.MulAdd(t, y)
					put256(q, j*d+i, t.MulAdd(u, w.Mul(minusOne)))
				}
				put256(q, b+j, s.MulAdd(u, bj.Mul(minusOne)))
				put256(q, v+j, y.MulAdd(scale, vj.Mul(minusOne)))
			}
		}
	}
}

func fourAt(p unsafe.Pointer, i int) *[4][4]float64 {
	return (*[4][4]float64)(unsafe.Add(p, i*rowBytes))
}

func networkLogit256(dst *Row, theta []Row, x []float64) {
	d := len(x)
	h := len(theta) / (d + 2)
	zero := kh(&konst.zero)
	out := row4(dst)
	for g := range out {
		a := zero
		for j := range h {
			z := lh(&row4(&theta[d*h+j])[g])
			for i, x := range x {
				z = lh(&row4(&theta[j*d+i])[g]).MulAdd(BroadcastFloat64x4(x), z)
			}
			a = lh(&row4(&theta[(d+1)*h+j])[g]).MulAdd(z, a).Merge(a, z.Greater(zero))
		}
		sh(&out[g], a)
	}
	ClearAVXUpperBits()
}
