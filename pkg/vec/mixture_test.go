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

// TestMixtureForce compares the force with its definition, prior included.
func TestMixtureForce(t *testing.T) {
	const w, s1, s2, st, total = 0.3, 0.4, 0.7, 0.5, 70
	for _, n := range []int{1, 2, 3, 10, 33, 65} {
		x, theta, f := normalRows(n, 1), normalRows(2, 2), Rows(2)
		NewMixture(w, s1, s2, st, total, n, 100).Force(f, theta, x)
		for l := range Lanes {
			t1, t2 := theta[0][l], theta[1][l]
			want := [2]float64{-t1 / (st * st), -t2 / (st * st)}
			size := math.Abs(t1) + math.Abs(t2)
			for i := range x {
				u, v := x[i][l]-t1, x[i][l]-t2
				a := w / s1 * math.Exp(-u*u/(2*s1*s1))
				b := (1 - w) / s2 * math.Exp(-v*v/(2*s2*s2))
				r := a / (a + b)
				want[0] += float64(total) / float64(n) * r * u / (s1 * s1)
				want[1] += float64(total) / float64(n) * (1 - r) * v / (s2 * s2)
				size += total * (math.Abs(u) + math.Abs(v)) / (s1 * s1) / float64(n)
			}
			for k := range want {
				if !(math.Abs(f[k][l]-want[k]) < 1e-10*size) {
					t.Fatalf("n = %d: f_%d = %.15g at θ = (%g, %g), want %.15g", n, k+1, f[k][l], t1, t2, want[k])
				}
			}
		}
	}
}

// TestMixtureForceAll: the force of a batch that is the same in every lane has the bits of
// ForceAll.
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
