package vec

import (
	"math"
	"testing"
)

func TestExpClamped(t *testing.T) {
	worst := 0.0
	for z := -300.0; z <= 300; z += 0.0137 {
		worst = max(worst, relative(expClamped(z), math.Exp(z)))
	}
	t.Logf("largest relative error: %.2g", worst)
	if worst > 2e-13 {
		t.Errorf("largest relative error %.3g, stated 2e-13", worst)
	}
	for _, z := range []float64{300, 301, 1e4, 1e300, math.Inf(1)} {
		if up, down := expClamped(z), expClamped(-z); up != expClamped(300) || down != expClamped(-300) || math.IsInf(up*up, 0) || down*down == 0 {
			t.Errorf("e^(±%g) is %g, %g", z, up, down)
		}
	}
	if e := expClamped(math.NaN()); e == e {
		t.Errorf("e^NaN is %g", e)
	}
}

// TestMixtureForceAll: the force of a batch that is the same in every lane has the bits of ForceAll. The force itself is compared with the gradient
// of the log posterior in package model.
func TestMixtureForceAll(t *testing.T) {
	for _, n := range []int{1, 2, 3, 10, 51} {
		c := NewMixture(0.3, 0.4, 0.7, 2, 60, n)
		data, x := make([]float64, n), Rows(n)
		draws := normalRows(n, 1)
		for i := range x {
			data[i] = draws[i][0]
			Fill(x[i:i+1], data[i])
		}
		theta, f, all := normalRows(2, 2), Rows(2), Rows(2)
		c.Force(f, theta, x)
		c.ForceAll(all, theta, data)
		if !sameBits(f, all) {
			t.Errorf("n = %d: Force and ForceAll differ", n)
		}
		again := Rows(2)
		c.Force(again, theta, x)
		if !sameBits(f, again) {
			t.Errorf("n = %d: the force depends on the call before", n)
		}
	}
}
