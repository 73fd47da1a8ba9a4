//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	. "simd/archsimd"
	"unsafe"
)

// The counterparts of avx512.go; exponent256, pair256 and look256 stand in random_avx2.go.

type (
	avx256 struct{}

	f256 = Float64x4
	w256 = Uint64x4
	m256 = Mask64x4

	mem256 = [4]float64
)

const (
	lanes256  = 4
	groups256 = Lanes / lanes256
	bytes256  = 8 * lanes256
	eight256  = 8 / lanes256
	full256   = 1<<lanes256 - 1
)

func (*avx256) name() string { return "avx2" }

func load256(p *mem256) f256     { return LoadFloat64x4(p) }
func store256(p *mem256, x f256) { x.Store(p) }
func all256(x float64) f256      { return BroadcastFloat64x4(x) }

func num256(p *v8) f256  { return LoadFloat64x4((*[4]float64)(p[:4])) }
func word256(p *w8) w256 { return LoadUint64x4((*[4]uint64)(p[:4])) }

func row256(r *Row) *[groups256]mem256 { return (*[groups256]mem256)(unsafe.Pointer(r)) }
func fours256(r *Row) *[groups256 / 4][4]mem256 {
	return (*[groups256 / 4][4]mem256)(unsafe.Pointer(r))
}
func ints256(x *[Lanes]int32) *[groups256][lanes256]int32 {
	return (*[groups256][lanes256]int32)(unsafe.Pointer(x))
}

func get256(r *Row, g int) f256    { return LoadFloat64x4(&row256(r)[g]) }
func put256(r *Row, g int, x f256) { x.Store(&row256(r)[g]) }

func single256(p unsafe.Pointer, at int) f256 {
	return LoadFloat32x4((*[4]float32)(unsafe.Add(p, at))).ConvertToFloat64()
}

// AVX2 has no masks of bits: konst.lanes holds, for every mask, −1 in its lanes and 0 elsewhere.
func mask256(m uint8, zero f256) m256 { return load256(&konst.lanes[m&15]).Less(zero) }

func floor256(x f256) f256 { return x.Floor() }

// shiftRight256 takes a vector of counts (VPSRLVQ): this compiler passes the count of VPSRLQ by a
// legacy SSE instruction, which costs dozens of cycles while the upper halves of the registers are
// in use.
func shiftRight256(x w256, by *w8) w256 { return x.ShiftRight(word256(by)) }

// pair256 packs the low halves of the words of i and j: top is all ones in the halves where the
// index is above 7.

func within256(idx []Index, n int) bool {
	last := BroadcastUint16x16(uint16(n - 1))
	for i := range idx {
		x := quarters256(&idx[i])
		most := LoadUint16x16(&x[0]).Max(LoadUint16x16(&x[1]))
		most = most.Max(LoadUint16x16(&x[2]).Max(LoadUint16x16(&x[3])))
		if !most.Max(last).Xor(last).IsZero() {
			return false
		}
	}
	return true
}

func quarters256(x *Index) *[4][16]uint16 { return (*[4][16]uint16)(unsafe.Pointer(x)) }

func (c *Network) gather256(idx unsafe.Pointer, n, to int) {
	data, bytes := unsafe.Pointer(&c.data[0]), uintptr(8*c.stride)
	x, at := unsafe.Pointer(&c.scratch.x[0]), to*c.stride
	for k := range n {
		i := (*[4]uint16)(unsafe.Add(idx, k*indexBytes))
		p0, p1 := unsafe.Add(data, uintptr(i[0])*bytes), unsafe.Add(data, uintptr(i[1])*bytes)
		p2, p3 := unsafe.Add(data, uintptr(i[2])*bytes), unsafe.Add(data, uintptr(i[3])*bytes)
		for o := uintptr(0); o < bytes; o += 32 {
			u, v := four(p0, o).AsInt64x4(), four(p1, o).AsInt64x4()
			s, t := four(p2, o).AsInt64x4(), four(p3, o).AsInt64x4()
			u, v = u.InterleaveLoGrouped(v), u.InterleaveHiGrouped(v)
			s, t = s.InterleaveLoGrouped(t), s.InterleaveHiGrouped(t)
			to256(x, at, u.Select128FromPair(0, 2, s).AsFloat64x4())
			to256(x, at+1, v.Select128FromPair(0, 2, t).AsFloat64x4())
			to256(x, at+2, u.Select128FromPair(1, 3, s).AsFloat64x4())
			to256(x, at+3, v.Select128FromPair(1, 3, t).AsFloat64x4())
			at += 4
		}
	}
}

// look256 looks up rows until one has an index past the table, and returns their number: one
// number after the other, without checking every index again.
func (t *Table) look256(dst []Row, idx []Index) int {
	last := BroadcastUint16x16(uint16(len(t.value) - 1))
	v := unsafe.Pointer(&t.value[0])
	dst = dst[:len(idx)]
	n := 0
	for i := range idx {
		x := quarters256(&idx[i])
		most := LoadUint16x16(&x[0]).Max(LoadUint16x16(&x[1]))
		most = most.Max(LoadUint16x16(&x[2]).Max(LoadUint16x16(&x[3])))
		if !most.Max(last).Xor(last).IsZero() {
			break
		}
		w := (*[Lanes / 4]uint64)(unsafe.Pointer(&idx[i]))
		ds := (*[Lanes / 4][4]uint64)(unsafe.Pointer(&dst[i]))
		for g, w := range w {
			d := &ds[g]
			d[0], d[1] = word(v, w&0xffff), word(v, w>>16&0xffff)
			d[2], d[3] = word(v, w>>32&0xffff), word(v, w>>48)
		}
		n++
	}
	ClearAVXUpperBits()
	return n
}

func word(v unsafe.Pointer, i uint64) uint64 { return *(*uint64)(unsafe.Add(v, 8*i)) }
