//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	. "simd/archsimd"
	"unsafe"
)

func (*avx512) multiply(dst, x, y []Row) {
	d, p, q := first512(dst), first512(x[:len(dst)]), first512(y[:len(dst)])
	for n := turns512 * len(dst); n > 0; {
		into512(d, 0, from512(p, 0).Mul(from512(q, 0)))
		into512(d, second512, from512(p, second512).Mul(from512(q, second512)))
		into512(d, third512, from512(p, third512).Mul(from512(q, third512)))
		into512(d, fourth512, from512(p, fourth512).Mul(from512(q, fourth512)))
		if n--; n == 0 {
			break
		}
		d, p, q = unsafe.Add(d, turn512), unsafe.Add(p, turn512), unsafe.Add(q, turn512)
	}
	ClearAVXUpperBits()
}

func (*avx512) divide(dst, x, y []Row) {
	x, y = x[:len(dst)], y[:len(dst)]
	for i := range dst {
		d, x, y := &dst[i], &x[i], &y[i]
		for g := range groups512 {
			put512(d, g, get512(x, g).Div(get512(y, g)))
		}
	}
	ClearAVXUpperBits()
}
