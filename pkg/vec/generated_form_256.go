// Code generated from form_512.go by narrow; DO NOT EDIT.

//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	. "simd/archsimd"
	"unsafe"
)

// The kernels in the files *_512.go are written once; generated_*_256.go are derived from them (see
// the package comment). The files *_avx.go contain the code that differs between the two forms:
// form_avx.go has instructions that only one form has, under the names mask256 and mask256 and so
// on.

type (
	f256 = Float64x4
	w256 = Uint64x4
	m256 = Mask64x4

	mem256 = [lanes256]float64 // a vector in memory
)

const (
	groups256 = Lanes / lanes256 // vectors in a row
	bytes256  = 8 * lanes256     // bytes in a vector
	eight256  = 8 / lanes256     // vectors for eight numbers
	full256   = 1<<lanes256 - 1  // the bits of a mask that is true everywhere

	// A turn of a loop takes four vectors, at these distances.
	second256, third256, fourth256, turn256 = bytes256, 2 * bytes256, 3 * bytes256, 4 * bytes256

	turns256 = groups256 / 4 // turns for a row
)

func load256(p *mem256) f256 { return LoadFloat64x4(p) }
func all256(x float64) f256  { return BroadcastFloat64x4(x) }

// Constants, stored eight times in memory.

func num256(p *v8) f256 { return LoadFloat64x4((*mem256)(unsafe.Pointer(p))) }

func word256(p *w8) w256 { return LoadUint64x4((*[lanes256]uint64)(unsafe.Pointer(p))) }

// Rows as vectors.

func row256(r *Row) *[groups256]mem256 { return (*[groups256]mem256)(unsafe.Pointer(r)) }
func ints256(x *[Lanes]int32) *[groups256][lanes256]int32 {
	return (*[groups256][lanes256]int32)(unsafe.Pointer(x))
}

func get256(r *Row, g int) f256    { return LoadFloat64x4(&row256(r)[g]) }
func put256(r *Row, g int, x f256) { x.Store(&row256(r)[g]) }

// single256 loads single precision numbers.
func single256(p unsafe.Pointer, at int) f256 {
	return LoadFloat32x4((*[lanes256]float32)(unsafe.Add(p, at))).ConvertToFloat64()
}

func first256(x []Row) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(x)) }

// Vectors at an address, without bounds checks, which callers do.

func from256(p unsafe.Pointer, at int) f256 { return LoadFloat64x4((*mem256)(unsafe.Add(p, at))) }

func into256(p unsafe.Pointer, at int, v f256) { v.Store((*mem256)(unsafe.Add(p, at))) }

// each256 broadcasts one number.
func each256(p unsafe.Pointer, at int) f256 {
	return BroadcastFloat64x4(*(*float64)(unsafe.Add(p, at)))
}

// Indices at an address.

func shorts256(p unsafe.Pointer, at int) Uint16x16 {
	return LoadUint16x16((*[4 * lanes256]uint16)(unsafe.Add(p, at)))
}

func toShorts256(p unsafe.Pointer, at int, x Uint16x16) {
	x.Store((*[4 * lanes256]uint16)(unsafe.Add(p, at)))
}

// Exponentials are computed for two vectors at a time, because lookUp256 looks up two.

func abs256(x f256, k *constants) f256 { return x.AsUint64x4().And(word256(&k.abs)).AsFloat64x4() }

// clamp256 bounds z by ±maxLogit. It may lose a NaN.
func clamp256(z f256, k *constants) f256 {
	return z.Min(num256(&k.maxLogit)).Max(num256(&k.minusMaxLogit))
}

// onePlusExp of a clamped z, in parts that the compiler inlines: split256 returns the nearest
// integer of z in the low bits of t and the remainder f, lookUp256 the entry of expBiased for t,
// and plusExp256 the result.

func split256(z f256, k *constants) (t w256, f f256) {
	s := z.Add(num256(&k.magic))
	return s.AsUint64x4(), z.Sub(s.Sub(num256(&k.magic)))
}

func plusExp256(t w256, f, entry f256, k *constants) f256 {
	p := num256(&k.q4e).MulAdd(f, num256(&k.q3e)).MulAdd(f, num256(&k.q2e))
	p = p.MulAdd(f, num256(&k.q1e)).MulAdd(f, num256(&k.one))
	return entry.AsUint64x4().Add(t.ShiftAllLeft(48)).AsFloat64x4().MulAdd(p, num256(&k.one))
}
