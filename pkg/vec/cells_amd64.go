//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	"math/bits"
	. "simd/archsimd"
	"unsafe"
)

// eights is a row as vectors of 8.
type eights = [Lanes / 8]v8

func row8(r *Row) *eights { return (*eights)(unsafe.Pointer(r)) }

// The loops go over the runs of lanes in one cell: all lanes of the vector are computed, and the run's are kept. The numbers of the cells become integers
// as vectors: a scalar conversion is an SSE instruction, which costs hundreds of cycles while the upper halves of the registers are in use.

func (c *Cells) group512() {
	n := 0
	for g := range row8(c.Cell) {
		x := &row8(c.Cell)[g]
		v := lf(x)
		number := (*[8]int32)(c.number[8*g : 8*g+8])
		v.ConvertToInt32().Store(number)
		for rest := uint8(0xff); rest != 0; n++ {
			l := bits.TrailingZeros8(rest)
			same := v.Equal(BroadcastFloat64x8(x[l])).ToBits()&rest | 1<<l
			c.runs[n] = cellRun{number[l], uint8(g), same}
			rest &^= same
		}
	}
	c.n = n
	ClearAVXUpperBits()
}

func (c *Cells) sum512(dst, xi []Row) {
	m, n := len(c.F), len(dst)
	for _, run := range c.runs[:c.n] {
		g, in := run.group&7, Mask64x8FromBits(run.mask)
		x := xi[int(run.cell)*m*n:][:m*n]
		if n == 3 {
			x0, d := (*[3]Row)(x), (*[3]Row)(dst)
			f := lf(&row8(&c.F[0])[g])
			s0, s1, s2 := f.Mul(lf(&row8(&x0[0])[g])), f.Mul(lf(&row8(&x0[1])[g])), f.Mul(lf(&row8(&x0[2])[g]))
			for i := 1; i < m; i++ {
				x := (*[3]Row)(x[3*i : 3*i+3])
				f := lf(&row8(&c.F[i])[g])
				s0 = f.MulAdd(lf(&row8(&x[0])[g]), s0)
				s1 = f.MulAdd(lf(&row8(&x[1])[g]), s1)
				s2 = f.MulAdd(lf(&row8(&x[2])[g]), s2)
			}
			s0.Merge(lf(&row8(&d[0])[g]), in).Store(&row8(&d[0])[g])
			s1.Merge(lf(&row8(&d[1])[g]), in).Store(&row8(&d[1])[g])
			s2.Merge(lf(&row8(&d[2])[g]), in).Store(&row8(&d[2])[g])
			continue
		}
		for r := range dst {
			s := lf(&row8(&x[r])[g]).Mul(lf(&row8(&c.F[0])[g]))
			for i := 1; i < m; i++ {
				s = lf(&row8(&x[i*n+r])[g]).MulAdd(lf(&row8(&c.F[i])[g]), s)
			}
			d := &row8(&dst[r])[g]
			s.Merge(lf(d), in).Store(d)
		}
	}
	ClearAVXUpperBits()
}

func (c *Cells) add512(xi, y []Row, rate []float64) {
	m, n := len(c.F), len(y)
	for _, run := range c.runs[:c.n] {
		g, in := run.group&7, Mask64x8FromBits(run.mask)
		k := int(run.cell) * m
		x, q := xi[k*n:][:m*n], rate[k:][:m]
		if n == 3 {
			y := (*[3]Row)(y)
			y0, y1, y2 := lf(&row8(&y[0])[g]), lf(&row8(&y[1])[g]), lf(&row8(&y[2])[g])
			for i := range q {
				x := (*[3]Row)(x[3*i : 3*i+3])
				w := lf(&row8(&c.F[i])[g]).Mul(BroadcastFloat64x8(q[i]))
				x0, x1, x2 := lf(&row8(&x[0])[g]), lf(&row8(&x[1])[g]), lf(&row8(&x[2])[g])
				y0.MulAdd(w, x0).Merge(x0, in).Store(&row8(&x[0])[g])
				y1.MulAdd(w, x1).Merge(x1, in).Store(&row8(&x[1])[g])
				y2.MulAdd(w, x2).Merge(x2, in).Store(&row8(&x[2])[g])
			}
			continue
		}
		for i := range q {
			w := lf(&row8(&c.F[i])[g]).Mul(BroadcastFloat64x8(q[i]))
			for r := range y {
				d := &row8(&x[i*n+r])[g]
				v := lf(d)
				lf(&row8(&y[r])[g]).MulAdd(w, v).Merge(v, in).Store(d)
			}
		}
	}
	ClearAVXUpperBits()
}

func (c *Cells) scale512(s []float64) {
	m := len(c.F)
	for _, run := range c.runs[:c.n] {
		g, in := run.group&7, Mask64x8FromBits(run.mask)
		for i, q := range s[int(run.cell)*m:][:m] {
			d := &row8(&c.F[i])[g]
			v := lf(d)
			v.Mul(BroadcastFloat64x8(q)).Merge(v, in).Store(d)
		}
	}
	ClearAVXUpperBits()
}

func (b *Boxes) eval512(c *Cells, theta []Row) {
	one, zero := lf(&konst.one), lf(&konst.zero)
	for g := range row8(c.Cell) {
		cell, q := zero, 1
		one.Store(&row8(&c.F[0])[g])
		for j := range b.axes {
			a := &b.axes[j]
			x := lf(&row8(&theta[j])[g])
			low, inv, stride := BroadcastFloat64x8(a.low[0]), BroadcastFloat64x8(a.inv[0]), BroadcastFloat64x8(a.stride)
			for i, cut := range a.cuts {
				above := x.GreaterEqual(BroadcastFloat64x8(cut))
				low = BroadcastFloat64x8(a.low[i+1]).Merge(low, above)
				inv = BroadcastFloat64x8(a.inv[i+1]).Merge(inv, above)
				cell = cell.Add(stride).Merge(cell, above)
			}
			u := x.Sub(low).Mul(inv)
			u = one.Merge(u, u.Greater(one))
			u = zero.Merge(u, u.Less(zero))
			f := c.F[:q+q*b.degree]
			for i := range q * b.degree {
				lf(&row8(&f[i])[g]).Mul(u).Store(&row8(&f[q+i])[g])
			}
			q = len(f)
		}
		cell.Store(&row8(c.Cell)[g])
	}
	ClearAVXUpperBits()
}

func (n *Nearest) eval512(c *Cells, theta []Row) {
	for g := range row8(c.Cell) {
		var best, cell, f vf
		for k, x := range n.centres {
			var s vf
			for j, v := range x {
				d := lf(&row8(&theta[j])[g]).Sub(BroadcastFloat64x8(v))
				s = d.MulAdd(d, s)
			}
			number, scale := BroadcastFloat64x8(float64(k)), BroadcastFloat64x8(n.scale[k])
			if k == 0 {
				best, cell, f = s, number, scale
				continue
			}
			nearer := s.Less(best)
			best, cell, f = s.Merge(best, nearer), number.Merge(cell, nearer), scale.Merge(f, nearer)
		}
		cell.Store(&row8(c.Cell)[g])
		f.Store(&row8(&c.F[0])[g])
	}
	ClearAVXUpperBits()
}

func outer512(dst, p []Row) {
	minusOne, zero := lf(&konst.minusOne), lf(&konst.zero)
	n := 0
	for i := range p {
		c := minusOne
		for j := i; j < len(p); j++ {
			y, a, b := row8(&dst[n]), row8(&p[i]), row8(&p[j])
			for g := range y {
				lf(&a[g]).MulAdd(lf(&b[g]), c).Store(&y[g])
			}
			c = zero
			n++
		}
	}
	ClearAVXUpperBits()
}

func squares512(dst, p []Row) {
	minusOne := lf(&konst.minusOne)
	for i := range p {
		y, a := row8(&dst[i]), row8(&p[i])
		for g := range y {
			v := lf(&a[g])
			v.MulAdd(v, minusOne).Store(&y[g])
		}
	}
	ClearAVXUpperBits()
}

func norm512(dst *Row, p []Row) {
	dim := BroadcastFloat64x8(float64(len(p)))
	y := row8(dst)
	for g := range y {
		var s vf
		for i := range p {
			v := lf(&row8(&p[i])[g])
			s = v.MulAdd(v, s)
		}
		s.Sub(dim).Store(&y[g])
	}
	ClearAVXUpperBits()
}

// lanes4 holds, for every mask of a vector of 4, −1 in its lanes and 0 elsewhere: AVX2 has no masks of bits.
var lanes4 = func() (t *[16][4]float64) {
	t = &aligned[[16][4]float64](1)[0]
	for m := range t {
		for l := range 4 {
			if m>>l&1 != 0 {
				t[m][l] = -1
			}
		}
	}
	return t
}()

func mask4(m uint8, zero hf) Mask64x4 { return lh(&lanes4[m&15]).Less(zero) }

func (c *Cells) group256() {
	n := 0
	for g := range row4(c.Cell) {
		x := &row4(c.Cell)[g]
		v := lh(x)
		number := (*[4]int32)(c.number[4*g : 4*g+4])
		v.ConvertToInt32().Store(number)
		for rest := uint8(0xf); rest != 0; n++ {
			l := bits.TrailingZeros8(rest)
			same := v.Equal(BroadcastFloat64x4(x[l])).ToBits()&rest | 1<<l
			c.runs[n] = cellRun{number[l], uint8(g), same}
			rest &^= same
		}
	}
	c.n = n
	ClearAVXUpperBits()
}

func (c *Cells) sum256(dst, xi []Row) {
	m, n := len(c.F), len(dst)
	zero := kh(&konst.zero)
	for _, run := range c.runs[:c.n] {
		g, in := run.group&15, mask4(run.mask, zero)
		x := xi[int(run.cell)*m*n:][:m*n]
		if n == 3 {
			x0, d := (*[3]Row)(x), (*[3]Row)(dst)
			f := lh(&row4(&c.F[0])[g])
			s0, s1, s2 := f.Mul(lh(&row4(&x0[0])[g])), f.Mul(lh(&row4(&x0[1])[g])), f.Mul(lh(&row4(&x0[2])[g]))
			for i := 1; i < m; i++ {
				x := (*[3]Row)(x[3*i : 3*i+3])
				f := lh(&row4(&c.F[i])[g])
				s0 = f.MulAdd(lh(&row4(&x[0])[g]), s0)
				s1 = f.MulAdd(lh(&row4(&x[1])[g]), s1)
				s2 = f.MulAdd(lh(&row4(&x[2])[g]), s2)
			}
			s0.Merge(lh(&row4(&d[0])[g]), in).Store(&row4(&d[0])[g])
			s1.Merge(lh(&row4(&d[1])[g]), in).Store(&row4(&d[1])[g])
			s2.Merge(lh(&row4(&d[2])[g]), in).Store(&row4(&d[2])[g])
			continue
		}
		for r := range dst {
			s := lh(&row4(&x[r])[g]).Mul(lh(&row4(&c.F[0])[g]))
			for i := 1; i < m; i++ {
				s = lh(&row4(&x[i*n+r])[g]).MulAdd(lh(&row4(&c.F[i])[g]), s)
			}
			d := &row4(&dst[r])[g]
			s.Merge(lh(d), in).Store(d)
		}
	}
	ClearAVXUpperBits()
}

func (c *Cells) add256(xi, y []Row, rate []float64) {
	m, n := len(c.F), len(y)
	zero := kh(&konst.zero)
	for _, run := range c.runs[:c.n] {
		g, in := run.group&15, mask4(run.mask, zero)
		k := int(run.cell) * m
		x, q := xi[k*n:][:m*n], rate[k:][:m]
		if n == 3 {
			y := (*[3]Row)(y)
			y0, y1, y2 := lh(&row4(&y[0])[g]), lh(&row4(&y[1])[g]), lh(&row4(&y[2])[g])
			for i := range q {
				x := (*[3]Row)(x[3*i : 3*i+3])
				w := lh(&row4(&c.F[i])[g]).Mul(BroadcastFloat64x4(q[i]))
				x0, x1, x2 := lh(&row4(&x[0])[g]), lh(&row4(&x[1])[g]), lh(&row4(&x[2])[g])
				y0.MulAdd(w, x0).Merge(x0, in).Store(&row4(&x[0])[g])
				y1.MulAdd(w, x1).Merge(x1, in).Store(&row4(&x[1])[g])
				y2.MulAdd(w, x2).Merge(x2, in).Store(&row4(&x[2])[g])
			}
			continue
		}
		for i := range q {
			w := lh(&row4(&c.F[i])[g]).Mul(BroadcastFloat64x4(q[i]))
			for r := range y {
				d := &row4(&x[i*n+r])[g]
				v := lh(d)
				lh(&row4(&y[r])[g]).MulAdd(w, v).Merge(v, in).Store(d)
			}
		}
	}
	ClearAVXUpperBits()
}

func (c *Cells) scale256(s []float64) {
	m := len(c.F)
	zero := kh(&konst.zero)
	for _, run := range c.runs[:c.n] {
		g, in := run.group&15, mask4(run.mask, zero)
		for i, q := range s[int(run.cell)*m:][:m] {
			d := &row4(&c.F[i])[g]
			v := lh(d)
			v.Mul(BroadcastFloat64x4(q)).Merge(v, in).Store(d)
		}
	}
	ClearAVXUpperBits()
}

func (b *Boxes) eval256(c *Cells, theta []Row) {
	one, zero := kh(&konst.one), kh(&konst.zero)
	for g := range row4(c.Cell) {
		cell, q := zero, 1
		one.Store(&row4(&c.F[0])[g])
		for j := range b.axes {
			a := &b.axes[j]
			x := lh(&row4(&theta[j])[g])
			low, inv, stride := BroadcastFloat64x4(a.low[0]), BroadcastFloat64x4(a.inv[0]), BroadcastFloat64x4(a.stride)
			for i, cut := range a.cuts {
				above := x.GreaterEqual(BroadcastFloat64x4(cut))
				low = BroadcastFloat64x4(a.low[i+1]).Merge(low, above)
				inv = BroadcastFloat64x4(a.inv[i+1]).Merge(inv, above)
				cell = cell.Add(stride).Merge(cell, above)
			}
			u := x.Sub(low).Mul(inv)
			u = one.Merge(u, u.Greater(one))
			u = zero.Merge(u, u.Less(zero))
			f := c.F[:q+q*b.degree]
			for i := range q * b.degree {
				lh(&row4(&f[i])[g]).Mul(u).Store(&row4(&f[q+i])[g])
			}
			q = len(f)
		}
		cell.Store(&row4(c.Cell)[g])
	}
	ClearAVXUpperBits()
}

func (n *Nearest) eval256(c *Cells, theta []Row) {
	for g := range row4(c.Cell) {
		var best, cell, f hf
		for k, x := range n.centres {
			var s hf
			for j, v := range x {
				d := lh(&row4(&theta[j])[g]).Sub(BroadcastFloat64x4(v))
				s = d.MulAdd(d, s)
			}
			number, scale := BroadcastFloat64x4(float64(k)), BroadcastFloat64x4(n.scale[k])
			if k == 0 {
				best, cell, f = s, number, scale
				continue
			}
			nearer := s.Less(best)
			best, cell, f = s.Merge(best, nearer), number.Merge(cell, nearer), scale.Merge(f, nearer)
		}
		cell.Store(&row4(c.Cell)[g])
		f.Store(&row4(&c.F[0])[g])
	}
	ClearAVXUpperBits()
}

func outer256(dst, p []Row) {
	zero := kh(&konst.zero)
	n := 0
	for i := range p {
		c := kh(&konst.minusOne)
		for j := i; j < len(p); j++ {
			y, a, b := row4(&dst[n]), row4(&p[i]), row4(&p[j])
			for g := range y {
				lh(&a[g]).MulAdd(lh(&b[g]), c).Store(&y[g])
			}
			c = zero
			n++
		}
	}
	ClearAVXUpperBits()
}

func squares256(dst, p []Row) {
	minusOne := kh(&konst.minusOne)
	for i := range p {
		y, a := row4(&dst[i]), row4(&p[i])
		for g := range y {
			v := lh(&a[g])
			v.MulAdd(v, minusOne).Store(&y[g])
		}
	}
	ClearAVXUpperBits()
}

func norm256(dst *Row, p []Row) {
	dim := BroadcastFloat64x4(float64(len(p)))
	y := row4(dst)
	for g := range y {
		var s hf
		for i := range p {
			v := lh(&row4(&p[i])[g])
			s = v.MulAdd(v, s)
		}
		s.Sub(dim).Store(&y[g])
	}
	ClearAVXUpperBits()
}
