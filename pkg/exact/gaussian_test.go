package exact

import (
	"math"
	"strings"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/model"
)

// gaussian is the model of section 2.5.1: 100 data, σ_x = σ_θ = 1.
func gaussian() Gaussian {
	return NewGaussian(&model.Gaussian{X: dataset.Gaussian(100, 0, 1, 1).X, SigmaX: 1, SigmaTheta: 1})
}

func TestNewGaussian(t *testing.T) {
	m := &model.Gaussian{X: []float64{1, 2, 3, 6}, SigmaX: 2, SigmaTheta: 0.5}
	g := NewGaussian(m)
	near(t, "a, v", []float64{g.A, g.V}, []float64{4 + 1, 14. / 3 / 16}, 1e-14)
	near(t, "Σ_x", GradCov(m, []float64{0.3}), []float64{g.V}, 1e-14)
}

// letter appends a letter of a word with the friction ξ, which acts for a time h, to a step.
func (g Gaussian) letter(s *affine, c byte, epsilon, xi, gamma, h float64) {
	switch c {
	case 'A':
		s.then([]float64{1, h, 0, 1}, nil)
	case 'B':
		s.then([]float64{1, 0, -h * g.A, 1}, []float64{0, 0, 0, h * h * epsilon * g.V})
	case 'O':
		s.then([]float64{1, 0, 0, math.Exp(-h * xi)},
			[]float64{0, 0, 0, -gamma / xi * math.Expm1(-2*h*xi)})
	}
}

// step returns one step of SGLD or of a word. A letter that occurs k times gets the time Δt/k.
func (g Gaussian) step(word string, epsilon, xi, gamma, dt float64) affine {
	if word == "SGLD" {
		return affine{[]float64{1 - g.A*dt}, []float64{2*dt + dt*dt*epsilon*g.V}}
	}
	s := affine{linalg.Identity(2, 1), make([]float64, 4)}
	for i := range len(word) {
		g.letter(&s, word[i], epsilon, xi, gamma, dt/float64(strings.Count(word, word[i:i+1])))
	}
	return s
}

// stationary returns the relative error of the stationary variance of θ under a scheme with the
// friction ξ, and the mean over the letters D of E p², from the discrete Lyapunov equation of one
// step.
func (g Gaussian) stationary(word string, epsilon, xi, gamma, dt float64) (relError, p float64) {
	if word == "SGLD" {
		c := g.step(word, epsilon, xi, gamma, dt).stationary(1)
		return c[0]*g.A - 1, 0
	}
	c := g.step(word, epsilon, xi, gamma, dt).stationary(2)
	if c == nil {
		return math.NaN(), math.NaN()
	}
	relError = c[0]*g.A - 1
	at := affine{linalg.Identity(2, 1), c}
	for i := range len(word) {
		count := float64(strings.Count(word, word[i:i+1]))
		if g.letter(&at, word[i], epsilon, xi, gamma, dt/count); word[i] == 'D' {
			p += at.q[3] / count
		}
	}
	return relError, p
}

// The closed forms solve the discrete Lyapunov equation.
func TestClosedForms(t *testing.T) {
	g := gaussian()
	for _, n := range []int{1, 2, 10, 50, 95, 100} {
		for _, dt := range []float64{1e-4, 1e-3, 5e-3, 0.015} {
			epsilon := minibatch.Without.Epsilon(100, n)
			want, _ := g.stationary("SGLD", epsilon, 0, 0, dt)
			if got := g.SGLD(epsilon, dt); !(math.Abs(got-want) < 1e-11*(1+want)) {
				t.Errorf("SGLD n=%d Δt=%g: %v, Lyapunov equation %v", n, dt, got, want)
			}
			for _, gamma := range []float64{0.1, 1, 10, 300} {
				want, _ := g.stationary("OABAO", epsilon, gamma, gamma, dt)
				got := g.Langevin(epsilon, gamma, dt)
				if !(math.Abs(got-want) < 1e-9*(1+want)) {
					t.Errorf("OABAO n=%d Δt=%g γ=%g: %v, Lyapunov equation %v",
						n, dt, gamma, got, want)
				}
			}
		}
	}
}

// The friction of FrozenXi solves its equation and makes E p² = 1 at the D's of the word; the error
// solves the Lyapunov equation.
func TestAdL(t *testing.T) {
	g := gaussian()
	seen := 0
	for _, n := range []int{1, 2, 5, 10, 20, 50, 80, 95, 100} {
		for _, dt := range []float64{1e-3, 2e-3, 5e-3, 8e-3, 0.01, 0.015, 0.02, 0.05} {
			epsilon := minibatch.Without.Epsilon(100, n)
			const gamma = 1
			xi, relError := g.AdL(epsilon, gamma, dt)
			ok := !math.IsNaN(xi)
			s := dt * dt * epsilon * g.V / 2 / (1 - g.A*dt*dt/4)
			if ok != (s < 1) {
				t.Errorf("n=%d Δt=%g: s = %v, ok = %v", n, dt, s, ok)
			}
			if !ok {
				continue
			}
			seen++
			if got := math.Tanh(xi*dt) * (1 - gamma/xi); math.Abs(got-s) > 1e-13 {
				t.Errorf("n=%d Δt=%g: tanh(ξΔt)(1−γ/ξ) = %v, s = %v", n, dt, got, s)
			}
			want, p := g.stationary("ODABADO", epsilon, xi, gamma, dt)
			if !(math.Abs(p-1) < 1e-9) {
				t.Errorf("n=%d Δt=%g: E p² = %v at the D's", n, dt, p)
			}
			if !(math.Abs(want-relError) < 1e-9) {
				t.Errorf("n=%d Δt=%g: error %v, Lyapunov equation %v", n, dt, relError, want)
			}
		}
	}
	if seen < 50 {
		t.Errorf("only %d points are stationary", seen)
	}
}

func TestRelError(t *testing.T) {
	g := gaussian()
	_, adl := g.AdL(10, 2, 1e-3)
	for _, c := range []struct {
		word     string
		dt, want float64
	}{
		{"SGLD", 1.9 / g.A, g.SGLD(10, 1.9/g.A)}, {"SGLD", 2.1 / g.A, math.NaN()},
		{"OABAO", 0.19, g.Langevin(10, 2, 0.19)}, {"OABAO", 0.2, math.NaN()}, // aΔt² = 3.6, 4.04
		{"ODABADO", 1e-3, adl}, {"ODABADO", 0.19, math.NaN()}, {"ODABADO", 0.2, math.NaN()},
		{"BAOAB", 1e-3, math.NaN()},
	} {
		got := g.RelError(c.word, 10, 2, c.dt)
		if got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%s, Δt = %g: %g, want %g", c.word, c.dt, got, c.want)
		}
	}
}

// The relative errors tend to Δt(εv + a)/2 under SGLD and to εΔt v/(2γ) under Langevin dynamics
// (eqs. sigme_post_erreur_SGLD, sigme_post_erreur).
func TestFirstOrder(t *testing.T) {
	g := gaussian()
	const dt = 1e-8
	for _, epsilon := range []float64{1, 9900} {
		within(t, "SGLD", g.SGLD(epsilon, dt)/(dt/2*(epsilon*g.V+g.A)), 1, 1e-5)
		for _, gamma := range []float64{0.5, 5} {
			want := epsilon * dt * g.V / (2 * gamma)
			within(t, "Langevin", g.Langevin(epsilon, gamma, dt)/want, 1, 1e-5)
		}
	}
}

// A step has the mean and the covariance of continuous dynamics up to Δt³: for SGLD of L_ovd + Δt
// A_ovd,n (eq. T_op), for the words of Langevin dynamics with the friction ξ and Δt ε(n) A_lan
// (eqs. widehatP_Langevin_mb, P_adL_erreur). Two batches per step halve the noise, and a word that
// is not a palindrome has first order.
func TestWeakOrder(t *testing.T) {
	g := Gaussian{A: 2, V: 0.7}
	const epsilon = 3.0
	for _, c := range []struct {
		word      string
		xi, gamma float64
		power     float64
	}{
		{"SGLD", 0, 0, 3}, {"OABAO", 1.5, 1.5, 3}, {"ODABADO", 4, 1.5, 3},
		{"BAOAB", 1.5, 1.5, 2}, {"OAB", 1.5, 1.5, 2},
	} {
		difference := func(dt float64) (most float64) {
			drift, noise := []float64{0, 1, -g.A, -c.xi}, []float64{0, 0, 0, 2*c.gamma + epsilon*dt*g.V}
			if c.word == "SGLD" {
				drift = []float64{-g.A * (1 + g.A*dt/2)}
				noise = []float64{2*(1+g.A*dt) + epsilon*dt*g.V}
			}
			s := g.step(c.word, epsilon, c.xi, c.gamma, dt)
			mean, cov := flow(drift, noise, dt)
			for i := range mean {
				most = max(most, math.Abs(s.m[i]-mean[i]), math.Abs(s.q[i]-cov[i]))
			}
			return most
		}
		if got := math.Log2(difference(2e-3) / difference(1e-3)); math.Abs(got-c.power) > 0.02 {
			t.Errorf("%s differs as Δt^%.3f, want Δt^%g", c.word, got, c.power)
		}
	}
}

// flow returns e^(Lt) and ∫_0^t e^(Ls) S e^(Lᵀs) ds by their Taylor series.
func flow(l, s []float64, t float64) (m, cov []float64) {
	power := linalg.Identity(linalg.Order(l), 1)
	m, cov = linalg.Identity(linalg.Order(l), 1), make([]float64, len(l))
	for k, f := 1, t; k < 12; k++ {
		power = linalg.Mul(power, l)
		linalg.AddScaled(m, f, power)
		linalg.AddScaled(cov, f, s)
		s = linalg.Mul(l, s)
		linalg.AddScaled(s, 1, linalg.Transpose(s))
		f *= t / float64(k+1)
	}
	return m, cov
}
