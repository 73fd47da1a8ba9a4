package model

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"adl/pkg/dataset"
	"adl/pkg/vec"
)

// line is a regression on the first n data of a set with an intercept.
func line(n, d int, nu float64) *Linear {
	theta := []float64{0.5, -1, 2, 0, 0.3, 1, -2, 0.1, 1.5, -0.4}[:d]
	l := dataset.Linear(n, theta, true, 0.3, 2, 5)
	return &Linear{Z: l.Z, D: d, Y: l.Y, Sigma: 0.5, Nu: nu, SigmaTheta: 2}
}

// TestLinearDensity compares differences of log π with differences of log densities.
func TestLinearDensity(t *testing.T) {
	for _, nu := range []float64{0, 3.5} {
		m := line(50, 3, nu)
		want := func(theta []float64) float64 {
			s := 0.0
			for _, x := range theta {
				s += distuv.Normal{Sigma: m.SigmaTheta}.LogProb(x)
			}
			for i, y := range m.Y {
				mean := 0.0
				for k, x := range theta {
					mean += x * float64(m.Z[3*i+k])
				}
				if nu > 0 {
					s += distuv.StudentsT{Mu: mean, Sigma: m.Sigma, Nu: nu}.LogProb(y)
				} else {
					s += distuv.Normal{Mu: mean, Sigma: m.Sigma}.LogProb(y)
				}
			}
			return s
		}
		at := []float64{0.5, -1, 2}
		for _, theta := range [][]float64{{0, 0, 0}, {0.4, -0.9, 2.1}, {-30, 4, 1}} {
			got := m.LogPosterior(theta) - m.LogPosterior(at)
			if w := want(theta) - want(at); math.Abs(got-w) > 1e-11*(1+math.Abs(w)) {
				t.Errorf("ν = %g: log π(%v) − log π(%v) = %.15g, want %.15g", nu, theta, at, got, w)
			}
		}
	}
}

// BenchmarkLinear measures a gradient for batches of n = 10 of 21 data, on lanes and in plain Go:
// ns per replica. VEC=portable compares both in the portable form.
func BenchmarkLinear(b *testing.B) {
	for _, nu := range []float64{0, 3} {
		m := line(21, 2, nu)
		theta, f, batch := vec.Rows(2), vec.Rows(2), Batch{Index: vec.Indices(10)}
		s := vec.NewStream(1)
		s.Normals(theta)
		s.Distinct(batch.Index, 21, 10)
		for _, plain := range []bool{false, true} {
			g := newGradient(m, vec.Replicas, 10, plain)
			b.Run(fmt.Sprintf("%s/nu=%g/plain=%t", vec.Form(), nu, plain), func(b *testing.B) {
				for b.Loop() {
					g.Eval(f, theta, &batch)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/vec.Lanes, "ns/replica")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
