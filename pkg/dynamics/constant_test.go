package dynamics

import (
	"fmt"
	"math"
	"testing"

	"adl/pkg/minibatch"
	"adl/pkg/vec"
)

// lyapunov is the stationary covariance of (θ, p) for the force −aθ + noise of variance q, at the
// end of the letters: every letter is a linear map with noise, and the covariance solves V = M V Mᵀ
// + Q, here by doubling.
func lyapunov(letters []letter, a, q, gamma float64) [2][2]float64 {
	type matrix = [2][2]float64
	mul := func(x, y matrix) (z matrix) {
		for i := range 2 {
			for j := range 2 {
				z[i][j] = x[i][0]*y[0][j] + x[i][1]*y[1][j]
			}
		}
		return z
	}
	conj := func(m, v matrix) matrix {
		return mul(mul(m, v), matrix{{m[0][0], m[1][0]}, {m[0][1], m[1][1]}})
	}
	add := func(x, y matrix) matrix {
		return matrix{{x[0][0] + y[0][0], x[0][1] + y[0][1]}, {x[1][0] + y[1][0], x[1][1] + y[1][1]}}
	}
	m, v := matrix{{1, 0}, {0, 1}}, matrix{}
	for _, l := range letters {
		var one, noise matrix
		switch l.name {
		case 'A':
			one = matrix{{1, l.h}, {0, 1}}
		case 'B':
			one = matrix{{1, 0}, {-l.h * a, 1}}
			noise[1][1] = l.h * l.h * q
		case 'O':
			alpha := math.Exp(-gamma * l.h)
			one = matrix{{1, 0}, {0, alpha}}
			noise[1][1] = 1 - alpha*alpha
		case 'S':
			one = matrix{{1 - a*l.h, 0}, {0, 0}}
			noise[0][0] = 2*l.h + l.h*l.h*q
		}
		m, v = mul(one, m), add(conj(one, v), noise)
	}
	for range 60 {
		m, v = mul(m, m), add(conj(m, v), v)
	}
	return v
}

// TestLyapunov compares with the closed forms of Figure 3.
func TestLyapunov(t *testing.T) {
	const a = 101.0
	for _, dt := range []float64{1e-4, 1e-3, 5e-3, 0.05} {
		for _, q := range []float64{0, 90, 9900} {
			for _, gamma := range []float64{1, 7} {
				r := 1 - a*dt*dt/4
				want := r + q*dt*dt/4*(1/math.Tanh(gamma*dt/2)+(1/r-1)*math.Tanh(gamma*dt/2))
				word := ring("OABAO", dt/2, dt/2, dt, dt/2, dt/2)
				if got := a * lyapunov(word, a, q, gamma)[0][0]; math.Abs(got/want-1) > 1e-9 {
					t.Errorf("OABAO, Δt = %g, εv = %g, γ = %g: %.12g, closed form %.12g",
						dt, q, gamma, got, want)
				}
			}
			if a*dt < 2 {
				want := (1 + q*dt/2) / (1 - a*dt/2)
				if got := a * lyapunov(ring("S", dt), a, q, 1)[0][0]; math.Abs(got/want-1) > 1e-9 {
					t.Errorf("SGLD, Δt = %g, εv = %g: %.12g, closed form %.12g", dt, q, got, want)
				}
			}
		}
	}
}

// ring is letters that are given their times.
func ring(word string, h ...float64) (l []letter) {
	for i, c := range []byte(word) {
		l = append(l, letter{c, h[i]})
	}
	return l
}

// TestGaussianVariance runs SGLD and Langevin dynamics on the Gaussian model of Figure 3, whose
// distribution is known at every time step: the mean is unbiased, the variance solves the Lyapunov
// equation, written here letter by letter and not as Scheme compiles it.
func TestGaussianVariance(t *testing.T) {
	t.Parallel()
	const with, without = minibatch.With, minibatch.Without
	const r, one = vec.Replicas, vec.Components
	sgld, oabao := ring("S", 1), ring("OABAO", .5, .5, 1, .5, .5)
	for i, c := range []struct {
		l       vec.Layout
		word    string
		gamma   float64  // 0: SGLD
		letters []letter // in units of Δt, from the middle of a merged letter to its middle
		split   bool
		s       minibatch.Sampling
		n       int
		dt      float64
		steps   int
	}{
		{r, SGLD, 0, sgld, false, with, 1, 1e-3, 20000},
		{r, SGLD, 0, sgld, false, without, 1, 1e-3, 20000},
		{r, SGLD, 0, sgld, false, with, 10, 5e-3, 10000},
		{r, SGLD, 0, sgld, false, without, 10, 5e-3, 10000},
		{r, SGLD, 0, sgld, false, with, 80, 5e-3, 5000},
		{r, SGLD, 0, sgld, false, without, 80, 1e-3, 20000},
		{r, SGLD, 0, sgld, false, without, 100, 0.01, 20000},
		{one, SGLD, 0, sgld, false, with, 1, 5e-3, 4000},
		{r, "OABAO", 1, oabao, false, with, 1, 1e-3, 300000},
		{r, "OABAO", 1, oabao, false, without, 1, 5e-3, 100000},
		{r, "OABAO", 1, oabao, false, with, 10, 5e-3, 50000},
		{r, "OABAO", 1, oabao, false, without, 10, 5e-3, 50000},
		{r, "OABAO", 10, oabao, false, without, 10, 1e-3, 50000},
		{r, "OABAO", 1, oabao, false, without, 80, 5e-3, 100000},
		{r, "OABAO", 10, oabao, false, with, 80, 5e-3, 10000},
		{r, "OABAO", 2, oabao, false, without, 100, 0.1, 20000},
		{one, "OABAO", 10, oabao, false, without, 10, 0.02, 2500},
		{r, "ABOBA", 2, ring("ABOBA", .5, .5, 1, .5, .5), false, without, 80, 0.05, 20000},
		{r, "OBABO", 2, ring("OBABO", .5, .5, 1, .5, .5), false, without, 80, 0.05, 20000},
		// the B that ends a step and the next have one noise, or two
		{r, "BAOAB", 10, ring("BAOA", 1, .5, 1, .5), false, without, 80, 0.05, 20000},
		{r, "BAOAB", 10, ring("BAOAB", .5, .5, 1, .5, .5), true, without, 80, 0.05, 20000},
		{one, "BAOAB", 10, ring("BAOAB", .5, .5, 1, .5, .5), true, without, 10, 0.05, 2500},
		{r, "BAOAB", 2, ring("BAOA", 1, .5, 1, .5), false, without, 100, 0.1, 20000},
	} {
		var f Friction
		if c.gamma > 0 {
			f = Constant{c.gamma}
		}
		m := gaussian()
		a, src := m.Precision(), sampled{m, c.s, c.n}
		s := Scheme{Word: c.word, Dt: c.dt, Friction: f, SplitBatch: c.split}
		e, flows := ensemble(t, c.l, s, src, vec.Lanes, nil, uint64(1000+i))
		fillTheta(e, m.Mean())
		relax := 1 / a // past e^(-15)
		if c.gamma > 0 {
			relax = max(1/c.gamma, c.gamma/a)
		}
		e.Run(flows, int(15*relax/c.dt), 1)
		obs := newMoments(Theta{}, e, f)
		e.Run(flows, c.steps, 1, obs)
		var letters []letter
		for _, x := range c.letters {
			letters = append(letters, letter{x.name, float64(x.h * c.dt)})
		}
		want := lyapunov(letters, a, c.s.Epsilon(100, c.n)*m.Var(), c.gamma)[0][0]
		name := fmt.Sprintf("%s, %s, split %t, γ = %g, %s replacement, n = %d, Δt = %g",
			c.l, c.word, c.split, c.gamma, c.s, c.n, c.dt)
		within(t, name+": mean", obs.mean(0), m.Mean(), 0, 0.03*math.Sqrt(want))
		variance := scaled(obs.central(0, m.Mean()), a)
		within(t, name+": variance times precision", variance, a*want, 0, 0.02*a*want)
	}
}
