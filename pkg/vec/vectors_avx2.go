//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import "unsafe"

// sumFours256 is the sums of four vectors.
func sumFours256(a, b, c, d f256) f256 {
	x, y := a.AddPairsGrouped(b), c.AddPairsGrouped(d)
	return x.Select128FromPair(0, 2, y).Add(x.Select128FromPair(1, 3, y))
}

// dots256 is dots512 for four rows: one half of the eight partial sums, then the other.
func dots256(r *mem256, at *rows256, theta unsafe.Pointer, bytes int) {
	var a, b, c, d, e, f, g, h f256
	p0, p1, p2, p3 := at[0], at[1], at[2], at[3]
	for k := 0; k < bytes; k += 64 {
		t := from256(theta, k)
		a = single256(p0, k/2).MulAdd(t, a)
		b = single256(p1, k/2).MulAdd(t, b)
		c = single256(p2, k/2).MulAdd(t, c)
		d = single256(p3, k/2).MulAdd(t, d)
	}
	for k := 0; k < bytes; k += 64 {
		t := from256(theta, k+32)
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
	}
	for k := 0; k < bytes; k += 64 {
		t := from256(theta, k+32)
		e = from256(rows, k+32).MulAdd(t, e)
		f = from256(p1, k+32).MulAdd(t, f)
		g = from256(p2, k+32).MulAdd(t, g)
		h = from256(p3, k+32).MulAdd(t, h)
	}
	sumFours256(a, b, c, d).Add(sumFours256(e, f, g, h)).Store(r)
}

// symMulOne256 takes two rows at a time, and both halves of their partial sums, which stay in
// registers: the stack is not aligned.
func symMulOne256(y, x, p unsafe.Pointer, blocks int) {
	for r := 0; r < 64; r += 32 { // four rows
		p, y0 := unsafe.Add(p, 8*r), unsafe.Add(y, r)
		var s0, s1, s2, s3, t0, t1, t2, t3 f256
		u, v := from256(x, 0), from256(x, 32)
		s0, t0 = from256(p, 0).MulAdd(u, s0), from256(p, 32).MulAdd(v, t0)
		s1, t1 = from256(p, 64).MulAdd(u, s1), from256(p, 96).MulAdd(v, t1)
		b0, b1 := each256(x, r), each256(x, r+8)
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
		u, v = from256(x, 0), from256(x, 32)
		s2, t2 = from256(p, 128).MulAdd(u, s2), from256(p, 160).MulAdd(v, t2)
		s3, t3 = from256(p, 192).MulAdd(u, s3), from256(p, 224).MulAdd(v, t3)
		b0, b1 = each256(x, r+16), each256(x, r+24)
		for n := 1; n < blocks; n++ {
			p := unsafe.Add(p, 512*n)
			u := from256(x, 64*n)
			a, b := from256(p, 128), from256(p, 192)
			s2, s3 = u.MulAdd(a, s2), u.MulAdd(b, s3)
			into256(y, 64*n, b.MulAdd(b1, a.MulAdd(b0, from256(y, 64*n))))
			u = from256(x, 64*n+32)
			a, b = from256(p, 160), from256(p, 224)
			t2, t3 = u.MulAdd(a, t2), u.MulAdd(b, t3)
			into256(y, 64*n+32, b.MulAdd(b1, a.MulAdd(b0, from256(y, 64*n+32))))
		}
		sum := sumFours256(s0, s1, s2, s3).Add(sumFours256(t0, t1, t2, t3))
		into256(y0, 0, from256(y0, 0).Add(sum))
	}
}
