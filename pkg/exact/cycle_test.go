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
				c, name := Cycle{g, s, 100, n, false}, fmt.Sprintf("%s, n = %d, Δt = %g", s, n, dt)
				for _, word := range []string{"SGLD", "OABAO", "ODABADO"} {
					want := g.RelError(word, s.Epsilon(100, n), 1, dt)
					nearTo(t, name+" "+word, c.RelError(word, 1, dt, 3), want, 1e-9*(1+want))
				}
				xi, _ := g.AdL(s.Epsilon(100, n), 1, dt)
				nearTo(t, name+" ξ", c.Xi("ODABADO", 1, dt), xi, 1e-7*xi)
			}
		}
	}
}

// Words at independent batches: those of a batch for every B solve the discrete Lyapunov equation
// of their letters, and BAOAB with one batch for the B's of neighbouring steps has the θ of AOAB.
// The variances of the four palindromes of Langevin dynamics with exact gradients are known.
func TestCycleOfWords(t *testing.T) {
	g := gaussian()
	const gamma, dt = 3, 0.01
	for _, n := range []int{10, 100} {
		c := Cycle{g, minibatch.Without, 100, n, true}
		epsilon := c.Sampling.Epsilon(100, n)
		for _, word := range []string{"OABAO", "BAOAB", "ABOBA", "OBABO", "BABAO", "BABO", "OBBA"} {
			want, _ := g.stationary(word, epsilon, gamma, gamma, dt)
			nearTo(t, fmt.Sprint(word, n), c.RelError(word, gamma, dt, 1), want, 1e-10)
		}
		for _, word := range []string{"BADODAB", "DOBABOD"} {
			xi, theta, _ := c.Moments(word, gamma, dt)
			want, p := g.stationary(word, epsilon, xi, gamma, dt)
			nearTo(t, fmt.Sprint(word, n), theta*g.A-1, want, 1e-10)
			nearTo(t, fmt.Sprint(word, n, " E p²"), p, 1, 1e-9)
		}
		c.SplitBatch = false
		want, _ := g.stationary("AOAB", epsilon, gamma, gamma, dt)
		nearTo(t, fmt.Sprint("shared", n), c.RelError("BAOAB", gamma, dt, 1), want, 1e-10)
		nearTo(t, fmt.Sprint("joined", n), c.RelError("OBBA", gamma, dt, 1),
			c.RelError("OBA", gamma, dt, 1), 1e-10)
	}
	c := Cycle{g, minibatch.Without, 100, 100, false}
	r := 1 - g.A*dt*dt/4
	for word, want := range map[string][2]float64{
		"BAOAB": {1, r}, "ABOBA": {1, 1 / r}, "OABAO": {r, 1}, "OBABO": {1 / r, 1},
	} {
		_, theta, p := c.Moments(word, gamma, dt)
		near(t, word, []float64{theta * g.A, p}, want[:], 1e-10)
	}
}

// The linear equations of the variances under the letters E and F, solved by hand: E θp =
// −Δt E p²/2 since θ is stationary.
func TestCycleOfEuler(t *testing.T) {
	g := gaussian()
	const gamma, dt = 3, 0.01
	x := gamma * dt
	for _, n := range []int{10, 100} {
		c := Cycle{g, minibatch.Without, 100, n, false}
		noise := 2*gamma + dt*c.Sampling.Epsilon(100, n)*g.V
		p := noise / (gamma * (2 - x - g.A*dt*dt/2))
		for _, word := range []string{"AE", "EA"} {
			_, theta, got := c.Moments(word, gamma, dt)
			near(t, word, []float64{theta * g.A / p, got / p}, []float64{1 - x/2, 1}, 1e-10)
		}
		p = noise / (gamma*(2-x) - g.A*dt*(2-1.5*x+g.A*dt*dt/2))
		_, theta, got := c.Moments("F", gamma, dt)
		near(t, "F", []float64{theta * g.A / p, got / p}, []float64{1 - x/2 + g.A*dt*dt/2, 1}, 1e-10)
	}
	for _, word := range []string{"EAD", "FD"} {
		_, theta, p := Cycle{g, minibatch.With, 100, 50, false}.Moments(word, gamma, dt)
		if math.Abs(p-1) > 1e-9 || !(math.Abs(theta*g.A-1) < 0.1) {
			t.Errorf("%s: the variance of θ is %g/a, of p %g", word, theta*g.A, p)
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
	for _, word := range []string{"SGLD", "OABAO", "OBBA", "AE"} {
		for _, s := range []minibatch.Sampling{minibatch.Reshuffle, minibatch.Symmetric} {
			for _, n := range []int{1, 2, 3, 5} {
				c := Cycle{g, s, 5, n, false}
				dt := dt
				if word == "SGLD" {
					dt = 0.05
				}
				letters, end, _ := c.cycle(word, xi, 1, dt)
				joined := join(slices.Concat(letters[end+1:], letters[:end+1]))
				step, u, q := joined.m, joined.u, joined.q
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
				got, _ := c.covariances(word, xi, 1, dt)
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
	c := Cycle{gaussian(), minibatch.Symmetric, 100, 10, false}
	for word, dt := range map[string]float64{
		"SGLD": 0.02, "OABAO": 0.2, "ODABADO": 0.2, "F": 0.01, "BAXB": 0.01, "AO": 0.01,
	} {
		if v, _ := c.covariances(word, 1, 1, dt); v != nil {
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
	c = Cycle{gaussian(), minibatch.Without, 100, 1, false}
	if xi := c.Xi("ODABADO", 1, 0.02); !math.IsNaN(xi) {
		t.Errorf("ξ = %g at s > 1", xi)
	}
}
