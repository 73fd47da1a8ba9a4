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

// float512 converts signed integers.
func float512(v w512, _ *constants) f512 { return v.AsInt64x8().ConvertToFloat64() }

// rotate512 rotates to the left by n; more holds 64 − n eight times.
func rotate512(x w512, n uint8, more *w8) w512 { return x.RotateAllLeft(n) }

func shiftRight512(x w512, by *w8) w512 { return x.ShiftRight(LoadUint64x8(by)) }

// exponent512 is the exponent of a number minus the exponent of 0.6875, given its bits minus
// logOff.
func exponent512(t w512, _ *constants) f512 {
	return t.AsInt64x8().ShiftAllRight(52).ConvertToFloat64()
}

// pair512 prepares two vectors of indices, which are their last four bits, for lookUp512.
func pair512(i, j w512, _ *constants) (w512, w512) { return i, j }

// lookUp512 returns the entries for two vectors of indices.
func (t *table16) lookUp512(i, j w512, _ *constants) (x, y f512) {
	return t.at512(i), t.at512(j)
}

func (t *table16) at512(i w512) f512 {
	return LoadFloat64x8(&t.half[0]).ConcatPermute(LoadFloat64x8(&t.half[1]), i)
}

// less512 has bit bits512·l set where x < y in lane l.
func less512(x, y Uint16x32) uint32 { return x.Less(y).ToBits() }

// anyLess512 reports whether x or y has a number below its counterpart in z.
func anyLess512(x, y, z Uint16x32) bool { return less512(x, z)|less512(y, z) != 0 }

// gather512 fetches n data of 8 lanes into the block, from place to on: four numbers of every lane
// at a time, which it transposes.
func (c *Network) gather512(idx unsafe.Pointer, n, to int) {
	data, bytes := unsafe.Pointer(&c.data[0]), uintptr(8*c.stride)
	even, odd := LoadUint64x8(&konst.even), LoadUint64x8(&konst.odd)
	x := unsafe.Pointer(&c.scratch.x[to*c.stride])
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
			to512(x, 0, u.ConcatPermute(s, even).AsFloat64x8())
			to512(x, 1, v.ConcatPermute(t, even).AsFloat64x8())
			to512(x, 2, u.ConcatPermute(s, odd).AsFloat64x8())
			to512(x, 3, v.ConcatPermute(t, odd).AsFloat64x8())
			x = unsafe.Add(x, 4*slotBytes)
		}
	}
}

func four(p unsafe.Pointer, o uintptr) Float64x4 {
	return LoadFloat64x4((*[4]float64)(unsafe.Add(p, o)))
}

// The instructions of AVX2.

type avx256 struct{}

func (*avx256) name() string { return "avx2" }

const (
	lanes256 = 4
	bits256  = 2
)

// AVX2 has no masks of bits: konst.lanes holds, for every mask, −1 in its lanes and 0 elsewhere.
func mask256(m uint8, zero f256) m256 { return load256(&konst.lanes[m&15]).Less(zero) }

// shiftRight256 takes a vector of counts (VPSRLVQ): this compiler passes the count of VPSRLQ by a
// legacy SSE instruction, which costs dozens of cycles while the upper halves of the registers are
// in use.
func shiftRight256(x w256, by *w8) w256 { return x.ShiftRight(word256(by)) }

func rotate256(x w256, n uint64, more *w8) w256 {
	return x.ShiftAllLeft(n).Or(shiftRight256(x, more))
}

// In float256 both halves are exact, and their sum is rounded once.
func float256(v w256, k *constants) f256 {
	hi := shiftRight256(v, &k.s32).Xor(word256(&k.two84)).AsFloat64x4().Sub(num256(&k.from84))
	return hi.Add(v.And(word256(&k.low)).Or(word256(&k.two52)).AsFloat64x4())
}

func exponent256(t w256, k *constants) f256 {
	t = shiftRight256(t.Add(word256(&k.bias)), &k.s52).Or(word256(&k.two52))
	return t.AsFloat64x4().Sub(num256(&k.from52))
}

// pair256 packs the low halves of the words of i and j, in the order in which lookUp256 interleaves
// low and high halves; top is all ones where the index is above 7.
func pair256(i, j w256, k *constants) (ij, top Uint32x8) {
	ij = i.AsUint32x8().SelectFromPairGrouped(0, 2, 4, 6, j.AsUint32x8())
	return ij, ij.AsInt32x8().ShiftAllLeft(28).ShiftAllRight(31).AsUint32x8()
}

func (t *table16) lookUp256(ij, top Uint32x8, k *constants) (x, y f256) {
	l := LoadUint32x8(&t.lo).Permute(ij).Xor(LoadUint32x8(&t.loX).Permute(ij).And(top))
	h := LoadUint32x8(&t.hi).Permute(ij).Xor(LoadUint32x8(&t.hiX).Permute(ij).And(top))
	return l.InterleaveLoGrouped(h).AsFloat64x4(), l.InterleaveHiGrouped(h).AsFloat64x4()
}

// oddLookUp256 is lookUp256 in a table whose second half is the negative of the first, given the
// signs.
func (t *table16) oddLookUp256(ij, sign Uint32x8) (x, y f256) {
	l, h := LoadUint32x8(&t.lo).Permute(ij), LoadUint32x8(&t.hi).Permute(ij).Xor(sign)
	return l.InterleaveLoGrouped(h).AsFloat64x4(), l.InterleaveHiGrouped(h).AsFloat64x4()
}

func less256(x, y Uint16x16) uint32 {
	differ := x.Max(y).Xor(x).AsUint8x32()
	more := ^differ.Equal(differ.Xor(differ)).ToBits()
	return (more | more>>1) & 0x55555555
}

func anyLess256(x, y, z Uint16x16) bool {
	return !x.Max(z).Xor(x).Or(y.Max(z).Xor(y)).IsZero()
}

func (c *Network) gather256(idx unsafe.Pointer, n, to int) {
	data, bytes := unsafe.Pointer(&c.data[0]), uintptr(8*c.stride)
	x := unsafe.Pointer(&c.scratch.x[to*c.stride])
	for k := range n {
		i := (*[4]uint16)(unsafe.Add(idx, k*indexBytes))
		p0, p1 := unsafe.Add(data, uintptr(i[0])*bytes), unsafe.Add(data, uintptr(i[1])*bytes)
		p2, p3 := unsafe.Add(data, uintptr(i[2])*bytes), unsafe.Add(data, uintptr(i[3])*bytes)
		for o := uintptr(0); o < bytes; o += 32 {
			u, v := four(p0, o).AsInt64x4(), four(p1, o).AsInt64x4()
			s, t := four(p2, o).AsInt64x4(), four(p3, o).AsInt64x4()
			u, v = u.InterleaveLoGrouped(v), u.InterleaveHiGrouped(v)
			s, t = s.InterleaveLoGrouped(t), s.InterleaveHiGrouped(t)
			to256(x, 0, u.Select128FromPair(0, 2, s).AsFloat64x4())
			to256(x, 1, v.Select128FromPair(0, 2, t).AsFloat64x4())
			to256(x, 2, u.Select128FromPair(1, 3, s).AsFloat64x4())
			to256(x, 3, v.Select128FromPair(1, 3, t).AsFloat64x4())
			x = unsafe.Add(x, 4*slotBytes)
		}
	}
}

// lookUp256 looks up the numbers one by one, without checking the indices.
func (t *Table) lookUp256(dst []Row, idx []Index) {
	v := unsafe.Pointer(&t.value[0])
	dst = dst[:len(idx)]
	for i := range idx {
		w := (*[Lanes / 4]uint64)(unsafe.Pointer(&idx[i]))
		ds := (*[Lanes / 4][4]uint64)(unsafe.Pointer(&dst[i]))
		for g, w := range w {
			d := &ds[g]
			d[0], d[1] = word(v, w&0xffff), word(v, w>>16&0xffff)
			d[2], d[3] = word(v, w>>32&0xffff), word(v, w>>48)
		}
	}
	ClearAVXUpperBits() // after the check of the indices
}

func word(v unsafe.Pointer, i uint64) uint64 { return *(*uint64)(unsafe.Add(v, 8*i)) }
