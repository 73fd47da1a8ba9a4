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

func (*avx256) normals(s *state, dst []Row) {
	n := Lanes / 2 * len(dst)
	// the words stand in the second half of dst: a row is written when its words have been read
	p := unsafe.Pointer(unsafe.SliceData(dst))
	w := unsafe.Add(p, 8*n)
	s.words256(unsafe.Slice((*uint64)(w), n))
	for at := 0; at < 8*n; at += 64 {
		boxMuller256(unsafe.Add(p, 2*at), unsafe.Add(w, at), konst)
	}
	ClearAVXUpperBits()
}

// boxMuller256 makes 16 normals from 8 words.
func boxMuller256(p, w unsafe.Pointer, k *constants) {
	wA, wB := from256(w, 0).AsUint64x4(), from256(w, 32).AsUint64x4()
	ubA, ttA := uniform256(wA, k)
	ubB, ttB := uniform256(wB, k)
	ij, top := pair256(shiftRight256(ttA, &k.s48), shiftRight256(ttB, &k.s48), k)
	logA, logB := k.log.lookUp256(ij, top, k)
	invA, invB := k.inv.lookUp256(ij, top, k)
	radA, radB := radius256(ubA, ttA, logA, invA, k), radius256(ubB, ttB, logB, invB, k)

	wA, wB = rotate256(wA, 52, &k.s12), rotate256(wB, 52, &k.s12)
	ij, top = pair256(shiftRight256(wA, &k.s60), shiftRight256(wB, &k.s60), k)
	snA, snB := k.sin.lookUp256(ij, top, k)
	csA, csB := k.cos.lookUp256(ij, top, k)
	xA := float256(wA.ShiftAllLeft(4), k).Mul(num256(&k.turn))
	xB := float256(wB.ShiftAllLeft(4), k).Mul(num256(&k.turn))
	y, z := turned256(radA, snA, csA, xA, k)
	into256(p, 0, y)
	into256(p, 64, z)
	y, z = turned256(radB, snB, csB, xB, k)
	into256(p, 32, y)
	into256(p, 96, z)
}

func (*avx256) uniform(s *Stream, dst []Index, n int) {
	if n == MaxIndex { // more than 16 bits
		specification.uniform(s, dst, n)
		return
	}
	s.indices256(dst, n, 1, false)
}
