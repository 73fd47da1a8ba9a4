package dynamics

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"adl/pkg/minibatch"
	"adl/pkg/vec"
)

// lyapunov is the stationary covariance of (θ, p) for the force −aθ + noise of variance q, at the end of the letters: every letter is
// a linear map with noise, and the covariance solves V = M V Mᵀ + Q, here by doubling.
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
	conj := func(m, v matrix) matrix { return mul(mul(m, v), matrix{{m[0][0], m[1][0]}, {m[0][1], m[1][1]}}) }
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
				if got := a * lyapunov([]letter{{'O', dt / 2}, {'A', dt / 2}, {'B', dt}, {'A', dt / 2}, {'O', dt / 2}}, a, q, gamma)[0][0]; math.Abs(got/want-1) > 1e-9 {
					t.Errorf("OABAO, Δt = %g, εv = %g, γ = %g: %.12g, closed form %.12g", dt, q, gamma, got, want)
				}
			}
			if a*dt < 2 {
				want := (1 + q*dt/2) / (1 - a*dt/2)
				if got := a * lyapunov([]letter{{'S', dt}}, a, q, 1)[0][0]; math.Abs(got/want-1) > 1e-9 {
					t.Errorf("SGLD, Δt = %g, εv = %g: %.12g, closed form %.12g", dt, q, got, want)
				}
			}
		}
	}
}

// TestGaussianVariance runs SGLD and Langevin dynamics on the Gaussian model of Figure 3, whose law is known at every time step: the mean is unbiased,
// the variance that of the Lyapunov equation, written here letter by letter and not as Scheme compiles it.
func TestGaussianVariance(t *testing.T) {
	t.Parallel()
	m := gaussian()
	a, v := m.Precision(), m.Var()
	ring := func(word string, h ...float64) (l []letter) {
		for i, c := range []byte(word) {
			l = append(l, letter{c, h[i]})
		}
		return l
	}
	const with, without = minibatch.With, minibatch.Without
	for i, c := range []struct {
		word    string
		gamma   float64  // 0: SGLD
		letters []letter // in units of Δt, from the middle of a merged letter to its middle
		split   bool
		s       minibatch.Sampling
		n       int
		dt      float64
		steps   int
	}{
		{SGLD, 0, ring("S", 1), false, with, 1, 1e-3, 20000},
		{SGLD, 0, ring("S", 1), false, without, 1, 1e-3, 20000},
		{SGLD, 0, ring("S", 1), false, with, 10, 5e-3, 10000},
		{SGLD, 0, ring("S", 1), false, without, 10, 5e-3, 10000},
		{SGLD, 0, ring("S", 1), false, with, 80, 5e-3, 5000},
		{SGLD, 0, ring("S", 1), false, without, 80, 1e-3, 20000},
		{SGLD, 0, ring("S", 1), false, without, 100, 0.01, 20000},
		{"OABAO", 1, ring("OABAO", .5, .5, 1, .5, .5), false, with, 1, 1e-3, 300000},
		{"OABAO", 1, ring("OABAO", .5, .5, 1, .5, .5), false, without, 1, 5e-3, 100000},
		{"OABAO", 1, ring("OABAO", .5, .5, 1, .5, .5), false, with, 10, 5e-3, 50000},
		{"OABAO", 1, ring("OABAO", .5, .5, 1, .5, .5), false, without, 10, 5e-3, 50000},
		{"OABAO", 10, ring("OABAO", .5, .5, 1, .5, .5), false, without, 10, 1e-3, 50000},
		{"OABAO", 1, ring("OABAO", .5, .5, 1, .5, .5), false, without, 80, 5e-3, 100000},
		{"OABAO", 10, ring("OABAO", .5, .5, 1, .5, .5), false, with, 80, 5e-3, 10000},
		{"OABAO", 2, ring("OABAO", .5, .5, 1, .5, .5), false, without, 100, 0.1, 20000},
		{"ABOBA", 2, ring("ABOBA", .5, .5, 1, .5, .5), false, without, 80, 0.05, 20000},
		{"OBABO", 2, ring("OBABO", .5, .5, 1, .5, .5), false, without, 80, 0.05, 20000},
		// the B that ends a step and the next have one noise, or two
		{"BAOAB", 10, ring("BAOA", 1, .5, 1, .5), false, without, 80, 0.05, 20000},
		{"BAOAB", 10, ring("BAOAB", .5, .5, 1, .5, .5), true, without, 80, 0.05, 20000},
		{"BAOAB", 2, ring("BAOA", 1, .5, 1, .5), false, without, 100, 0.1, 20000},
	} {
		var f Friction
		if c.gamma > 0 {
			f = Constant{c.gamma}
		}
		for i := range c.letters {
			c.letters[i].h *= c.dt
		}
		key := uint64(1000 + i)
		g := m.Gradient(c.n)
		e, flows := ensemble(t, Scheme{Word: c.word, Dt: c.dt, Friction: f, SplitBatch: c.split}, 1, g, c.s.Sampler(g, 100, c.n, key, 1), key)
		vec.Fill(e.Theta, m.Mean())
		eps := c.s.Epsilon(100, c.n)
		relax := 1 / a // past e^(-15)
		if c.gamma > 0 {
			relax = max(1/c.gamma, c.gamma/a)
		}
		e.Run(flows, int(15*relax/c.dt), 1)
		obs := NewMoments(Theta, 1, 4, int64(c.steps))
		e.Run(flows, c.steps, 1, obs)
		want := lyapunov(c.letters, a, eps*v, c.gamma)[0][0]
		name := fmt.Sprintf("%s, split %t, γ = %g, %s replacement, n = %d, Δt = %g", c.word, c.split, c.gamma, c.s, c.n, c.dt)
		within(t, name+": mean", obs.perLane(0, 1), m.Mean(), 0, 0.03*math.Sqrt(want))
		within(t, name+": variance times precision", scaled(obs.central(0, m.Mean()), a), a*want, 0, 0.02*a*want)
	}
}

func scaled(x *[vec.Lanes]float64, f float64) *[vec.Lanes]float64 {
	for l := range x {
		x[l] *= f
	}
	return x
}

// TestConstantO: the coefficients leave N(0, 1) as it is.
func TestConstantO(t *testing.T) {
	for _, gamma := range []float64{1e-9, 0.1, 1, 30, 1e5} {
		o := Constant{gamma}.O(1, 0.01).(*ou)
		if math.Abs(o.alpha-math.Exp(-gamma*0.01)) > 1e-15 || math.Abs(o.alpha*o.alpha+o.sigma*o.sigma-1) > 1e-15 {
			t.Errorf("γ = %g: α = %g, σ = %g", gamma, o.alpha, o.sigma)
		}
		if want := math.Sqrt(-math.Expm1(-2 * gamma * 0.01)); math.Abs(o.sigma/want-1) > 1e-14 {
			t.Errorf("γ = %g: σ = %g, want %g", gamma, o.sigma, want)
		}
	}
}

// TestMatrixO: the matrices are e^(−Γh) and the symmetric root of 1 − e^(−2Γh).
func TestMatrixO(t *testing.T) {
	const h = 0.3
	for _, c := range []struct {
		d     int
		gamma []float64
	}{
		{1, []float64{2}},
		{2, []float64{2, 0.7, 0.7, 1}},
		{2, []float64{3, 0, 0, 3}},
		{3, []float64{2, 0.5, -0.3, 0.5, 1, 0.2, -0.3, 0.2, 0.4}},
	} {
		o := Matrix{c.gamma}.O(c.d, h).(*linear)
		g := mat.NewDense(c.d, c.d, c.gamma)
		var want, square, sum mat.Dense
		want.Scale(-h, g)
		want.Exp(&want)
		m, s := mat.NewDense(c.d, c.d, o.m), mat.NewDense(c.d, c.d, o.s)
		if !mat.EqualApprox(m, &want, 1e-14) {
			t.Errorf("Γ = %v: e^(−Γh) is %v, want %v", c.gamma, o.m, want.RawMatrix().Data)
		}
		square.Mul(m, m)
		sum.Mul(s, s)
		sum.Add(&sum, &square)
		if !mat.EqualApprox(&sum, mat.NewDiagDense(c.d, ones(c.d)), 1e-14) || !mat.EqualApprox(s, s.T(), 1e-15) {
			t.Errorf("Γ = %v: the noise does not leave N(0, 1) as it is: %v", c.gamma, o.s)
		}
	}
	for _, c := range []struct {
		want  string
		d     int
		gamma []float64
	}{
		{"dynamics: friction matrix has 3 entries, want 4", 2, []float64{1, 0, 1}},
		{"dynamics: friction matrix is not symmetric", 2, []float64{1, 0.1, 0.2, 1}},
		{"dynamics: friction matrix is not positive definite", 2, []float64{1, 2, 2, 1}},
		{"dynamics: friction matrix is not positive definite", 1, []float64{0}},
		{"dynamics: friction matrix is not finite", 1, []float64{math.Inf(1)}},
	} {
		panics(t, c.want, func() { Matrix{c.gamma}.O(c.d, h) })
	}
	panics(t, "dynamics: no D at constant friction", func() { Matrix{}.D(1, h) })
	panics(t, "dynamics: no D at constant friction", func() { Constant{}.D(1, h) })
}

func ones(d int) []float64 {
	x := make([]float64, d)
	for i := range x {
		x[i] = 1
	}
	return x
}

func panics(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if got := fmt.Sprint(recover()); got != want {
			t.Errorf("panics with %q, want %q", got, want)
		}
	}()
	f()
}

// TestMatrixIsConstant: for Γ = γI the trajectories are those of the constant γ.
func TestMatrixIsConstant(t *testing.T) {
	m := mixture(20)
	var last *Ensemble
	for _, f := range []Friction{Constant{1.5}, Matrix{[]float64{1.5, 0, 0, 1.5}}} {
		g := m.Gradient(5)
		e, flows := ensemble(t, Scheme{Word: "OABAO", Dt: 0.01, Friction: f}, 2, g, minibatch.Without.Sampler(g, 20, 5, 1, 1), 1)
		e.Run(flows, 200, 1)
		if last == nil {
			last = e
			continue
		}
		for i := range e.Theta {
			for l := range vec.Lanes {
				if d := math.Abs(e.Theta[i][l]-last.Theta[i][l]) + math.Abs(e.P[i][l]-last.P[i][l]); d > 1e-9 {
					t.Fatalf("lane %d: %g, %g with a matrix, %g, %g with a number", l, e.Theta[i][l], e.P[i][l], last.Theta[i][l], last.P[i][l])
				}
			}
		}
	}
}

// TestMatrixLaw: with all data the stationary covariance of θ under OABAO is H⁻¹ (1 − Δt²H/4), whatever Γ is, that of p is 1, and
// they are uncorrelated.
func TestMatrixLaw(t *testing.T) {
	t.Parallel()
	const dt, steps = 0.4, 50000
	h := [2][2]float64{{2, 0.8}, {0.8, 1}}
	det := h[0][0]*h[1][1] - h[0][1]*h[0][1]
	want := map[string]float64{"θ₁θ₁": h[1][1]/det - dt*dt/4, "θ₁θ₂": -h[0][1] / det, "θ₂θ₂": h[0][0]/det - dt*dt/4, "p₁p₁": 1, "p₂p₂": 1}
	for k, gamma := range [][]float64{{2, 1.2, 1.2, 1}, {0.5, -0.3, -0.3, 3}} {
		e, flows := ensemble(t, Scheme{Word: "OABAO", Dt: dt, Friction: Matrix{gamma}}, 2, harmonic(h[0][:], h[1][:]), allData(), uint64(k))
		e.Run(flows, 200, 1)
		o := &products{}
		e.Run(flows, steps, 1, o)
		rows := []string{"θ₁", "θ₂", "p₁", "p₂"}
		for i := range 4 {
			for j := range i + 1 {
				name := rows[j] + rows[i]
				var x [vec.Lanes]float64
				for l := range x {
					x[l] = o.sum[i][j][l] / steps
				}
				within(t, fmt.Sprintf("Γ = %v: %s", gamma, name), &x, want[name], 0, 0.01)
			}
		}
	}
}

// products sums the products of all pairs of rows of (θ, p).
type products struct{ sum [4][4][vec.Lanes]float64 }

func (o *products) Observe(e *Ensemble) {
	r := [4]*vec.Row{&e.Theta[0], &e.Theta[1], &e.P[0], &e.P[1]}
	for i := range r {
		for j := range i + 1 {
			for l := range vec.Lanes {
				o.sum[i][j][l] += r[i][l] * r[j][l]
			}
		}
	}
}
