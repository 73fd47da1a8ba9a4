package dynamics

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"adl/pkg/minibatch"
	"adl/pkg/vec"
)

// lyapunov is the stationary variance of θ for the force −aθ + noise of variance q, at the end of
// the letters: every letter is a linear map of (θ, p) with noise, and the covariance solves
// V = M V Mᵀ + Q, here by doubling.
func lyapunov(letters []letter, a, q, gamma float64) float64 {
	m, v, more := mat.NewDense(2, 2, []float64{1, 0, 0, 1}), mat.NewDense(2, 2, nil), new(mat.Dense)
	for _, l := range letters {
		one, noise := []float64{1, 0, 0, 1}, make([]float64, 4)
		switch l.name {
		case 'A':
			one[1] = l.h
		case 'B':
			one[2], noise[3] = -l.h*a, l.h*l.h*q
		case 'O':
			one[3] = math.Exp(-gamma * l.h)
			noise[3] = 1 - one[3]*one[3]
		case 'S':
			one[0], one[3], noise[0] = 1-a*l.h, 0, 2*l.h+l.h*l.h*q
		}
		step := mat.NewDense(2, 2, one)
		m.Mul(step, m)
		v.Product(step, v, step.T())
		v.Add(v, mat.NewDense(2, 2, noise))
	}
	for range 60 {
		more.Product(m, v, m.T())
		v.Add(v, more)
		m.Mul(m, m)
	}
	return v.At(0, 0)
}

// ring returns letters with the given times.
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
		{r, SGLD, 0, sgld, false, without, 10, 5e-3, 10000},
		{r, SGLD, 0, sgld, false, without, 100, 0.01, 20000},
		{one, SGLD, 0, sgld, false, with, 1, 5e-3, 4000},
		{r, "OABAO", 1, oabao, false, with, 10, 5e-3, 50000},
		{r, "OABAO", 10, oabao, false, without, 10, 1e-3, 50000},
		{r, "OABAO", 2, oabao, false, without, 100, 0.1, 20000},
		{one, "OABAO", 10, oabao, false, without, 10, 0.02, 2500},
		{r, "ABOBA", 2, ring("ABOBA", .5, .5, 1, .5, .5), false, without, 80, 0.05, 20000},
		{r, "OBABO", 2, ring("OBABO", .5, .5, 1, .5, .5), false, without, 80, 0.05, 20000},
		// the B that ends a step and the next B have one noise, or two
		{r, "BAOAB", 10, ring("BAOA", 1, .5, 1, .5), false, without, 80, 0.05, 20000},
		{r, "BAOAB", 10, ring("BAOAB", .5, .5, 1, .5, .5), true, without, 80, 0.05, 20000},
		{one, "BAOAB", 10, ring("BAOAB", .5, .5, 1, .5, .5), true, without, 10, 0.05, 2500},
		{r, "BAO", 5, ring("BAO", 1, 1, 1), false, without, 80, 0.05, 20000}, // not a palindrome
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
		want := lyapunov(letters, a, c.s.Epsilon(100, c.n)*m.Var(), c.gamma)
		name := fmt.Sprintf("%s, %s, split %t, γ = %g, %s replacement, n = %d, Δt = %g",
			c.l, c.word, c.split, c.gamma, c.s, c.n, c.dt)
		within(t, name+": mean", obs.mean(0), m.Mean(), 0, 0.03*math.Sqrt(want))
		variance := scaled(obs.central(0, m.Mean()), a)
		within(t, name+": variance times precision", variance, a*want, 0, 0.02*a*want)
	}
}
