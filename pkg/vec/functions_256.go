// Code generated from functions_512.go by narrow; DO NOT EDIT.

//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import . "simd/archsimd"

// Exponentials and logarithms are computed for two vectors at a time: look256 looks up two.

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

func splitExp256(z f256, w *functionConstants, k *constants) (t w256, r f256) {
	n := floor256(z.MulAdd(num256(&w.per16), num256(&k.half)))
	r = n.MulAdd(num256(&w.nlo), n.MulAdd(num256(&w.nhi), z))
	return n.Add(num256(&k.magic)).AsUint64x4(), r
}

func normalExp256(t w256, r, entry f256, w *functionConstants) f256 {
	q := r.MulAdd(num256(&w.exp[0]), num256(&w.exp[1]))
	for i := 2; i < len(w.exp); i++ {
		q = q.MulAdd(r, num256(&w.exp[i]))
	}
	p := q.Mul(r).MulAdd(r, r)
	s := entry.AsUint64x4().Add(t.ShiftAllLeft(48)).AsFloat64x4()
	return s.MulAdd(p, s)
}

// exps256 is Exp of two vectors, where the results are normal numbers.
func exps256(x, y f256, w *functionConstants, k *constants) (e, f f256) {
	tx, rx := splitExp256(x, w, k)
	ty, ry := splitExp256(y, w, k)
	i, j := pair256(tx, ty, k)
	e, f = k.exp.look256(i, j, k)
	return normalExp256(tx, rx, e, w), normalExp256(ty, ry, f, w)
}

// masks256 is the masks of two vectors, one after the other.
func masks256(a, b m256) uint16 { return uint16(a.ToBits()) | uint16(b.ToBits())<<lanes256 }

func expRow256(dst, x *Row) {
	w, k, in := functions, konst, *x // dst may be x
	most := num256(&w.most)
	for g := 0; g < groups256; g += 2 {
		a, b := get256(&in, g), get256(&in, g+1)
		e, f := exps256(a, b, w, k)
		put256(dst, g, e)
		put256(dst, g+1, f)
		ok := masks256(abs256(a, k).LessEqual(most), abs256(b, k).LessEqual(most))
		if ok != twice256 {
			redo(dst, &in, Exp, lanes256*g, twice256&^ok)
		}
	}
	ClearAVXUpperBits()
}

func sigmoidRow256(dst, x *Row) {
	w, k, in := functions, konst, *x
	most, zero, one := num256(&w.most), num256(&k.zero), num256(&k.one)
	for g := 0; g < groups256; g += 2 {
		a, b := get256(&in, g), get256(&in, g+1)
		e, f := exps256(zero.Sub(abs256(a, k)), zero.Sub(abs256(b, k)), w, k)
		put256(dst, g, one.Merge(e, a.GreaterEqual(zero)).Div(e.Add(one)))
		put256(dst, g+1, one.Merge(f, b.GreaterEqual(zero)).Div(f.Add(one)))
		ok := masks256(abs256(a, k).LessEqual(most), abs256(b, k).LessEqual(most))
		if ok != twice256 {
			redo(dst, &in, Sigmoid, lanes256*g, twice256&^ok)
		}
	}
	ClearAVXUpperBits()
}

// normalLog256 is Log of normal numbers with bits u, given t = u − logOff and the tables' entries.
func normalLog256(u, t w256, inv, log f256, w *functionConstants, k *constants) f256 {
	r := u.Sub(t.And(word256(&k.logMask))).AsFloat64x4().MulAdd(inv, num256(&k.minusOne))
	e := exponent256(t, k)
	q := num256(&w.log[0])
	for i := 1; i < len(w.log); i++ {
		q = q.MulAdd(r, num256(&w.log[i]))
	}
	r2 := r.Mul(r)
	s := q.Mul(r).MulAdd(r2, r2.Mul(num256(&w.mhalf)))
	return e.MulAdd(num256(&w.hi), log).Add(r.Add(e.MulAdd(num256(&w.lo), s)))
}

func logRow256(dst, x *Row) {
	w, k, in := functions, konst, *x
	least, inf := num256(&w.least), num256(&w.inf)
	for g := 0; g < groups256; g += 2 {
		a, b := get256(&in, g), get256(&in, g+1)
		u, v := a.AsUint64x4(), b.AsUint64x4()
		t, q := u.Sub(word256(&k.logOff)), v.Sub(word256(&k.logOff))
		i, j := pair256(shiftRight256(t, &k.s48), shiftRight256(q, &k.s48), k)
		la, lb := w.table.look256(i, j, k)
		ia, ib := k.inv.look256(i, j, k)
		put256(dst, g, normalLog256(u, t, ia, la, w, k))
		put256(dst, g+1, normalLog256(v, q, ib, lb, w, k))
		ok := masks256(a.GreaterEqual(least), b.GreaterEqual(least)) &
			masks256(a.Less(inf), b.Less(inf))
		if ok != twice256 {
			redo(dst, &in, Log, lanes256*g, twice256&^ok)
		}
	}
	ClearAVXUpperBits()
}
