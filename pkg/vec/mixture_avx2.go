//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

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
			ex, ey := k.exp.look256(i, j, k)
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
			ex, ey := k.exp.look256(i, j, k)
			put256(&e[n], g, plusExp256(tx, fx, ex, k))
			put256(&e[n], g+1, plusExp256(ty, fy, ey, k))
		}
	}
}
