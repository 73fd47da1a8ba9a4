//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

// The exponentials of a batch take most of the time of a force. There are registers enough here to
// keep half of the constants, and the table is looked up for one vector at a time.

// linearExps512 finds 1 + e^z for equal variances, where z is linear in x, and z that need no
// clamp.
func (c *Mixture) linearExps512(x []Row) {
	k := konst
	magic, q4, one := num512(&k.magic), num512(&k.q4e), num512(&k.one)
	e0, e1 := num512(&k.exp.half[0]), num512(&k.exp.half[1])
	e := c.e[:len(x)]
	for g := range groups512 {
		a, b := get512(&c.a, g), get512(&c.b, g)
		for j := range x {
			z := get512(&x[j], g).MulAdd(b, a)
			t := z.Add(magic)
			f := z.Sub(t.Sub(magic))
			p := q4.MulAdd(f, num512(&k.q3e)).MulAdd(f, num512(&k.q2e)).
				MulAdd(f, num512(&k.q1e)).MulAdd(f, one)
			ti := t.AsUint64x8()
			entry := e0.ConcatPermute(e1, ti).AsUint64x8()
			put512(&e[j], g, entry.Add(ti.ShiftAllLeft(48)).AsFloat64x8().MulAdd(p, one))
		}
	}
}

// exps512 finds 1 + e^z.
func (c *Mixture) exps512(x []Row) {
	k := konst
	cc, magic, one := num512(&c.c), num512(&k.magic), num512(&k.one)
	e0, e1 := num512(&k.exp.half[0]), num512(&k.exp.half[1])
	e := c.e[:len(x)]
	for g := range groups512 {
		a, b := get512(&c.a, g), get512(&c.b, g)
		for j := range x {
			v := get512(&x[j], g)
			z := clamp512(cc.MulAdd(v, b).MulAdd(v, a), k)
			t := z.Add(magic)
			f := z.Sub(t.Sub(magic))
			p := num512(&k.q4e).MulAdd(f, num512(&k.q3e)).MulAdd(f, num512(&k.q2e)).
				MulAdd(f, num512(&k.q1e)).MulAdd(f, one)
			ti := t.AsUint64x8()
			entry := e0.ConcatPermute(e1, ti).AsUint64x8()
			put512(&e[j], g, entry.Add(ti.ShiftAllLeft(48)).AsFloat64x8().MulAdd(p, one))
		}
	}
}

// linearExps256 finds 1 + e^z for equal variances, where z is linear in x, and z that need no
// clamp.
func (c *Mixture) linearExps256(x []Row) {
	k := konst
	e := c.e[:len(x)]
	for g := 0; g < groups256; g += 2 {
		a1, a2, b1, b2 := get256(&c.a, g), get256(&c.a, g+1), get256(&c.b, g), get256(&c.b, g+1)
		for n := range x {
			tx, fx := split256(get256(&x[n], g).MulAdd(b1, a1), k)
			ty, fy := split256(get256(&x[n], g+1).MulAdd(b2, a2), k)
			i, j := pair256(tx, ty, k)
			ex, ey := k.exp.lookUp256(i, j, k)
			put256(&e[n], g, plusExp256(tx, fx, ex, k))
			put256(&e[n], g+1, plusExp256(ty, fy, ey, k))
		}
	}
}

func (c *Mixture) exps256(x []Row) {
	k, cc := konst, num256(&c.c)
	e := c.e[:len(x)]
	for g := 0; g < groups256; g += 2 {
		a1, a2, b1, b2 := get256(&c.a, g), get256(&c.a, g+1), get256(&c.b, g), get256(&c.b, g+1)
		for n := range x {
			x, y := get256(&x[n], g), get256(&x[n], g+1)
			tx, fx := split256(clamp256(cc.MulAdd(x, b1).MulAdd(x, a1), k), k)
			ty, fy := split256(clamp256(cc.MulAdd(y, b2).MulAdd(y, a2), k), k)
			i, j := pair256(tx, ty, k)
			ex, ey := k.exp.lookUp256(i, j, k)
			put256(&e[n], g, plusExp256(tx, fx, ex, k))
			put256(&e[n], g+1, plusExp256(ty, fy, ey, k))
		}
	}
}
