//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	. "simd/archsimd"
	"unsafe"
)

// The kernels in the files *_512.go are written once. go generate derives the files *_256.go from
// them: it replaces 512 by 256 at the end of every name, and 64x8 by 64x4, and so on. What differs
// between the two forms stands in the files *_avx512.go and *_avx2.go: instructions in form_*.go.

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
)

func load512(p *mem512) f512     { return LoadFloat64x8(p) }
func store512(p *mem512, x f512) { x.Store(p) }
func all512(x float64) f512      { return BroadcastFloat64x8(x) }

// Constants, which stand in memory eight times.

func num512(p *v8) f512 { return load512((*mem512)(unsafe.Pointer(p))) }

func word512(p *w8) w512 { return LoadUint64x8((*[lanes512]uint64)(unsafe.Pointer(p))) }

// Rows as vectors, and as groups of four vectors.

func row512(r *Row) *[groups512]mem512 { return (*[groups512]mem512)(unsafe.Pointer(r)) }
func fours512(r *Row) *[groups512 / 4][4]mem512 {
	return (*[groups512 / 4][4]mem512)(unsafe.Pointer(r))
}
func ints512(x *[Lanes]int32) *[groups512][lanes512]int32 {
	return (*[groups512][lanes512]int32)(unsafe.Pointer(x))
}

func get512(r *Row, g int) f512    { return LoadFloat64x8(&row512(r)[g]) }
func put512(r *Row, g int, x f512) { x.Store(&row512(r)[g]) }

// single512 loads single precision numbers.
func single512(p unsafe.Pointer, at int) f512 {
	return LoadFloat32x8((*[lanes512]float32)(unsafe.Add(p, at))).ConvertToFloat64()
}

// Vectors at an address, without bounds checks, which the callers have done.

func from512(p unsafe.Pointer, at int) f512    { return load512((*mem512)(unsafe.Add(p, at))) }
func into512(p unsafe.Pointer, at int, v f512) { store512((*mem512)(unsafe.Add(p, at)), v) }

// each512 broadcasts one number.
func each512(p unsafe.Pointer, at int) f512 { return all512(*(*float64)(unsafe.Add(p, at))) }

// Indices at an address.

func shorts512(p unsafe.Pointer, at int) Uint16x32 {
	return LoadUint16x32((*[4 * lanes512]uint16)(unsafe.Add(p, at)))
}

func toShorts512(p unsafe.Pointer, at int, x Uint16x32) {
	x.Store((*[4 * lanes512]uint16)(unsafe.Add(p, at)))
}
