// Code generated from vectors_512.go by narrow; DO NOT EDIT.

//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	. "simd/archsimd"
	"unsafe"
)

// Kernels for vectors of many dimensions. Eight consecutive numbers are one or two vectors, and so
// are eight partial sums.

// sigmoids256 is sigmoidClamped, for two vectors at a time; if their number is odd, it does the
// last one twice.
func sigmoids256(x []v8) {
	k := konst
	zero := num256(&k.zero)
	p, n := unsafe.Pointer(unsafe.SliceData(x)), 64*len(x)
	for i := 0; i < n; i += 2 * bytes256 {
		j := min(i+bytes256, n-bytes256)
		s, t := from256(p, i), from256(p, j)
		ts, fs := split256(clamp256(zero.Sub(s).Mul(num256(&k.unit)), k), k)
		tt, ft := split256(clamp256(zero.Sub(t).Mul(num256(&k.unit)), k), k)
		u, v := pair256(ts, tt, k)
		es, et := k.exp.lookUp256(u, v, k)
		es, et = plusExp256(ts, fs, es, k), plusExp256(tt, ft, et, k)
		into256(p, i, s.MulAdd(zero, num256(&k.one).Div(es)))
		into256(p, j, t.MulAdd(zero, num256(&k.one).Div(et)))
	}
}

// link256 replaces w_iᵀϑ by the link of Labelled.
func (t *Labelled) link256(x []v8) {
	if !t.numbers {
		sigmoids256(x)
		return
	}
	c, zero, p := all256(t.c), num256(&konst.zero), unsafe.Pointer(unsafe.SliceData(x))
	for i := 0; i < 64*len(x); i += bytes256 {
		if s := from256(p, i); t.c > 0 {
			into256(p, i, s.Div(s.MulAdd(s, c)))
		} else {
			into256(p, i, s.MulAdd(zero, s))
		}
	}
}

func (*avx256) regressionAdd(l *Regression, sum, at []float64, batch []uint32) {
	th, s := unsafe.Pointer(unsafe.SliceData(at)), unsafe.Pointer(unsafe.SliceData(sum))
	weights, bytes := unsafe.Pointer(&l.weights), 8*len(at)
	room := (*mem256)(unsafe.Pointer(&l.room))
	for len(batch) > 0 {
		k := min(len(batch), len(l.data))
		n := l.pointers(batch[:k])
		for j := 0; j < n; j += lanes256 {
			dots256((*mem256)(unsafe.Add(weights, 8*j)), room, (*rows256)(l.data[j:]), th, bytes, n-j)
		}
		l.t.link256(l.weights[:(n+7)/8])
		for j := 0; j < n; j += 4 {
			combine256(s, (*[4]float64)(unsafe.Add(weights, 8*j)), (*[4]unsafe.Pointer)(l.data[j:]), bytes)
		}
		batch = batch[k:]
	}
	ClearAVXUpperBits()
}

// rows256 points to rows of single precision numbers, one per lane of a vector.
type rows256 = [lanes256]unsafe.Pointer

// combine256 adds Σ r_j w_j for four rows.
func combine256(sum unsafe.Pointer, r *[4]float64, at *[4]unsafe.Pointer, bytes int) {
	p0, p1, p2, p3 := at[0], at[1], at[2], at[3]
	a, b, c, d := all256(r[0]), all256(r[1]), all256(r[2]), all256(r[3])
	for n := bytes / 64; ; {
		combineAt256(sum, p0, p1, p2, p3, 0, a, b, c, d)
		if eight256 == 2 {
			combineAt256(sum, p0, p1, p2, p3, second256, a, b, c, d)
		}
		if n--; n == 0 {
			break
		}
		sum, p0, p1 = unsafe.Add(sum, 64), unsafe.Add(p0, 32), unsafe.Add(p1, 32)
		p2, p3 = unsafe.Add(p2, 32), unsafe.Add(p3, 32)
	}
}

func combineAt256(sum, p0, p1, p2, p3 unsafe.Pointer, at int, a, b, c, d f256) {
	s := single256(p0, at/2).MulAdd(a, from256(sum, at))
	s = single256(p1, at/2).MulAdd(b, s)
	s = single256(p2, at/2).MulAdd(c, s)
	into256(sum, at, single256(p3, at/2).MulAdd(d, s))
}

// regressionAddAll256 converts eight rows to double precision once for all replicas.
func (*avx256) regressionAddAll(l *Regression, sum []float64, at [][]Row) {
	t, n := l.t, len(sum)/len(at)
	s, rows := unsafe.Pointer(unsafe.SliceData(sum)), unsafe.Pointer(unsafe.SliceData(l.rows))
	for i := 0; i < t.n; i += 8 {
		for j := range 8 {
			w, d := unsafe.Pointer(&t.w[min(i+j, t.n)*t.stride]), unsafe.Add(rows, j*8*n)
			for n := n / 8; ; {
				into256(d, 0, single256(w, 0))
				if eight256 == 2 {
					into256(d, second256, single256(w, second256/2))
				}
				if n--; n == 0 {
					break
				}
				w, d = unsafe.Add(w, 32), unsafe.Add(d, 64)
			}
		}
		for c := range at {
			r, th := unsafe.Pointer(&l.r[c]), unsafe.Pointer(unsafe.SliceData(at[c]))
			for j := 0; j < 8; j += lanes256 {
				dotsAll256((*mem256)(unsafe.Add(r, 8*j)), unsafe.Add(rows, j*8*n), th, 8*n)
			}
		}
		t.link256(l.r[:len(at)])
		for c := range at {
			r, s := unsafe.Pointer(&l.r[c]), unsafe.Add(s, c*8*n)
			for j := 0; j < 8; j += lanes256 {
				combineAll256(s, (*mem256)(unsafe.Add(r, 8*j)), unsafe.Add(rows, j*8*n), 8*n)
			}
		}
	}
	ClearAVXUpperBits()
}

// combineAll256 is combine256 for consecutive rows in double precision.
func combineAll256(sum unsafe.Pointer, r *mem256, rows unsafe.Pointer, bytes int) {
	for j := 0; j < lanes256; j += 4 {
		p0, p1 := unsafe.Add(rows, j*bytes), unsafe.Add(rows, (j+1)*bytes)
		p2, p3 := unsafe.Add(rows, (j+2)*bytes), unsafe.Add(rows, (j+3)*bytes)
		a, b, c, d := all256(r[j]), all256(r[j+1]), all256(r[j+2]), all256(r[j+3])
		q := sum
		for n := bytes / 64; ; {
			combineAllAt256(q, p0, p1, p2, p3, 0, a, b, c, d)
			if eight256 == 2 {
				combineAllAt256(q, p0, p1, p2, p3, second256, a, b, c, d)
			}
			if n--; n == 0 {
				break
			}
			q, p0, p1 = unsafe.Add(q, 64), unsafe.Add(p0, 64), unsafe.Add(p1, 64)
			p2, p3 = unsafe.Add(p2, 64), unsafe.Add(p3, 64)
		}
	}
}

func combineAllAt256(sum, p0, p1, p2, p3 unsafe.Pointer, at int, a, b, c, d f256) {
	s := from256(p0, at).MulAdd(a, from256(sum, at))
	s = from256(p1, at).MulAdd(b, s)
	s = from256(p2, at).MulAdd(c, s)
	into256(sum, at, from256(p3, at).MulAdd(d, s))
}

func (*avx256) symAdd(a []Row, d int, o [2]RankOne) {
	var q symSquares
	for i := range groups(d) {
		blocks := symBlocks(a, d, i)
		q.updateOn256(&blocks[0], d, i, &o)
		q.updateOff256(blocks, i, &o)
	}
	ClearAVXUpperBits()
}

func (*avx256) symMul(y1, y2 []float64, a []Row, x1, x2 []float64, d int,
	o [2]RankOne, add bool) (q symSquares) {

	for i := range groups(d) {
		blocks := symBlocks(a, d, i)
		if add {
			q.updateOn256(&blocks[0], d, i, &o)
			q.updateOff256(blocks, i, &o)
		}
		p := unsafe.Pointer(&blocks[0])
		symMulOne256(unsafe.Pointer(&y1[8*i]), unsafe.Pointer(&x1[8*i]), p, len(blocks))
		symMulOne256(unsafe.Pointer(&y2[8*i]), unsafe.Pointer(&x2[8*i]), p, len(blocks))
	}
	ClearAVXUpperBits()
	return q
}

// segment256 points to the i-th group of eight numbers of x.
func segment256(x []Row, i int) unsafe.Pointer {
	return unsafe.Add(unsafe.Pointer(unsafe.SliceData(x)), 64*i)
}

// updateOn256 updates the block on the diagonal. Rows of the unit matrix beyond the order d are
// zero.
func (q *symSquares) updateOn256(block *Row, d, i int, o *[2]RankOne) {
	x, p, q1 := unsafe.Pointer(block), segment256(o[0].P, i), segment256(o[1].P, i)
	k0, c0, k1, c1 := all256(o[0].K), all256(o[0].C), all256(o[1].K), all256(o[1].C)
	on, e := unsafe.Pointer(&q.on), unsafe.Pointer(&konst.unitMatrix)
	s, t := from256(on, 0), from256(on, 64-bytes256)
	pr, qr := p, q1
	for r := 8 * i; ; {
		if r == d {
			c0, c1 = num256(&konst.zero), num256(&konst.zero)
		}
		a, b := each256(pr, 0), each256(qr, 0)
		y := a.MulAdd(from256(p, 0), c0.Mul(from256(e, 0))).MulAdd(k0, from256(x, 0))
		y = b.MulAdd(from256(q1, 0), c1.Mul(from256(e, 0))).MulAdd(k1, y)
		into256(x, 0, y)
		s = y.MulAdd(y, s)
		if eight256 == 2 {
			y = a.MulAdd(from256(p, second256), c0.Mul(from256(e, second256))).
				MulAdd(k0, from256(x, second256))
			y = b.MulAdd(from256(q1, second256), c1.Mul(from256(e, second256))).MulAdd(k1, y)
			into256(x, second256, y)
			t = y.MulAdd(y, t)
		}
		if r++; r == 8*i+8 {
			break
		}
		x, e, pr, qr = unsafe.Add(x, 64), unsafe.Add(e, 64), unsafe.Add(pr, 8), unsafe.Add(qr, 8)
	}
	into256(on, 64-bytes256, t)
	into256(on, 0, s)
}

// updateOff256 updates the other blocks, four rows at a time. It adds squares one after another, in
// each half of eight separately.
func (q *symSquares) updateOff256(blocks []Row, i int, o *[2]RankOne) {
	p0, q0 := segment256(o[0].P, i), segment256(o[1].P, i)
	off := unsafe.Pointer(&q.off)
	sum, more := from256(off, 0), from256(off, 64-bytes256)
	var k [2]v8
	kp, kq := unsafe.Pointer(&k[0]), unsafe.Pointer(&k[1])
	for l := 0; l < 64; l += bytes256 {
		into256(kp, l, all256(o[0].K).Mul(from256(p0, l)))
		into256(kq, l, all256(o[1].K).Mul(from256(q0, l)))
	}
	for r := 0; r < 64; r += 32 {
		a, b, c, d := each256(kp, r), each256(kp, r+8), each256(kp, r+16), each256(kp, r+24)
		e, f, g, h := each256(kq, r), each256(kq, r+8), each256(kq, r+16), each256(kq, r+24)
		x, p, q1 := unsafe.Add(first256(blocks), 8*r), p0, q0
		for range len(blocks) - 1 {
			x, p, q1 = unsafe.Add(x, 512), unsafe.Add(p, 64), unsafe.Add(q1, 64)
			sum = update256(x, 0, p, q1, 0, a, e, sum)
			if eight256 == 2 {
				more = update256(x, second256, p, q1, second256, a, e, more)
			}
			sum = update256(x, 64, p, q1, 0, b, f, sum)
			if eight256 == 2 {
				more = update256(x, 64+second256, p, q1, second256, b, f, more)
			}
			sum = update256(x, 128, p, q1, 0, c, g, sum)
			if eight256 == 2 {
				more = update256(x, 128+second256, p, q1, second256, c, g, more)
			}
			sum = update256(x, 192, p, q1, 0, d, h, sum)
			if eight256 == 2 {
				more = update256(x, 192+second256, p, q1, second256, d, h, more)
			}
		}
	}
	into256(off, 64-bytes256, more)
	into256(off, 0, sum)
}

// update256 adds k p + l q to a vector of x and returns sum plus its squares.
func update256(x unsafe.Pointer, at int, p, q unsafe.Pointer, from int, k, l, sum f256) f256 {
	y := from256(q, from).MulAdd(l, from256(p, from).MulAdd(k, from256(x, at)))
	into256(x, at, y)
	return y.MulAdd(y, sum)
}
