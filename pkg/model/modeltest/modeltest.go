// Package modeltest tests your own posteriors:
//
//	func TestGradient(t *testing.T) { modeltest.Gradient(t, &Cauchy{X: x}) }
package modeltest

import (
	"math"
	"testing"

	"adl/pkg/model"
	"adl/pkg/vec"
)

// Gradient fails a test if [Check] finds a fault near one of the points. Without points it uses
// three points of θ with components of different sizes, up to 5.
func Gradient(t testing.TB, m model.Model, points ...[]float64) {
	t.Helper()
	if len(points) == 0 {
		for _, size := range []float64{0, 0.5, 5} {
			points = append(points, Point(m.Dim(), size))
		}
	}
	for _, theta := range points {
		if err := Check(m, theta); err != nil {
			t.Error(err)
		}
	}
}

// Check compares the gradients of a model near θ with differences of LogPosterior and with each
// other, as a run does before it computes anything ([model.CheckGradient], [model.CheckBatches]):
// in both layouts, for full batches (n = N) and for batches of several sizes.
func Check(m model.Model, theta []float64) error {
	for _, l := range []vec.Layout{vec.Replicas, vec.Components} {
		if err := model.CheckGradient(m, l, theta); err != nil {
			return err
		}
		for _, n := range []int{1, 2, 9, 40, m.Ndata() - 1, m.Ndata()} {
			if n < 1 {
				continue
			}
			if err := model.CheckBatches(m, nil, l, n, theta); err != nil {
				return err
			}
		}
	}
	return nil
}

// Point returns a point of d components of either sign and at most the given size.
func Point(d int, size float64) []float64 {
	theta := make([]float64, d)
	for k := range theta {
		theta[k] = size * math.Sin(float64(1+k*k))
	}
	return theta
}
