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
