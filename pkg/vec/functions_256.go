// Code generated from functions_512.go by narrow; DO NOT EDIT.

//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import . "simd/archsimd"

// Exponentials are computed for two vectors at a time: look256 looks up two.

func abs256(x f256, k *constants) f256 { return x.AsUint64x4().And(word256(&k.abs)).AsFloat64x4() }

// clamp256 bounds z by ±maxLogit. It may lose a NaN.
func clamp256(z f256, k *constants) f256 {
	return z.Min(num256(&k.maxLogit)).Max(num256(&k.minusMaxLogit))
}

// onePlusExp of a clamped z, in parts that the compiler inlines: split256 returns the nearest
// integer of z in the low bits of t and the remainder f, look256 the entry of expBiased for t, and
// plusExp256 the result.

func split256(z f256, k *constants) (t w256, f f256) {
	s := z.Add(num256(&k.magic))
	return s.AsUint64x4(), z.Sub(s.Sub(num256(&k.magic)))
}

func plusExp256(t w256, f, entry f256, k *constants) f256 {
	p := num256(&k.q4e).MulAdd(f, num256(&k.q3e)).MulAdd(f, num256(&k.q2e))
	p = p.MulAdd(f, num256(&k.q1e)).MulAdd(f, num256(&k.one))
	return entry.AsUint64x4().Add(t.ShiftAllLeft(48)).AsFloat64x4().MulAdd(p, num256(&k.one))
}

// Exp in the same way, for z where the result is a normal number. The table's entry and the power
// of 2 are put together before they are multiplied.

func splitExp256(z f256, k *constants) (t w256, r f256) {
	n := floor256(z.MulAdd(num256(&k.per16), num256(&k.half)))
	r = n.MulAdd(num256(&k.nlo), n.MulAdd(num256(&k.nhi), z))
	return n.Add(num256(&k.magic)).AsUint64x4(), r
}

func normalExp256(t w256, r, entry f256, k *constants) f256 {
	q := r.MulAdd(num256(&k.factorials[0]), num256(&k.factorials[1]))
	for i := 2; i < len(k.factorials); i++ {
		q = q.MulAdd(r, num256(&k.factorials[i]))
	}
	p := q.Mul(r).MulAdd(r, r)
	s := entry.AsUint64x4().Add(t.ShiftAllLeft(48)).AsFloat64x4()
	return s.MulAdd(p, s)
}

// sigmoid256 is Sigmoid, given e^(−|x|).
func sigmoid256(x, e f256, k *constants) f256 {
	one := num256(&k.one)
	return one.Merge(e, x.GreaterEqual(num256(&k.zero))).Div(e.Add(one))
}

func (*avx256) sigmoidRow(dst, x *Row) {
	k, in := konst, *x // dst may be x
	zero := num256(&k.zero)
	for g := 0; g < groups256; g += 2 {
		a, b := get256(&in, g), get256(&in, g+1)
		ta, ra := splitExp256(zero.Sub(abs256(a, k)), k)
		tb, rb := splitExp256(zero.Sub(abs256(b, k)), k)
		i, j := pair256(ta, tb, k)
		ea, eb := k.exp.look256(i, j, k)
		put256(dst, g, sigmoid256(a, normalExp256(ta, ra, ea, k), k))
		put256(dst, g+1, sigmoid256(b, normalExp256(tb, rb, eb, k), k))
		okA := abs256(a, k).LessEqual(num256(&k.most)).ToBits()
		okB := abs256(b, k).LessEqual(num256(&k.most)).ToBits()
		if okA&okB != full256 {
			sigmoids(dst, &in, lanes256*g, full256&^okA)
			sigmoids(dst, &in, lanes256*(g+1), full256&^okB)
		}
	}
	ClearAVXUpperBits()
}
