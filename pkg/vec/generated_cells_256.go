// Code generated from cells_512.go by narrow; DO NOT EDIT.

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

func (*avx256) cellsGroup(c *Cells) {
	n := 0
	for g := range groups256 {
		x, number := &row256(c.Cell)[g], &ints256(&c.number)[g]
		v := load256(x)
		v.ConvertToInt32().Store(number)
		for rest := uint8(full256); rest != 0; n++ {
			l := bits.TrailingZeros8(rest) % lanes256
			same := v.Equal(all256(x[l])).ToBits()&rest | 1<<l
			c.runs[n] = cellRun{number[l], uint8(g), same}
			rest &^= same
		}
	}
	c.n, c.one = n, n == groups256
	for _, run := range c.runs[:n] {
		c.one = c.one && run.cell == c.runs[0].cell
	}
	ClearAVXUpperBits()
}

func (*avx256) cellsSum(c *Cells, dst, xi []Row) {
	m, n := len(c.F), len(dst)
	if c.one && n == 3 {
		c.sumOne256((*[3]Row)(dst), xi[int(c.runs[0].cell)*m*n:][:m*n])
		return
	}
	zero := num256(&konst.zero)
	for _, run := range c.runs[:c.n] {
		g, in := int(run.group%groups256), mask256(run.mask, zero)
		x := xi[int(run.cell)*m*n:][:m*n]
		if n == 3 {
			x0, d := (*[3]Row)(x), (*[3]Row)(dst)
			f := get256(&c.F[0], g)
			s0, s1, s2 := f.Mul(get256(&x0[0], g)), f.Mul(get256(&x0[1], g)), f.Mul(get256(&x0[2], g))
			for i := 1; i < m; i++ {
				x := (*[3]Row)(x[3*i : 3*i+3])
				f := get256(&c.F[i], g)
				s0 = f.MulAdd(get256(&x[0], g), s0)
				s1 = f.MulAdd(get256(&x[1], g), s1)
				s2 = f.MulAdd(get256(&x[2], g), s2)
			}
			put256(&d[0], g, s0.Merge(get256(&d[0], g), in))
			put256(&d[1], g, s1.Merge(get256(&d[1], g), in))
			put256(&d[2], g, s2.Merge(get256(&d[2], g), in))
			continue
		}
		for r := range dst {
			s := get256(&x[r], g).Mul(get256(&c.F[0], g))
			for i := 1; i < m; i++ {
				s = get256(&x[i*n+r], g).MulAdd(get256(&c.F[i], g), s)
			}
			put256(&dst[r], g, s.Merge(get256(&dst[r], g), in))
		}
	}
	ClearAVXUpperBits()
}

func (*avx256) cellsAdd(c *Cells, xi, y []Row, rate []float64) {
	m, n := len(c.F), len(y)
	if c.one && n == 3 {
		k := int(c.runs[0].cell) * m
		c.addOne256(xi[k*n:][:m*n], (*[3]Row)(y), rate[k:][:m])
		return
	}
	zero := num256(&konst.zero)
	for _, run := range c.runs[:c.n] {
		g, in := int(run.group%groups256), mask256(run.mask, zero)
		k := int(run.cell) * m
		x, q := xi[k*n:][:m*n], rate[k:][:m]
		if n == 3 {
			y := (*[3]Row)(y)
			y0, y1, y2 := get256(&y[0], g), get256(&y[1], g), get256(&y[2], g)
			for i := range q {
				x := (*[3]Row)(x[3*i : 3*i+3])
				w := get256(&c.F[i], g).Mul(all256(q[i]))
				x0, x1, x2 := get256(&x[0], g), get256(&x[1], g), get256(&x[2], g)
				put256(&x[0], g, y0.MulAdd(w, x0).Merge(x0, in))
				put256(&x[1], g, y1.MulAdd(w, x1).Merge(x1, in))
				put256(&x[2], g, y2.MulAdd(w, x2).Merge(x2, in))
			}
			continue
		}
		for i := range q {
			w := get256(&c.F[i], g).Mul(all256(q[i]))
			for r := range y {
				d := &x[i*n+r]
				v := get256(d, g)
				put256(d, g, get256(&y[r], g).MulAdd(w, v).Merge(v, in))
			}
		}
	}
	ClearAVXUpperBits()
}

// sumOne256 is cellsSum if all lanes are in one cell; xi holds the coefficients of the cell.
func (c *Cells) sumOne256(dst *[3]Row, xi []Row) {
	for g := range groups256 {
		f := unsafe.Add(unsafe.Pointer(&c.F[0]), g*bytes256)
		x := unsafe.Add(unsafe.Pointer(&xi[0]), g*bytes256)
		w := from256(f, 0)
		s0, s1 := w.Mul(from256(x, 0)), w.Mul(from256(x, rowBytes))
		s2 := w.Mul(from256(x, 2*rowBytes))
		for range len(c.F) - 1 {
			f, x = unsafe.Add(f, rowBytes), unsafe.Add(x, 3*rowBytes)
			w := from256(f, 0)
			s0 = w.MulAdd(from256(x, 0), s0)
			s1 = w.MulAdd(from256(x, rowBytes), s1)
			s2 = w.MulAdd(from256(x, 2*rowBytes), s2)
		}
		put256(&dst[0], g, s0)
		put256(&dst[1], g, s1)
		put256(&dst[2], g, s2)
	}
	ClearAVXUpperBits()
}

// addOne256 is cellsAdd if all lanes are in one cell; xi holds the coefficients of the cell.
func (c *Cells) addOne256(xi []Row, y *[3]Row, rate []float64) {
	for i, q := range rate {
		f, x, p, q := unsafe.Pointer(&c.F[i]), unsafe.Pointer(&xi[3*i]), unsafe.Pointer(y), all256(q)
		for g := groups256; ; {
			w := from256(f, 0).Mul(q)
			into256(x, 0, from256(p, 0).MulAdd(w, from256(x, 0)))
			into256(x, rowBytes, from256(p, rowBytes).MulAdd(w, from256(x, rowBytes)))
			into256(x, 2*rowBytes, from256(p, 2*rowBytes).MulAdd(w, from256(x, 2*rowBytes)))
			if g--; g == 0 {
				break // so that no pointer is past the end
			}
			f, x, p = unsafe.Add(f, bytes256), unsafe.Add(x, bytes256), unsafe.Add(p, bytes256)
		}
	}
	ClearAVXUpperBits()
}

func (*avx256) boxesEval(b *boxes, c *Cells, theta []Row) {
	one, zero := num256(&konst.one), num256(&konst.zero)
	for g := range groups256 {
		cell, q := zero, 1
		put256(&c.F[0], g, one)
		for j := range b.axes {
			a := &b.axes[j]
			x := get256(&theta[j], g)
			low, inv, stride := all256(a.low[0]), all256(a.inv[0]), all256(a.stride)
			for i, cut := range a.cuts {
				above := x.GreaterEqual(all256(cut))
				low = all256(a.low[i+1]).Merge(low, above)
				inv = all256(a.inv[i+1]).Merge(inv, above)
				cell = cell.Add(stride).Merge(cell, above)
			}
			u := x.Sub(low).Mul(inv)
			u = one.Merge(u, u.Greater(one))
			u = zero.Merge(u, u.Less(zero))
			f := unsafe.Pointer(&c.F[:q+q*b.degree][0][g*lanes256])
			for n, on := q*b.degree, q*rowBytes; n > 0; {
				into256(f, on, from256(f, 0).Mul(u))
				if n--; n == 0 {
					break
				}
				f = unsafe.Add(f, rowBytes)
			}
			q += q * b.degree
		}
		put256(c.Cell, g, cell)
	}
	for i := range b.factors {
		f, s := &c.F[i], &b.factors[i]
		for g := range groups256 {
			put256(f, g, get256(f, g).Mul(get256(s, g)))
		}
	}
	ClearAVXUpperBits()
}
