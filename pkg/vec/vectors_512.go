//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	. "simd/archsimd"
	"unsafe"
)

// Kernels for vectors of many dimensions. Eight consecutive numbers are one or two vectors, and so
// are eight partial sums.

// sigmoids512 is sigmoidClamped, for two vectors at a time; if their number is odd, it does the
// last one twice.
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

// link512 replaces w_iᵀϑ by the link of Labelled.
func (t *Labelled) link512(x []v8) {
	if !t.numbers {
		sigmoids512(x)
		return
	}
	c, zero, p := all512(t.c), num512(&konst.zero), unsafe.Pointer(unsafe.SliceData(x))
	for i := 0; i < 64*len(x); i += bytes512 {
		if s := from512(p, i); t.c > 0 {
			into512(p, i, s.Div(s.MulAdd(s, c)))
		} else {
			into512(p, i, s.MulAdd(zero, s))
		}
	}
}

func (*avx512) regressionAdd(l *Regression, sum, at []float64, batch []uint32) {
	th, s := unsafe.Pointer(unsafe.SliceData(at)), unsafe.Pointer(unsafe.SliceData(sum))
	weights, bytes := unsafe.Pointer(&l.weights), 8*len(at)
	room := (*mem512)(unsafe.Pointer(&l.room))
	for len(batch) > 0 {
		k := min(len(batch), len(l.data))
		n := l.pointers(batch[:k])
		for j := 0; j < n; j += lanes512 {
			dots512((*mem512)(unsafe.Add(weights, 8*j)), room, (*rows512)(l.data[j:]), th, bytes, n-j)
		}
		l.t.link512(l.weights[:(n+7)/8])
		for j := 0; j < n; j += 4 {
			combine512(s, (*[4]float64)(unsafe.Add(weights, 8*j)), (*[4]unsafe.Pointer)(l.data[j:]), bytes)
		}
		batch = batch[k:]
	}
	ClearAVXUpperBits()
}

// rows512 points to rows of single precision numbers, one per lane of a vector.
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

// regressionAddAll512 converts eight rows to double precision once for all replicas.
func (*avx512) regressionAddAll(l *Regression, sum []float64, at [][]Row) {
	t, n := l.t, len(sum)/len(at)
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
		for c := range at {
			r, th := unsafe.Pointer(&l.r[c]), unsafe.Pointer(unsafe.SliceData(at[c]))
			for j := 0; j < 8; j += lanes512 {
				dotsAll512((*mem512)(unsafe.Add(r, 8*j)), unsafe.Add(rows, j*8*n), th, 8*n)
			}
		}
		t.link512(l.r[:len(at)])
		for c := range at {
			r, s := unsafe.Pointer(&l.r[c]), unsafe.Add(s, c*8*n)
			for j := 0; j < 8; j += lanes512 {
				combineAll512(s, (*mem512)(unsafe.Add(r, 8*j)), unsafe.Add(rows, j*8*n), 8*n)
			}
		}
	}
	ClearAVXUpperBits()
}

// combineAll512 is combine512 for consecutive rows in double precision.
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

func (*avx512) symAdd(a []Row, d int, o [2]RankOne) {
	var q symSquares
	for i := range groups(d) {
		blocks := symBlocks(a, d, i)
		q.updateOn512(&blocks[0], d, i, &o)
		q.updateOff512(blocks, i, &o)
	}
	ClearAVXUpperBits()
}

func (*avx512) symMul(y1, y2 []float64, a []Row, x1, x2 []float64, d int,
	o [2]RankOne, add bool) (q symSquares) {

	for i := range groups(d) {
		blocks := symBlocks(a, d, i)
		if add {
			q.updateOn512(&blocks[0], d, i, &o)
			q.updateOff512(blocks, i, &o)
		}
		p := unsafe.Pointer(&blocks[0])
		symMulOne512(unsafe.Pointer(&y1[8*i]), unsafe.Pointer(&x1[8*i]), p, len(blocks))
		symMulOne512(unsafe.Pointer(&y2[8*i]), unsafe.Pointer(&x2[8*i]), p, len(blocks))
	}
	ClearAVXUpperBits()
	return q
}

// segment512 points to the i-th group of eight numbers of x.
func segment512(x []Row, i int) unsafe.Pointer {
	return unsafe.Add(unsafe.Pointer(unsafe.SliceData(x)), 64*i)
}

// updateOn512 updates the block on the diagonal. Rows of the unit matrix beyond the order d are
// zero.
func (q *symSquares) updateOn512(block *Row, d, i int, o *[2]RankOne) {
	x, p, q1 := unsafe.Pointer(block), segment512(o[0].P, i), segment512(o[1].P, i)
	k0, c0, k1, c1 := all512(o[0].K), all512(o[0].C), all512(o[1].K), all512(o[1].C)
	on, e := unsafe.Pointer(&q.on), unsafe.Pointer(&konst.unitMatrix)
	s, t := from512(on, 0), from512(on, 64-bytes512)
	pr, qr := p, q1
	for r := 8 * i; ; {
		if r == d {
			c0, c1 = num512(&konst.zero), num512(&konst.zero)
		}
		a, b := each512(pr, 0), each512(qr, 0)
		y := a.MulAdd(from512(p, 0), c0.Mul(from512(e, 0))).MulAdd(k0, from512(x, 0))
		y = b.MulAdd(from512(q1, 0), c1.Mul(from512(e, 0))).MulAdd(k1, y)
		into512(x, 0, y)
		s = y.MulAdd(y, s)
		if eight512 == 2 {
			y = a.MulAdd(from512(p, second512), c0.Mul(from512(e, second512))).
				MulAdd(k0, from512(x, second512))
			y = b.MulAdd(from512(q1, second512), c1.Mul(from512(e, second512))).MulAdd(k1, y)
			into512(x, second512, y)
			t = y.MulAdd(y, t)
		}
		if r++; r == 8*i+8 {
			break
		}
		x, e, pr, qr = unsafe.Add(x, 64), unsafe.Add(e, 64), unsafe.Add(pr, 8), unsafe.Add(qr, 8)
	}
	into512(on, 64-bytes512, t)
	into512(on, 0, s)
}

// updateOff512 updates the other blocks, four rows at a time. It adds squares one after another, in
// each half of eight separately.
func (q *symSquares) updateOff512(blocks []Row, i int, o *[2]RankOne) {
	p0, q0 := segment512(o[0].P, i), segment512(o[1].P, i)
	off := unsafe.Pointer(&q.off)
	sum, more := from512(off, 0), from512(off, 64-bytes512)
	var k [2]v8
	kp, kq := unsafe.Pointer(&k[0]), unsafe.Pointer(&k[1])
	for l := 0; l < 64; l += bytes512 {
		into512(kp, l, all512(o[0].K).Mul(from512(p0, l)))
		into512(kq, l, all512(o[1].K).Mul(from512(q0, l)))
	}
	for r := 0; r < 64; r += 32 {
		a, b, c, d := each512(kp, r), each512(kp, r+8), each512(kp, r+16), each512(kp, r+24)
		e, f, g, h := each512(kq, r), each512(kq, r+8), each512(kq, r+16), each512(kq, r+24)
		x, p, q1 := unsafe.Add(first512(blocks), 8*r), p0, q0
		for range len(blocks) - 1 {
			x, p, q1 = unsafe.Add(x, 512), unsafe.Add(p, 64), unsafe.Add(q1, 64)
			sum = update512(x, 0, p, q1, 0, a, e, sum)
			if eight512 == 2 {
				more = update512(x, second512, p, q1, second512, a, e, more)
			}
			sum = update512(x, 64, p, q1, 0, b, f, sum)
			if eight512 == 2 {
				more = update512(x, 64+second512, p, q1, second512, b, f, more)
			}
			sum = update512(x, 128, p, q1, 0, c, g, sum)
			if eight512 == 2 {
				more = update512(x, 128+second512, p, q1, second512, c, g, more)
			}
			sum = update512(x, 192, p, q1, 0, d, h, sum)
			if eight512 == 2 {
				more = update512(x, 192+second512, p, q1, second512, d, h, more)
			}
		}
	}
	into512(off, 64-bytes512, more)
	into512(off, 0, sum)
}

// update512 adds k p + l q to a vector of x and returns sum plus its squares.
func update512(x unsafe.Pointer, at int, p, q unsafe.Pointer, from int, k, l, sum f512) f512 {
	y := from512(q, from).MulAdd(l, from512(p, from).MulAdd(k, from512(x, at)))
	into512(x, at, y)
	return y.MulAdd(y, sum)
}
