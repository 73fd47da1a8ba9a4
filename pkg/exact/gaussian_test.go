package exact

import (
	"fmt"
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

// strang is the six Strang splittings. Two B's that stand at one θ share a batch where the word of
// the cycle has them side by side, but for O's.
var strang = []string{"OABAO", "AOBOA", "BAOAB", "BOAOB", "ABOBA", "OBABO"}

// The part of the errors that batches cause is affine in ε(n): the solution of the
// Lyapunov equation with batches less that without.
func TestBatchSlope(t *testing.T) {
	g := gaussian()
	const epsilon, gamma = 9900.0, 2.0
	for _, word := range append([]string{"SGLD"}, strang...) {
		for _, dt := range []float64{1e-3, 5e-3, 0.015} {
			with, _ := g.stationary(word, epsilon, gamma, gamma, dt)
			all, _ := g.stationary(word, 0, gamma, gamma, dt)
			s := g.Step(word, gamma, dt, false)
			got, p := g.BatchSlope(s, dt)
			want := (with - all) / (epsilon * dt)
			near(t, fmt.Sprint(word, " ", dt), []float64{got}, []float64{want}, 1e-9)
			if r := s.Radius(); !(r < 1) {
				t.Errorf("%s Δt=%g: spectral radius %g", word, dt, r)
			}
			if word != "SGLD" && !(p > 0) {
				t.Errorf("%s Δt=%g: slope of the variance of p %g", word, dt, p)
			}
		}
	}
	// in closed form, and to the leading order
	for _, dt := range []float64{1e-6, 1e-3} {
		got, _ := g.BatchSlope(g.Step("OABAO", gamma, dt, false), dt)
		want := (g.Langevin(epsilon, gamma, dt) - g.Langevin(0, gamma, dt)) / (epsilon * dt)
		near(t, "OABAO", []float64{got}, []float64{want}, 1e-8)
		got, _ = g.BatchSlope(g.Step("SGLD", 0, dt, false), dt)
		want = (g.SGLD(epsilon, dt) - g.SGLD(0, dt)) / (epsilon * dt)
		near(t, "SGLD", []float64{got}, []float64{want}, 1e-9)
	}
	_, p := g.BatchSlope(g.Step("OABAO", gamma, 1e-6, false), 1e-6)
	near(t, "p", []float64{p}, []float64{g.V / (2 * gamma)}, 1e-4)
}

// Cumulants are sums over the past of powers of what a kick has become.
func TestCumulants(t *testing.T) {
	g := gaussian()
	for _, word := range []string{"SGLD", "OABAO", "ABOBA"} {
		for _, share := range []bool{false, true} {
			s := g.Step(word, 10, 0.01, share)
			for k := 1; k <= 4; k++ {
				var want [5]float64
				for _, c := range s.Kicks {
					c := append([]float64{}, c...)
					for range 20000 {
						if len(c) == 1 {
							want[0] += math.Pow(c[0], float64(k))
							c[0] *= s.M[0]
							continue
						}
						for j := range k + 1 {
							want[j] += math.Pow(c[0], float64(k-j)) * math.Pow(c[1], float64(j))
						}
						c[0], c[1] = s.M[0]*c[0]+s.M[1]*c[1], s.M[2]*c[0]+s.M[3]*c[1]
					}
				}
				got := s.Cumulants(k)
				for j, x := range got {
					scale := math.Sqrt(math.Abs(want[0]*want[len(got)-1])) +
						math.Abs(want[j]) + 1e-3*math.Abs(want[0])
					if math.Abs(x-want[j]) > 1e-9*scale {
						t.Errorf("%s, order %d, %d: %g, series %g", word, k, j, x, want[j])
					}
				}
			}
			near(t, "mean", s.Mean()[:1], []float64{1 / g.A}, 1e-12)
		}
	}
}

// With one kick a step the map is the one of appendix B.
func TestStep(t *testing.T) {
	g := gaussian()
	const gamma, dt = 3.0, 0.02
	s := g.Step("OABAO", gamma, dt, false)
	alpha, half := math.Exp(-gamma*dt), math.Exp(-gamma*dt/2)
	q := g.A * dt * dt
	near(t, "M₁", s.M, []float64{
		1 - q/2, half * dt * (1 - q/4), -g.A * dt * half, alpha * (1 - q/2),
	}, 1e-13)
	near(t, "V₃", s.Kicks[0], []float64{dt * dt / 2, half * dt}, 1e-13)
	f := math.Sqrt(1 - alpha)
	near(t, "M₂", append(s.Noise[0], s.Noise[1]...), []float64{
		f * dt * (1 - q/4), f * half * (1 - q/2), 0, f,
	}, 1e-13)
	for _, dt := range []float64{0.19, 0.21} { // a Δt² = 3.6, 4.5
		if r := g.Step("OABAO", 1, dt, false).Radius(); r < 1 != (g.A*dt*dt < 4) {
			t.Errorf("aΔt² = %g: radius %g", g.A*dt*dt, r)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	g.Step("OXO", 1, 1, false)
}

// The moments of θ under SGLD with 3 data agree with a run over all sequences of batches.
func TestShape(t *testing.T) {
	m := &model.Gaussian{X: []float64{-1, 0.5, 3}, SigmaX: 1, SigmaTheta: 1}
	g := NewGaussian(m)
	const dt = 0.2 // a = 4: θ forgets by a factor 0.2 a step
	s := g.Step("SGLD", 0, dt, false)
	theta := []float64{0} // without the Gaussian noise, which has no cumulants of order 3 and 4
	for range 12 {
		var next []float64
		for _, x := range theta {
			for _, y := range m.X {
				next = append(next, x-g.A*dt*x+dt*3*y)
			}
		}
		theta = next
	}
	var c [5]float64
	for k, p := range []int{1, 2, 3, 4} {
		for _, x := range theta {
			c[k+1] += math.Pow(x-c[1]*float64(min(k, 1)), float64(p))
		}
		c[k+1] /= float64(len(theta))
	}
	relError := g.SGLD(minibatch.With.Epsilon(3, 1), dt)
	third, skewness, kurtosis := s.Shape(m, 1, minibatch.With, relError)
	v := (1 + relError) / g.A
	near(t, "shape", []float64{third, skewness, kurtosis},
		[]float64{c[3], c[3] / math.Pow(v, 1.5), (c[4] - 3*c[2]*c[2]) / (v * v)}, 1e-6)
	if a, b, c := s.Shape(m, 3, minibatch.Without, 0); a != 0 || b != 0 || c != 0 {
		t.Error("all data have no noise")
	}
	x := []float64{-2, -1, 1, 2}
	if s := BatchSkewness(x, 2, minibatch.With); math.Abs(s) > 1e-14 {
		t.Errorf("symmetric data: skewness %g", s)
	}
}

func TestGaussianMoments(t *testing.T) {
	for _, m := range []*model.Gaussian{
		{X: dataset.Gaussian(100, 0, 1, 1).X, SigmaX: 1, SigmaTheta: 1},
		{X: []float64{3, 4}, SigmaX: 0.1, SigmaTheta: 0.2},
	} {
		mean, variance := GaussianMoments(m)
		near(t, "moments", []float64{mean, variance}, []float64{m.Mean(), 1 / m.Precision()}, 1e-11)
	}
}

// The powers are those of the differences at small Δt.
func TestRemainder(t *testing.T) {
	g := Gaussian{A: 2, V: 0.7}
	want := Remainder{3, 3, 4, 3}
	if got := g.SGLDRemainder(); got != (Remainder{3, 3, 3, 3}) {
		t.Errorf("SGLD: %+v", got)
	}
	for _, c := range []struct {
		word      string
		xi, gamma float64
		want      Remainder
	}{
		{"OABAO", 1.5, 1.5, want},
		{"ODABADO", 4, 1.5, want},
		{"BAOAB", 1.5, 1.5, Remainder{3, 3, 2, 3}}, // two batches: half the noise
		{"OAB", 1.5, 1.5, Remainder{2, 2, 3, 3}},   // no palindrome: of the first order
	} {
		if got := g.Remainder(c.word, c.xi, c.gamma); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.word, got, c.want)
		}
	}
	// the mean of OABAO: M − e^(LΔt) falls like Δt³
	diff := func(dt float64) float64 {
		// e^(LΔt) by its series
		l := []float64{0, 1, -2, -1.5}
		e, p := []float64{1, 0, 0, 1}, []float64{1, 0, 0, 1}
		for k := 1; k < 20; k++ {
			p = []float64{
				(p[0]*l[0] + p[1]*l[2]) * dt / float64(k), (p[0]*l[1] + p[1]*l[3]) * dt / float64(k),
				(p[2]*l[0] + p[3]*l[2]) * dt / float64(k), (p[2]*l[1] + p[3]*l[3]) * dt / float64(k),
			}
			for i := range e {
				e[i] += p[i]
			}
		}
		sum := 0.0
		for i, x := range g.Step("OABAO", 1.5, dt, false).M {
			sum += math.Abs(x - e[i])
		}
		return sum
	}
	if r := math.Log2(diff(2e-3) / diff(1e-3)); math.Abs(r-3) > 0.01 {
		t.Errorf("the mean differs as Δt^%.3f", r)
	}
}
