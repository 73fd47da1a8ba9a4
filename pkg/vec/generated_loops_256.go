// Code generated from loops_512.go by narrow; DO NOT EDIT.

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

func (*avx256) addScaled(dst, src []Row, h float64) {
	hv := all256(h)
	d, x := first256(dst), first256(src[:len(dst)])
	for n := turns256 * len(dst); n > 0; {
		into256(d, 0, from256(x, 0).MulAdd(hv, from256(d, 0)))
		into256(d, second256, from256(x, second256).MulAdd(hv, from256(d, second256)))
		into256(d, third256, from256(x, third256).MulAdd(hv, from256(d, third256)))
		into256(d, fourth256, from256(x, fourth256).MulAdd(hv, from256(d, fourth256)))
		if n--; n == 0 {
			break
		}
		d, x = unsafe.Add(d, turn256), unsafe.Add(x, turn256)
	}
	ClearAVXUpperBits()
}

func (*avx256) scaleAdd(dst, g []Row, alpha, sigma float64) {
	a, s := all256(alpha), all256(sigma)
	d, x := first256(dst), first256(g[:len(dst)])
	for n := turns256 * len(dst); n > 0; {
		into256(d, 0, from256(d, 0).MulAdd(a, s.Mul(from256(x, 0))))
		into256(d, second256, from256(d, second256).MulAdd(a, s.Mul(from256(x, second256))))
		into256(d, third256, from256(d, third256).MulAdd(a, s.Mul(from256(x, third256))))
		into256(d, fourth256, from256(d, fourth256).MulAdd(a, s.Mul(from256(x, fourth256))))
		if n--; n == 0 {
			break
		}
		d, x = unsafe.Add(d, turn256), unsafe.Add(x, turn256)
	}
	ClearAVXUpperBits()
}

func (*avx256) addTwo(dst, x, y []Row, a, b float64) {
	av, bv := all256(a), all256(b)
	d, p, q := first256(dst), first256(x[:len(dst)]), first256(y[:len(dst)])
	for n := turns256 * len(dst); n > 0; {
		addTwo256(d, p, q, 0, av, bv)
		addTwo256(d, p, q, second256, av, bv)
		addTwo256(d, p, q, third256, av, bv)
		addTwo256(d, p, q, fourth256, av, bv)
		if n--; n == 0 {
			break
		}
		d, p, q = unsafe.Add(d, turn256), unsafe.Add(p, turn256), unsafe.Add(q, turn256)
	}
	ClearAVXUpperBits()
}

func addTwo256(dst, x, y unsafe.Pointer, at int, a, b f256) {
	into256(dst, at, from256(x, at).MulAdd(a, from256(y, at).MulAdd(b, from256(dst, at))))
}

func (*avx256) addOuter(xi, p []Row, k float64) {
	if len(p) != 2 { // for other d the flow O takes far longer
		specification.addOuter(xi, p, k)
		return
	}
	_ = xi[2]
	kv := all256(k)
	minusOne, zero := num256(&konst.minusOne), num256(&konst.zero)
	x, q := first256(xi), first256(p)
	for n := groups256; ; {
		a, b := from256(q, 0), from256(q, rowBytes)
		into256(x, 0, a.MulAdd(a, minusOne).MulAdd(kv, from256(x, 0)))
		into256(x, rowBytes, a.MulAdd(b, zero).MulAdd(kv, from256(x, rowBytes)))
		into256(x, 2*rowBytes, b.MulAdd(b, minusOne).MulAdd(kv, from256(x, 2*rowBytes)))
		if n--; n == 0 {
			break
		}
		x, q = unsafe.Add(x, bytes256), unsafe.Add(q, bytes256)
	}
	ClearAVXUpperBits()
}

func (*avx256) addSquares(xi, p []Row, k float64) {
	kv, minusOne := all256(k), num256(&konst.minusOne)
	xi = xi[:len(p)]
	for i := range p {
		x, q := unsafe.Pointer(&xi[i]), unsafe.Pointer(&p[i])
		for n := groups256 / 2; ; {
			a, b := from256(q, 0), from256(q, second256)
			into256(x, 0, a.MulAdd(a, minusOne).MulAdd(kv, from256(x, 0)))
			into256(x, second256, b.MulAdd(b, minusOne).MulAdd(kv, from256(x, second256)))
			if n--; n == 0 {
				break
			}
			x, q = unsafe.Add(x, third256), unsafe.Add(q, third256)
		}
	}
	ClearAVXUpperBits()
}

func (*avx256) addNorm(xi *Row, p []Row, k, d float64) {
	kv, dim := all256(k), all256(d)
	x, r := unsafe.Pointer(xi), first256(p)
	for n := turns256; ; {
		var n0, n1, n2, n3 f256
		for i, a := 0, r; i < len(p); {
			a0, a1 := from256(a, 0), from256(a, second256)
			n0, n1 = a0.MulAdd(a0, n0), a1.MulAdd(a1, n1)
			a2, a3 := from256(a, third256), from256(a, fourth256)
			n2, n3 = a2.MulAdd(a2, n2), a3.MulAdd(a3, n3)
			if i++; i == len(p) {
				break
			}
			a = unsafe.Add(a, rowBytes)
		}
		into256(x, 0, n0.Sub(dim).MulAdd(kv, from256(x, 0)))
		into256(x, second256, n1.Sub(dim).MulAdd(kv, from256(x, second256)))
		into256(x, third256, n2.Sub(dim).MulAdd(kv, from256(x, third256)))
		into256(x, fourth256, n3.Sub(dim).MulAdd(kv, from256(x, fourth256)))
		if n--; n == 0 {
			break
		}
		x, r = unsafe.Add(x, turn256), unsafe.Add(r, turn256)
	}
	ClearAVXUpperBits()
}

func (*avx256) sumAffine(dst, y *Row, x []Row, a, b float64) {
	av, bv := all256(a), all256(b)
	d, p, r := unsafe.Pointer(dst), unsafe.Pointer(y), unsafe.Pointer(&x[0])
	for n := turns256; ; {
		s0, s1 := from256(r, 0), from256(r, second256)
		s2, s3 := from256(r, third256), from256(r, fourth256)
		r1 := r
		for range len(x) - 1 {
			r1 = unsafe.Add(r1, rowBytes)
			s0, s1 = s0.Add(from256(r1, 0)), s1.Add(from256(r1, second256))
			s2, s3 = s2.Add(from256(r1, third256)), s3.Add(from256(r1, fourth256))
		}
		into256(d, 0, from256(p, 0).MulAdd(av, bv.Mul(s0)))
		into256(d, second256, from256(p, second256).MulAdd(av, bv.Mul(s1)))
		into256(d, third256, from256(p, third256).MulAdd(av, bv.Mul(s2)))
		into256(d, fourth256, from256(p, fourth256).MulAdd(av, bv.Mul(s3)))
		if n--; n == 0 {
			break
		}
		d, p, r = unsafe.Add(d, turn256), unsafe.Add(p, turn256), unsafe.Add(r, turn256)
	}
	ClearAVXUpperBits()
}

func (*avx256) bin(dst *[Lanes]int32, x *Row, lo, scale float64, n int) {
	lv, sv, nv := all256(lo), all256(scale), all256(float64(n))
	minusOne, zero := num256(&konst.minusOne), num256(&konst.zero)
	for g := range groups256 {
		v := get256(x, g).Sub(lv).Mul(sv)
		// the mask is false for NaN, whatever the minimum is
		v = v.Min(nv).Merge(minusOne, v.GreaterEqual(zero))
		v.ConvertToInt32().Store(&ints256(dst)[g])
	}
	ClearAVXUpperBits()
}
