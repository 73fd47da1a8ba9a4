//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	. "simd/archsimd"
	"unsafe"
)

// The kernels in the files *_512.go are written once; generated_*_256.go are derived from them (see
// the package comment). The files *_avx.go contain the code that differs between the two forms:
// form_avx.go has instructions that only one form has, under the names mask512 and mask256 and so
// on.

type (
	f512 = Float64x8
	w512 = Uint64x8
	m512 = Mask64x8

	mem512 = [lanes512]float64 // a vector in memory
)

const (
	groups512 = Lanes / lanes512 // vectors in a row
	bytes512  = 8 * lanes512     // bytes in a vector
	eight512  = 8 / lanes512     // vectors for eight numbers
	full512   = 1<<lanes512 - 1  // the bits of a mask that is true everywhere

	// A turn of a loop takes four vectors, at these distances.
	second512, third512, fourth512, turn512 = bytes512, 2 * bytes512, 3 * bytes512, 4 * bytes512

	turns512 = groups512 / 4 // turns for a row
)

func load512(p *mem512) f512 { return LoadFloat64x8(p) }
func all512(x float64) f512  { return BroadcastFloat64x8(x) }

// Constants, stored eight times in memory.

func num512(p *v8) f512 { return LoadFloat64x8((*mem512)(unsafe.Pointer(p))) }

func word512(p *w8) w512 { return LoadUint64x8((*[lanes512]uint64)(unsafe.Pointer(p))) }

// Rows as vectors.

func row512(r *Row) *[groups512]mem512 { return (*[groups512]mem512)(unsafe.Pointer(r)) }
func ints512(x *[Lanes]int32) *[groups512][lanes512]int32 {
	return (*[groups512][lanes512]int32)(unsafe.Pointer(x))
}

func get512(r *Row, g int) f512    { return LoadFloat64x8(&row512(r)[g]) }
func put512(r *Row, g int, x f512) { x.Store(&row512(r)[g]) }

// single512 loads single precision numbers.
func single512(p unsafe.Pointer, at int) f512 {
	return LoadFloat32x8((*[lanes512]float32)(unsafe.Add(p, at))).ConvertToFloat64()
}

func first512(x []Row) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(x)) }

// Vectors at an address, without bounds checks, which callers do.

func from512(p unsafe.Pointer, at int) f512 { return LoadFloat64x8((*mem512)(unsafe.Add(p, at))) }

func into512(p unsafe.Pointer, at int, v f512) { v.Store((*mem512)(unsafe.Add(p, at))) }

// each512 broadcasts one number.
func each512(p unsafe.Pointer, at int) f512 {
	return BroadcastFloat64x8(*(*float64)(unsafe.Add(p, at)))
}

// Indices at an address.

func shorts512(p unsafe.Pointer, at int) Uint16x32 {
	return LoadUint16x32((*[4 * lanes512]uint16)(unsafe.Add(p, at)))
}

func toShorts512(p unsafe.Pointer, at int, x Uint16x32) {
	x.Store((*[4 * lanes512]uint16)(unsafe.Add(p, at)))
}

// Exponentials are computed for two vectors at a time, because lookUp512 looks up two.

func abs512(x f512, k *constants) f512 { return x.AsUint64x8().And(word512(&k.abs)).AsFloat64x8() }

// clamp512 bounds z by ±maxLogit. It may lose a NaN.
func clamp512(z f512, k *constants) f512 {
	return z.Min(num512(&k.maxLogit)).Max(num512(&k.minusMaxLogit))
}

// onePlusExp of a clamped z, in parts that the compiler inlines: split512 returns the nearest
// integer of z in the low bits of t and the remainder f, lookUp512 the entry of expBiased for t,
// and plusExp512 the result.

func split512(z f512, k *constants) (t w512, f f512) {
	s := z.Add(num512(&k.magic))
	return s.AsUint64x8(), z.Sub(s.Sub(num512(&k.magic)))
}

func plusExp512(t w512, f, entry f512, k *constants) f512 {
	p := num512(&k.q4e).MulAdd(f, num512(&k.q3e)).MulAdd(f, num512(&k.q2e))
	p = p.MulAdd(f, num512(&k.q1e)).MulAdd(f, num512(&k.one))
	return entry.AsUint64x8().Add(t.ShiftAllLeft(48)).AsFloat64x8().MulAdd(p, num512(&k.one))
}
