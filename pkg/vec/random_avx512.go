//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import . "simd/archsimd"

func (*avx512) normals(s *state, dst []Row) {
	a, b, c, d := s.load512(0)
	k := konst
	for i := range dst {
		for h := 0; h < 8; h += 2 {
			w := output512(a, d)
			a, b, c, d = next512(a, b, c, d)
			ub, tt := uniform512(w, k)
			ix := shiftRight512(tt, &k.s48)
			rad := radius512(ub, tt, k.log.at512(ix), k.inv.at512(ix), k)
			w = rotate512(w, 52, &k.s12)
			ix = shiftRight512(w, &k.s60)
			x := float512(w.ShiftAllLeft(4), k).Mul(num512(&k.turn))
			y, z := turned512(rad, k.sin.at512(ix), k.cos.at512(ix), x, k)
			put512(&dst[i], h, y)
			put512(&dst[i], h+1, z)
		}
	}
	s.store512(0, a, b, c, d)
	ClearAVXUpperBits()
}
