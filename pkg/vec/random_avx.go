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
			w := output512(a, d, k)
			a, b, c, d = next512(a, b, c, d, k)
			ub, tt := uniform512(w, k)
			ix := shiftRight512(tt, &k.s48)
			rad := radius512(ub, tt, k.log.at512(ix), k.inv.at512(ix), k)
			w = w.RotateAllLeft(52)
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
		x := output512(a, d, konst).AsUint16x32()
		a, b, c, d = next512(a, b, c, d, konst)
		y := output512(a, d, konst).AsUint16x32()
		a, b, c, d = next512(a, b, c, d, konst)
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

// normals makes the numbers of a row in two short loops, because the processor overlaps more turns
// of short loops. In a long loop the compiler would load constants once for several vectors, and
// spill them.
func (*avx256) normals(s *state, dst []Row) {
	n := Lanes / 2 * len(dst)
	// the words are in the second half of dst: a row is written after its words are read
	p, room := unsafe.Pointer(unsafe.SliceData(dst)), unsafe.Pointer(&s.room)
	w := unsafe.Add(p, 8*n)
	s.words256(unsafe.Slice((*uint64)(w), n))
	for at := 0; at < 8*n; at += rowBytes / 2 {
		lookUps256(room, unsafe.Add(w, at), konst)
		rowOfNormals256(unsafe.Add(p, 2*at), room, konst)
	}
	ClearAVXUpperBits()
}

// Places in state.room: the r of radius512 are at 0, then the y.
const roomY, roomSin, roomCos, roomX = 256, 512, 768, 1024

// lookUps256 looks up the tables for 32 words. The first four bits of an angle φ/2π start at bit 8
// of a word.
func lookUps256(room, w unsafe.Pointer, k *constants) {
	for n := 4; ; {
		a, b := from256(w, 0).AsUint64x4(), from256(w, 32).AsUint64x4()
		ubA, ttA := uniform256(a, k)
		ubB, ttB := uniform256(b, k)
		ij, top := pair256(shiftRight256(ttA, &k.s48), shiftRight256(ttB, &k.s48), k)
		logA, logB := k.log.lookUp256(ij, top, k)
		into256(room, roomY, exponent256(ttA, k).MulAdd(num256(&k.m2ln2), logA))
		into256(room, roomY+32, exponent256(ttB, k).MulAdd(num256(&k.m2ln2), logB))
		invA, invB := k.inv.lookUp256(ij, top, k)
		zA := ubA.Sub(ttA.And(word256(&k.logMask))).AsFloat64x4()
		zB := ubB.Sub(ttB.And(word256(&k.logMask))).AsFloat64x4()
		into256(room, 0, zA.MulAdd(invA, num256(&k.minusOne)))
		into256(room, 32, zB.MulAdd(invB, num256(&k.minusOne)))

		a, b = from256(w, 0).AsUint64x4(), from256(w, 32).AsUint64x4()
		i, j := shiftRight256(a, &k.s8), shiftRight256(b, &k.s8)
		ij, _ = pair256(i, j, k)
		sign := ij.ShiftAllLeft(28).And(word256(&k.signs).AsUint32x8())
		sinA, sinB := k.sin.oddLookUp256(ij, sign)
		into256(room, roomSin, sinA)
		into256(room, roomSin+32, sinB)
		cosA, cosB := k.cos.oddLookUp256(ij, sign)
		into256(room, roomCos, cosA)
		into256(room, roomCos+32, cosB)
		a = a.ShiftAllLeft(56).Or(i.AndNot(word256(&k.digit)))
		into256(room, roomX, float256(a, k).Mul(num256(&k.turn)))
		b = b.ShiftAllLeft(56).Or(j.AndNot(word256(&k.digit)))
		into256(room, roomX+32, float256(b, k).Mul(num256(&k.turn)))
		if n--; n == 0 {
			break
		}
		room, w = unsafe.Add(room, 64), unsafe.Add(w, 64)
	}
}

// rowOfNormals256 makes a row of normals.
func rowOfNormals256(p, room unsafe.Pointer, k *constants) {
	for n := 4; ; {
		for range 2 {
			r := from256(room, 0)
			q := r.MulAdd(num256(&k.k6), num256(&k.k5)).MulAdd(r, num256(&k.k4))
			q = q.MulAdd(r, num256(&k.k3)).MulAdd(r, num256(&k.k2)).MulAdd(r, num256(&k.k1))
			rad := r.MulAdd(q, from256(room, roomY)).Sqrt()
			y, z := turned256(rad, from256(room, roomSin), from256(room, roomCos),
				from256(room, roomX), k)
			into256(p, 0, y)
			into256(p, 64, z)
			p, room = unsafe.Add(p, 32), unsafe.Add(room, 32)
		}
		if n--; n == 0 {
			break
		}
		p = unsafe.Add(p, 64)
	}
}

func (*avx256) uniform(s *Stream, dst []Index, n int) {
	if n == MaxIndex { // more than 16 bits
		specification.uniform(s, dst, n)
		return
	}
	s.indices256(dst, n, 1, false)
}
