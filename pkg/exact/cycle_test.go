package exact

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/model"
)

// With independent batches a cycle agrees with the closed form.
func TestCycleOfOne(t *testing.T) {
	g := gaussian()
	for _, s := range []minibatch.Sampling{minibatch.With, minibatch.Without} {
		for _, n := range []int{1, 10, 60, 100} {
			for _, dt := range []float64{1e-4, 2e-3, 0.01} {
				c, name := Cycle{g, s, 100, n}, fmt.Sprintf("%s, n = %d, Δt = %g", s, n, dt)
				for _, word := range []string{"SGLD", "OABAO", "ODABADO"} {
					want := g.RelError(word, s.Epsilon(100, n), 1, dt)
					nearTo(t, name+" "+word, c.RelError(word, 1, dt, 3), want, 1e-9*(1+want))
				}
				xi, _ := g.AdL(s.Epsilon(100, n), 1, dt)
				nearTo(t, name+" ξ", c.Xi(1, dt), xi, 1e-7*xi)
			}
		}
	}
}

// All permutations of a few data, equally likely, give the covariances of the noise.
func TestCycleOfAll(t *testing.T) {
	m := &model.Gaussian{X: []float64{0.3, -1.2, 2.5, 0.9, -0.1}, SigmaX: 0.8, SigmaTheta: 2}
	g, full := NewGaussian(m), 0.0
	for _, x := range m.X {
		full += x / 0.64
	}
	const xi, dt = 1.5, 0.2
	for _, word := range []string{"SGLD", "OABAO"} {
		for _, s := range []minibatch.Sampling{minibatch.Reshuffle, minibatch.Symmetric} {
			for _, n := range []int{1, 2, 3, 5} {
				c := Cycle{g, s, 5, n}
				dt := dt
				if word == "SGLD" {
					dt = 0.05
				}
				step, u, q := c.step(word, xi, 1, dt)
				p, count := c.Period(), 0.0
				noise := make([][]float64, p+1) // added by the batches from z = 0 on
				for k := range noise {
					noise[k] = make([]float64, 4)
				}
				permutations(len(m.X), func(order []int) {
					z := []float64{0, 0, 0, 0} // in the first column
					for k := range p {
						b := min(k, 2*(5/n)-1-k)
						if s == minibatch.Reshuffle {
							b = k
						}
						force := -full
						for _, i := range order[b*n : b*n+n] {
							force += m.X[i] / 0.64 * 5 / float64(n)
						}
						z = linalg.Mul(step, z)
						linalg.AddScaled(z, force, u)
						linalg.AddScaled(noise[k+1], 1, linalg.Mul(z, linalg.Transpose(z)))
					}
					count++
				})
				v, white := make([]float64, 4), make([]float64, 4)
				advance := func(k int) []float64 { // V_k from V_0
					w, x := slices.Clone(white), slices.Clone(v)
					for range k {
						x, w = around(step, x), around(step, w)
						linalg.AddScaled(w, 1, q)
					}
					linalg.AddScaled(x, 1, w)
					linalg.AddScaled(x, 1/count, noise[k])
					return x
				}
				for range 3000 {
					v = advance(p)
				}
				var want []float64
				for k := range p {
					want = append(want, advance(k)[0]*g.A-1)
				}
				got := c.covariances(word, xi, 1, dt)
				if len(got) != p {
					t.Fatalf("%s, %s, n = %d: %d phases, want %d", word, s, n, len(got), p)
				}
				mean := 0.0
				for k, v := range got {
					name := fmt.Sprintf("%s, %s, n = %d, phase %d", word, s, n, k)
					nearTo(t, name, v[0]*g.A-1, want[k], 1e-9)
					mean += want[k] / float64(p)
				}
				if word == "SGLD" { // RelError of SGLD has no ξ
					nearTo(t, "mean", c.RelError(word, 1, dt, p+1), mean, 1e-9)
					nearTo(t, "whole periods", c.RelError(word, 1, dt, p), want[0], 1e-9)
				}
			}
		}
	}
}

// permutations calls do with each permutation of 0, …, n−1.
func permutations(n int, do func(order []int)) {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	var from func(k int)
	from = func(k int) {
		if k == n {
			do(order)
		}
		for i := k; i < n; i++ {
			order[k], order[i] = order[i], order[k]
			from(k + 1)
			order[k], order[i] = order[i], order[k]
		}
	}
	from(0)
}

// Without a stationary state there are no errors.
func TestCycleUnstable(t *testing.T) {
	c := Cycle{gaussian(), minibatch.Symmetric, 100, 10}
	for word, dt := range map[string]float64{
		"SGLD": 0.02, "OABAO": 0.2, "ODABADO": 0.2, "OBABO": 0.01,
	} {
		if v := c.covariances(word, 1, 1, dt); v != nil {
			t.Errorf("%s: %v", word, v)
		}
		if e := c.RelError(word, 1, dt, 1); !math.IsNaN(e) {
			t.Errorf("%s: %g", word, e)
		}
	}
	mean, square := c.Asymptotic("ODABADO", 1, 0.01)
	if !math.IsNaN(mean) || !math.IsNaN(square) {
		t.Errorf("averages of AdL along permutations have the noise %g, %g", mean, square)
	}
	if xi := (Cycle{gaussian(), minibatch.Without, 100, 1}).Xi(1, 0.02); !math.IsNaN(xi) {
		t.Errorf("ξ = %g at s > 1", xi)
	}
}
