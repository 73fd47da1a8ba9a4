package estimate

import (
	"math"
	"testing"

	"adl/pkg/vec"
)

// pairSums returns the sums of a function of pairs of normal numbers with correlation 0.6, as n
// observations in each of 4 blocks of 64 replicas.
func pairSums(seed uint64, n int, f func(x, y float64) float64) *Blocks {
	b := &Blocks{Replicas: 64, Count: int64(n)}
	s, rows := vec.NewStream(seed), vec.Rows(2)
	b.S1, b.S2 = make([]float64, 4*64), make([]float64, 4*64)
	for k := range 4 {
		for range n {
			s.Normals(rows)
			for r := range 64 {
				x := rows[0][r]
				v := f(x, 0.6*x+0.8*rows[1][r])
				b.S1[k*64+r] += v
				b.S2[k*64+r] += v * v
			}
		}
	}
	return b
}

func TestCorrelation(t *testing.T) {
	x := pairSums(1, 500, func(x, _ float64) float64 { return 3 + 2*x })
	y := pairSums(1, 500, func(_, y float64) float64 { return y - 1 })
	e := Correlation(x, y, pairSums(1, 500, func(x, y float64) float64 { return (3 + 2*x) * (y - 1) }))
	if !(math.Abs(e.Z(0.6)) < 3) || !(e.StdErr > 0.002 && e.StdErr < 0.005) {
		t.Errorf("got %v, want 0.6", e)
	}
	square := pairSums(1, 500, func(x, _ float64) float64 { return x * x })
	e = Correlation(x, square, pairSums(1, 500, func(x, _ float64) float64 {
		return (3 + 2*x) * x * x
	}))
	if !(math.Abs(e.Z(0)) < 3) || !(e.StdErr < 0.01) {
		t.Errorf("got %v, want 0", e)
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	Correlation(x, y, pairSums(1, 2, func(x, _ float64) float64 { return x }))
}

// x² − 1 has the third moment 8, in any place.
func TestThirdMoment(t *testing.T) {
	f := func(x, _ float64) float64 { return x*x + 2 }
	e := ThirdMoment(pairSums(2, 1000, f), pairSums(2, 1000, func(x, y float64) float64 {
		v := f(x, y)
		return v * v * v
	}))
	if !(math.Abs(e.Z(8)) < 3) || !(e.StdErr > 0.05 && e.StdErr < 0.5) {
		t.Errorf("got %v, want 8", e)
	}
}

// A sum of m independent numbers of variance 1 in each unit of time has σ² = 1/m.
func TestAsymptoticVariance(t *testing.T) {
	b := pairSums(3, 200, func(x, _ float64) float64 { return x })
	if e := b.AsymptoticVariance(400, false); !(math.Abs(e.Z(0.5)) < 3) || !(e.StdErr < 0.12) {
		t.Errorf("x: got %v, want 0.5", e)
	}
	if e := b.AsymptoticVariance(400, true); !(math.Abs(e.Z(1)) < 3) {
		t.Errorf("x²: got %v, want 1", e)
	}
}
