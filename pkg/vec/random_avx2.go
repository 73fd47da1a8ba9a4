//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	. "simd/archsimd"
	"unsafe"
)

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
	logA, logB := k.log.look256(ij, top, k)
	invA, invB := k.inv.look256(ij, top, k)
	radA, radB := radius256(ubA, ttA, logA, invA, k), radius256(ubB, ttB, logB, invB, k)

	wA, wB = rotate256(wA, 52, &k.s12), rotate256(wB, 52, &k.s12)
	ij, top = pair256(shiftRight256(wA, &k.s60), shiftRight256(wB, &k.s60), k)
	snA, snB := k.sin.look256(ij, top, k)
	csA, csB := k.cos.look256(ij, top, k)
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
