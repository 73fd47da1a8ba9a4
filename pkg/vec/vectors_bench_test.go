package vec

import (
	"fmt"
	"testing"
)

// BenchmarkVectors measures the routines for one replica in 100 dimensions, on 12,251 data: ns per
// call. Every call of Force gathers other rows, a call of ForceAll serves eight replicas.
func BenchmarkVectors(b *testing.B) {
	fmt.Println("vec:", Form())
	const total, n, d = 12251, 100, 100
	s := NewStream(1)
	vectors := func(n int) [][]Row {
		var v [][]Row
		for range n {
			x := Rows(Wide(d))
			s.Normals(x)
			clear(flat(x)[d:])
			v = append(v, x)
		}
		return v
	}
	r := Rows(Wide(total * d))
	s.Normals(r)
	z, y := make([]float32, total*d), make([]float64, total)
	for i := range z {
		z[i] = float32(flat(r)[i] / 10)
	}
	for i := range y {
		y[i] = float64(i % 2)
	}
	l := NewLogistic(NewLabelled(z, d, y))
	var batches [1000][n]uint16
	for i := range batches {
		s.Subset(batches[i][:], total)
	}
	theta, f, k := vectors(8), vectors(8), 0
	xi := Rows(SymRows(d))
	for i := range d {
		row, lane := SymAt(d, i, i)
		xi[row][lane] = 20
	}
	o := NewOULarge(d, 1e-3, 1)
	late := []RankOne{{theta[2], 1e-9, -1}, {theta[3], 1e-9, -1}}
	for _, c := range []struct {
		name string
		f    func()
	}{
		{"Subset", func() { s.Subset(batches[0][:], total) }},
		{"Force", func() { k++; l.Force(f[0], theta[0], batches[k%1000][:], 1) }},
		{"ForceAll", func() { l.ForceAll(f, theta) }},
		{"SymMul", func() { symMul(f[0], f[1], xi, theta[0], theta[1], d, nil, false) }},
		{"SymMul/update", func() { symMul(f[0], f[1], xi, theta[0], theta[1], d, late, true) }},
		{"SymAdd", func() { SymAdd(xi, d, late[0]) }},
		{"OULarge", func() { o.Step(f[0], xi, func() []Row { return theta[1] }, late...) }},
		{"SumSquares", func() { SumSquares(theta[0], d) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				c.f()
			}
		})
	}
}
