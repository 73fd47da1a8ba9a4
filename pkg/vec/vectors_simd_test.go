//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	"fmt"
	"testing"
)

// TestVectorsInForms compares the forms of the routines for vectors, on hard numbers.
func TestVectorsInForms(t *testing.T) {
	// vector is d hard numbers in rows.
	vector := func(d int, finite bool, key ...uint64) []Row {
		x := hard(2*Components.Rows(d), key...)
		if finite {
			x = finiteHard(2*Components.Rows(d), key...)
		}
		x = x[Components.Rows(d):] // shapes with few rows
		if key[0]%3 == 0 {
			x = Rows(Components.Rows(d))
			NewStream(key...).Normals(x)
		}
		clear(flat(x)[d:])
		return x
	}
	for s := range uint64(120) {
		d := 1 + int(s*s*7)%130
		n := 1 + int(s*s*13)%200
		r := hard(Components.Rows(n*d), s, 1)
		if s%2 == 0 {
			NewStream(s, 1).Normals(r)
		}
		z, y := make([]float32, n*d), make([]float64, n)
		for i := range z {
			z[i] = float32(flat(r)[i])
		}
		for i := range y {
			y[i] = float64(i * i % 3 % 2)
		}
		of := NewLabelled(z, d, y)
		if s%4 > 1 { // normal and Student's noise
			for i := range y {
				y[i] = float64(flat(r)[i])
			}
			of = NewNumbers(z, d, y, float64(s%4-2)*0.7)
		}
		batch := make([]uint32, int(s*s*3)%150)
		NewStream(s, 2).Choices(batch, n)
		inForms(t, fmt.Sprintf("Regression, seed %d, %d of %d data, dimension %d", s, len(batch), n, d),
			func() [][]Row {
				l := NewRegression(of)
				var f, theta [][]Row
				for c := range 1 + s%11 {
					theta, f = append(theta, vector(d, false, s, 3, c)), append(f, Rows(Components.Rows(d)))
				}
				l.ForceAll(f, theta, 0.9)
				f = append(f, Rows(Components.Rows(d)))
				l.Force(f[len(f)-1], theta[0], batch, 1.5)
				return f
			})
		inForms(t, fmt.Sprintf("symmetric matrices, seed %d, order %d", s, d), func() [][]Row {
			a := hard(Sym(d).Rows(), s, 4)
			if s%2 == 0 {
				NewStream(s, 4).Normals(a)
			}
			one, two := RankOne{vector(d, false, s, 5), 0.3, -1}, RankOne{vector(d, false, s, 6), 1e-3, 0}
			three := RankOne{vector(d, false, s, 7), -2, 4}
			Sym(d).Add(a, one)
			u, v := Rows(Components.Rows(d)), Rows(Components.Rows(d))
			x, y := vector(d, false, s, 8), vector(d, false, s, 9)
			sum := Rows(1)
			sum[0][0] = symMul(u, v, a, x, y, d, []RankOne{two, three}, true)
			sum[0][1] = symMul(x, y, a, u, v, d, nil, true)
			Sym(d).Add(a, one, two, three)
			return [][]Row{a, u, v, x, y, sum}
		})
		inForms(t, fmt.Sprintf("OULarge, seed %d, order %d", s, d), func() [][]Row {
			a := Rows(Sym(d).Rows())
			NewStream(s, 11).Normals(a)
			o, p, w := OU{1e-2, 1}.Large(d), vector(d, s%5 > 0, s, 12), NewStream(s, 13)
			g := Rows(Components.Rows(d))
			for range 2 {
				o.Step(p, a, func() []Row {
					w.Normals(g)
					clear(flat(g)[d:])
					return g
				}, RankOne{p, 0.1, -1})
			}
			return [][]Row{a, p}
		})
	}
}
