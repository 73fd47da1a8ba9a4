// Code generated from form_512.go by narrow; DO NOT EDIT.

//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	. "simd/archsimd"
	"unsafe"
)

// The kernels in the files *_512.go are written once. go generate derives the files *_256.go from
// them: it replaces 512 by 256 at the end of every name, and 64x4 by 64x4, and so on. What differs
// between the two forms stands in the files *_avx256.go and *_avx2.go: instructions in form_*.go.

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
)

func load256(p *mem256) f256     { return LoadFloat64x4(p) }
func store256(p *mem256, x f256) { x.Store(p) }
func all256(x float64) f256      { return BroadcastFloat64x4(x) }

// Constants, which stand in memory eight times.

func num256(p *v8) f256 { return load256((*mem256)(unsafe.Pointer(p))) }

func word256(p *w8) w256 { return LoadUint64x4((*[lanes256]uint64)(unsafe.Pointer(p))) }

// Rows as vectors, and as groups of four vectors.

func row256(r *Row) *[groups256]mem256 { return (*[groups256]mem256)(unsafe.Pointer(r)) }
func fours256(r *Row) *[groups256 / 4][4]mem256 {
	return (*[groups256 / 4][4]mem256)(unsafe.Pointer(r))
}
func ints256(x *[Lanes]int32) *[groups256][lanes256]int32 {
	return (*[groups256][lanes256]int32)(unsafe.Pointer(x))
}

func get256(r *Row, g int) f256    { return LoadFloat64x4(&row256(r)[g]) }
func put256(r *Row, g int, x f256) { x.Store(&row256(r)[g]) }

// single256 loads single precision numbers.
func single256(p unsafe.Pointer, at int) f256 {
	return LoadFloat32x4((*[lanes256]float32)(unsafe.Add(p, at))).ConvertToFloat64()
}

// Vectors at an address, without bounds checks, which the callers have done.

func from256(p unsafe.Pointer, at int) f256    { return load256((*mem256)(unsafe.Add(p, at))) }
func into256(p unsafe.Pointer, at int, v f256) { store256((*mem256)(unsafe.Add(p, at)), v) }

// each256 broadcasts one number.
func each256(p unsafe.Pointer, at int) f256 { return all256(*(*float64)(unsafe.Add(p, at))) }

// Indices at an address.

func shorts256(p unsafe.Pointer, at int) Uint16x16 {
	return LoadUint16x16((*[4 * lanes256]uint16)(unsafe.Add(p, at)))
}

func toShorts256(p unsafe.Pointer, at int, x Uint16x16) {
	x.Store((*[4 * lanes256]uint16)(unsafe.Add(p, at)))
}
