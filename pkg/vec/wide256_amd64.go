//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	. "simd/archsimd"
	"unsafe"
)

// Here a vector of eight is two halves.

func hl(p unsafe.Pointer, at int) hf    { return LoadFloat64x4((*[4]float64)(unsafe.Add(p, at))) }
func hs(p unsafe.Pointer, at int, v hf) { v.Store((*[4]float64)(unsafe.Add(p, at))) }
func single4(p unsafe.Pointer, at int) hf {
	return LoadFloat32x4((*[4]float32)(unsafe.Add(p, at))).ConvertToFloat64()
}
func hb(p unsafe.Pointer, at int) hf { return BroadcastFloat64x4(*(*float64)(unsafe.Add(p, at))) }

// fours256 is the sums of four vectors.
func fours256(a, b, c, d hf) hf {
	x, y := a.AddPairsGrouped(b), c.AddPairsGrouped(d)
	return x.Select128FromPair(0, 2, y).Add(x.Select128FromPair(1, 3, y))
}

func sumSquares256(q *v8w, x []float64) {
	var s, t hf
	p := unsafe.Pointer(unsafe.SliceData(x))
	for k := 0; k < 8*len(x); k += 64 {
		v, w := hl(p, k), hl(p, k+32)
		s, t = v.MulAdd(v, s), w.MulAdd(w, t)
	}
	hs(unsafe.Pointer(q), 0, s)
	hs(unsafe.Pointer(q), 32, t)
	ClearAVXUpperBits()
}

// sigmoids256 is sigmoidClamped.
func sigmoids256(x []v8w) {
	k := konst
	for i := range x {
		p := unsafe.Pointer(&x[i])
		zero := kh(&k.zero)
		s, t := hl(p, 0), hl(p, 32)
		tx, fx := reduce256(zero.Sub(s).Mul(kh(&k.unit)), k)
		ty, fy := reduce256(zero.Sub(t).Mul(kh(&k.unit)), k)
		ij, top := pair(tx, ty, kw(&k.low))
		e, f := k.exp4.look(ij, top, kw(&k.low), kw(&k.s32))
		hs(p, 0, s.MulAdd(zero, kh(&k.one).Div(plusExp256(tx, fx, e, k))))
		hs(p, 32, t.MulAdd(zero, kh(&k.one).Div(plusExp256(ty, fy, f, k))))
	}
}

func (l *Logistic) add256(sum, theta []float64, batch []uint16) {
	th, s, bytes := unsafe.Pointer(unsafe.SliceData(theta)), unsafe.Pointer(unsafe.SliceData(sum)), 8*len(theta)
	for len(batch) > 0 {
		k := min(len(batch), len(l.at))
		n := l.pointers(batch[:k])
		for j := 0; j < n; j += 4 {
			dots256((*[4]float64)(l.weights[j/8][j&4:]), (*[4]unsafe.Pointer)(l.at[j:]), th, bytes)
		}
		sigmoids256(l.weights[:n/8])
		for j := 0; j < n; j += 4 {
			combine256(s, (*[4]float64)(l.weights[j/8][j&4:]), (*[4]unsafe.Pointer)(l.at[j:]), bytes)
		}
		batch = batch[k:]
	}
	ClearAVXUpperBits()
}

// dots256 is r = θᵀw for four rows.
func dots256(r *[4]float64, at *[4]unsafe.Pointer, theta unsafe.Pointer, bytes int) {
	var a, b, c, d, e, f, g, h hf
	p0, p1, p2, p3 := at[0], at[1], at[2], at[3]
	for k := 0; k < bytes; k += 64 {
		t := hl(theta, k)
		a = single4(p0, k/2).MulAdd(t, a)
		b = single4(p1, k/2).MulAdd(t, b)
		c = single4(p2, k/2).MulAdd(t, c)
		d = single4(p3, k/2).MulAdd(t, d)
		t = hl(theta, k+32)
		e = single4(p0, k/2+16).MulAdd(t, e)
		f = single4(p1, k/2+16).MulAdd(t, f)
		g = single4(p2, k/2+16).MulAdd(t, g)
		h = single4(p3, k/2+16).MulAdd(t, h)
	}
	fours256(a, b, c, d).Add(fours256(e, f, g, h)).Store(r)
}

// combine256 adds Σ r_j w_j for four rows.
func combine256(sum unsafe.Pointer, r *[4]float64, at *[4]unsafe.Pointer, bytes int) {
	q := unsafe.Pointer(r)
	a, b, c, d := hb(q, 0), hb(q, 8), hb(q, 16), hb(q, 24)
	p0, p1, p2, p3 := at[0], at[1], at[2], at[3]
	for k := 0; k < bytes; k += 32 {
		s := single4(p0, k/2).MulAdd(a, hl(sum, k))
		s = single4(p1, k/2).MulAdd(b, s)
		s = single4(p2, k/2).MulAdd(c, s)
		hs(sum, k, single4(p3, k/2).MulAdd(d, s))
	}
}

func (l *Logistic) addAll256(sum []float64, theta [][]Row) {
	t, n := l.t, len(sum)/len(theta)
	s, rows := unsafe.Pointer(unsafe.SliceData(sum)), unsafe.Pointer(unsafe.SliceData(l.rows))
	for i := 0; i < t.n; i += 8 {
		for j := range 8 {
			w, d := unsafe.Pointer(&t.w[min(i+j, t.n)*t.stride]), unsafe.Add(rows, j*8*n)
			for k := 0; k < 8*n; k += 32 {
				hs(d, k, single4(w, k/2))
			}
		}
		for c := range theta {
			dotsAll256((*[4]float64)(l.r[c][:4]), rows, unsafe.Pointer(unsafe.SliceData(theta[c])), 8*n)
			dotsAll256((*[4]float64)(l.r[c][4:]), unsafe.Add(rows, 32*n), unsafe.Pointer(unsafe.SliceData(theta[c])), 8*n)
		}
		sigmoids256(l.r[:len(theta)])
		for c := range theta {
			combineAll256(unsafe.Add(s, c*8*n), (*[4]float64)(l.r[c][:4]), rows, 8*n)
			combineAll256(unsafe.Add(s, c*8*n), (*[4]float64)(l.r[c][4:]), unsafe.Add(rows, 32*n), 8*n)
		}
	}
	ClearAVXUpperBits()
}

func dotsAll256(r *[4]float64, rows, theta unsafe.Pointer, bytes int) {
	var a, b, c, d, e, f, g, h hf
	p1, p2, p3 := unsafe.Add(rows, bytes), unsafe.Add(rows, 2*bytes), unsafe.Add(rows, 3*bytes)
	for k := 0; k < bytes; k += 64 {
		t := hl(theta, k)
		a = hl(rows, k).MulAdd(t, a)
		b = hl(p1, k).MulAdd(t, b)
		c = hl(p2, k).MulAdd(t, c)
		d = hl(p3, k).MulAdd(t, d)
		t = hl(theta, k+32)
		e = hl(rows, k+32).MulAdd(t, e)
		f = hl(p1, k+32).MulAdd(t, f)
		g = hl(p2, k+32).MulAdd(t, g)
		h = hl(p3, k+32).MulAdd(t, h)
	}
	fours256(a, b, c, d).Add(fours256(e, f, g, h)).Store(r)
}

func combineAll256(sum unsafe.Pointer, r *[4]float64, rows unsafe.Pointer, bytes int) {
	q := unsafe.Pointer(r)
	a, b, c, d := hb(q, 0), hb(q, 8), hb(q, 16), hb(q, 24)
	p1, p2, p3 := unsafe.Add(rows, bytes), unsafe.Add(rows, 2*bytes), unsafe.Add(rows, 3*bytes)
	for k := 0; k < bytes; k += 32 {
		s := hl(rows, k).MulAdd(a, hl(sum, k))
		s = hl(p1, k).MulAdd(b, s)
		s = hl(p2, k).MulAdd(c, s)
		hs(sum, k, hl(p3, k).MulAdd(d, s))
	}
}

func (q *symSquares) update256(blocks []Row, d, i int, o []RankOne) {
	sq := unsafe.Pointer(q)
	x := unsafe.Pointer(unsafe.SliceData(blocks))
	for m := range o {
		p := unsafe.Add(unsafe.Pointer(unsafe.SliceData(o[m].P)), 64*i)
		k, c := BroadcastFloat64x4(o[m].K), BroadcastFloat64x4(o[m].C)
		for r := range 8 {
			for h := 0; h < 64; h += 32 {
				e := kh(&konst.zero)
				if 8*i+r < d {
					e = c.Mul(hl(unsafe.Pointer(&wideKonst.unit[r]), h))
				}
				hs(x, 64*r+h, hb(p, 8*r).MulAdd(hl(p, h), e).MulAdd(k, hl(x, 64*r+h)))
			}
		}
	}
	for h := 0; h < 64; h += 32 {
		on := hl(sq, h)
		for r := range 8 {
			v := hl(x, 64*r+h)
			on = v.MulAdd(v, on)
		}
		hs(sq, h, on)
	}
	for h := 0; h < 64; h += 32 {
		off := hl(sq, 64+h)
		for r := 0; r < 8; r += 4 {
			if len(o) == 2 {
				p, q := unsafe.Add(unsafe.Pointer(unsafe.SliceData(o[0].P)), 64*i), unsafe.Add(unsafe.Pointer(unsafe.SliceData(o[1].P)), 64*i)
				kp, kq := BroadcastFloat64x4(o[0].K), BroadcastFloat64x4(o[1].K)
				a, b, c, d := kp.Mul(hb(p, 8*r)), kp.Mul(hb(p, 8*r+8)), kp.Mul(hb(p, 8*r+16)), kp.Mul(hb(p, 8*r+24))
				e, f, g, l := kq.Mul(hb(q, 8*r)), kq.Mul(hb(q, 8*r+8)), kq.Mul(hb(q, 8*r+16)), kq.Mul(hb(q, 8*r+24))
				for n := 1; n < len(blocks); n++ {
					x := unsafe.Add(x, 512*n+64*r+h)
					u, v := hl(p, 64*n+h), hl(q, 64*n+h)
					y := v.MulAdd(e, u.MulAdd(a, hl(x, 0)))
					hs(x, 0, y)
					off = y.MulAdd(y, off)
					y = v.MulAdd(f, u.MulAdd(b, hl(x, 64)))
					hs(x, 64, y)
					off = y.MulAdd(y, off)
					y = v.MulAdd(g, u.MulAdd(c, hl(x, 128)))
					hs(x, 128, y)
					off = y.MulAdd(y, off)
					y = v.MulAdd(l, u.MulAdd(d, hl(x, 192)))
					hs(x, 192, y)
					off = y.MulAdd(y, off)
				}
				continue
			}
			for n := 1; n < len(blocks); n++ {
				for s := range 4 {
					x := unsafe.Add(x, 512*n+64*(r+s)+h)
					y := hl(x, 0)
					for m := range o {
						p := unsafe.Add(unsafe.Pointer(unsafe.SliceData(o[m].P)), 64*i)
						y = BroadcastFloat64x4(o[m].K).Mul(hb(p, 8*(r+s))).MulAdd(hl(p, 64*n+h), y)
					}
					hs(x, 0, y)
					off = y.MulAdd(y, off)
				}
			}
		}
		hs(sq, 64+h, off)
	}
	ClearAVXUpperBits()
}

func symMul256(y1, y2 []float64, blocks []Row, x1, x2 []float64) {
	p := unsafe.Pointer(unsafe.SliceData(blocks))
	symMulOne256(unsafe.Pointer(unsafe.SliceData(y1)), unsafe.Pointer(unsafe.SliceData(x1)), p, len(blocks))
	symMulOne256(unsafe.Pointer(unsafe.SliceData(y2)), unsafe.Pointer(unsafe.SliceData(x2)), p, len(blocks))
	ClearAVXUpperBits()
}

// symMulOne256 goes by two rows.
func symMulOne256(y, x, p unsafe.Pointer, blocks int) {
	var q [16][4]float64
	for r := 0; r < 8; r += 2 {
		p := unsafe.Add(p, 64*r)
		b0, b1 := hb(x, 8*r), hb(x, 8*r+8)
		var zero hf
		u, v := hl(x, 0), hl(x, 32)
		s0, t0 := hl(p, 0).MulAdd(u, zero), hl(p, 32).MulAdd(v, zero)
		s1, t1 := hl(p, 64).MulAdd(u, zero), hl(p, 96).MulAdd(v, zero)
		for n := 1; n < blocks; n++ {
			p := unsafe.Add(p, 512*n)
			u := hl(x, 64*n)
			a, b := hl(p, 0), hl(p, 64)
			s0, s1 = u.MulAdd(a, s0), u.MulAdd(b, s1)
			hs(y, 64*n, b.MulAdd(b1, a.MulAdd(b0, hl(y, 64*n))))
			u = hl(x, 64*n+32)
			a, b = hl(p, 32), hl(p, 96)
			t0, t1 = u.MulAdd(a, t0), u.MulAdd(b, t1)
			hs(y, 64*n+32, b.MulAdd(b1, a.MulAdd(b0, hl(y, 64*n+32))))
		}
		s0.Store(&q[r])
		s1.Store(&q[r+1])
		t0.Store(&q[8+r])
		t1.Store(&q[8+r+1])
	}
	for r := 0; r < 8; r += 4 {
		s := fours256(lh(&q[r]), lh(&q[r+1]), lh(&q[r+2]), lh(&q[r+3]))
		t := fours256(lh(&q[8+r]), lh(&q[8+r+1]), lh(&q[8+r+2]), lh(&q[8+r+3]))
		hs(y, 8*r, hl(y, 8*r).Add(s.Add(t)))
	}
}

func symTerm256(q1, q2 *v8w, out, y1, y2, x1, x2 []float64, s, c, e, g float64) {
	sv, cv, ev, gv := BroadcastFloat64x4(s), BroadcastFloat64x4(c), BroadcastFloat64x4(e), BroadcastFloat64x4(g)
	o := unsafe.Pointer(unsafe.SliceData(out))
	p1, p2 := unsafe.Pointer(unsafe.SliceData(y1)), unsafe.Pointer(unsafe.SliceData(y2))
	r1, r2 := unsafe.Pointer(unsafe.SliceData(x1)), unsafe.Pointer(unsafe.SliceData(x2))
	for h := 0; h < 64; h += 32 {
		var n1, n2 hf
		for k := h; k < 8*len(out); k += 64 {
			a := hl(r1, k).MulAdd(sv, hl(p1, k)).Mul(cv)
			b := hl(r2, k).MulAdd(sv, hl(p2, k)).Mul(cv)
			hs(p1, k, a)
			hs(p2, k, b)
			hs(o, k, a.MulAdd(ev, b.MulAdd(gv, hl(o, k))))
			n1, n2 = a.MulAdd(a, n1), b.MulAdd(b, n2)
		}
		hs(unsafe.Pointer(q1), h, n1)
		hs(unsafe.Pointer(q2), h, n2)
	}
	ClearAVXUpperBits()
}
