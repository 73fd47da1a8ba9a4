//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	"math"
	"math/bits"
	"simd/archsimd"
	"unsafe"
)

// forms returns the forms that the processor supports, the widest last, and why there is no wider
// form. AVX512 stands for F, CD, BW, DQ and VL; VBMI is needed for VPERMI2B; the 256-bit
// multiply-add is FMA. Package archsimd also asks the operating system whether it saves the
// registers.
func forms() (available []kernels, why string) {
	x := archsimd.X86
	switch {
	case !x.AVX2() || !x.FMA():
		return []kernels{specification}, "this processor lacks AVX2 or FMA"
	case !x.AVX512() || !x.AVX512VBMI():
		why = "this processor lacks AVX-512 F, CD, BW, DQ, VL or VBMI"
		return []kernels{specification, new(avx256)}, why
	}
	return []kernels{specification, new(avx256), new(avx512)}, ""
}

func wider() bool { return false }

// constants are broadcast once and used as operands in memory, so that registers stay free.
type constants struct {
	inv, log, sin, cos, exp table16 // log is −2 logTable

	// Normals
	uOne, m2ln2, k1, k2, k3, k4, k5, k6, turn, q1, q2, h1, h2, h3        v8
	from84, from52                                                       v8
	expOne, logOff, logMask, mant, signs, digit, low, two52, two84, bias w8
	s8, s19, s32, s41, s48, s52, s60                                     w8 // counts of shifts

	// onePlusExp
	magic, q1e, q2e, q3e, q4e, unit, maxLogit, minusMaxLogit v8

	zero, one, minusOne, half v8
	abs                       w8
	even, odd                 w8             // orders of lanes, for sums of eight and for Network
	unitMatrix                [8]v8          // its rows
	lanes                     [16][4]float64 // for mask256
}

var konst = func() *constants {
	k := &aligned[constants](1)[0]
	k.inv.set(&invTable, 1)
	k.log.set(&logTable, -2)
	k.sin.set(&sinTable, 1)
	k.cos.set(&cosTable, 1)
	k.exp.setBits(&expBiased)
	for _, c := range []struct {
		d *v8
		x float64
	}{
		{&k.uOne, 1 - 0x1p-41}, {&k.m2ln2, m2ln2}, {&k.turn, turn},
		{&k.k1, -2}, {&k.k2, 1}, {&k.k3, -2.0 / 3}, {&k.k4, 2.0 / 4}, {&k.k5, -2.0 / 5},
		{&k.k6, 2.0 / 6}, {&k.q1, sinQ1}, {&k.q2, sinQ2},
		{&k.h1, -0.5}, {&k.h2, 1.0 / 24}, {&k.h3, -1.0 / 720},
		{&k.one, 1}, {&k.minusOne, -1}, {&k.half, 0.5},
		{&k.magic, 0x1.8p52}, {&k.unit, unit}, {&k.maxLogit, maxLogit}, {&k.minusMaxLogit, -maxLogit},
		{&k.q1e, expQ1}, {&k.q2e, expQ2}, {&k.q3e, expQ3}, {&k.q4e, expQ4},
		{&k.from84, 0x1p84 + 0x1p63 + 0x1p52}, {&k.from52, 0x1p52 + 1024},
	} {
		*c.d = broadcast(c.x)
	}
	for _, c := range []struct {
		d *w8
		x uint64
	}{
		{&k.expOne, expOne}, {&k.logOff, logOff}, {&k.logMask, logMask}, {&k.mant, mant},
		{&k.signs, 1<<63 | 1<<31}, {&k.digit, 15},
		{&k.abs, 1<<63 - 1}, {&k.low, 1<<32 - 1}, {&k.bias, 1024 << 52},
		{&k.two52, 0x433 << 52}, {&k.two84, 0x453<<52 | 1<<31},
		{&k.s8, 8}, {&k.s19, 19}, {&k.s32, 32}, {&k.s41, 41}, {&k.s48, 48}, {&k.s52, 52}, {&k.s60, 60},
	} {
		*c.d = w8{c.x, c.x, c.x, c.x, c.x, c.x, c.x, c.x}
	}
	k.even, k.odd = w8{0, 1, 8, 9, 4, 5, 12, 13}, w8{2, 3, 10, 11, 6, 7, 14, 15}
	for r := range k.unitMatrix {
		k.unitMatrix[r][r] = 1
	}
	for m := range k.lanes {
		for l := range 4 {
			if m>>l&1 != 0 {
				k.lanes[m][l] = -1
			}
		}
	}
	return k
}()

// table16 is a table of 16 numbers: its two halves and, for VPERMD, the half words: entries 0 to 7
// of the low half words, entries 0 to 7 exclusive-or 8 to 15, then the same for the high half
// words.
type table16 struct {
	half             [2]v8
	lo, loX, hi, hiX [8]uint32
}

// set makes t the table f x.
func (t *table16) set(x *[16]float64, f float64) {
	var b [16]uint64
	for i := range b {
		b[i] = math.Float64bits(float64(f * x[i]))
	}
	t.setBits(&b)
}

func (t *table16) setBits(x *[16]uint64) {
	for i := range 8 {
		a, b := x[i], x[i+8]
		t.half[0][i], t.half[1][i] = math.Float64frombits(a), math.Float64frombits(b)
		t.lo[i], t.hi[i] = uint32(a), uint32(a>>32)
		t.loX[i], t.hiX[i] = uint32(a^b), uint32((a^b)>>32)
	}
}

// The scalar code for single lanes is in separate functions that are called, not inlined: they
// clear the upper halves of the vector registers, which their callers have saved.

// lanes finds the two functions in the lanes from+i for the bits i of set.
//
//go:noinline
func (c *ouSeries) lanes(alpha, sigma, xi *Row, from int, set uint8) {
	archsimd.ClearAVXUpperBits()
	for ; set != 0; set &= set - 1 {
		l := from + bits.TrailingZeros8(set)
		alpha[l], sigma[l] = c.functions(xi[l])
	}
}

// lanes steps the lanes from+i for the bits i of set.
//
//go:noinline
func (o *OUPair) lanes(p, xi, g []Row, from int, set uint8) {
	archsimd.ClearAVXUpperBits()
	for ; set != 0; set &= set - 1 {
		o.lane(p, xi, g, from+bits.TrailingZeros8(set))
	}
}

// pointers sets l.data to the rows of a batch of at most len(l.data) data, followed by rows of
// zeros up to a multiple of eight. It returns the number of rows needed, a multiple of four.
func (l *Regression) pointers(batch []uint32) (n int) {
	t := l.t
	rows := unsafe.Pointer(unsafe.SliceData(t.w))
	at := l.data[:(len(batch)+7)&^7]
	for j, i := range batch {
		if int(i) >= t.n {
			panic("vec: an index is past the data")
		}
		at[j] = unsafe.Add(rows, 4*t.stride*int(i))
	}
	for j := len(batch); j < len(at); j++ {
		at[j] = unsafe.Add(rows, 4*t.stride*t.n) // the row of zeros
	}
	return (len(batch) + 3) &^ 3
}
