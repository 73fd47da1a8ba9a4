package model

import (
	"fmt"
	"math"
	"testing"

	"adl/pkg/vec"
)

// regression is data of d covariates, with every third label wrong.
func regression(total, d int) *Logistic {
	z, y := make([]float32, total*d), make([]float64, total)
	r := vec.Rows(total*d/vec.Lanes + 1)
	vec.NewStream(uint64(d)).Normals(r)
	for i := range z {
		z[i] = float32(r[i/vec.Lanes][i%vec.Lanes])
	}
	for i := range y {
		if (z[i*d] > 0) == (i%3 > 0) {
			y[i] = 1
		}
	}
	return &Logistic{Z: z, D: d, Y: y}
}

// TestLogisticFar compares the full gradient with the sum over the data, at all distances from the
// origin.
func TestLogisticFar(t *testing.T) {
	for _, d := range []int{1, 2, 7, 8, 9, 16, 63, 64, 65, 100} {
		m := regression(203, d)
		for _, scale := range []float64{0, 0.1, 1, 30} {
			c := instance{fmt.Sprintf("d = %d, |θ| about %g√d", d, scale), m, 0, scale}
			theta := c.points(3)[:4]
			f := eval(m.Gradient(vec.Components, 203), vec.Components, theta, nil, false)
			for r := range theta {
				want, _ := gradient(m, theta[r], 1, allData(m))
				for k := range want {
					if math.Abs(f[r][k]-want[k]) > 3e-10*(1+scale) {
						t.Errorf("%s: component %d is %.15g, datum by datum %.15g", c.name, k, f[r][k], want[k])
					}
				}
			}
		}
	}
}

// TestLogisticInOrder: a batch of all data in order has the bits of the nil batch, and the lanes
// past the last component are 0.
func TestLogisticInOrder(t *testing.T) {
	for _, d := range []int{1, 5, 64, 100} {
		m := regression(150, d)
		theta := rows(vec.Components, instance{"", m, 0, 0.3}.points(1))[0]
		n := len(theta)
		batch, all, order := make([]uint32, 150), vec.Rows(n), vec.Rows(n)
		for i := range batch {
			batch[i] = uint32(i)
		}
		g := m.Gradient(vec.Components, 150)
		g.Eval(all, theta, nil)
		g.Eval(order, theta, &Batch{Data: [][]uint32{batch}})
		for i := range all {
			if all[i] != order[i] {
				t.Errorf("d = %d: row %d differs", d, i)
			}
		}
		for k := d; k < n*vec.Lanes; k++ {
			if x := all[k/vec.Lanes][k%vec.Lanes]; x != 0 {
				t.Errorf("d = %d: component %d is %g, want 0", d, k, x)
			}
		}
	}
}

// TestLogisticNaN: a θ that is not finite spreads to the whole force.
func TestLogisticNaN(t *testing.T) {
	m := regression(30, 10)
	for _, bad := range []float64{math.NaN(), math.Inf(1)} {
		theta, f := vec.Rows(1), vec.Rows(1)
		theta[0][3] = bad
		m.Gradient(vec.Components, 3).Eval(f, theta, &Batch{Data: [][]uint32{{1, 2, 3}}})
		for k := range 10 {
			if f[0][k] == f[0][k] {
				t.Errorf("θ with %g: component %d of the force is %g", bad, k, f[0][k])
			}
		}
	}
}

// TestLogisticProbability: P(1|θ) and P(0|θ) are σ(±θᵀz), and log π is the sum of their logarithms
// and the prior's.
func TestLogisticProbability(t *testing.T) {
	m := regression(40, 3)
	x := []float64{0.3, -1, 2}
	want := -(0.09 + 1 + 4) / 2
	for i, y := range m.Y {
		p := m.Probability(x, m.Z[3*i:3*i+3])
		s := 0.0
		for k := range x {
			s += x[k] * float64(m.Z[3*i+k])
		}
		if math.Abs(p-1/(1+math.Exp(-s))) > 1e-14 {
			t.Errorf("datum %d: probability %g, want %g", i, p, 1/(1+math.Exp(-s)))
		}
		if y == 0 {
			p = 1 - p
		}
		want += math.Log(p)
	}
	if got := m.LogPosterior(x); math.Abs(got-want) > 1e-11 {
		t.Errorf("log posterior %.15g, want %.15g", got, want)
	}
}
