//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import "unsafe"

// sumPairs512 is the sums of neighbours in a and in b, alternating.
func sumPairs512(a, b f512) f512 {
	return a.SelectFromPairGrouped(0, 2, b).Add(a.SelectFromPairGrouped(1, 3, b))
}

func sumFours512(a, b f512) f512 {
	return a.ConcatPermute(b, word512(&konst.even)).Add(a.ConcatPermute(b, word512(&konst.odd)))
}

// sumEights512 is tree8 of eight vectors.
func sumEights512(a, b, c, d, e, f, g, h f512) f512 {
	x := sumFours512(sumPairs512(a, b), sumPairs512(c, d))
	y := sumFours512(sumPairs512(e, f), sumPairs512(g, h))
	return sumHalves512(x, y)
}

func sumHalves512(x, y f512) f512 { return x.SetHi(y.GetLo()).Add(y.SetLo(x.GetHi())) }

// dots512 is r = θᵀw for eight rows w; the last four count only if rows > 4. The caller gives room
// for half of the sums: the compiler would clear room on the stack with instructions that are slow
// among vector instructions.
func dots512(r, room *mem512, at *rows512, theta unsafe.Pointer, bytes, rows int) {
	fourDots512(r, (*[4]unsafe.Pointer)(at[:4]), theta, bytes)
	y := num512(&konst.zero)
	if rows > 4 {
		fourDots512(room, (*[4]unsafe.Pointer)(at[4:]), theta, bytes)
		y = load512(room)
	}
	sumHalves512(load512(r), y).Store(r)
}

// fourDots512 adds the partial sums of four rows by fours. A turn of the loop takes two vectors of
// each row, so that a sum returns to its register.
func fourDots512(r *mem512, at *[4]unsafe.Pointer, theta unsafe.Pointer, bytes int) {
	var a, b, c, d f512
	p0, p1, p2, p3 := at[0], at[1], at[2], at[3]
	n := bytes / 64
	if n&1 != 0 {
		t := from512(theta, 0)
		a, b = single512(p0, 0).MulAdd(t, a), single512(p1, 0).MulAdd(t, b)
		c, d = single512(p2, 0).MulAdd(t, c), single512(p3, 0).MulAdd(t, d)
		theta, p0, p1 = unsafe.Add(theta, 64), unsafe.Add(p0, 32), unsafe.Add(p1, 32)
		p2, p3 = unsafe.Add(p2, 32), unsafe.Add(p3, 32)
	}
	for n >>= 1; n > 0; {
		t, u := from512(theta, 0), from512(theta, 64)
		a = single512(p0, 32).MulAdd(u, single512(p0, 0).MulAdd(t, a))
		b = single512(p1, 32).MulAdd(u, single512(p1, 0).MulAdd(t, b))
		c = single512(p2, 32).MulAdd(u, single512(p2, 0).MulAdd(t, c))
		d = single512(p3, 32).MulAdd(u, single512(p3, 0).MulAdd(t, d))
		if n--; n == 0 {
			break
		}
		theta, p0, p1 = unsafe.Add(theta, 128), unsafe.Add(p0, 64), unsafe.Add(p1, 64)
		p2, p3 = unsafe.Add(p2, 64), unsafe.Add(p3, 64)
	}
	sumFours512(sumPairs512(a, b), sumPairs512(c, d)).Store(r)
}

// dotsAll512 is dots512 for consecutive rows in double precision.
func dotsAll512(r *mem512, rows, theta unsafe.Pointer, bytes int) {
	var a, b, c, d, e, f, g, h f512
	p0, p1, p2 := rows, unsafe.Add(rows, bytes), unsafe.Add(rows, 2*bytes)
	p3, p4, p5 := unsafe.Add(rows, 3*bytes), unsafe.Add(rows, 4*bytes), unsafe.Add(rows, 5*bytes)
	p6, p7 := unsafe.Add(rows, 6*bytes), unsafe.Add(rows, 7*bytes)
	u := theta
	for n := bytes / 64; ; {
		t := from512(u, 0)
		a = from512(p0, 0).MulAdd(t, a)
		b = from512(p1, 0).MulAdd(t, b)
		c = from512(p2, 0).MulAdd(t, c)
		d = from512(p3, 0).MulAdd(t, d)
		if n--; n == 0 {
			break
		}
		u, p0, p1 = unsafe.Add(u, 64), unsafe.Add(p0, 64), unsafe.Add(p1, 64)
		p2, p3 = unsafe.Add(p2, 64), unsafe.Add(p3, 64)
	}
	for n := bytes / 64; ; {
		t := from512(theta, 0)
		e = from512(p4, 0).MulAdd(t, e)
		f = from512(p5, 0).MulAdd(t, f)
		g = from512(p6, 0).MulAdd(t, g)
		h = from512(p7, 0).MulAdd(t, h)
		if n--; n == 0 {
			break
		}
		theta, p4, p5 = unsafe.Add(theta, 64), unsafe.Add(p4, 64), unsafe.Add(p5, 64)
		p6, p7 = unsafe.Add(p6, 64), unsafe.Add(p7, 64)
	}
	sumEights512(a, b, c, d, e, f, g, h).Store(r)
}

// symMulOne512 takes four rows at a time: their terms of the mirror image, and their partial sums.
// It loads them twice, because the compiler would otherwise keep them on the stack, which is not
// aligned.
func symMulOne512(y, x, p unsafe.Pointer, blocks int) {
	var zero f512
	u := from512(x, 0)
	s0, s1 := from512(p, 0).MulAdd(u, zero), from512(p, 64).MulAdd(u, zero)
	s2, s3 := from512(p, 128).MulAdd(u, zero), from512(p, 192).MulAdd(u, zero)
	b0, b1, b2, b3 := each512(x, 0), each512(x, 8), each512(x, 16), each512(x, 24)
	q, r, v := p, x, y
	for n := blocks - 1; n > 0; n-- {
		q, r, v = unsafe.Add(q, 512), unsafe.Add(r, 64), unsafe.Add(v, 64)
		u := from512(r, 0)
		w := from512(q, 64).MulAdd(b1, from512(q, 0).MulAdd(b0, from512(v, 0)))
		into512(v, 0, from512(q, 192).MulAdd(b3, from512(q, 128).MulAdd(b2, w)))
		s0, s1 = from512(q, 0).MulAdd(u, s0), from512(q, 64).MulAdd(u, s1)
		s2, s3 = from512(q, 128).MulAdd(u, s2), from512(q, 192).MulAdd(u, s3)
	}
	sums := sumFours512(sumPairs512(s0, s1), sumPairs512(s2, s3))
	p = unsafe.Add(p, 256)
	t0, t1 := from512(p, 0).MulAdd(u, zero), from512(p, 64).MulAdd(u, zero)
	t2, t3 := from512(p, 128).MulAdd(u, zero), from512(p, 192).MulAdd(u, zero)
	b0, b1, b2, b3 = each512(x, 32), each512(x, 40), each512(x, 48), each512(x, 56)
	q, r, v = p, x, y
	for n := blocks - 1; n > 0; n-- {
		q, r, v = unsafe.Add(q, 512), unsafe.Add(r, 64), unsafe.Add(v, 64)
		u := from512(r, 0)
		w := from512(q, 64).MulAdd(b1, from512(q, 0).MulAdd(b0, from512(v, 0)))
		into512(v, 0, from512(q, 192).MulAdd(b3, from512(q, 128).MulAdd(b2, w)))
		t0, t1 = from512(q, 0).MulAdd(u, t0), from512(q, 64).MulAdd(u, t1)
		t2, t3 = from512(q, 128).MulAdd(u, t2), from512(q, 192).MulAdd(u, t3)
	}
	more := sumFours512(sumPairs512(t0, t1), sumPairs512(t2, t3))
	into512(y, 0, from512(y, 0).Add(sumHalves512(sums, more)))
}

// sumFours256 is the sums of four vectors.
func sumFours256(a, b, c, d f256) f256 {
	x, y := a.AddPairsGrouped(b), c.AddPairsGrouped(d)
	return x.Select128FromPair(0, 2, y).Add(x.Select128FromPair(1, 3, y))
}

// dots256 is dots512 for four rows.
func dots256(r, _ *mem256, at *rows256, theta unsafe.Pointer, bytes, _ int) {
	var a, b, c, d, e, f, g, h f256
	p0, p1, p2, p3 := at[0], at[1], at[2], at[3]
	for n := bytes / 64; ; {
		t, u := from256(theta, 0), from256(theta, 32)
		a, e = single256(p0, 0).MulAdd(t, a), single256(p0, 16).MulAdd(u, e)
		b, f = single256(p1, 0).MulAdd(t, b), single256(p1, 16).MulAdd(u, f)
		c, g = single256(p2, 0).MulAdd(t, c), single256(p2, 16).MulAdd(u, g)
		d, h = single256(p3, 0).MulAdd(t, d), single256(p3, 16).MulAdd(u, h)
		if n--; n == 0 {
			break
		}
		theta, p0, p1 = unsafe.Add(theta, 64), unsafe.Add(p0, 32), unsafe.Add(p1, 32)
		p2, p3 = unsafe.Add(p2, 32), unsafe.Add(p3, 32)
	}
	sumFours256(a, b, c, d).Add(sumFours256(e, f, g, h)).Store(r)
}

func dotsAll256(r *mem256, rows, theta unsafe.Pointer, bytes int) {
	var a, b, c, d, e, f, g, h f256
	p1, p2, p3 := unsafe.Add(rows, bytes), unsafe.Add(rows, 2*bytes), unsafe.Add(rows, 3*bytes)
	for n := bytes / 64; ; {
		t, u := from256(theta, 0), from256(theta, 32)
		a, e = from256(rows, 0).MulAdd(t, a), from256(rows, 32).MulAdd(u, e)
		b, f = from256(p1, 0).MulAdd(t, b), from256(p1, 32).MulAdd(u, f)
		c, g = from256(p2, 0).MulAdd(t, c), from256(p2, 32).MulAdd(u, g)
		d, h = from256(p3, 0).MulAdd(t, d), from256(p3, 32).MulAdd(u, h)
		if n--; n == 0 {
			break
		}
		theta, rows, p1 = unsafe.Add(theta, 64), unsafe.Add(rows, 64), unsafe.Add(p1, 64)
		p2, p3 = unsafe.Add(p2, 64), unsafe.Add(p3, 64)
	}
	sumFours256(a, b, c, d).Add(sumFours256(e, f, g, h)).Store(r)
}

// symMulOne256 takes four rows at a time, first one half of their vectors, then the other, so that
// partial sums and factors stay in registers: the stack is not aligned.
func symMulOne256(y, x, p unsafe.Pointer, blocks int) {
	for r := 0; r < 64; r += 32 { // four rows
		y0, b := unsafe.Add(y, r), unsafe.Add(x, r)
		sum := symMulHalf256(y, x, p, b, blocks).Add(
			symMulHalf256(unsafe.Add(y, 32), unsafe.Add(x, 32), unsafe.Add(p, 32), b, blocks))
		into256(y0, 0, from256(y0, 0).Add(sum))
		p = unsafe.Add(p, 256)
	}
}

// symMulHalf256 returns the sums of one half of the vectors of four rows, and adds the rows' terms
// of the mirror image, with the factors at b.
func symMulHalf256(y, x, p, b unsafe.Pointer, blocks int) f256 {
	var zero f256
	u := from256(x, 0)
	s0, s1 := from256(p, 0).MulAdd(u, zero), from256(p, 64).MulAdd(u, zero)
	s2, s3 := from256(p, 128).MulAdd(u, zero), from256(p, 192).MulAdd(u, zero)
	b0, b1, b2, b3 := each256(b, 0), each256(b, 8), each256(b, 16), each256(b, 24)
	for n := blocks - 1; n > 0; n-- {
		p, x, y = unsafe.Add(p, 512), unsafe.Add(x, 64), unsafe.Add(y, 64)
		u := from256(x, 0)
		v := from256(p, 64).MulAdd(b1, from256(p, 0).MulAdd(b0, from256(y, 0)))
		into256(y, 0, from256(p, 192).MulAdd(b3, from256(p, 128).MulAdd(b2, v)))
		s0, s1 = from256(p, 0).MulAdd(u, s0), from256(p, 64).MulAdd(u, s1)
		s2, s3 = from256(p, 128).MulAdd(u, s2), from256(p, 192).MulAdd(u, s3)
	}
	return sumFours256(s0, s1, s2, s3)
}
