//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import "unsafe"

// sumPairs512 is the sums of neighbours in a and in b, in turn.
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

// dots512 is r = θᵀw for eight rows w, of which the last four count only if rows > 4.
// It needs room for half of the sums: the compiler would clear room on the stack with instructions
// that are slow between those of vectors.
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
// each row, so that a sum comes back to its register.
func fourDots512(r *mem512, at *[4]unsafe.Pointer, theta unsafe.Pointer, bytes int) {
	var a, b, c, d f512
	p0, p1, p2, p3 := at[0], at[1], at[2], at[3]
	k := 0 // of single precision
	if bytes&64 != 0 {
		t := from512(theta, 0)
		a, b = single512(p0, 0).MulAdd(t, a), single512(p1, 0).MulAdd(t, b)
		c, d = single512(p2, 0).MulAdd(t, c), single512(p3, 0).MulAdd(t, d)
		k = 32
	}
	for ; k < bytes>>1; k += 64 {
		t, u := from512(theta, 2*k), from512(theta, 2*k+64)
		a = single512(p0, k+32).MulAdd(u, single512(p0, k).MulAdd(t, a))
		b = single512(p1, k+32).MulAdd(u, single512(p1, k).MulAdd(t, b))
		c = single512(p2, k+32).MulAdd(u, single512(p2, k).MulAdd(t, c))
		d = single512(p3, k+32).MulAdd(u, single512(p3, k).MulAdd(t, d))
	}
	sumFours512(sumPairs512(a, b), sumPairs512(c, d)).Store(r)
}

// dotsAll512 is dots512 for rows in double precision, one after the other.
func dotsAll512(r *mem512, rows, theta unsafe.Pointer, bytes int) {
	var a, b, c, d, e, f, g, h f512
	p0, p1, p2 := rows, unsafe.Add(rows, bytes), unsafe.Add(rows, 2*bytes)
	p3, p4, p5 := unsafe.Add(rows, 3*bytes), unsafe.Add(rows, 4*bytes), unsafe.Add(rows, 5*bytes)
	p6, p7 := unsafe.Add(rows, 6*bytes), unsafe.Add(rows, 7*bytes)
	for k := 0; k < bytes; k += 64 {
		t := from512(theta, k)
		a = from512(p0, k).MulAdd(t, a)
		b = from512(p1, k).MulAdd(t, b)
		c = from512(p2, k).MulAdd(t, c)
		d = from512(p3, k).MulAdd(t, d)
	}
	for k := 0; k < bytes; k += 64 {
		t := from512(theta, k)
		e = from512(p4, k).MulAdd(t, e)
		f = from512(p5, k).MulAdd(t, f)
		g = from512(p6, k).MulAdd(t, g)
		h = from512(p7, k).MulAdd(t, h)
	}
	sumEights512(a, b, c, d, e, f, g, h).Store(r)
}

// symMulOne512 takes four rows at a time: what they add to the mirror image, and their partial
// sums. It loads them twice, because the compiler would otherwise keep them on the stack, which is
// not aligned.
func symMulOne512(y, x, p unsafe.Pointer, blocks int) {
	var zero f512
	u := from512(x, 0)
	s0, s1 := from512(p, 0).MulAdd(u, zero), from512(p, 64).MulAdd(u, zero)
	s2, s3 := from512(p, 128).MulAdd(u, zero), from512(p, 192).MulAdd(u, zero)
	b0, b1, b2, b3 := each512(x, 0), each512(x, 8), each512(x, 16), each512(x, 24)
	for n := 1; n < blocks; n++ {
		p, u := unsafe.Add(p, 512*n), from512(x, 64*n)
		v := from512(p, 64).MulAdd(b1, from512(p, 0).MulAdd(b0, from512(y, 64*n)))
		into512(y, 64*n, from512(p, 192).MulAdd(b3, from512(p, 128).MulAdd(b2, v)))
		s0, s1 = from512(p, 0).MulAdd(u, s0), from512(p, 64).MulAdd(u, s1)
		s2, s3 = from512(p, 128).MulAdd(u, s2), from512(p, 192).MulAdd(u, s3)
	}
	sums := sumFours512(sumPairs512(s0, s1), sumPairs512(s2, s3))
	p = unsafe.Add(p, 256)
	t0, t1 := from512(p, 0).MulAdd(u, zero), from512(p, 64).MulAdd(u, zero)
	t2, t3 := from512(p, 128).MulAdd(u, zero), from512(p, 192).MulAdd(u, zero)
	b0, b1, b2, b3 = each512(x, 32), each512(x, 40), each512(x, 48), each512(x, 56)
	for n := 1; n < blocks; n++ {
		p, u := unsafe.Add(p, 512*n), from512(x, 64*n)
		v := from512(p, 64).MulAdd(b1, from512(p, 0).MulAdd(b0, from512(y, 64*n)))
		into512(y, 64*n, from512(p, 192).MulAdd(b3, from512(p, 128).MulAdd(b2, v)))
		t0, t1 = from512(p, 0).MulAdd(u, t0), from512(p, 64).MulAdd(u, t1)
		t2, t3 = from512(p, 128).MulAdd(u, t2), from512(p, 192).MulAdd(u, t3)
	}
	more := sumFours512(sumPairs512(t0, t1), sumPairs512(t2, t3))
	into512(y, 0, from512(y, 0).Add(sumHalves512(sums, more)))
}

// sumFours256 is the sums of four vectors.
func sumFours256(a, b, c, d f256) f256 {
	x, y := a.AddPairsGrouped(b), c.AddPairsGrouped(d)
	return x.Select128FromPair(0, 2, y).Add(x.Select128FromPair(1, 3, y))
}

// dots256 is dots512 for four rows: one half of the eight partial sums, then the other.
func dots256(r, room *mem256, at *rows256, theta unsafe.Pointer, bytes, _ int) {
	halfDots256(r, at, theta, 0, bytes)
	halfDots256(room, at, theta, 32, bytes)
	load256(r).Add(load256(room)).Store(r)
}

// halfDots256 is fourDots512 for the four partial sums that begin at a byte of eight.
func halfDots256(r *mem256, at *rows256, theta unsafe.Pointer, h, bytes int) {
	var a, b, c, d f256
	theta = unsafe.Add(theta, h)
	p0, p1 := unsafe.Add(at[0], h/2), unsafe.Add(at[1], h/2)
	p2, p3 := unsafe.Add(at[2], h/2), unsafe.Add(at[3], h/2)
	k := 0 // of single precision
	if bytes&64 != 0 {
		t := from256(theta, 0)
		a, b = single256(p0, 0).MulAdd(t, a), single256(p1, 0).MulAdd(t, b)
		c, d = single256(p2, 0).MulAdd(t, c), single256(p3, 0).MulAdd(t, d)
		k = 32
	}
	for ; k < bytes>>1; k += 64 {
		t, u := from256(theta, 2*k), from256(theta, 2*k+64)
		a = single256(p0, k+32).MulAdd(u, single256(p0, k).MulAdd(t, a))
		b = single256(p1, k+32).MulAdd(u, single256(p1, k).MulAdd(t, b))
		c = single256(p2, k+32).MulAdd(u, single256(p2, k).MulAdd(t, c))
		d = single256(p3, k+32).MulAdd(u, single256(p3, k).MulAdd(t, d))
	}
	sumFours256(a, b, c, d).Store(r)
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

// symMulOne256 takes four rows at a time, one half of their vectors after the other, so that their
// partial sums and what they multiply stay in registers: the stack is not aligned.
func symMulOne256(y, x, p unsafe.Pointer, blocks int) {
	for r := 0; r < 64; r += 32 { // four rows
		y0, b := unsafe.Add(y, r), unsafe.Add(x, r)
		sum := symMulHalf256(y, x, p, b, blocks).Add(
			symMulHalf256(unsafe.Add(y, 32), unsafe.Add(x, 32), unsafe.Add(p, 32), b, blocks))
		into256(y0, 0, from256(y0, 0).Add(sum))
		p = unsafe.Add(p, 256)
	}
}

// symMulHalf256 returns the sums of one half of the vectors of four rows, and adds what the rows
// add to the mirror image, with the factors at b.
func symMulHalf256(y, x, p, b unsafe.Pointer, blocks int) f256 {
	var zero f256
	u := from256(x, 0)
	s0, s1 := from256(p, 0).MulAdd(u, zero), from256(p, 64).MulAdd(u, zero)
	s2, s3 := from256(p, 128).MulAdd(u, zero), from256(p, 192).MulAdd(u, zero)
	b0, b1, b2, b3 := each256(b, 0), each256(b, 8), each256(b, 16), each256(b, 24)
	for n := 1; n < blocks; n++ {
		p, u := unsafe.Add(p, 512*n), from256(x, 64*n)
		v := from256(p, 64).MulAdd(b1, from256(p, 0).MulAdd(b0, from256(y, 64*n)))
		into256(y, 64*n, from256(p, 192).MulAdd(b3, from256(p, 128).MulAdd(b2, v)))
		s0, s1 = from256(p, 0).MulAdd(u, s0), from256(p, 64).MulAdd(u, s1)
		s2, s3 = from256(p, 128).MulAdd(u, s2), from256(p, 192).MulAdd(u, s3)
	}
	return sumFours256(s0, s1, s2, s3)
}
