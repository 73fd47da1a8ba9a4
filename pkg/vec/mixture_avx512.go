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
