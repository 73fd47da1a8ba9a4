//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import "unsafe"

// The exponentials of a batch take most of the time of a force. With AVX-512 half of the constants
// fit into registers, and the table is looked up for one vector at a time.

// linearExps512 finds 1 + e^z for equal variances, where z is linear in x, if no z needs a clamp.
func (c *Mixture) linearExps512(x []Row) {
	k := konst
	magic, q4, one := num512(&k.magic), num512(&k.q4e), num512(&k.one)
	e0, e1 := num512(&k.exp.half[0]), num512(&k.exp.half[1])
	for g := range groups512 {
		a, b := get512(&c.a, g), get512(&c.b, g)
		p, e := unsafe.Pointer(&x[0][g*lanes512]), unsafe.Pointer(&c.e[0][g*lanes512])
		for n := len(x); ; {
			z := from512(p, 0).MulAdd(b, a)
			t := z.Add(magic)
			f := z.Sub(t.Sub(magic))
			q := q4.MulAdd(f, num512(&k.q3e)).MulAdd(f, num512(&k.q2e)).
				MulAdd(f, num512(&k.q1e)).MulAdd(f, one)
			ti := t.AsUint64x8()
			entry := e0.ConcatPermute(e1, ti).AsUint64x8()
			into512(e, 0, entry.Add(ti.ShiftAllLeft(48)).AsFloat64x8().MulAdd(q, one))
			if n--; n == 0 {
				break
			}
			p, e = unsafe.Add(p, rowBytes), unsafe.Add(e, rowBytes)
		}
	}
}

// exps512 finds 1 + e^z.
func (c *Mixture) exps512(x []Row) {
	k := konst
	cc, magic, one := num512(&c.c), num512(&k.magic), num512(&k.one)
	e0, e1 := num512(&k.exp.half[0]), num512(&k.exp.half[1])
	for g := range groups512 {
		a, b := get512(&c.a, g), get512(&c.b, g)
		p, e := unsafe.Pointer(&x[0][g*lanes512]), unsafe.Pointer(&c.e[0][g*lanes512])
		for n := len(x); ; {
			v := from512(p, 0)
			z := clamp512(cc.MulAdd(v, b).MulAdd(v, a), k)
			t := z.Add(magic)
			f := z.Sub(t.Sub(magic))
			q := num512(&k.q4e).MulAdd(f, num512(&k.q3e)).MulAdd(f, num512(&k.q2e)).
				MulAdd(f, num512(&k.q1e)).MulAdd(f, one)
			ti := t.AsUint64x8()
			entry := e0.ConcatPermute(e1, ti).AsUint64x8()
			into512(e, 0, entry.Add(ti.ShiftAllLeft(48)).AsFloat64x8().MulAdd(q, one))
			if n--; n == 0 {
				break
			}
			p, e = unsafe.Add(p, rowBytes), unsafe.Add(e, rowBytes)
		}
	}
}

// linearExps256 finds 1 + e^z for equal variances, where z is linear in x, if no z needs a clamp.
func (c *Mixture) linearExps256(x []Row) {
	k := konst
	for g := 0; g < groups256; g += 2 {
		a1, a2, b1, b2 := get256(&c.a, g), get256(&c.a, g+1), get256(&c.b, g), get256(&c.b, g+1)
		p, e := unsafe.Pointer(&x[0][g*lanes256]), unsafe.Pointer(&c.e[0][g*lanes256])
		for n := len(x); ; {
			tx, fx := split256(from256(p, 0).MulAdd(b1, a1), k)
			ty, fy := split256(from256(p, second256).MulAdd(b2, a2), k)
			i, j := pair256(tx, ty, k)
			ex, ey := k.exp.lookUp256(i, j, k)
			into256(e, 0, plusExp256(tx, fx, ex, k))
			into256(e, second256, plusExp256(ty, fy, ey, k))
			if n--; n == 0 {
				break
			}
			p, e = unsafe.Add(p, rowBytes), unsafe.Add(e, rowBytes)
		}
	}
}

func (c *Mixture) exps256(x []Row) {
	k, cc := konst, num256(&c.c)
	for g := 0; g < groups256; g += 2 {
		a1, a2, b1, b2 := get256(&c.a, g), get256(&c.a, g+1), get256(&c.b, g), get256(&c.b, g+1)
		p, e := unsafe.Pointer(&x[0][g*lanes256]), unsafe.Pointer(&c.e[0][g*lanes256])
		for n := len(x); ; {
			x, y := from256(p, 0), from256(p, second256)
			tx, fx := split256(clamp256(cc.MulAdd(x, b1).MulAdd(x, a1), k), k)
			ty, fy := split256(clamp256(cc.MulAdd(y, b2).MulAdd(y, a2), k), k)
			i, j := pair256(tx, ty, k)
			ex, ey := k.exp.lookUp256(i, j, k)
			into256(e, 0, plusExp256(tx, fx, ex, k))
			into256(e, second256, plusExp256(ty, fy, ey, k))
			if n--; n == 0 {
				break
			}
			p, e = unsafe.Add(p, rowBytes), unsafe.Add(e, rowBytes)
		}
	}
}
