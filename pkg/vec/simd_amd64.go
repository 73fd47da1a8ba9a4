//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	"math"
	"math/bits"
	"simd/archsimd"
)

var atStart = selected(bestForm())

// active is the form that runs. Tests set it; nothing else does.
var active = atStart.form

// bestForm is the widest form whose every instruction the processor has, and why there is no wider one. AVX512 stands for F, CD, BW, DQ and VL; VBMI
// is VPERMI2B; the 256-bit multiply-add is FMA. Package archsimd asks the operating system too whether it saves the registers.
func bestForm() (form, string) {
	x := archsimd.X86
	switch {
	case !x.AVX2() || !x.FMA():
		return portable, "this processor lacks AVX2 or FMA"
	case !x.AVX512() || !x.AVX512VBMI():
		return avx2, "this processor lacks AVX-512 F, CD, BW, DQ, VL or VBMI"
	}
	return avx512, ""
}

type v8 = [8]float64

// constants are broadcast once and loaded where they are used, as operands in memory, so that registers stay free. The tables of
// 16 are in halves of 8.
type constants struct {
	inv, log, sin, cos                                                                                 [2]v8
	exp                                                                                                [2]w8
	uOne, m2ln2, k1, k2, k3, k4, k5, k6                                                                v8
	turn, q1, q2, h1, h2, h3                                                                           v8
	zero, one, minusOne, half                                                                          v8
	magic, q1e, q2e, q3e, q4e, unit, maxLogit, minusMaxLogit                                           v8
	from84, from52                                                                                     v8
	expOne, logOff, logMask, mant, abs, low, two52, two84, bias, s4, s12, s19, s32, s41, s48, s52, s60 w8
	inv4, log4, sin4, cos4, exp4                                                                       table16 // for AVX2

}

var konst = func() *constants {
	k := &aligned[constants](1)[0]
	split := func(d *[2]v8, t *[16]float64, f float64) {
		for i := range t {
			d[i/8][i%8] = float64(f * t[i])
		}
	}
	split(&k.inv, &invTable, 1)
	split(&k.log, &logTable, -2)
	split(&k.sin, &sinTable, 1)
	split(&k.cos, &cosTable, 1)
	for i, b := range expBiased {
		k.exp[i/8][i%8] = b
	}
	k.inv4.set(&invTable, 1)
	k.log4.set(&logTable, -2)
	k.sin4.set(&sinTable, 1)
	k.cos4.set(&cosTable, 1)
	k.exp4.setBits(&expBiased)
	for _, c := range []struct {
		d *v8
		x float64
	}{
		{&k.uOne, 1 - 0x1p-41}, {&k.m2ln2, m2ln2}, {&k.turn, turn},
		{&k.k1, -2}, {&k.k2, 1}, {&k.k3, -2.0 / 3}, {&k.k4, 2.0 / 4}, {&k.k5, -2.0 / 5}, {&k.k6, 2.0 / 6},
		{&k.q1, sinQ1}, {&k.q2, sinQ2},
		{&k.h1, -0.5}, {&k.h2, 1.0 / 24}, {&k.h3, -1.0 / 720},
		{&k.one, 1}, {&k.minusOne, -1}, {&k.half, 0.5},
		{&k.magic, 0x1.8p52}, {&k.unit, unit}, {&k.maxLogit, maxLogit}, {&k.minusMaxLogit, -maxLogit},
		{&k.q1e, expQ1}, {&k.q2e, expQ2}, {&k.q3e, expQ3}, {&k.q4e, expQ4},
		{&k.from84, 0x1p84 + 0x1p63 + 0x1p52}, {&k.from52, 0x1p52 + 1024},
	} {
		*c.d = broadcast(c.x)
	}
	for l := range k.abs {
		k.expOne[l], k.logOff[l], k.logMask[l], k.mant[l], k.abs[l] = expOne, logOff, logMask, mant, 1<<63-1
		k.low[l], k.two52[l], k.two84[l], k.bias[l] = 1<<32-1, 0x433<<52, 0x453<<52|1<<31, 1024<<52
		k.s4[l], k.s12[l], k.s19[l], k.s32[l], k.s41[l], k.s48[l], k.s52[l], k.s60[l] = 4, 12, 19, 32, 41, 48, 52, 60
	}
	return k
}()

func broadcast(x float64) (v v8) {
	for l := range v {
		v[l] = x
	}
	return v
}

// wideMixture is the constants of a Mixture, broadcast.
type wideMixture struct {
	inv1, inv2, minusInv2, c, logw, minusPrior, scale1, scale2, count, reach v8
	finite                                                                   uint8 // the lanes of the last force that are, in groups
	inside                                                                   uint8 // those whose logits need no clamp, in the same way
	linear                                                                   bool  // the variances are equal
	_                                                                        [61]uint8
}

func (w *wideMixture) set(c *Mixture) {
	w.inv1, w.inv2, w.minusInv2, w.c = broadcast(c.inv1), broadcast(c.inv2), broadcast(-c.inv2), broadcast(c.c)
	w.linear = c.c == 0
	w.logw, w.minusPrior = broadcast(c.logw), broadcast(-c.prior)
	w.scale1, w.scale2, w.count, w.reach = broadcast(c.scale1), broadcast(c.scale2), broadcast(c.count), broadcast(c.reach)
}

// wideOU is the constants of an ouSeries, broadcast.
type wideOU struct {
	e, g              [ouDegree + 1]v8
	h2, limit, limit2 v8 // 2h; |y| ≤ 1/2; for 2×2 matrices m² + ρ ≤ 1/8
	short, short2     v8 // |y| ≤ 1/16; m² + ρ ≤ 1/512
}

func newWideOU(c *ouSeries) *wideOU {
	w := &aligned[wideOU](1)[0]
	for k := range w.e {
		w.e[k], w.g[k] = broadcast(c.e[k]), broadcast(c.g[k])
	}
	w.h2, w.limit, w.limit2 = broadcast(float64(2*c.h)), broadcast(0.5), broadcast(0.125)
	w.short, w.short2 = broadcast(1.0/16), broadcast(1.0/512)
	return w
}

// planes holds a table of at most 256 numbers by bytes: plane k is byte k of every number. lo and hi say how the bytes of 64 lanes are woven to numbers.
type planes struct {
	byte   [8][256]uint8
	lo, hi [64]uint8
	short  bool // planes 0 to 3 are zero: the numbers have at most 21 significant bits
}

func newPlanes(v []float64) *planes {
	if len(v) > 256 {
		return nil
	}
	p := &aligned[planes](1)[0]
	p.short = true
	for i, v := range v {
		for k := range p.byte {
			p.byte[k][i] = uint8(math.Float64bits(v) >> (8 * k))
		}
		p.short = p.short && uint32(math.Float64bits(v)) == 0
	}
	for g := range 4 {
		for e := range 8 {
			lane, pos := uint8(8*(e/2)+2*g+e%2), 2*(8*g+e)
			p.lo[pos], p.lo[pos+1] = lane, 64+lane
			p.hi[pos], p.hi[pos+1] = 32+lane, 96+lane
		}
	}
	return p
}

// byteIndex is an Index below 256.
type byteIndex [Lanes]uint8

// The scalar code for single lanes stands in functions of their own, that are called, not inlined: they clear the upper halves of the vector registers,
// which their callers have saved.

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
func (o *OU2) lanes(p, xi, g []Row, from int, set uint8) {
	archsimd.ClearAVXUpperBits()
	for ; set != 0; set &= set - 1 {
		o.lane(p, xi, g, from+bits.TrailingZeros8(set))
	}
}
