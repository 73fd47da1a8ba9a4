package dynamics

import (
	"fmt"
	"math"
	"testing"

	"adl/pkg/minibatch"
	"adl/pkg/vec"
)

func TestStart(t *testing.T) {
	x := []float64{
		1, 2, 3,
		2, 5, 6,
		3, 6, 9,
	}
	for _, c := range []struct {
		f        Friction
		want     []float64
		adaptive bool
	}{
		{Constant{1}, nil, false},
		{Matrix{x}, nil, false},
		{Scalar{1, 1}, []float64{5}, true},
		{Diagonal{1, 1}, []float64{1, 5, 9}, true},
		{Full{1, 1}, []float64{1, 2, 3, 5, 6, 9}, true},
	} {
		e := NewEnsemble(3, c.f, nil, nil, nil)
		if len(e.Xi) != len(c.want) || c.f.Rows(3) != len(c.want) || c.f.Adaptive() != c.adaptive {
			t.Errorf("%T: %d rows, adaptive %t", c.f, len(e.Xi), c.f.Adaptive())
			continue
		}
		c.f.Start(e.Xi, x)
		for i, want := range c.want {
			if e.Xi[i][0] != want || e.Xi[i][vec.Lanes-1] != want {
				t.Errorf("%T: row %d starts at %g, want %g", c.f, i, e.Xi[i][0], want)
			}
		}
	}
	if got, want := fmt.Sprint(Identity(2, 3)), "[3 0 0 3]"; got != want {
		t.Errorf("Identity(2, 3) = %s, want %s", got, want)
	}
}

// TestOneDimension: a scalar, a diagonal and a full friction are the same dynamics in one dimension, the last two bit by bit.
func TestOneDimension(t *testing.T) {
	m := gaussian()
	var end []*Ensemble
	for _, f := range []Friction{Scalar{1, 0.5}, Diagonal{1, 0.5}, Full{1, 0.5}} {
		g := m.Gradient(10)
		e, flows := ensemble(t, Scheme{Word: "ODABADO", Dt: 1e-3, Friction: f}, 1, g, minibatch.Without.Sampler(g, 100, 10, 1, 1), 1)
		f.Start(e.Xi, []float64{3})
		e.Run(flows, 500, 1)
		end = append(end, e)
	}
	if digest(end[1]) != digest(end[2]) {
		t.Error("a diagonal friction differs from a full one")
	}
	for l := range vec.Lanes {
		a, b := end[0], end[1]
		if d := math.Abs(a.Theta[0][l]-b.Theta[0][l]) + math.Abs(a.P[0][l]-b.P[0][l]) + math.Abs(a.Xi[0][l]-b.Xi[0][l]); !(d < 1e-9) {
			t.Errorf("lane %d: a scalar friction differs from a diagonal one by %g", l, d)
		}
	}
}

// TestFrictionLaw: with all data and a small time step the law of (θ, p, ξ) is the one of the Lemma of section 3.2.1 (eq. piAdL): θ has
// the posterior's, p is standard normal, ξ is Gaussian about γ with variance 1/η in a scalar and on the diagonal, and 1/(2η) off it, since a symmetric
// matrix has those entries twice.
func TestFrictionLaw(t *testing.T) {
	t.Parallel()
	const dt, gamma = 0.04, 1.0
	one := harmonic([]float64{1.5})
	two := harmonic([]float64{2, 0.8}, []float64{0.8, 1})
	three := harmonic([]float64{2, 0.8, 0}, []float64{0.8, 1, 0}, []float64{0, 0, 1.5})
	for i, c := range []struct {
		word   string
		d      int
		g      force
		f      Friction
		eta    float64
		steps  int
		factor []float64 // of 1/η, row by row
	}{
		{"ODABADO", 1, one, Scalar{gamma, 1}, 1, 60000, []float64{1}},
		{"BADODAB", 1, one, Diagonal{gamma, 0.5}, 0.5, 60000, []float64{1}},
		{"ODABADO", 1, one, Full{gamma, 2}, 2, 60000, []float64{1}},
		{"ODABADO", 2, two, Scalar{gamma, 1}, 1, 60000, []float64{1}},
		{"ODABADO", 2, two, Diagonal{gamma, 1}, 1, 60000, []float64{1, 1}},
		{"ODABADO", 2, two, Full{gamma, 1}, 1, 60000, []float64{1, 0.5, 1}},
		{"BADODAB", 2, two, Full{gamma, 3}, 3, 60000, []float64{1, 0.5, 1}},
		{"ODABADO", 3, three, Full{gamma, 1}, 1, 6000, []float64{1, 0.5, 0.5, 1, 0.5, 1}},
	} {
		if testing.Short() && c.d == 3 {
			continue
		}
		e, flows := ensemble(t, Scheme{Word: c.word, Dt: dt, Friction: c.f}, c.d, c.g, allData(), uint64(200+i))
		c.f.Start(e.Xi, Identity(c.d, gamma))
		e.Run(flows, int(40/dt), 1)
		xi := NewMoments(Xi, len(c.factor), 1, int64(c.steps))
		theta := NewMoments(Theta, c.d, 1, int64(c.steps))
		e.Run(flows, c.steps, 1, xi, theta)
		slack := 2 * dt * dt // the scheme's own error, of order Δt² times numbers of order one
		sharp := 0.02
		if c.steps < 10000 {
			sharp = 0.05
		}
		name := fmt.Sprintf("%s, %T, d = %d, η = %g", c.word, c.f, c.d, c.eta)
		for k, factor := range c.factor {
			mean := gamma
			if factor < 1 {
				mean = 0
			}
			within(t, fmt.Sprintf("%s: mean of ξ, row %d", name, k), xi.perLane(k, 1), mean, slack, sharp)
			within(t, fmt.Sprintf("%s: η times the variance of ξ, row %d", name, k), scaled(xi.central(k, mean), c.eta), factor, slack*factor, sharp)
		}
		want := 1 / 1.5
		if c.d > 1 {
			want = 1 / (2 - 0.64)
		}
		within(t, name+": variance of θ₁", theta.central(0, 0), want, slack, sharp)
	}
}

// frozen solves tanh(ξΔt)(1 − γ/ξ) = s, the condition that p² has mean 1 at a friction that does not fluctuate.
func frozen(s, gamma, dt float64) float64 {
	lo, hi := gamma, gamma+20/dt
	for range 200 {
		x := (lo + hi) / 2
		if math.Tanh(x*dt)*(1-gamma/x) < s {
			lo = x
		} else {
			hi = x
		}
	}
	return lo
}

// TestGaussianAdL runs the model of Figure 5: the mean of ξ takes up the noise of the minibatch, and the variance of θ is left with a small error only,
// where Langevin dynamics has it several times too large. Both are compared with their values at a frozen ξ.
func TestGaussianAdL(t *testing.T) {
	t.Parallel()
	m := gaussian()
	a, v := m.Precision(), m.Var()
	for i, c := range []struct {
		f     Friction
		n     int
		dt    float64
		eta   float64
		steps int
	}{
		{Scalar{1, 1}, 1, 5e-3, 1, 200000},
		{Full{1, 1}, 5, 5e-3, 1, 150000},
		{Diagonal{1, 2}, 10, 0.01, 2, 100000},
		{Scalar{2, 1}, 80, 0.02, 1, 100000},
	} {
		key := uint64(300 + i)
		s := minibatch.Without
		g := m.Gradient(c.n)
		e, flows := ensemble(t, Scheme{Word: "ODABADO", Dt: c.dt, Friction: c.f}, 1, g, s.Sampler(g, 100, c.n, key, 1), key)
		gamma := 1.0
		if f, ok := c.f.(Scalar); ok {
			gamma = f.Gamma
		}
		r := 1 - a*c.dt*c.dt/4
		x := frozen(c.dt*c.dt*s.Epsilon(100, c.n)*v/(2*r), gamma, c.dt)
		c.f.Start(e.Xi, []float64{x})
		vec.Fill(e.Theta, m.Mean())
		e.Run(flows, int(5*(1+c.eta*x)/c.dt), 1)
		theta, xi := NewMoments(Theta, 1, 1, int64(c.steps)), NewMoments(Xi, 1, 1, int64(c.steps))
		e.Run(flows, c.steps, 1, theta, xi)
		want := 1 - a*c.dt*c.dt/4 - (1-gamma/x)*(1-a*c.dt*c.dt/2)*(1-1/math.Cosh(x*c.dt))/2
		name := fmt.Sprintf("%T, n = %d, Δt = %g (frozen ξ %.4g)", c.f, c.n, c.dt, x)
		within(t, name+": mean of ξ", xi.perLane(0, 1), x, 0.002*x, 0.012*x)
		within(t, name+": mean of θ", theta.perLane(0, 1), m.Mean(), 0, 0.01/math.Sqrt(a))
		within(t, name+": variance times precision", scaled(theta.central(0, m.Mean()), a), want, 0.002, 0.015)
	}
}

// TestNoiseTakenUp has a noise whose covariance is not a multiple of one: what each friction makes of it follows, at a frozen ξ and for the force −aθ, from
// its projection on the matrices that the friction can hold. The eigenvectors of the covariance are no axes, so that the full friction shows
// the sign of its entry off the diagonal.
func TestNoiseTakenUp(t *testing.T) {
	t.Parallel()
	const a, dt, gamma, eta, total, n = 1.5, 0.02, 1.0, 2.0, 12, 3
	var x [][]float64
	var sigma [2][2]float64
	for k := range total { // points on a turned ellipse
		s, c := math.Sincos(2 * math.Pi * float64(k) / total)
		p := []float64{8*c - 1.5*s, 5*c + 2.5*s}
		x = append(x, p)
		for i := range 2 {
			for j := range 2 {
				sigma[i][j] += p[i] * p[j] / (total - 1)
			}
		}
	}
	g := force{f: func(f, theta []float64) {
		for i := range f {
			f[i] = -a * theta[i]
		}
	}, x: x}
	s := dt * dt * minibatch.With.Epsilon(total, n) / (2 * (1 - a*dt*dt/4)) // times an eigenvalue of Σ
	half, diff := (sigma[0][0]+sigma[1][1])/2, (sigma[0][0]-sigma[1][1])/2
	root := math.Hypot(diff, sigma[0][1])
	up, down := frozen(s*(half+root), gamma, dt), frozen(s*(half-root), gamma, dt)
	full := []float64{(up+down)/2 + (up-down)/2*diff/root, (up - down) / 2 * sigma[0][1] / root, (up+down)/2 - (up-down)/2*diff/root}
	for i, c := range []struct {
		f    Friction
		want []float64
	}{
		{Scalar{gamma, eta}, []float64{frozen(s*half, gamma, dt)}},
		{Diagonal{gamma, eta}, []float64{frozen(s*sigma[0][0], gamma, dt), frozen(s*sigma[1][1], gamma, dt)}},
		{Full{gamma, eta}, full},
	} {
		key := uint64(400 + i)
		e, flows := ensemble(t, Scheme{Word: "ODABADO", Dt: dt, Friction: c.f}, 2, g, minibatch.With.Sampler(g, total, n, key, 1), key)
		c.f.Start(e.Xi, []float64{full[0], full[1], full[1], full[2]})
		e.Run(flows, int(100/dt), 1)
		const steps = 80000
		xi := NewMoments(Xi, len(c.want), 1, steps)
		e.Run(flows, steps, 1, xi)
		for k, want := range c.want {
			within(t, fmt.Sprintf("%T: mean of ξ, row %d", c.f, k), xi.perLane(k, 1), want, 0.003*up, 0.02*up)
		}
	}
}

// TestMixtureMarginal compares Langevin and adaptive Langevin dynamics on a mixture, with all data and a small time step, with the posterior by
// quadrature.
func TestMixtureMarginal(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("10⁷ steps of 20 data")
	}
	m := mixture(20)
	const cells, lo, hi = 480, -1.6, 3.2 // whole cells of the grid in each of the histogram's
	const bins = 8                       // of θ₁ on [0, 1.6]
	var z, first, second, cross float64
	var mass [bins]float64
	top := m.LogPosterior([]float64{1, 0.5})
	for i := range cells {
		for j := range cells {
			a, b := lo+(float64(i)+0.5)*(hi-lo)/cells, lo+(float64(j)+0.5)*(hi-lo)/cells
			w := math.Exp(m.LogPosterior([]float64{a, b}) - top)
			z, first, second, cross = z+w, first+w*a, second+w*a*a, cross+w*b
			if k := math.Floor(a / 0.2); k >= 0 && k < bins {
				mass[int(k)] += w
			}
		}
	}
	for i, c := range []struct {
		word string
		f    Friction
	}{{"OABAO", Constant{1}}, {"ODABADO", Full{1, 1}}} {
		const dt, steps = 0.01, 60000
		g := m.Gradient(20)
		e, flows := ensemble(t, Scheme{Word: c.word, Dt: dt, Friction: c.f}, 2, g, minibatch.Without.Sampler(g, 20, 20), uint64(500+i))
		c.f.Start(e.Xi, Identity(2, 1))
		for l := range vec.Lanes { // stratified over the two orders of the centres
			e.Theta[l%2][l], e.Theta[1-l%2][l] = 1, 0.5
		}
		e.Run(flows, 5000, 1)
		theta, h := NewMoments(Theta, 2, 1, steps/5), NewHistogram(0, 0, 1.6, bins)
		e.Run(flows, steps, 5, theta, h)
		// θ²'s bias is a fraction aΔt²/4 of the variance, a the largest curvature, about N/σ²
		slack := 20 / 0.16 * dt * dt / 4
		name := c.word
		within(t, name+": mean of θ₁", theta.perLane(0, 1), first/z, slack*0.1, 0.02)
		within(t, name+": mean of θ₂", theta.perLane(1, 1), cross/z, slack*0.1, 0.02)
		within(t, name+": mean of θ₁²", theta.perLane(0, 2), second/z, slack*0.2, 0.03)
		for k := range bins {
			if mass[k]/z < 0.01 { // too rare to be judged
				continue
			}
			var x [vec.Lanes]float64
			for l := range x {
				x[l] = float64(h.Count[l*(bins+2)+1+k]) / (steps / 5)
			}
			within(t, fmt.Sprintf("%s: mass of cell %d", name, k), &x, mass[k]/z, slack*0.02, 0.005)
		}
	}
}
