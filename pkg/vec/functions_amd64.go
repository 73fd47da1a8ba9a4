//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	"math"
	"math/bits"
	. "simd/archsimd"
)

// functionConstants are those of Exp and Log, broadcast.
type functionConstants struct {
	per16, nhi, nlo v8     // 16/ln 2, −(ln 2)/16 in two parts
	exp             [6]v8  // 1/7!, …, 1/2!
	most            v8     // Exp is in the range of normal numbers for |z| up to this
	hi, lo, mhalf   v8     // ln 2 in two parts, −1/2
	log             [11]v8 // 1/13, −1/12, …, 1/3
	table           [2]v8  // logTable
	least, inf      v8
	table4          table16
}

var functions = func() *functionConstants {
	k := &aligned[functionConstants](1)[0]
	k.per16, k.nhi, k.nlo = broadcast(16/math.Ln2), broadcast(-ln2Hi/16), broadcast(-ln2Lo/16)
	for i, x := range []float64{1.0 / 5040, 1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 0.5} {
		k.exp[i] = broadcast(x)
	}
	k.most, k.hi, k.lo, k.mhalf = broadcast(700), broadcast(ln2Hi), broadcast(ln2Lo), broadcast(-0.5)
	for i := range k.log {
		c := float64(1 / float64(13-i))
		if i%2 == 1 {
			c = -c
		}
		k.log[i] = broadcast(c)
	}
	for i, x := range logTable {
		k.table[i/8][i%8] = x
	}
	k.table4.set(&logTable, 1)
	k.least, k.inf = broadcast(0x1p-1022), broadcast(math.Inf(1))
	return k
}()

// redo does the lanes from+i for the bits i of set one by one: those for which a function leaves the normal numbers, or that are no numbers.
//
//go:noinline
func redo(dst, x *Row, f func(float64) float64, from int, set uint8) {
	ClearAVXUpperBits()
	for ; set != 0; set &= set - 1 {
		l := from + bits.TrailingZeros8(set)
		dst[l] = f(x[l])
	}
}

// normalExp512 is Exp where that is a normal number: the table's entry and the power of 2 are put together before they are multiplied.
func normalExp512(z vf, w *functionConstants, k *constants) vf {
	n := z.MulAdd(lf(&w.per16), lf(&k.half)).FloorScaled(0)
	r := n.MulAdd(lf(&w.nhi), z)
	r = n.MulAdd(lf(&w.nlo), r)
	q := r.MulAdd(lf(&w.exp[0]), lf(&w.exp[1]))
	for i := 2; i < len(w.exp); i++ {
		q = q.MulAdd(r, lf(&w.exp[i]))
	}
	p := q.Mul(r).MulAdd(r, r)
	ti := n.Add(lf(&k.magic)).AsUint64x8()
	t := lw(&k.exp[0]).ConcatPermute(lw(&k.exp[1]), ti).Add(ti.ShiftAllLeft(48)).AsFloat64x8()
	return t.MulAdd(p, t)
}

func expRow512(dst, x *Row) {
	w, k, in := functions, konst, *x // dst may be x
	for g := range Lanes / 8 {
		z := ld(&in, g)
		st(dst, g, normalExp512(z, w, k))
		if ok := abs512(z, k).LessEqual(lf(&w.most)).ToBits(); ok != 0xff {
			redo(dst, &in, Exp, 8*g, ^ok)
		}
	}
	ClearAVXUpperBits()
}

func sigmoidRow512(dst, x *Row) {
	w, k, in := functions, konst, *x
	zero, one := lf(&k.zero), lf(&k.one)
	for g := range Lanes / 8 {
		z := ld(&in, g)
		a := abs512(z, k)
		e := normalExp512(zero.Sub(a), w, k)
		st(dst, g, one.Merge(e, z.GreaterEqual(zero)).Div(e.Add(one)))
		if ok := a.LessEqual(lf(&w.most)).ToBits(); ok != 0xff {
			redo(dst, &in, Sigmoid, 8*g, ^ok)
		}
	}
	ClearAVXUpperBits()
}

func logRow512(dst, x *Row) {
	w, k, in := functions, konst, *x
	for g := range Lanes / 8 {
		v := ld(&in, g)
		u := v.AsUint64x8()
		t := u.Sub(lw(&k.logOff)).AsInt64x8()
		ix := t.ShiftAllRight(48).AsUint64x8()
		r := u.Sub(t.AsUint64x8().And(lw(&k.logMask))).AsFloat64x8().MulAdd(lf(&k.inv[0]).ConcatPermute(lf(&k.inv[1]), ix), lf(&k.minusOne))
		e := t.ShiftAllRight(52).ConvertToFloat64()
		q := lf(&w.log[0])
		for i := 1; i < len(w.log); i++ {
			q = q.MulAdd(r, lf(&w.log[i]))
		}
		r2 := r.Mul(r)
		s := q.Mul(r).MulAdd(r2, r2.Mul(lf(&w.mhalf)))
		hi := e.MulAdd(lf(&w.hi), lf(&w.table[0]).ConcatPermute(lf(&w.table[1]), ix))
		st(dst, g, hi.Add(r.Add(e.MulAdd(lf(&w.lo), s))))
		if ok := v.GreaterEqual(lf(&w.least)).ToBits() & v.Less(lf(&w.inf)).ToBits(); ok != 0xff {
			redo(dst, &in, Log, 8*g, ^ok)
		}
	}
	ClearAVXUpperBits()
}

// reduceExp256 is the first part of normalExp512, to the argument of the table; normalExp256 takes what the table has for it.
func reduceExp256(z hf, w *functionConstants, k *constants) (t hw, r hf) {
	n := z.MulAdd(kh(&w.per16), kh(&k.half)).Floor()
	r = n.MulAdd(kh(&w.nlo), n.MulAdd(kh(&w.nhi), z))
	return n.Add(kh(&k.magic)).AsUint64x4(), r
}

func normalExp256(t hw, r, entry hf, w *functionConstants) hf {
	q := r.MulAdd(kh(&w.exp[0]), kh(&w.exp[1]))
	for i := 2; i < len(w.exp); i++ {
		q = q.MulAdd(r, kh(&w.exp[i]))
	}
	p := q.Mul(r).MulAdd(r, r)
	s := entry.AsUint64x4().Add(t.ShiftAllLeft(48)).AsFloat64x4()
	return s.MulAdd(p, s)
}

// exps256 is Exp of two vectors, where that is a normal number.
func exps256(x, y hf, w *functionConstants, k *constants) (e, f hf) {
	tx, rx := reduceExp256(x, w, k)
	ty, ry := reduceExp256(y, w, k)
	ij, top := pair(tx, ty, kw(&k.low))
	e, f = k.exp4.look(ij, top, kw(&k.low), kw(&k.s32))
	return normalExp256(tx, rx, e, w), normalExp256(ty, ry, f, w)
}

func abs256(x hf, k *constants) hf { return x.AsUint64x4().And(kw(&k.abs)).AsFloat64x4() }

func expRow256(dst, x *Row) {
	w, k, in := functions, konst, *x
	d, s := row4(dst), row4(&in)
	for g := 0; g < len(d); g += 2 {
		a, b := lh(&s[g]), lh(&s[g+1])
		e, f := exps256(a, b, w, k)
		sh(&d[g], e)
		sh(&d[g+1], f)
		if ok := abs256(a, k).LessEqual(kh(&w.most)).ToBits() | abs256(b, k).LessEqual(kh(&w.most)).ToBits()<<4; ok != 0xff {
			redo(dst, &in, Exp, 4*g, ^ok)
		}
	}
	ClearAVXUpperBits()
}

func sigmoidRow256(dst, x *Row) {
	w, k, in := functions, konst, *x
	zero, one := kh(&k.zero), kh(&k.one)
	d, s := row4(dst), row4(&in)
	for g := 0; g < len(d); g += 2 {
		a, b := lh(&s[g]), lh(&s[g+1])
		e, f := exps256(zero.Sub(abs256(a, k)), zero.Sub(abs256(b, k)), w, k)
		sh(&d[g], one.Merge(e, a.GreaterEqual(zero)).Div(e.Add(one)))
		sh(&d[g+1], one.Merge(f, b.GreaterEqual(zero)).Div(f.Add(one)))
		if ok := abs256(a, k).LessEqual(kh(&w.most)).ToBits() | abs256(b, k).LessEqual(kh(&w.most)).ToBits()<<4; ok != 0xff {
			redo(dst, &in, Sigmoid, 4*g, ^ok)
		}
	}
	ClearAVXUpperBits()
}

// normalLog256 is Log of normal numbers, with the two tables' entries.
func normalLog256(u, t hw, inv, log hf, w *functionConstants, k *constants) hf {
	r := u.Sub(t.And(kw(&k.logMask))).AsFloat64x4().MulAdd(inv, kh(&k.minusOne))
	e := t.Add(kw(&k.bias)).ShiftRight(kw(&k.s52)).Or(kw(&k.two52)).AsFloat64x4().Sub(kh(&k.from52))
	q := kh(&w.log[0])
	for i := 1; i < len(w.log); i++ {
		q = q.MulAdd(r, kh(&w.log[i]))
	}
	r2 := r.Mul(r)
	s := q.Mul(r).MulAdd(r2, r2.Mul(kh(&w.mhalf)))
	return e.MulAdd(kh(&w.hi), log).Add(r.Add(e.MulAdd(kh(&w.lo), s)))
}

func logRow256(dst, x *Row) {
	w, k, in := functions, konst, *x
	d, s := row4(dst), row4(&in)
	least, inf := kh(&w.least), kh(&w.inf)
	for g := 0; g < len(d); g += 2 {
		a, b := lh(&s[g]), lh(&s[g+1])
		u, v := a.AsUint64x4(), b.AsUint64x4()
		t, q := u.Sub(kw(&k.logOff)), v.Sub(kw(&k.logOff))
		ij, top := pair(t.ShiftRight(kw(&k.s48)), q.ShiftRight(kw(&k.s48)), kw(&k.low))
		li, lj := w.table4.look(ij, top, kw(&k.low), kw(&k.s32))
		ii, jj := k.inv4.look(ij, top, kw(&k.low), kw(&k.s32))
		sh(&d[g], normalLog256(u, t, ii, li, w, k))
		sh(&d[g+1], normalLog256(v, q, jj, lj, w, k))
		ok := a.GreaterEqual(least).ToBits()&a.Less(inf).ToBits() | b.GreaterEqual(least).ToBits()&b.Less(inf).ToBits()<<4
		if ok != 0xff {
			redo(dst, &in, Log, 4*g, ^ok)
		}
	}
	ClearAVXUpperBits()
}
