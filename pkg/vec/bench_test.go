package vec

import (
	"fmt"
	"testing"
)

// BenchmarkRoutines measures what a step spends its time in: ns per lane and row of the result.
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
	data, centres := Rows(n), Rows(2) // of the size that they have in section 2.5.2
	AddScaled(data, x, 0.5)
	Fill(centres, 0.75)
	AddScaled(centres, x[:2], 0.1)
	mix := NewMixture(0.4, 0.4, 0.4, 1, 200, n, 2.5)
	ou1, ou2 := NewOUDiagonal(1e-3, 1), NewOUPair(1e-3, 1)
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
		{"OUDrift", n, func() { OUDrift(z, y, x, 0.5, 0.5, 1e-9) }},
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
