//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import . "simd/archsimd"

// Exponentials are computed for two vectors at a time: look512 looks up two.

func abs512(x f512, k *constants) f512 { return x.AsUint64x8().And(word512(&k.abs)).AsFloat64x8() }

// clamp512 bounds z by ±maxLogit. It may lose a NaN.
func clamp512(z f512, k *constants) f512 {
	return z.Min(num512(&k.maxLogit)).Max(num512(&k.minusMaxLogit))
}

// onePlusExp of a clamped z, in parts that the compiler inlines: split512 returns the nearest
// integer of z in the low bits of t and the remainder f, look512 the entry of expBiased for t, and
// plusExp512 the result.

func split512(z f512, k *constants) (t w512, f f512) {
	s := z.Add(num512(&k.magic))
	return s.AsUint64x8(), z.Sub(s.Sub(num512(&k.magic)))
}

func plusExp512(t w512, f, entry f512, k *constants) f512 {
	p := num512(&k.q4e).MulAdd(f, num512(&k.q3e)).MulAdd(f, num512(&k.q2e))
	p = p.MulAdd(f, num512(&k.q1e)).MulAdd(f, num512(&k.one))
	return entry.AsUint64x8().Add(t.ShiftAllLeft(48)).AsFloat64x8().MulAdd(p, num512(&k.one))
}

// Exp in the same way, for z where the result is a normal number. The table's entry and the power
// of 2 are put together before they are multiplied.

func splitExp512(z f512, k *constants) (t w512, r f512) {
	n := floor512(z.MulAdd(num512(&k.per16), num512(&k.half)))
	r = n.MulAdd(num512(&k.nlo), n.MulAdd(num512(&k.nhi), z))
	return n.Add(num512(&k.magic)).AsUint64x8(), r
}

func normalExp512(t w512, r, entry f512, k *constants) f512 {
	q := r.MulAdd(num512(&k.factorials[0]), num512(&k.factorials[1]))
	for i := 2; i < len(k.factorials); i++ {
		q = q.MulAdd(r, num512(&k.factorials[i]))
	}
	p := q.Mul(r).MulAdd(r, r)
	s := entry.AsUint64x8().Add(t.ShiftAllLeft(48)).AsFloat64x8()
	return s.MulAdd(p, s)
}

// sigmoid512 is Sigmoid, given e^(−|x|).
func sigmoid512(x, e f512, k *constants) f512 {
	one := num512(&k.one)
	return one.Merge(e, x.GreaterEqual(num512(&k.zero))).Div(e.Add(one))
}

func (*avx512) sigmoidRow(dst, x *Row) {
	k, in := konst, *x // dst may be x
	zero := num512(&k.zero)
	for g := 0; g < groups512; g += 2 {
		a, b := get512(&in, g), get512(&in, g+1)
		ta, ra := splitExp512(zero.Sub(abs512(a, k)), k)
		tb, rb := splitExp512(zero.Sub(abs512(b, k)), k)
		i, j := pair512(ta, tb, k)
		ea, eb := k.exp.look512(i, j, k)
		put512(dst, g, sigmoid512(a, normalExp512(ta, ra, ea, k), k))
		put512(dst, g+1, sigmoid512(b, normalExp512(tb, rb, eb, k), k))
		okA := abs512(a, k).LessEqual(num512(&k.most)).ToBits()
		okB := abs512(b, k).LessEqual(num512(&k.most)).ToBits()
		if okA&okB != full512 {
			sigmoids(dst, &in, lanes512*g, full512&^okA)
			sigmoids(dst, &in, lanes512*(g+1), full512&^okB)
		}
	}
	ClearAVXUpperBits()
}
