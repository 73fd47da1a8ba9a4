// Code generated from elementwise_512.go by narrow; DO NOT EDIT.

//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	. "simd/archsimd"
	"unsafe"
)

func (*avx256) multiply(dst, x, y []Row) {
	d, p, q := first256(dst), first256(x[:len(dst)]), first256(y[:len(dst)])
	for n := turns256 * len(dst); n > 0; {
		into256(d, 0, from256(p, 0).Mul(from256(q, 0)))
		into256(d, second256, from256(p, second256).Mul(from256(q, second256)))
		into256(d, third256, from256(p, third256).Mul(from256(q, third256)))
		into256(d, fourth256, from256(p, fourth256).Mul(from256(q, fourth256)))
		if n--; n == 0 {
			break
		}
		d, p, q = unsafe.Add(d, turn256), unsafe.Add(p, turn256), unsafe.Add(q, turn256)
	}
	ClearAVXUpperBits()
}

func (*avx256) divide(dst, x, y []Row) {
	x, y = x[:len(dst)], y[:len(dst)]
	for i := range dst {
		d, x, y := &dst[i], &x[i], &y[i]
		for g := range groups256 {
			put256(d, g, get256(x, g).Div(get256(y, g)))
		}
	}
	ClearAVXUpperBits()
}

func (*avx256) squareRoot(dst, x []Row) {
	x = x[:len(dst)]
	for i := range dst {
		d, x := &dst[i], &x[i]
		for g := range groups256 {
			put256(d, g, get256(x, g).Sqrt())
		}
	}
	ClearAVXUpperBits()
}

func (*avx256) selectLess(dst, x, y, a, b []Row) {
	x, y, a, b = x[:len(dst)], y[:len(dst)], a[:len(dst)], b[:len(dst)]
	for i := range dst {
		d, x, y, a, b := &dst[i], &x[i], &y[i], &a[i], &b[i]
		for g := range groups256 {
			less := get256(x, g).Less(get256(y, g))
			put256(d, g, get256(a, g).Merge(get256(b, g), less))
		}
	}
	ClearAVXUpperBits()
}
