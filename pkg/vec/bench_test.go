package vec

import (
	"fmt"
	"testing"
)

// BenchmarkRoutines measures the routines of a step: ns per lane and row of the result.
func BenchmarkRoutines(b *testing.B) {
	fmt.Println("vec:", Form())
	const n = 16
	s := NewStream(1)
	x, y, z, idx, more := Rows(n), Rows(n), Rows(n), Indices(n), Indices(64)
	s.Normals(x)
	s.Normals(y)
	s.Uniform(idx, 200)
	thirds := make([]float64, 200)
	for i := range thirds {
		thirds[i] = float64(i) / 3
	}
	table, short := NewTable(thirds), NewTable(make([]float64, 200))
	large := NewTable(make([]float64, 1000))
	data, centres := Rows(n), Rows(2) // of the size in section 2.5.2
	AddScaled(data, x, 0.5)
	Fill(centres, 0.75)
	AddScaled(centres, x[:2], 0.1)
	mix := NewMixture(0.4, 0.4, 0.4, 1, 200, n, 2.5)
	ou1, ou2 := OU{1e-3, 1}.Diagonal(), OU{1e-3, 1}.Pair()
	for _, c := range []struct {
		name string
		rows int
		f    func()
	}{
		{"Normals", n, func() { s.Normals(z) }},
		{"Uniform", n, func() { s.Uniform(idx, 200) }},
		{"Distinct/k=16", n, func() { s.Distinct(idx, 200, n) }},
		{"Distinct/k=64", 64, func() { s.Distinct(more, 200, 64) }},
		{"Lookup/256", n, func() { table.Lookup(z, idx) }},
		{"Lookup/short", n, func() { short.Lookup(z, idx) }},
		{"Lookup/large", n, func() { large.Lookup(z, idx) }},
		{"AddScaled", n, func() { AddScaled(z, x, 1e-9) }},
		{"ScaleAdd", n, func() { ScaleAdd(z, x, 0.5, 0.5) }},
		{"Mixture", n, func() { mix.Force(z[:2], centres, data) }},
		{"OUDiagonal", 1, func() { ou1.Step(y[:1], x[:1], x[1:2]) }},
		{"OUPair", 2, func() { ou2.Step(y[:2], x[:3], x[3:5]) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				c.f()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(c.rows*Lanes), "ns/lane")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkVectors measures the routines for one replica in 100 dimensions, on 12,251 data: ns per
// call. Every call of Force gathers different rows, a call of ForceAll serves eight replicas.
func BenchmarkVectors(b *testing.B) {
	fmt.Println("vec:", Form())
	const total, n, d = 12251, 100, 100
	s := NewStream(1)
	vectors := func(n int) [][]Row {
		var v [][]Row
		for range n {
			x := Rows(Components.Rows(d))
			s.Normals(x)
			clear(flat(x)[d:])
			v = append(v, x)
		}
		return v
	}
	r := Rows(Components.Rows(total * d))
	s.Normals(r)
	z, y := make([]float32, total*d), make([]float64, total)
	for i := range z {
		z[i] = float32(flat(r)[i] / 10)
	}
	for i := range y {
		y[i] = float64(i % 2)
	}
	l := NewRegression(NewLabelled(z, d, y))
	var batches [1000][n]uint32
	for i := range batches {
		s.Subset(batches[i][:], total)
	}
	theta, f, k := vectors(8), vectors(8), 0
	xi := Rows(Sym(d).Rows())
	for i := range d {
		row, lane := Sym(d).At(i, i)
		xi[row][lane] = 20
	}
	o := OU{1e-3, 1}.Large(d)
	late := []RankOne{{theta[2], 1e-9, -1}, {theta[3], 1e-9, -1}}
	for _, c := range []struct {
		name string
		f    func()
	}{
		{"Subset", func() { s.Subset(batches[0][:], total) }},
		{"Force", func() { k++; l.Force(f[0], theta[0], batches[k%1000][:], 1) }},
		{"ForceAll", func() { l.ForceAll(f, theta, 1) }},
		{"SymMul", func() { symMul(f[0], f[1], xi, theta[0], theta[1], d, nil, false) }},
		{"SymMul/update", func() { symMul(f[0], f[1], xi, theta[0], theta[1], d, late, true) }},
		{"SymAdd", func() { Sym(d).Add(xi, late[0]) }},
		{"OULarge", func() { o.Step(f[0], xi, func() []Row { return theta[1] }, late...) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				c.f()
			}
		})
	}
}
