//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	. "simd/archsimd"
	"unsafe"
)

// A loop takes four vectors at a time, at constant distances from pointers that step: for an
// address from a pointer and a variable the compiler needs one or two extra instructions per load.
// A loop ends before the step, so that no pointer is past the end of its rows; make test-long
// checks this with checkptr. Every kernel ends by clearing the upper halves of the registers;
// otherwise the scalar code of the program, which is in SSE instructions, waits for them.

func (*avx512) addScaled(dst, src []Row, h float64) {
	hv := all512(h)
	d, x := first512(dst), first512(src[:len(dst)])
	for n := turns512 * len(dst); n > 0; {
		into512(d, 0, from512(x, 0).MulAdd(hv, from512(d, 0)))
		into512(d, second512, from512(x, second512).MulAdd(hv, from512(d, second512)))
		into512(d, third512, from512(x, third512).MulAdd(hv, from512(d, third512)))
		into512(d, fourth512, from512(x, fourth512).MulAdd(hv, from512(d, fourth512)))
		if n--; n == 0 {
			break
		}
		d, x = unsafe.Add(d, turn512), unsafe.Add(x, turn512)
	}
	ClearAVXUpperBits()
}

func (*avx512) scaleAdd(dst, g []Row, alpha, sigma float64) {
	a, s := all512(alpha), all512(sigma)
	d, x := first512(dst), first512(g[:len(dst)])
	for n := turns512 * len(dst); n > 0; {
		into512(d, 0, from512(d, 0).MulAdd(a, s.Mul(from512(x, 0))))
		into512(d, second512, from512(d, second512).MulAdd(a, s.Mul(from512(x, second512))))
		into512(d, third512, from512(d, third512).MulAdd(a, s.Mul(from512(x, third512))))
		into512(d, fourth512, from512(d, fourth512).MulAdd(a, s.Mul(from512(x, fourth512))))
		if n--; n == 0 {
			break
		}
		d, x = unsafe.Add(d, turn512), unsafe.Add(x, turn512)
	}
	ClearAVXUpperBits()
}

func (*avx512) addTwo(dst, x, y []Row, a, b float64) {
	av, bv := all512(a), all512(b)
	d, p, q := first512(dst), first512(x[:len(dst)]), first512(y[:len(dst)])
	for n := turns512 * len(dst); n > 0; {
		addTwo512(d, p, q, 0, av, bv)
		addTwo512(d, p, q, second512, av, bv)
		addTwo512(d, p, q, third512, av, bv)
		addTwo512(d, p, q, fourth512, av, bv)
		if n--; n == 0 {
			break
		}
		d, p, q = unsafe.Add(d, turn512), unsafe.Add(p, turn512), unsafe.Add(q, turn512)
	}
	ClearAVXUpperBits()
}

func addTwo512(dst, x, y unsafe.Pointer, at int, a, b f512) {
	into512(dst, at, from512(x, at).MulAdd(a, from512(y, at).MulAdd(b, from512(dst, at))))
}

func (*avx512) addOuter(xi, p []Row, k float64) {
	if len(p) != 2 { // for other d the flow O takes far longer
		specification.addOuter(xi, p, k)
		return
	}
	_ = xi[2]
	kv := all512(k)
	minusOne, zero := num512(&konst.minusOne), num512(&konst.zero)
	x, q := first512(xi), first512(p)
	for n := groups512; ; {
		a, b := from512(q, 0), from512(q, rowBytes)
		into512(x, 0, a.MulAdd(a, minusOne).MulAdd(kv, from512(x, 0)))
		into512(x, rowBytes, a.MulAdd(b, zero).MulAdd(kv, from512(x, rowBytes)))
		into512(x, 2*rowBytes, b.MulAdd(b, minusOne).MulAdd(kv, from512(x, 2*rowBytes)))
		if n--; n == 0 {
			break
		}
		x, q = unsafe.Add(x, bytes512), unsafe.Add(q, bytes512)
	}
	ClearAVXUpperBits()
}

func (*avx512) addSquares(xi, p []Row, k float64) {
	kv, minusOne := all512(k), num512(&konst.minusOne)
	xi = xi[:len(p)]
	for i := range p {
		x, q := unsafe.Pointer(&xi[i]), unsafe.Pointer(&p[i])
		for n := groups512 / 2; ; {
			a, b := from512(q, 0), from512(q, second512)
			into512(x, 0, a.MulAdd(a, minusOne).MulAdd(kv, from512(x, 0)))
			into512(x, second512, b.MulAdd(b, minusOne).MulAdd(kv, from512(x, second512)))
			if n--; n == 0 {
				break
			}
			x, q = unsafe.Add(x, third512), unsafe.Add(q, third512)
		}
	}
	ClearAVXUpperBits()
}

func (*avx512) addNorm(xi *Row, p []Row, k, d float64) {
	kv, dim := all512(k), all512(d)
	x, r := unsafe.Pointer(xi), first512(p)
	for n := turns512; ; {
		var n0, n1, n2, n3 f512
		for i, a := 0, r; i < len(p); {
			a0, a1 := from512(a, 0), from512(a, second512)
			n0, n1 = a0.MulAdd(a0, n0), a1.MulAdd(a1, n1)
			a2, a3 := from512(a, third512), from512(a, fourth512)
			n2, n3 = a2.MulAdd(a2, n2), a3.MulAdd(a3, n3)
			if i++; i == len(p) {
				break
			}
			a = unsafe.Add(a, rowBytes)
		}
		into512(x, 0, n0.Sub(dim).MulAdd(kv, from512(x, 0)))
		into512(x, second512, n1.Sub(dim).MulAdd(kv, from512(x, second512)))
		into512(x, third512, n2.Sub(dim).MulAdd(kv, from512(x, third512)))
		into512(x, fourth512, n3.Sub(dim).MulAdd(kv, from512(x, fourth512)))
		if n--; n == 0 {
			break
		}
		x, r = unsafe.Add(x, turn512), unsafe.Add(r, turn512)
	}
	ClearAVXUpperBits()
}

func (*avx512) sumAffine(dst, y *Row, x []Row, a, b float64) {
	av, bv := all512(a), all512(b)
	d, p, r := unsafe.Pointer(dst), unsafe.Pointer(y), unsafe.Pointer(&x[0])
	for n := turns512; ; {
		s0, s1 := from512(r, 0), from512(r, second512)
		s2, s3 := from512(r, third512), from512(r, fourth512)
		r1 := r
		for range len(x) - 1 {
			r1 = unsafe.Add(r1, rowBytes)
			s0, s1 = s0.Add(from512(r1, 0)), s1.Add(from512(r1, second512))
			s2, s3 = s2.Add(from512(r1, third512)), s3.Add(from512(r1, fourth512))
		}
		into512(d, 0, from512(p, 0).MulAdd(av, bv.Mul(s0)))
		into512(d, second512, from512(p, second512).MulAdd(av, bv.Mul(s1)))
		into512(d, third512, from512(p, third512).MulAdd(av, bv.Mul(s2)))
		into512(d, fourth512, from512(p, fourth512).MulAdd(av, bv.Mul(s3)))
		if n--; n == 0 {
			break
		}
		d, p, r = unsafe.Add(d, turn512), unsafe.Add(p, turn512), unsafe.Add(r, turn512)
	}
	ClearAVXUpperBits()
}

func (*avx512) bin(dst *[Lanes]int32, x *Row, lo, scale float64, n int) {
	lv, sv, nv := all512(lo), all512(scale), all512(float64(n))
	minusOne, zero := num512(&konst.minusOne), num512(&konst.zero)
	for g := range groups512 {
		v := get512(x, g).Sub(lv).Mul(sv)
		// the mask is false for NaN, whatever the minimum is
		v = v.Min(nv).Merge(minusOne, v.GreaterEqual(zero))
		v.ConvertToInt32().Store(&ints512(dst)[g])
	}
	ClearAVXUpperBits()
}
