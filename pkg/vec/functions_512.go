//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import . "simd/archsimd"

// Exponentials and logarithms are computed for two vectors at a time: look512 looks up two.

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

func splitExp512(z f512, w *functionConstants, k *constants) (t w512, r f512) {
	n := floor512(z.MulAdd(num512(&w.per16), num512(&k.half)))
	r = n.MulAdd(num512(&w.nlo), n.MulAdd(num512(&w.nhi), z))
	return n.Add(num512(&k.magic)).AsUint64x8(), r
}

func normalExp512(t w512, r, entry f512, w *functionConstants) f512 {
	q := r.MulAdd(num512(&w.exp[0]), num512(&w.exp[1]))
	for i := 2; i < len(w.exp); i++ {
		q = q.MulAdd(r, num512(&w.exp[i]))
	}
	p := q.Mul(r).MulAdd(r, r)
	s := entry.AsUint64x8().Add(t.ShiftAllLeft(48)).AsFloat64x8()
	return s.MulAdd(p, s)
}

// exps512 is Exp of two vectors, where the results are normal numbers.
func exps512(x, y f512, w *functionConstants, k *constants) (e, f f512) {
	tx, rx := splitExp512(x, w, k)
	ty, ry := splitExp512(y, w, k)
	i, j := pair512(tx, ty, k)
	e, f = k.exp.look512(i, j, k)
	return normalExp512(tx, rx, e, w), normalExp512(ty, ry, f, w)
}

// masks512 is the masks of two vectors, one after the other.
func masks512(a, b m512) uint16 { return uint16(a.ToBits()) | uint16(b.ToBits())<<lanes512 }

func expRow512(dst, x *Row) {
	w, k, in := functions, konst, *x // dst may be x
	most := num512(&w.most)
	for g := 0; g < groups512; g += 2 {
		a, b := get512(&in, g), get512(&in, g+1)
		e, f := exps512(a, b, w, k)
		put512(dst, g, e)
		put512(dst, g+1, f)
		ok := masks512(abs512(a, k).LessEqual(most), abs512(b, k).LessEqual(most))
		if ok != twice512 {
			redo(dst, &in, Exp, lanes512*g, twice512&^ok)
		}
	}
	ClearAVXUpperBits()
}

func sigmoidRow512(dst, x *Row) {
	w, k, in := functions, konst, *x
	most, zero, one := num512(&w.most), num512(&k.zero), num512(&k.one)
	for g := 0; g < groups512; g += 2 {
		a, b := get512(&in, g), get512(&in, g+1)
		e, f := exps512(zero.Sub(abs512(a, k)), zero.Sub(abs512(b, k)), w, k)
		put512(dst, g, one.Merge(e, a.GreaterEqual(zero)).Div(e.Add(one)))
		put512(dst, g+1, one.Merge(f, b.GreaterEqual(zero)).Div(f.Add(one)))
		ok := masks512(abs512(a, k).LessEqual(most), abs512(b, k).LessEqual(most))
		if ok != twice512 {
			redo(dst, &in, Sigmoid, lanes512*g, twice512&^ok)
		}
	}
	ClearAVXUpperBits()
}

// normalLog512 is Log of normal numbers with bits u, given t = u − logOff and the tables' entries.
func normalLog512(u, t w512, inv, log f512, w *functionConstants, k *constants) f512 {
	r := u.Sub(t.And(word512(&k.logMask))).AsFloat64x8().MulAdd(inv, num512(&k.minusOne))
	e := exponent512(t, k)
	q := num512(&w.log[0])
	for i := 1; i < len(w.log); i++ {
		q = q.MulAdd(r, num512(&w.log[i]))
	}
	r2 := r.Mul(r)
	s := q.Mul(r).MulAdd(r2, r2.Mul(num512(&w.mhalf)))
	return e.MulAdd(num512(&w.hi), log).Add(r.Add(e.MulAdd(num512(&w.lo), s)))
}

func logRow512(dst, x *Row) {
	w, k, in := functions, konst, *x
	least, inf := num512(&w.least), num512(&w.inf)
	for g := 0; g < groups512; g += 2 {
		a, b := get512(&in, g), get512(&in, g+1)
		u, v := a.AsUint64x8(), b.AsUint64x8()
		t, q := u.Sub(word512(&k.logOff)), v.Sub(word512(&k.logOff))
		i, j := pair512(shiftRight512(t, &k.s48), shiftRight512(q, &k.s48), k)
		la, lb := w.table.look512(i, j, k)
		ia, ib := k.inv.look512(i, j, k)
		put512(dst, g, normalLog512(u, t, ia, la, w, k))
		put512(dst, g+1, normalLog512(v, q, ib, lb, w, k))
		ok := masks512(a.GreaterEqual(least), b.GreaterEqual(least)) &
			masks512(a.Less(inf), b.Less(inf))
		if ok != twice512 {
			redo(dst, &in, Log, lanes512*g, twice512&^ok)
		}
	}
	ClearAVXUpperBits()
}
