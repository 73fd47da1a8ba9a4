//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	. "simd/archsimd"
	"unsafe"
)

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

// uniform is indices512 for batches of one, with the words in registers.
func (*avx512) uniform(s *Stream, dst []Index, n int) {
	if n == MaxIndex { // more than 16 bits
		specification.uniform(s, dst, n)
		return
	}
	a, b, c, d := s.load512(0)
	reject := MaxIndex % uint32(n)
	mv, rv := BroadcastUint16x32(uint16(n)), BroadcastUint16x32(uint16(reject))
	for i := range dst {
		x := output512(a, d).AsUint16x32()
		a, b, c, d = next512(a, b, c, d)
		y := output512(a, d).AsUint16x32()
		a, b, c, d = next512(a, b, c, d)
		again := uint64(less512(x.Mul(mv), rv)) | uint64(less512(y.Mul(mv), rv))<<32
		o := unsafe.Pointer(&dst[i])
		toShorts512(o, 0, x.MulHigh(mv))
		toShorts512(o, bytes512, y.MulHigh(mv))
		if again != 0 {
			s.redrawLanes512((*[Lanes]uint16)(o), again, uint32(n), reject)
		}
	}
	s.store512(0, a, b, c, d)
	ClearAVXUpperBits()
}
