package figure

import (
	"math"
	"testing"
)

// TestJointDensities: what is drawn integrates to the share of observations
// that lie within the edges.
func TestJointDensities(t *testing.T) {
	xe, ye := []float64{0, 1, 3}, []float64{-1, 0, 0.5, 2}
	mass := []float64{1, 2, 3, 4, 5, 6}
	j := NewJoint(xe, ye, mass, 30)
	c := j.Center.plotters[0].(Cells)
	top, right := j.Top.plotters[0].(Histogram), j.Right.plotters[0].(Histogram)
	var all, mx, my float64
	for k := range 3 {
		for i := range 2 {
			all += c.Z[k*2+i] * (xe[i+1] - xe[i]) * (ye[k+1] - ye[k])
		}
		my += right.Heights[k] * (ye[k+1] - ye[k])
	}
	for i := range 2 {
		mx += top.Heights[i] * (xe[i+1] - xe[i])
	}
	for _, v := range []float64{all, mx, my} {
		if math.Abs(v-0.7) > 1e-12 {
			t.Errorf("integrals %g, %g, %g, want 0.7", all, mx, my)
			break
		}
	}
	if want := (1. + 3 + 5) / 30; math.Abs(top.Heights[0]-want) > 1e-12 {
		t.Errorf("first column %g, want %g", top.Heights[0], want)
	}
	if !right.Sideways {
		t.Error("the right marginal does not lie on its side")
	}
}
