package figure

import (
	"math"
	"testing"
)

// TestJointDensities: what is drawn integrates to the probability within the edges.
func TestJointDensities(t *testing.T) {
	xe, ye := []float64{0, 1, 3}, []float64{-1, 0, 0.5, 2}
	mass := []float64{.05, .1, .15, .1, .2, .1}
	c := NewJoint(xe, ye, mass).Center.plotters[0].(Cells)
	var all float64
	for k := range 3 {
		for i := range 2 {
			all += c.Z[k*2+i] * (xe[i+1] - xe[i]) * (ye[k+1] - ye[k])
		}
	}
	if math.Abs(all-0.7) > 1e-12 || mass[0] != .05 {
		t.Errorf("integral %g, want 0.7; first mass %g", all, mass[0])
	}
}
