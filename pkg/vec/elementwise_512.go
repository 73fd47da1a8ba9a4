//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import . "simd/archsimd"

func (*avx512) multiply(dst, x, y []Row) {
	x, y = x[:len(dst)], y[:len(dst)]
	for i := range dst {
		d, x, y := &dst[i], &x[i], &y[i]
		for g := range groups512 {
			put512(d, g, get512(x, g).Mul(get512(y, g)))
		}
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

func (*avx512) squareRoot(dst, x []Row) {
	x = x[:len(dst)]
	for i := range dst {
		d, x := &dst[i], &x[i]
		for g := range groups512 {
			put512(d, g, get512(x, g).Sqrt())
		}
	}
	ClearAVXUpperBits()
}

func (*avx512) selectLess(dst, x, y, a, b []Row) {
	x, y, a, b = x[:len(dst)], y[:len(dst)], a[:len(dst)], b[:len(dst)]
	for i := range dst {
		d, x, y, a, b := &dst[i], &x[i], &y[i], &a[i], &b[i]
		for g := range groups512 {
			less := get512(x, g).Less(get512(y, g))
			put512(d, g, get512(a, g).Merge(get512(b, g), less))
		}
	}
	ClearAVXUpperBits()
}
