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

func pick256(t *[256]uint8, ix Uint8x64, high Mask8x64) Uint8x64 {
	return plane(t, 2).ConcatPermute(plane(t, 3), ix).Merge(pick128(t, ix), high)
}

// weave makes four vectors of numbers from the eight bytes of 32 lanes.
func weave(b0, b1, b2, b3, b4, b5, b6, b7, order Uint8x64, d *Row, g int) {
	w01 := b0.ConcatPermute(b1, order).AsUint16x32()
	w23 := b2.ConcatPermute(b3, order).AsUint16x32()
	w45 := b4.ConcatPermute(b5, order).AsUint16x32()
	w67 := b6.ConcatPermute(b7, order).AsUint16x32()
	dl := w01.InterleaveLoGrouped(w23).AsUint32x16()
	dh := w01.InterleaveHiGrouped(w23).AsUint32x16()
	el := w45.InterleaveLoGrouped(w67).AsUint32x16()
	eh := w45.InterleaveHiGrouped(w67).AsUint32x16()
	put512(d, g, dl.InterleaveLoGrouped(el).AsFloat64x8())
	put512(d, g+1, dl.InterleaveHiGrouped(el).AsFloat64x8())
	put512(d, g+2, dh.InterleaveLoGrouped(eh).AsFloat64x8())
	put512(d, g+3, dh.InterleaveHiGrouped(eh).AsFloat64x8())
}

// weaveShort is weave for numbers whose low four bytes are zero.
func weaveShort(b4, b5, b6, b7, order, zero Uint8x64, d *Row, g int) {
	w45 := b4.ConcatPermute(b5, order).AsUint16x32()
	w67 := b6.ConcatPermute(b7, order).AsUint16x32()
	el := w45.InterleaveLoGrouped(w67).AsUint32x16()
	eh := w45.InterleaveHiGrouped(w67).AsUint32x16()
	z := zero.AsUint32x16()
	put512(d, g, z.InterleaveLoGrouped(el).AsFloat64x8())
	put512(d, g+1, z.InterleaveHiGrouped(el).AsFloat64x8())
	put512(d, g+2, z.InterleaveLoGrouped(eh).AsFloat64x8())
	put512(d, g+3, z.InterleaveHiGrouped(eh).AsFloat64x8())
}

// look512 looks up rows without checking the indices.
func (t *Table) look512(dst []Row, idx []Index) {
	p := t.planes
	if p == nil {
		t.look256(dst, idx)
		return
	}
	lo, hi := LoadUint8x64(&p.lo), LoadUint8x64(&p.hi)
	c127 := BroadcastUint8x64(127)
	small := len(t.value) <= 128
	dst = dst[:len(idx)]
	for i := range idx {
		p1 := unsafe.Pointer(&idx[i])
		ix1, ix2 := shorts512(p1, 0), shorts512(p1, bytes512)
		ix := lo.SetLo(ix1.TruncateToUint8()).SetHi(ix2.TruncateToUint8())
		if p.short {
			var b4, b5, b6, b7 Uint8x64
			if small {
				b4, b5 = pick128(&p.byte[4], ix), pick128(&p.byte[5], ix)
				b6, b7 = pick128(&p.byte[6], ix), pick128(&p.byte[7], ix)
			} else {
				m := ix.Greater(c127)
				b4, b5 = pick256(&p.byte[4], ix, m), pick256(&p.byte[5], ix, m)
				b6, b7 = pick256(&p.byte[6], ix, m), pick256(&p.byte[7], ix, m)
			}
			weaveShort(b4, b5, b6, b7, lo, c127.Sub(c127), &dst[i], 0)
			weaveShort(b4, b5, b6, b7, hi, c127.Sub(c127), &dst[i], 4)
		} else if small {
			b0, b1 := pick128(&p.byte[0], ix), pick128(&p.byte[1], ix)
			b2, b3 := pick128(&p.byte[2], ix), pick128(&p.byte[3], ix)
			b4, b5 := pick128(&p.byte[4], ix), pick128(&p.byte[5], ix)
			b6, b7 := pick128(&p.byte[6], ix), pick128(&p.byte[7], ix)
			weave(b0, b1, b2, b3, b4, b5, b6, b7, lo, &dst[i], 0)
			weave(b0, b1, b2, b3, b4, b5, b6, b7, hi, &dst[i], 4)
		} else {
			m := ix.Greater(c127)
			b0, b1 := pick256(&p.byte[0], ix, m), pick256(&p.byte[1], ix, m)
			b2, b3 := pick256(&p.byte[2], ix, m), pick256(&p.byte[3], ix, m)
			b4, b5 := pick256(&p.byte[4], ix, m), pick256(&p.byte[5], ix, m)
			b6, b7 := pick256(&p.byte[6], ix, m), pick256(&p.byte[7], ix, m)
			weave(b0, b1, b2, b3, b4, b5, b6, b7, lo, &dst[i], 0)
			weave(b0, b1, b2, b3, b4, b5, b6, b7, hi, &dst[i], 4)
		}
	}
	ClearAVXUpperBits()
}
