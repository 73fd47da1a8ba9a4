package vec

import (
	"math"
	"testing"
)

func TestOnePlusExp(t *testing.T) {
	worst := 0.0
	for z := -82.0; z <= 82; z += 0.00137 {
		worst = max(worst, relative(onePlusExp(z*unit), 1+math.Exp(z)))
	}
	t.Logf("largest relative error: %.2g", worst)
	if worst > 3e-12 {
		t.Errorf("largest relative error %.3g, stated 3e-12", worst)
	}
	for _, z := range []float64{maxLogit, maxLogit + 1, 1e5, 1e300, math.Inf(1)} {
		if up, down := onePlusExp(z), onePlusExp(-z); up != onePlusExp(maxLogit) || down != 1 ||
			math.IsInf(up*up*up*up*up*up*up*up, 0) || 1/(up*up*up*up*up*up*up*up) < 0x1p-1022 {
			t.Errorf("1 + 2^(±%g/16) is %g, %g", z, up, down)
		}
	}
	if e := onePlusExp(math.NaN()); e == e {
		t.Errorf("1 + 2^NaN is %g", e)
	}
}

// TestMixtureForceAll: the force of a batch that is the same in every lane has the bits of
// ForceAll. The force itself is compared with the gradient of the log posterior in package model.
func TestMixtureForceAll(t *testing.T) {
	for _, n := range []int{1, 2, 3, 10, 33, 51, 64, 65} {
		c := NewMixture(0.3, 0.4, 0.7, 2, 70, n, 100)
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
