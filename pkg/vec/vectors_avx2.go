//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	. "simd/archsimd"
	"unsafe"
)

// sumFours256 is the sums of four vectors.
func sumFours256(a, b, c, d f256) f256 {
	x, y := a.AddPairsGrouped(b), c.AddPairsGrouped(d)
	return x.Select128FromPair(0, 2, y).Add(x.Select128FromPair(1, 3, y))
}

func sumSquares256(x []float64) float64 {
	var q v8
	var s, t f256
	p := unsafe.Pointer(unsafe.SliceData(x))
	for k := 0; k < 8*len(x); k += 64 {
		v, w := from256(p, k), from256(p, k+32)
		s, t = v.MulAdd(v, s), w.MulAdd(w, t)
	}
	into256(unsafe.Pointer(&q), 0, s)
	into256(unsafe.Pointer(&q), 32, t)
	ClearAVXUpperBits()
	return tree8(&q)
}

// dots256 is dots512 for four rows, with both halves of eight partial sums at once.
func dots256(r *mem256, at *rows256, theta unsafe.Pointer, bytes int) {
	var a, b, c, d, e, f, g, h f256
	p0, p1, p2, p3 := at[0], at[1], at[2], at[3]
	for k := 0; k < bytes; k += 64 {
		t := from256(theta, k)
		a = single256(p0, k/2).MulAdd(t, a)
		b = single256(p1, k/2).MulAdd(t, b)
		c = single256(p2, k/2).MulAdd(t, c)
		d = single256(p3, k/2).MulAdd(t, d)
		t = from256(theta, k+32)
		e = single256(p0, k/2+16).MulAdd(t, e)
		f = single256(p1, k/2+16).MulAdd(t, f)
		g = single256(p2, k/2+16).MulAdd(t, g)
		h = single256(p3, k/2+16).MulAdd(t, h)
	}
	sumFours256(a, b, c, d).Add(sumFours256(e, f, g, h)).Store(r)
}

func dotsAll256(r *mem256, rows, theta unsafe.Pointer, bytes int) {
	var a, b, c, d, e, f, g, h f256
	p1, p2, p3 := unsafe.Add(rows, bytes), unsafe.Add(rows, 2*bytes), unsafe.Add(rows, 3*bytes)
	for k := 0; k < bytes; k += 64 {
		t := from256(theta, k)
		a = from256(rows, k).MulAdd(t, a)
		b = from256(p1, k).MulAdd(t, b)
		c = from256(p2, k).MulAdd(t, c)
		d = from256(p3, k).MulAdd(t, d)
		t = from256(theta, k+32)
		e = from256(rows, k+32).MulAdd(t, e)
		f = from256(p1, k+32).MulAdd(t, f)
		g = from256(p2, k+32).MulAdd(t, g)
		h = from256(p3, k+32).MulAdd(t, h)
	}
	sumFours256(a, b, c, d).Add(sumFours256(e, f, g, h)).Store(r)
}

// symMulOne256 takes two rows at a time, and both halves of their partial sums.
func symMulOne256(y, x, p unsafe.Pointer, blocks int) {
	var q [16][4]float64
	for r := 0; r < 8; r += 2 {
		p := unsafe.Add(p, 64*r)
		b0, b1 := each256(x, 8*r), each256(x, 8*r+8)
		var zero f256
		u, v := from256(x, 0), from256(x, 32)
		s0, t0 := from256(p, 0).MulAdd(u, zero), from256(p, 32).MulAdd(v, zero)
		s1, t1 := from256(p, 64).MulAdd(u, zero), from256(p, 96).MulAdd(v, zero)
		for n := 1; n < blocks; n++ {
			p := unsafe.Add(p, 512*n)
			u := from256(x, 64*n)
			a, b := from256(p, 0), from256(p, 64)
			s0, s1 = u.MulAdd(a, s0), u.MulAdd(b, s1)
			into256(y, 64*n, b.MulAdd(b1, a.MulAdd(b0, from256(y, 64*n))))
			u = from256(x, 64*n+32)
			a, b = from256(p, 32), from256(p, 96)
			t0, t1 = u.MulAdd(a, t0), u.MulAdd(b, t1)
			into256(y, 64*n+32, b.MulAdd(b1, a.MulAdd(b0, from256(y, 64*n+32))))
		}
		s0.Store(&q[r])
		s1.Store(&q[r+1])
		t0.Store(&q[8+r])
		t1.Store(&q[8+r+1])
	}
	for r := 0; r < 8; r += 4 {
		s := sumFours256(load256(&q[r]), load256(&q[r+1]), load256(&q[r+2]), load256(&q[r+3]))
		t := sumFours256(load256(&q[8+r]), load256(&q[8+r+1]), load256(&q[8+r+2]), load256(&q[8+r+3]))
		into256(y, 8*r, from256(y, 8*r).Add(s.Add(t)))
	}
}
