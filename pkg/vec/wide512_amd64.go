//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	. "simd/archsimd"
	"unsafe"
)

// Addresses are computed without checks of bounds, which the callers have done.

func wf(p unsafe.Pointer, at int) vf    { return LoadFloat64x8((*v8)(unsafe.Add(p, at))) }
func ws(p unsafe.Pointer, at int, v vf) { v.Store((*v8)(unsafe.Add(p, at))) }
func single8(p unsafe.Pointer, at int) vf {
	return LoadFloat32x8((*[8]float32)(unsafe.Add(p, at))).ConvertToFloat64()
}
func bf(p unsafe.Pointer, at int) vf { return BroadcastFloat64x8(*(*float64)(unsafe.Add(p, at))) }

type wideConstants struct {
	lo, hi w8    // orders of lanes for trees512
	unit   [8]v8 // the rows of the unit matrix
}

var wideKonst = func() *wideConstants {
	k := &aligned[wideConstants](1)[0]
	k.lo, k.hi = w8{0, 1, 8, 9, 4, 5, 12, 13}, w8{2, 3, 10, 11, 6, 7, 14, 15}
	for r := range k.unit {
		k.unit[r][r] = 1
	}
	return k
}()

// pairs512 is the sums of neighbours in a and in b, by turns.
func pairs512(a, b vf) vf {
	return a.SelectFromPairGrouped(0, 2, b).Add(a.SelectFromPairGrouped(1, 3, b))
}

func fours512(a, b vf) vf {
	return a.ConcatPermute(b, lw(&wideKonst.lo)).Add(a.ConcatPermute(b, lw(&wideKonst.hi)))
}

// trees512 is tree8 of eight vectors.
func trees512(a, b, c, d, e, f, g, h vf) vf {
	x, y := fours512(pairs512(a, b), pairs512(c, d)), fours512(pairs512(e, f), pairs512(g, h))
	return x.SetHi(y.GetLo()).Add(y.SetLo(x.GetHi()))
}

func sumSquares512(q *v8w, x []float64) {
	var s vf
	p := unsafe.Pointer(unsafe.SliceData(x))
	for k := 0; k < 8*len(x); k += 64 {
		v := wf(p, k)
		s = v.MulAdd(v, s)
	}
	s.Store(q)
	ClearAVXUpperBits()
}

// sigmoids512 is sigmoidClamped.
func sigmoids512(x []v8w) {
	k := konst
	for i := range x {
		s, zero := lf(&x[i]), lf(&k.zero)
		s.MulAdd(zero, lf(&k.one).Div(plusExp512(clamp512(zero.Sub(s).Mul(lf(&k.unit)), k), k))).Store(&x[i])
	}
}

// pointers fills l.at with the rows of a batch of at most len(l.at) data, to a multiple of eight.
func (l *Logistic) pointers(batch []uint16) (n int) {
	t := l.t
	for j, i := range batch {
		l.at[j] = unsafe.Pointer(&t.w[int(i)*t.stride+t.stride]) // not the row of zeros, nor past it
		l.at[j] = unsafe.Add(l.at[j], -4*t.stride)
	}
	n = len(batch)
	for ; n%8 != 0; n++ {
		l.at[n] = unsafe.Pointer(&t.w[t.n*t.stride])
	}
	return n
}

func (l *Logistic) add512(sum, theta []float64, batch []uint16) {
	th, s, bytes := unsafe.Pointer(unsafe.SliceData(theta)), unsafe.Pointer(unsafe.SliceData(sum)), 8*len(theta)
	for len(batch) > 0 {
		k := min(len(batch), len(l.at))
		n := l.pointers(batch[:k])
		for j := 0; j < n; j += 8 {
			dots512(&l.weights[j/8], (*[8]unsafe.Pointer)(l.at[j:]), th, bytes)
		}
		sigmoids512(l.weights[:n/8])
		for j := 0; j < n; j += 8 {
			combine512(s, &l.weights[j/8], (*[8]unsafe.Pointer)(l.at[j:]), bytes)
		}
		batch = batch[k:]
	}
	ClearAVXUpperBits()
}

// dots512 is r = θᵀw for eight rows.
func dots512(r *v8w, at *[8]unsafe.Pointer, theta unsafe.Pointer, bytes int) {
	var a, b, c, d, e, f, g, h vf
	p0, p1, p2, p3, p4, p5, p6, p7 := at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7]
	for k := 0; k < bytes; k += 64 {
		t := wf(theta, k)
		a = single8(p0, k/2).MulAdd(t, a)
		b = single8(p1, k/2).MulAdd(t, b)
		c = single8(p2, k/2).MulAdd(t, c)
		d = single8(p3, k/2).MulAdd(t, d)
	}
	for k := 0; k < bytes; k += 64 {
		t := wf(theta, k)
		e = single8(p4, k/2).MulAdd(t, e)
		f = single8(p5, k/2).MulAdd(t, f)
		g = single8(p6, k/2).MulAdd(t, g)
		h = single8(p7, k/2).MulAdd(t, h)
	}
	trees512(a, b, c, d, e, f, g, h).Store(r)
}

// combine512 adds Σ r_j w_j for eight rows.
func combine512(sum unsafe.Pointer, r *v8w, at *[8]unsafe.Pointer, bytes int) {
	q := unsafe.Pointer(r)
	p0, p1, p2, p3, p4, p5, p6, p7 := at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7]
	a, b, c, d := bf(q, 0), bf(q, 8), bf(q, 16), bf(q, 24)
	for k := 0; k < bytes; k += 64 {
		s := single8(p0, k/2).MulAdd(a, wf(sum, k))
		s = single8(p1, k/2).MulAdd(b, s)
		s = single8(p2, k/2).MulAdd(c, s)
		s = single8(p3, k/2).MulAdd(d, s)
		ws(sum, k, s)
	}
	e, f, g, h := bf(q, 32), bf(q, 40), bf(q, 48), bf(q, 56)
	for k := 0; k < bytes; k += 64 {
		s := single8(p4, k/2).MulAdd(e, wf(sum, k))
		s = single8(p5, k/2).MulAdd(f, s)
		s = single8(p6, k/2).MulAdd(g, s)
		s = single8(p7, k/2).MulAdd(h, s)
		ws(sum, k, s)
	}
}

// addAll512 makes double precision of eight rows once for all replicas.
func (l *Logistic) addAll512(sum []float64, theta [][]Row) {
	t, n := l.t, len(sum)/len(theta)
	s, rows := unsafe.Pointer(unsafe.SliceData(sum)), unsafe.Pointer(unsafe.SliceData(l.rows))
	for i := 0; i < t.n; i += 8 {
		for j := range 8 {
			w, d := unsafe.Pointer(&t.w[min(i+j, t.n)*t.stride]), unsafe.Add(rows, j*8*n)
			for k := 0; k < 8*n; k += 64 {
				ws(d, k, single8(w, k/2))
			}
		}
		for c := range theta {
			dotsAll512(&l.r[c], rows, unsafe.Pointer(unsafe.SliceData(theta[c])), 8*n)
		}
		sigmoids512(l.r[:len(theta)])
		for c := range theta {
			combineAll512(unsafe.Add(s, c*8*n), &l.r[c], rows, 8*n)
		}
	}
	ClearAVXUpperBits()
}

func dotsAll512(r *v8w, rows, theta unsafe.Pointer, bytes int) {
	var a, b, c, d, e, f, g, h vf
	p0, p1, p2, p3 := rows, unsafe.Add(rows, bytes), unsafe.Add(rows, 2*bytes), unsafe.Add(rows, 3*bytes)
	p4, p5, p6, p7 := unsafe.Add(rows, 4*bytes), unsafe.Add(rows, 5*bytes), unsafe.Add(rows, 6*bytes), unsafe.Add(rows, 7*bytes)
	for k := 0; k < bytes; k += 64 {
		t := wf(theta, k)
		a = wf(p0, k).MulAdd(t, a)
		b = wf(p1, k).MulAdd(t, b)
		c = wf(p2, k).MulAdd(t, c)
		d = wf(p3, k).MulAdd(t, d)
	}
	for k := 0; k < bytes; k += 64 {
		t := wf(theta, k)
		e = wf(p4, k).MulAdd(t, e)
		f = wf(p5, k).MulAdd(t, f)
		g = wf(p6, k).MulAdd(t, g)
		h = wf(p7, k).MulAdd(t, h)
	}
	trees512(a, b, c, d, e, f, g, h).Store(r)
}

func combineAll512(sum unsafe.Pointer, r *v8w, rows unsafe.Pointer, bytes int) {
	q := unsafe.Pointer(r)
	p0, p1, p2, p3 := rows, unsafe.Add(rows, bytes), unsafe.Add(rows, 2*bytes), unsafe.Add(rows, 3*bytes)
	p4, p5, p6, p7 := unsafe.Add(rows, 4*bytes), unsafe.Add(rows, 5*bytes), unsafe.Add(rows, 6*bytes), unsafe.Add(rows, 7*bytes)
	a, b, c, d := bf(q, 0), bf(q, 8), bf(q, 16), bf(q, 24)
	for k := 0; k < bytes; k += 64 {
		s := wf(p0, k).MulAdd(a, wf(sum, k))
		s = wf(p1, k).MulAdd(b, s)
		s = wf(p2, k).MulAdd(c, s)
		s = wf(p3, k).MulAdd(d, s)
		ws(sum, k, s)
	}
	e, f, g, h := bf(q, 32), bf(q, 40), bf(q, 48), bf(q, 56)
	for k := 0; k < bytes; k += 64 {
		s := wf(p4, k).MulAdd(e, wf(sum, k))
		s = wf(p5, k).MulAdd(f, s)
		s = wf(p6, k).MulAdd(g, s)
		s = wf(p7, k).MulAdd(h, s)
		ws(sum, k, s)
	}
}

func (q *symSquares) update512(blocks []Row, d, i int, o []RankOne) {
	on := wf(unsafe.Pointer(&q.on), 0)
	x := unsafe.Pointer(unsafe.SliceData(blocks))
	for m := range o {
		p := unsafe.Add(unsafe.Pointer(unsafe.SliceData(o[m].P)), 64*i)
		k, c := BroadcastFloat64x8(o[m].K), BroadcastFloat64x8(o[m].C)
		pj := wf(p, 0)
		for r := range 8 {
			e := lf(&konst.zero)
			if 8*i+r < d {
				e = c.Mul(lf(&wideKonst.unit[r]))
			}
			ws(x, 64*r, bf(p, 8*r).MulAdd(pj, e).MulAdd(k, wf(x, 64*r)))
		}
	}
	for r := range 8 {
		v := wf(x, 64*r)
		on = v.MulAdd(v, on)
	}
	ws(unsafe.Pointer(&q.on), 0, on)
	off := wf(unsafe.Pointer(&q.off), 0)
	var k [2][8]float64
	for r := 0; r < 8; r += 4 {
		if len(o) == 2 { // as at every step of a palindrome that has D on either side of O
			p, q := unsafe.Add(unsafe.Pointer(unsafe.SliceData(o[0].P)), 64*i), unsafe.Add(unsafe.Pointer(unsafe.SliceData(o[1].P)), 64*i)
			BroadcastFloat64x8(o[0].K).Mul(wf(p, 0)).Store(&k[0])
			BroadcastFloat64x8(o[1].K).Mul(wf(q, 0)).Store(&k[1])
			kp, kq := unsafe.Pointer(&k[0]), unsafe.Pointer(&k[1])
			a, b, c, d := bf(kp, 8*r), bf(kp, 8*r+8), bf(kp, 8*r+16), bf(kp, 8*r+24)
			e, f, g, h := bf(kq, 8*r), bf(kq, 8*r+8), bf(kq, 8*r+16), bf(kq, 8*r+24)
			for n := 1; n < len(blocks); n++ {
				x := unsafe.Add(x, 512*n+64*r)
				u, v := wf(p, 64*n), wf(q, 64*n)
				y := v.MulAdd(e, u.MulAdd(a, wf(x, 0)))
				ws(x, 0, y)
				off = y.MulAdd(y, off)
				y = v.MulAdd(f, u.MulAdd(b, wf(x, 64)))
				ws(x, 64, y)
				off = y.MulAdd(y, off)
				y = v.MulAdd(g, u.MulAdd(c, wf(x, 128)))
				ws(x, 128, y)
				off = y.MulAdd(y, off)
				y = v.MulAdd(h, u.MulAdd(d, wf(x, 192)))
				ws(x, 192, y)
				off = y.MulAdd(y, off)
			}
			continue
		}
		for n := 1; n < len(blocks); n++ {
			for s := range 4 {
				x := unsafe.Add(x, 512*n+64*(r+s))
				y := wf(x, 0)
				for m := range o {
					p := unsafe.Add(unsafe.Pointer(unsafe.SliceData(o[m].P)), 64*i)
					y = BroadcastFloat64x8(o[m].K).Mul(bf(p, 8*(r+s))).MulAdd(wf(p, 64*n), y)
				}
				ws(x, 0, y)
				off = y.MulAdd(y, off)
			}
		}
	}
	ws(unsafe.Pointer(&q.off), 0, off)
	ClearAVXUpperBits()
}

func symMul512(y1, y2 []float64, blocks []Row, x1, x2 []float64) {
	p := unsafe.Pointer(unsafe.SliceData(blocks))
	symMulOne512(unsafe.Pointer(unsafe.SliceData(y1)), unsafe.Pointer(unsafe.SliceData(x1)), p, len(blocks))
	symMulOne512(unsafe.Pointer(unsafe.SliceData(y2)), unsafe.Pointer(unsafe.SliceData(x2)), p, len(blocks))
	ClearAVXUpperBits()
}

// symMulOne512 goes by four rows: their partial sums, and what they add to the mirror image.
func symMulOne512(y, x, p unsafe.Pointer, blocks int) {
	var zero vf
	u := wf(x, 0)
	s0, s1, s2, s3 := wf(p, 0).MulAdd(u, zero), wf(p, 64).MulAdd(u, zero), wf(p, 128).MulAdd(u, zero), wf(p, 192).MulAdd(u, zero)
	b0, b1, b2, b3 := bf(x, 0), bf(x, 8), bf(x, 16), bf(x, 24)
	for n := 1; n < blocks; n++ {
		p, u := unsafe.Add(p, 512*n), wf(x, 64*n)
		r0, r1 := wf(p, 0), wf(p, 64)
		t := r1.MulAdd(b1, r0.MulAdd(b0, wf(y, 64*n)))
		s0, s1 = r0.MulAdd(u, s0), r1.MulAdd(u, s1)
		r0, r1 = wf(p, 128), wf(p, 192)
		ws(y, 64*n, r1.MulAdd(b3, r0.MulAdd(b2, t)))
		s2, s3 = r0.MulAdd(u, s2), r1.MulAdd(u, s3)
	}
	p = unsafe.Add(p, 256)
	t0, t1, t2, t3 := wf(p, 0).MulAdd(u, zero), wf(p, 64).MulAdd(u, zero), wf(p, 128).MulAdd(u, zero), wf(p, 192).MulAdd(u, zero)
	b0, b1, b2, b3 = bf(x, 32), bf(x, 40), bf(x, 48), bf(x, 56)
	for n := 1; n < blocks; n++ {
		p, u := unsafe.Add(p, 512*n), wf(x, 64*n)
		r0, r1 := wf(p, 0), wf(p, 64)
		t := r1.MulAdd(b1, r0.MulAdd(b0, wf(y, 64*n)))
		t0, t1 = r0.MulAdd(u, t0), r1.MulAdd(u, t1)
		r0, r1 = wf(p, 128), wf(p, 192)
		ws(y, 64*n, r1.MulAdd(b3, r0.MulAdd(b2, t)))
		t2, t3 = r0.MulAdd(u, t2), r1.MulAdd(u, t3)
	}
	ws(y, 0, wf(y, 0).Add(trees512(s0, s1, s2, s3, t0, t1, t2, t3)))
}

func symTerm512(q1, q2 *v8w, out, y1, y2, x1, x2 []float64, s, c, e, g float64) {
	sv, cv, ev, gv := BroadcastFloat64x8(s), BroadcastFloat64x8(c), BroadcastFloat64x8(e), BroadcastFloat64x8(g)
	o := unsafe.Pointer(unsafe.SliceData(out))
	p1, p2 := unsafe.Pointer(unsafe.SliceData(y1)), unsafe.Pointer(unsafe.SliceData(y2))
	r1, r2 := unsafe.Pointer(unsafe.SliceData(x1)), unsafe.Pointer(unsafe.SliceData(x2))
	var n1, n2 vf
	for k := 0; k < 8*len(out); k += 64 {
		a := wf(r1, k).MulAdd(sv, wf(p1, k)).Mul(cv)
		b := wf(r2, k).MulAdd(sv, wf(p2, k)).Mul(cv)
		ws(p1, k, a)
		ws(p2, k, b)
		ws(o, k, a.MulAdd(ev, b.MulAdd(gv, wf(o, k))))
		n1, n2 = a.MulAdd(a, n1), b.MulAdd(b, n2)
	}
	n1.Store(q1)
	n2.Store(q2)
	ClearAVXUpperBits()
}
