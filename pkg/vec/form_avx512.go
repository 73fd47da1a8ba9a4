//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	. "simd/archsimd"
	"unsafe"
)

type avx512 struct{}

func (*avx512) name() string { return "avx512" }

const (
	lanes512 = 8
	bits512  = 1 // bits of a mask of indices for each
)

// mask512 is the mask with the given bits.
func mask512(m uint8, _ f512) m512 { return Mask64x8FromBits(m) }

func floor512(x f512) f512 { return x.FloorScaled(0) }

// float512 converts signed integers.
func float512(v w512, _ *constants) f512 { return v.AsInt64x8().ConvertToFloat64() }

// rotate512 rotates to the left by n; more has 64 − n eight times.
func rotate512(x w512, n uint8, more *w8) w512 { return x.RotateAllLeft(n) }

func shiftRight512(x w512, by *w8) w512 { return x.ShiftRight(LoadUint64x8(by)) }

// exponent512 is the exponent of a number less that of 0.6875, given its bits less logOff.
func exponent512(t w512, _ *constants) f512 {
	return t.AsInt64x8().ShiftAllRight(52).ConvertToFloat64()
}

// pair512 prepares two vectors of indices, which are their last four bits, for look512.
func pair512(i, j w512, _ *constants) (w512, w512) { return i, j }

// look512 returns the entries for two vectors of indices.
func (t *table16) look512(i, j w512, _ *constants) (x, y f512) {
	return t.at512(i), t.at512(j)
}

func (t *table16) at512(i w512) f512 {
	return LoadFloat64x8(&t.half[0]).ConcatPermute(LoadFloat64x8(&t.half[1]), i)
}

// less512 has bit bits512·l set where x < y in lane l.
func less512(x, y Uint16x32) uint32 { return x.Less(y).ToBits() }

// gather512 fetches n data of 8 lanes into the block, from place to on: four numbers of every lane
// at a time, which it transposes.
func (c *Network) gather512(idx unsafe.Pointer, n, to int) {
	data, bytes := unsafe.Pointer(&c.data[0]), uintptr(8*c.stride)
	even, odd := LoadUint64x8(&konst.even), LoadUint64x8(&konst.odd)
	x, at := unsafe.Pointer(&c.scratch.x[0]), to*c.stride
	var zero f512
	for k := range n {
		i := (*[8]uint16)(unsafe.Add(idx, k*indexBytes))
		p0, p1 := unsafe.Add(data, uintptr(i[0])*bytes), unsafe.Add(data, uintptr(i[1])*bytes)
		p2, p3 := unsafe.Add(data, uintptr(i[2])*bytes), unsafe.Add(data, uintptr(i[3])*bytes)
		p4, p5 := unsafe.Add(data, uintptr(i[4])*bytes), unsafe.Add(data, uintptr(i[5])*bytes)
		p6, p7 := unsafe.Add(data, uintptr(i[6])*bytes), unsafe.Add(data, uintptr(i[7])*bytes)
		for o := uintptr(0); o < bytes; o += 32 {
			u := zero.SetLo(four(p0, o)).SetHi(four(p4, o)).AsInt64x8()
			v := zero.SetLo(four(p1, o)).SetHi(four(p5, o)).AsInt64x8()
			s := zero.SetLo(four(p2, o)).SetHi(four(p6, o)).AsInt64x8()
			t := zero.SetLo(four(p3, o)).SetHi(four(p7, o)).AsInt64x8()
			u, v = u.InterleaveLoGrouped(v), u.InterleaveHiGrouped(v)
			s, t = s.InterleaveLoGrouped(t), s.InterleaveHiGrouped(t)
			to512(x, at, u.ConcatPermute(s, even).AsFloat64x8())
			to512(x, at+1, v.ConcatPermute(t, even).AsFloat64x8())
			to512(x, at+2, u.ConcatPermute(s, odd).AsFloat64x8())
			to512(x, at+3, v.ConcatPermute(t, odd).AsFloat64x8())
			at += 4
		}
	}
}

func four(p unsafe.Pointer, o uintptr) Float64x4 {
	return LoadFloat64x4((*[4]float64)(unsafe.Add(p, o)))
}
