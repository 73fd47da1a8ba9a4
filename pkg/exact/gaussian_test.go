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

// stationary returns the relative error of the stationary variance of θ under a scheme with the
// friction ξ, and the mean over the letters D of E p², from the discrete Lyapunov equation of one
// step. A letter that occurs k times gets the time Δt/k.
func (g Gaussian) stationary(word string, epsilon, xi, gamma, dt float64) (relError, p float64) {
	if word == "SGLD" {
		q := 2*dt + dt*dt*epsilon*g.V
		c, _ := affine{[]float64{1 - g.A*dt}, []float64{q}}.stationary(1)
		return c[0]*g.A - 1, 0
	}
	letter := func(s *affine, c byte) {
		h := dt / float64(strings.Count(word, string(c)))
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
	step := affine{linalg.Identity(2, 1), make([]float64, 4)}
	for i := range len(word) {
		letter(&step, word[i])
	}
	c, ok := step.stationary(2)
	if !ok {
		return math.NaN(), math.NaN()
	}
	relError = c[0]*g.A - 1
	at := affine{linalg.Identity(2, 1), c}
	for i := range len(word) {
		if letter(&at, word[i]); word[i] == 'D' {
			p += at.q[3] / float64(strings.Count(word, "D"))
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

// The frozen friction solves its equation and makes E p² = 1 at the D's of the word; the error
// solves the Lyapunov equation.
func TestAdL(t *testing.T) {
	g := gaussian()
	seen := 0
	for _, n := range []int{1, 2, 5, 10, 20, 50, 80, 95, 100} {
		for _, dt := range []float64{1e-3, 2e-3, 5e-3, 8e-3, 0.01, 0.015, 0.02, 0.05} {
			epsilon := minibatch.Without.Epsilon(100, n)
			const gamma = 1
			xi, relError, ok := g.AdL(epsilon, gamma, dt)
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

func TestLeadingOrder(t *testing.T) {
	g := gaussian()
	for _, epsilon := range []float64{10, 9900} {
		for name, rest := range map[string]func(dt float64) (leading, rest float64){
			"SGLD": func(dt float64) (float64, float64) {
				l := dt / 2 * (epsilon*g.V + g.A)
				return l, g.SGLD(epsilon, dt) - l
			},
			"Langevin": func(dt float64) (float64, float64) {
				l := epsilon * dt * g.V / 4
				return l, g.Langevin(epsilon, 2, dt) - l
			},
		} {
			// the rest is of second order
			leading, a := rest(1e-4)
			_, b := rest(2e-4)
			if leading < 20*math.Abs(a) || math.Abs(b/a-4) > 0.1 {
				t.Errorf("%s ε=%g: rests %v and %v", name, epsilon, a, b)
			}
		}
	}
}

// The sum over kicks solves the linear equations for the third moments of (θ, p), and its limit for
// small Δt is the integral.
func TestAdLThird(t *testing.T) {
	g := gaussian()
	for _, dt := range []float64{1e-3, 5e-3, 0.02} {
		for _, epsilon := range []float64{0.1, 10, 900, 9900} {
			got, ok := g.AdLThird(epsilon, 1, dt, 0.3)
			xi, _, stationary := g.AdL(epsilon, 1, dt)
			if ok != stationary {
				t.Errorf("ε = %g, Δt = %g: a stationary state: %v", epsilon, dt, ok)
			}
			if !ok {
				continue
			}
			// M is a step, u a kick; the tensor T = M⊗M⊗M T + κ u⊗u⊗u by iteration, twice as many
			// steps each time
			e := math.Exp(-xi * dt)
			k := 1 - g.A*dt*dt/2
			m := [2][2]float64{{k, (1 + k) * dt / 2 * e}, {-g.A * dt, k * e}}
			u := [2]float64{dt / 2, 1}
			var tensor [2][2][2]float64
			noise := math.Sqrt(dt * dt * epsilon * g.V)
			for i := range 8 {
				a, b, c := i/4, i/2%2, i%2
				tensor[a][b][c] = noise * noise * noise * 0.3 * u[a] * u[b] * u[c]
			}
			for range 40 {
				next := tensor
				for i := range 64 {
					a, b, c := i/4%2, i/2%2, i%2
					x, y, z := i/32, i/16%2, i/8%2
					next[a][b][c] += m[a][x] * m[b][y] * m[c][z] * tensor[x][y][z]
				}
				tensor = next
				m = [2][2]float64{
					{m[0][0]*m[0][0] + m[0][1]*m[1][0], m[0][0]*m[0][1] + m[0][1]*m[1][1]},
					{m[1][0]*m[0][0] + m[1][1]*m[1][0], m[1][0]*m[0][1] + m[1][1]*m[1][1]},
				}
			}
			want := tensor[0][0][0] * math.Pow(g.A, 1.5)
			if !(math.Abs(got-want) < 1e-9*math.Abs(want)) {
				t.Errorf("ε = %g, Δt = %g: %g, the equations %g", epsilon, dt, got, want)
			}
			limit := math.Pow(epsilon*g.V*g.A, 1.5) * dt * dt * 0.3 * 2 / (3 * g.A * (g.A + 2*xi*xi))
			if dt == 1e-3 && !(math.Abs(got-limit) < 0.01*limit) {
				t.Errorf("ε = %g, Δt = %g: %g, for small Δt %g", epsilon, dt, got, limit)
			}
		}
	}
}

func TestBatchSkewness(t *testing.T) {
	z := []float64{3, 1, 1, 1} // deviations 3/2, −1/2, −1/2, −1/2
	want := (27./8 - 3./8) / 4 / math.Pow((9./4+3./4)/4, 1.5)
	near(t, "n = 1", []float64{BatchSkewness(z, 1, minibatch.Without)}, []float64{want}, 1e-14)
	near(t, "n = 4, with", []float64{BatchSkewness(z, 4, minibatch.With)}, []float64{want / 2}, 1e-14)
	near(t, "n = 3", []float64{BatchSkewness(z, 3, minibatch.Without)}, []float64{-want}, 1e-14)
	near(t, "all", []float64{BatchSkewness(z, 4, minibatch.Without)}, []float64{0}, 0)
}
