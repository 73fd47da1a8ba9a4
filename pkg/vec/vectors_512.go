//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	. "simd/archsimd"
	"unsafe"
)

// Kernels for vectors of many dimensions. Eight consecutive numbers are one or two vectors, and so
// are eight partial sums.

// sigmoids512 is sigmoidClamped, for two vectors at a time; of an odd number it does the last
// twice.
func sigmoids512(x []v8) {
	k := konst
	zero := num512(&k.zero)
	p, n := unsafe.Pointer(unsafe.SliceData(x)), 64*len(x)
	for i := 0; i < n; i += 2 * bytes512 {
		j := min(i+bytes512, n-bytes512)
		s, t := from512(p, i), from512(p, j)
		ts, fs := split512(clamp512(zero.Sub(s).Mul(num512(&k.unit)), k), k)
		tt, ft := split512(clamp512(zero.Sub(t).Mul(num512(&k.unit)), k), k)
		u, v := pair512(ts, tt, k)
		es, et := k.exp.lookUp512(u, v, k)
		es, et = plusExp512(ts, fs, es, k), plusExp512(tt, ft, et, k)
		into512(p, i, s.MulAdd(zero, num512(&k.one).Div(es)))
		into512(p, j, t.MulAdd(zero, num512(&k.one).Div(et)))
	}
}

func (*avx512) logisticAdd(l *Logistic, sum, theta []float64, batch []uint16) {
	th, s := unsafe.Pointer(unsafe.SliceData(theta)), unsafe.Pointer(unsafe.SliceData(sum))
	weights, bytes := unsafe.Pointer(&l.weights), 8*len(theta)
	room := (*mem512)(unsafe.Pointer(&l.room))
	for len(batch) > 0 {
		k := min(len(batch), len(l.at))
		n := l.pointers(batch[:k])
		for j := 0; j < n; j += lanes512 {
			dots512((*mem512)(unsafe.Add(weights, 8*j)), room, (*rows512)(l.at[j:]), th, bytes, n-j)
		}
		sigmoids512(l.weights[:(n+7)/8])
		for j := 0; j < n; j += 4 {
			combine512(s, (*[4]float64)(unsafe.Add(weights, 8*j)), (*[4]unsafe.Pointer)(l.at[j:]), bytes)
		}
		batch = batch[k:]
	}
	ClearAVXUpperBits()
}

// rows512 points to as many rows of single precision numbers as a vector has lanes.
type rows512 = [lanes512]unsafe.Pointer

// combine512 adds Σ r_j w_j for four rows.
func combine512(sum unsafe.Pointer, r *[4]float64, at *[4]unsafe.Pointer, bytes int) {
	p0, p1, p2, p3 := at[0], at[1], at[2], at[3]
	a, b, c, d := all512(r[0]), all512(r[1]), all512(r[2]), all512(r[3])
	for n := bytes / 64; ; {
		combineAt512(sum, p0, p1, p2, p3, 0, a, b, c, d)
		if eight512 == 2 {
			combineAt512(sum, p0, p1, p2, p3, second512, a, b, c, d)
		}
		if n--; n == 0 {
			break
		}
		sum, p0, p1 = unsafe.Add(sum, 64), unsafe.Add(p0, 32), unsafe.Add(p1, 32)
		p2, p3 = unsafe.Add(p2, 32), unsafe.Add(p3, 32)
	}
}

func combineAt512(sum, p0, p1, p2, p3 unsafe.Pointer, at int, a, b, c, d f512) {
	s := single512(p0, at/2).MulAdd(a, from512(sum, at))
	s = single512(p1, at/2).MulAdd(b, s)
	s = single512(p2, at/2).MulAdd(c, s)
	into512(sum, at, single512(p3, at/2).MulAdd(d, s))
}

// logisticAddAll512 converts eight rows to double precision once for all replicas.
func (*avx512) logisticAddAll(l *Logistic, sum []float64, theta [][]Row) {
	t, n := l.t, len(sum)/len(theta)
	s, rows := unsafe.Pointer(unsafe.SliceData(sum)), unsafe.Pointer(unsafe.SliceData(l.rows))
	for i := 0; i < t.n; i += 8 {
		for j := range 8 {
			w, d := unsafe.Pointer(&t.w[min(i+j, t.n)*t.stride]), unsafe.Add(rows, j*8*n)
			for n := n / 8; ; {
				into512(d, 0, single512(w, 0))
				if eight512 == 2 {
					into512(d, second512, single512(w, second512/2))
				}
				if n--; n == 0 {
					break
				}
				w, d = unsafe.Add(w, 32), unsafe.Add(d, 64)
			}
		}
		for c := range theta {
			r, th := unsafe.Pointer(&l.r[c]), unsafe.Pointer(unsafe.SliceData(theta[c]))
			for j := 0; j < 8; j += lanes512 {
				dotsAll512((*mem512)(unsafe.Add(r, 8*j)), unsafe.Add(rows, j*8*n), th, 8*n)
			}
		}
		sigmoids512(l.r[:len(theta)])
		for c := range theta {
			r, s := unsafe.Pointer(&l.r[c]), unsafe.Add(s, c*8*n)
			for j := 0; j < 8; j += lanes512 {
				combineAll512(s, (*mem512)(unsafe.Add(r, 8*j)), unsafe.Add(rows, j*8*n), 8*n)
			}
		}
	}
	ClearAVXUpperBits()
}

// combineAll512 is combine512 for rows in double precision, one after the other.
func combineAll512(sum unsafe.Pointer, r *mem512, rows unsafe.Pointer, bytes int) {
	for j := 0; j < lanes512; j += 4 {
		p0, p1 := unsafe.Add(rows, j*bytes), unsafe.Add(rows, (j+1)*bytes)
		p2, p3 := unsafe.Add(rows, (j+2)*bytes), unsafe.Add(rows, (j+3)*bytes)
		a, b, c, d := all512(r[j]), all512(r[j+1]), all512(r[j+2]), all512(r[j+3])
		q := sum
		for n := bytes / 64; ; {
			combineAllAt512(q, p0, p1, p2, p3, 0, a, b, c, d)
			if eight512 == 2 {
				combineAllAt512(q, p0, p1, p2, p3, second512, a, b, c, d)
			}
			if n--; n == 0 {
				break
			}
			q, p0, p1 = unsafe.Add(q, 64), unsafe.Add(p0, 64), unsafe.Add(p1, 64)
			p2, p3 = unsafe.Add(p2, 64), unsafe.Add(p3, 64)
		}
	}
}

func combineAllAt512(sum, p0, p1, p2, p3 unsafe.Pointer, at int, a, b, c, d f512) {
	s := from512(p0, at).MulAdd(a, from512(sum, at))
	s = from512(p1, at).MulAdd(b, s)
	s = from512(p2, at).MulAdd(c, s)
	into512(sum, at, from512(p3, at).MulAdd(d, s))
}

func (*avx512) symUpdate(q symSquares, blocks []Row, d, i int, o [2]RankOne) symSquares {
	for h := 0; h < 64; h += bytes512 {
		q.updateOn512(&blocks[0], d, i, &o, h)
		q.updateOff512(blocks, i, &o, h)
	}
	ClearAVXUpperBits()
	return q
}

// segment512 is the numbers of x from the eight with number i on.
func segment512(x []Row, i int) unsafe.Pointer {
	return unsafe.Add(unsafe.Pointer(unsafe.SliceData(x)), 64*i)
}

// updateOn512 updates the columns of the block on the diagonal that begin at byte h of a row of
// eight. Beyond the order d of the matrix the unit matrix has rows of zeros.
func (q *symSquares) updateOn512(block *Row, d, i int, o *[2]RankOne, h int) {
	x, p, q1 := unsafe.Pointer(block), segment512(o[0].P, i), segment512(o[1].P, i)
	k0, c0, k1, c1 := all512(o[0].K), all512(o[0].C), all512(o[1].K), all512(o[1].C)
	pj, qj, on := from512(p, h), from512(q1, h), from512(unsafe.Pointer(&q.on), h)
	x, e := unsafe.Add(x, h), unsafe.Add(unsafe.Pointer(&konst.unitMatrix), h)
	for r := 8 * i; ; {
		if r == d {
			c0, c1 = num512(&konst.zero), num512(&konst.zero)
		}
		y := each512(p, 0).MulAdd(pj, c0.Mul(from512(e, 0))).MulAdd(k0, from512(x, 0))
		y = each512(q1, 0).MulAdd(qj, c1.Mul(from512(e, 0))).MulAdd(k1, y)
		into512(x, 0, y)
		on = y.MulAdd(y, on)
		if r++; r == 8*i+8 {
			break
		}
		x, e, p, q1 = unsafe.Add(x, 64), unsafe.Add(e, 64), unsafe.Add(p, 8), unsafe.Add(q1, 8)
	}
	into512(unsafe.Pointer(&q.on), h, on)
}

// updateOff512 updates the other blocks, four rows at a time.
func (q *symSquares) updateOff512(blocks []Row, i int, o *[2]RankOne, h int) {
	x, p, q1 := unsafe.Pointer(unsafe.SliceData(blocks)), segment512(o[0].P, i), segment512(o[1].P, i)
	off := from512(unsafe.Pointer(&q.off), h)
	var k [2]v8
	kp, kq := unsafe.Pointer(&k[0]), unsafe.Pointer(&k[1])
	for l := 0; l < 64; l += bytes512 {
		into512(kp, l, all512(o[0].K).Mul(from512(p, l)))
		into512(kq, l, all512(o[1].K).Mul(from512(q1, l)))
	}
	for r := 0; r < 64; r += 32 {
		a, b, c, d := each512(kp, r), each512(kp, r+8), each512(kp, r+16), each512(kp, r+24)
		e, f, g, s := each512(kq, r), each512(kq, r+8), each512(kq, r+16), each512(kq, r+24)
		x, p, q1 := unsafe.Add(x, 8*r+h), unsafe.Add(p, h), unsafe.Add(q1, h)
		for range len(blocks) - 1 {
			x, p, q1 = unsafe.Add(x, 512), unsafe.Add(p, 64), unsafe.Add(q1, 64)
			u, v := from512(p, 0), from512(q1, 0)
			y := v.MulAdd(e, u.MulAdd(a, from512(x, 0)))
			into512(x, 0, y)
			off = y.MulAdd(y, off)
			y = v.MulAdd(f, u.MulAdd(b, from512(x, 64)))
			into512(x, 64, y)
			off = y.MulAdd(y, off)
			y = v.MulAdd(g, u.MulAdd(c, from512(x, 128)))
			into512(x, 128, y)
			off = y.MulAdd(y, off)
			y = v.MulAdd(s, u.MulAdd(d, from512(x, 192)))
			into512(x, 192, y)
			off = y.MulAdd(y, off)
		}
	}
	into512(unsafe.Pointer(&q.off), h, off)
}

func (*avx512) symMul(y1, y2 []float64, blocks []Row, x1, x2 []float64) {
	p, n := unsafe.Pointer(unsafe.SliceData(blocks)), len(blocks)
	symMulOne512(unsafe.Pointer(unsafe.SliceData(y1)), unsafe.Pointer(unsafe.SliceData(x1)), p, n)
	symMulOne512(unsafe.Pointer(unsafe.SliceData(y2)), unsafe.Pointer(unsafe.SliceData(x2)), p, n)
	ClearAVXUpperBits()
}

func (*avx512) sumSquares(x []float64) float64 {
	var q v8
	var s, t f512 // t is the other half of eight sums
	p := unsafe.Pointer(unsafe.SliceData(x))
	for n := len(x) / 8; n > 0; {
		v := from512(p, 0)
		s = v.MulAdd(v, s)
		if eight512 == 2 {
			v = from512(p, second512)
			t = v.MulAdd(v, t)
		}
		if n--; n == 0 {
			break
		}
		p = unsafe.Add(p, 64)
	}
	into512(unsafe.Pointer(&q), 0, s)
	if eight512 == 2 {
		into512(unsafe.Pointer(&q), second512, t)
	}
	ClearAVXUpperBits()
	return tree8(&q)
}

func (*avx512) symTerm(out, y1, y2, x1, x2 []float64, s, c, e, g float64) (n1, n2 float64) {
	var q1, q2 v8
	sv, cv, ev, gv := all512(s), all512(c), all512(e), all512(g)
	o := unsafe.Pointer(unsafe.SliceData(out))
	p1, p2 := unsafe.Pointer(unsafe.SliceData(y1)), unsafe.Pointer(unsafe.SliceData(y2))
	r1, r2 := unsafe.Pointer(unsafe.SliceData(x1)), unsafe.Pointer(unsafe.SliceData(x2))
	for h := 0; h < 64; h += bytes512 {
		o, p1, p2 := unsafe.Add(o, h), unsafe.Add(p1, h), unsafe.Add(p2, h)
		r1, r2 := unsafe.Add(r1, h), unsafe.Add(r2, h)
		var m1, m2 f512
		for n := len(out) / 8; n > 0; {
			a := from512(r1, 0).MulAdd(sv, from512(p1, 0)).Mul(cv)
			b := from512(r2, 0).MulAdd(sv, from512(p2, 0)).Mul(cv)
			into512(p1, 0, a)
			into512(p2, 0, b)
			into512(o, 0, a.MulAdd(ev, b.MulAdd(gv, from512(o, 0))))
			m1, m2 = a.MulAdd(a, m1), b.MulAdd(b, m2)
			if n--; n == 0 {
				break
			}
			o, p1, p2 = unsafe.Add(o, 64), unsafe.Add(p1, 64), unsafe.Add(p2, 64)
			r1, r2 = unsafe.Add(r1, 64), unsafe.Add(r2, 64)
		}
		into512(unsafe.Pointer(&q1), h, m1)
		into512(unsafe.Pointer(&q2), h, m2)
	}
	ClearAVXUpperBits()
	return tree8(&q1), tree8(&q2)
}
