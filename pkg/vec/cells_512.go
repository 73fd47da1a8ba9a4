//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	"math/bits"
	. "simd/archsimd"
	"unsafe"
)

// The loops go over the runs of lanes in one cell: they compute all lanes of the vector and keep
// the lanes of the run. The numbers of the cells become integers as vectors: a scalar conversion is
// an SSE instruction, which costs hundreds of cycles while the upper halves of the registers are in
// use.

func (*avx512) cellsGroup(c *Cells) {
	n := 0
	for g := range groups512 {
		x, number := &row512(c.Cell)[g], &ints512(&c.number)[g]
		v := load512(x)
		v.ConvertToInt32().Store(number)
		for rest := uint8(full512); rest != 0; n++ {
			l := bits.TrailingZeros8(rest) % lanes512
			same := v.Equal(all512(x[l])).ToBits()&rest | 1<<l
			c.runs[n] = cellRun{number[l], uint8(g), same}
			rest &^= same
		}
	}
	c.n, c.one = n, n == groups512
	for _, run := range c.runs[:n] {
		c.one = c.one && run.cell == c.runs[0].cell
	}
	ClearAVXUpperBits()
}

func (*avx512) cellsSum(c *Cells, dst, xi []Row) {
	m, n := len(c.F), len(dst)
	if c.one && n == 3 {
		c.sumOne512((*[3]Row)(dst), xi[int(c.runs[0].cell)*m*n:][:m*n])
		return
	}
	zero := num512(&konst.zero)
	for _, run := range c.runs[:c.n] {
		g, in := int(run.group%groups512), mask512(run.mask, zero)
		x := xi[int(run.cell)*m*n:][:m*n]
		if n == 3 {
			x0, d := (*[3]Row)(x), (*[3]Row)(dst)
			f := get512(&c.F[0], g)
			s0, s1, s2 := f.Mul(get512(&x0[0], g)), f.Mul(get512(&x0[1], g)), f.Mul(get512(&x0[2], g))
			for i := 1; i < m; i++ {
				x := (*[3]Row)(x[3*i : 3*i+3])
				f := get512(&c.F[i], g)
				s0 = f.MulAdd(get512(&x[0], g), s0)
				s1 = f.MulAdd(get512(&x[1], g), s1)
				s2 = f.MulAdd(get512(&x[2], g), s2)
			}
			put512(&d[0], g, s0.Merge(get512(&d[0], g), in))
			put512(&d[1], g, s1.Merge(get512(&d[1], g), in))
			put512(&d[2], g, s2.Merge(get512(&d[2], g), in))
			continue
		}
		for r := range dst {
			s := get512(&x[r], g).Mul(get512(&c.F[0], g))
			for i := 1; i < m; i++ {
				s = get512(&x[i*n+r], g).MulAdd(get512(&c.F[i], g), s)
			}
			put512(&dst[r], g, s.Merge(get512(&dst[r], g), in))
		}
	}
	ClearAVXUpperBits()
}

func (*avx512) cellsAdd(c *Cells, xi, y []Row, rate []float64) {
	m, n := len(c.F), len(y)
	if c.one && n == 3 {
		k := int(c.runs[0].cell) * m
		c.addOne512(xi[k*n:][:m*n], (*[3]Row)(y), rate[k:][:m])
		return
	}
	zero := num512(&konst.zero)
	for _, run := range c.runs[:c.n] {
		g, in := int(run.group%groups512), mask512(run.mask, zero)
		k := int(run.cell) * m
		x, q := xi[k*n:][:m*n], rate[k:][:m]
		if n == 3 {
			y := (*[3]Row)(y)
			y0, y1, y2 := get512(&y[0], g), get512(&y[1], g), get512(&y[2], g)
			for i := range q {
				x := (*[3]Row)(x[3*i : 3*i+3])
				w := get512(&c.F[i], g).Mul(all512(q[i]))
				x0, x1, x2 := get512(&x[0], g), get512(&x[1], g), get512(&x[2], g)
				put512(&x[0], g, y0.MulAdd(w, x0).Merge(x0, in))
				put512(&x[1], g, y1.MulAdd(w, x1).Merge(x1, in))
				put512(&x[2], g, y2.MulAdd(w, x2).Merge(x2, in))
			}
			continue
		}
		for i := range q {
			w := get512(&c.F[i], g).Mul(all512(q[i]))
			for r := range y {
				d := &x[i*n+r]
				v := get512(d, g)
				put512(d, g, get512(&y[r], g).MulAdd(w, v).Merge(v, in))
			}
		}
	}
	ClearAVXUpperBits()
}

// sumOne512 is cellsSum if all lanes are in one cell; xi holds the coefficients of the cell.
func (c *Cells) sumOne512(dst *[3]Row, xi []Row) {
	for g := range groups512 {
		f := unsafe.Add(unsafe.Pointer(&c.F[0]), g*bytes512)
		x := unsafe.Add(unsafe.Pointer(&xi[0]), g*bytes512)
		w := from512(f, 0)
		s0, s1 := w.Mul(from512(x, 0)), w.Mul(from512(x, rowBytes))
		s2 := w.Mul(from512(x, 2*rowBytes))
		for range len(c.F) - 1 {
			f, x = unsafe.Add(f, rowBytes), unsafe.Add(x, 3*rowBytes)
			w := from512(f, 0)
			s0 = w.MulAdd(from512(x, 0), s0)
			s1 = w.MulAdd(from512(x, rowBytes), s1)
			s2 = w.MulAdd(from512(x, 2*rowBytes), s2)
		}
		put512(&dst[0], g, s0)
		put512(&dst[1], g, s1)
		put512(&dst[2], g, s2)
	}
	ClearAVXUpperBits()
}

// addOne512 is cellsAdd if all lanes are in one cell; xi holds the coefficients of the cell.
func (c *Cells) addOne512(xi []Row, y *[3]Row, rate []float64) {
	for i, q := range rate {
		f, x, p, q := unsafe.Pointer(&c.F[i]), unsafe.Pointer(&xi[3*i]), unsafe.Pointer(y), all512(q)
		for g := groups512; ; {
			w := from512(f, 0).Mul(q)
			into512(x, 0, from512(p, 0).MulAdd(w, from512(x, 0)))
			into512(x, rowBytes, from512(p, rowBytes).MulAdd(w, from512(x, rowBytes)))
			into512(x, 2*rowBytes, from512(p, 2*rowBytes).MulAdd(w, from512(x, 2*rowBytes)))
			if g--; g == 0 {
				break // so that no pointer is past the end
			}
			f, x, p = unsafe.Add(f, bytes512), unsafe.Add(x, bytes512), unsafe.Add(p, bytes512)
		}
	}
	ClearAVXUpperBits()
}

func (*avx512) boxesEval(b *boxes, c *Cells, theta []Row) {
	one, zero := num512(&konst.one), num512(&konst.zero)
	for g := range groups512 {
		cell, q := zero, 1
		put512(&c.F[0], g, one)
		for j := range b.axes {
			a := &b.axes[j]
			x := get512(&theta[j], g)
			low, inv, stride := all512(a.low[0]), all512(a.inv[0]), all512(a.stride)
			for i, cut := range a.cuts {
				above := x.GreaterEqual(all512(cut))
				low = all512(a.low[i+1]).Merge(low, above)
				inv = all512(a.inv[i+1]).Merge(inv, above)
				cell = cell.Add(stride).Merge(cell, above)
			}
			u := x.Sub(low).Mul(inv)
			u = one.Merge(u, u.Greater(one))
			u = zero.Merge(u, u.Less(zero))
			f := unsafe.Pointer(&c.F[:q+q*b.degree][0][g*lanes512])
			for n, on := q*b.degree, q*rowBytes; n > 0; {
				into512(f, on, from512(f, 0).Mul(u))
				if n--; n == 0 {
					break
				}
				f = unsafe.Add(f, rowBytes)
			}
			q += q * b.degree
		}
		put512(c.Cell, g, cell)
	}
	for i := range b.factors {
		f, s := &c.F[i], &b.factors[i]
		for g := range groups512 {
			put512(f, g, get512(f, g).Mul(get512(s, g)))
		}
	}
	ClearAVXUpperBits()
}
