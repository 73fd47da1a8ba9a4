package model

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"adl/pkg/dataset"
	"adl/pkg/vec"
)

// TestStudentT compares differences of log π with those of the densities.
func TestStudentT(t *testing.T) {
	p := dataset.StudentT(50, [2]float64{1, 2}, 0.5, 3, 1)
	m := &StudentT{X: p.X, Y: p.Y, Nu: 3.5, Scale: 0.4, SigmaTheta: 2}
	want := func(theta []float64) float64 {
		prior := distuv.Normal{Sigma: m.SigmaTheta}
		s := prior.LogProb(theta[0]) + prior.LogProb(theta[1])
		for i, y := range m.Y {
			s += distuv.StudentsT{Mu: theta[0] + theta[1]*m.X[i], Sigma: m.Scale, Nu: m.Nu}.LogProb(y)
		}
		return s
	}
	at := []float64{1, 2}
	for _, theta := range [][]float64{{0, 0}, {1.1, 1.8}, {-30, 4}} {
		got := m.LogPosterior(theta) - m.LogPosterior(at)
		if w := want(theta) - want(at); math.Abs(got-w) > 1e-11*(1+math.Abs(w)) {
			t.Errorf("log π(%v) − log π(%v) = %.15g, want %.15g", theta, at, got, w)
		}
	}
}

// BenchmarkStudentT measures a gradient for batches of n = 10 of 21 data, on lanes and in plain Go:
// ns per replica. VEC=portable compares both in the portable form.
func BenchmarkStudentT(b *testing.B) {
	p := dataset.StudentT(21, [2]float64{0.5, -1}, 0.3, 2, 5)
	m := &StudentT{X: p.X, Y: p.Y, Nu: 3, Scale: 0.5, SigmaTheta: 2}
	theta, f, batch := vec.Rows(2), vec.Rows(2), Batch{Index: vec.Indices(10)}
	s := vec.NewStream(1)
	s.Normals(theta)
	s.Distinct(batch.Index, 21, 10)
	for _, plain := range []bool{false, true} {
		g := newGradient(m, vec.Replicas, 10, plain)
		b.Run(fmt.Sprintf("%s/plain=%t", vec.Form(), plain), func(b *testing.B) {
			for b.Loop() {
				g.Eval(f, theta, &batch)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/vec.Lanes, "ns/replica")
			b.ReportMetric(0, "ns/op")
		})
	}
}
