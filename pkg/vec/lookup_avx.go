//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	. "simd/archsimd"
	"unsafe"
)

func plane(t *[256]uint8, k int) Uint8x64 { return LoadUint8x64((*[64]uint8)(t[k*64 : k*64+64])) }

func pick128(t *[256]uint8, ix Uint8x64) Uint8x64 {
	return plane(t, 0).ConcatPermute(plane(t, 1), ix)
}

// pick256 is pick128 of the upper half of the table where high is true, low elsewhere.
func pick256(t *[256]uint8, ix, low Uint8x64, high Mask8x64) Uint8x64 {
	return plane(t, 2).ConcatPermute(plane(t, 3), ix).Merge(low, high)
}

// words interleaves four bytes of 32 lanes.
func words(b0, b1, b2, b3, order Uint8x64) (l, h Uint32x16) {
	w01 := b0.ConcatPermute(b1, order).AsUint16x32()
	w23 := b2.ConcatPermute(b3, order).AsUint16x32()
	return w01.InterleaveLoGrouped(w23).AsUint32x16(), w01.InterleaveHiGrouped(w23).AsUint32x16()
}

// weave makes four vectors of numbers from the words of their low and their high bytes.
func weave(dl, dh, el, eh Uint32x16, d *Row, g int) {
	put512(d, g, dl.InterleaveLoGrouped(el).AsFloat64x8())
	put512(d, g+1, dl.InterleaveHiGrouped(el).AsFloat64x8())
	put512(d, g+2, dh.InterleaveLoGrouped(eh).AsFloat64x8())
	put512(d, g+3, dh.InterleaveHiGrouped(eh).AsFloat64x8())
}

// lookUp512 looks up rows without checking the indices.
func (t *Table) lookUp512(dst []Row, idx []Index) {
	p := t.planes
	if p == nil {
		t.lookUp256(dst, idx)
		return
	}
	lo, hi := LoadUint8x64(&p.lo), LoadUint8x64(&p.hi)
	c127 := BroadcastUint8x64(127)
	small := len(t.value) <= 128
	dst = dst[:len(idx)]
	for i := range idx {
		o := unsafe.Pointer(&idx[i])
		ix := lo.SetLo(shorts512(o, 0).TruncateToUint8())
		ix = ix.SetHi(shorts512(o, bytes512).TruncateToUint8())
		m := ix.Greater(c127)
		b4, b5 := pick128(&p.byte[4], ix), pick128(&p.byte[5], ix)
		b6, b7 := pick128(&p.byte[6], ix), pick128(&p.byte[7], ix)
		if !small {
			b4, b5 = pick256(&p.byte[4], ix, b4, m), pick256(&p.byte[5], ix, b5, m)
			b6, b7 = pick256(&p.byte[6], ix, b6, m), pick256(&p.byte[7], ix, b7, m)
		}
		e0, e1 := words(b4, b5, b6, b7, lo)
		e2, e3 := words(b4, b5, b6, b7, hi)
		if p.short { // the low four bytes are zero
			zero := c127.Sub(c127).AsUint32x16()
			weave(zero, zero, e0, e1, &dst[i], 0)
			weave(zero, zero, e2, e3, &dst[i], 4)
			continue
		}
		b0, b1 := pick128(&p.byte[0], ix), pick128(&p.byte[1], ix)
		b2, b3 := pick128(&p.byte[2], ix), pick128(&p.byte[3], ix)
		if !small {
			b0, b1 = pick256(&p.byte[0], ix, b0, m), pick256(&p.byte[1], ix, b1, m)
			b2, b3 = pick256(&p.byte[2], ix, b2, m), pick256(&p.byte[3], ix, b3, m)
		}
		d0, d1 := words(b0, b1, b2, b3, lo)
		weave(d0, d1, e0, e1, &dst[i], 0)
		d0, d1 = words(b0, b1, b2, b3, hi)
		weave(d0, d1, e2, e3, &dst[i], 4)
	}
	ClearAVXUpperBits()
}
