package exact

import (
	"fmt"
	"math"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/minibatch"
	"adl/pkg/model"
)

// gaussian is the model of section 2.5.1: 100 data, σ_x = σ_θ = 1.
func gaussian() Gaussian {
	return NewGaussian(&model.Gaussian{X: dataset.Gaussian(100, 0, 1, 1).X, SigmaX: 1, SigmaTheta: 1})
}

func TestNewGaussian(t *testing.T) {
	m := &model.Gaussian{X: []float64{1, 2, 3, 6}, SigmaX: 2, SigmaTheta: 0.5}
	l := NewGaussian(m)
	if want := (Gaussian{A: 4 + 1, V: 14. / 3 / 16}); math.Abs(l.A-want.A) > 1e-14 || math.Abs(l.V-want.V) > 1e-14 {
		t.Errorf("got %v, want %v", l, want)
	}
	if s := GradCov(m, []float64{0.3}); math.Abs(s[0]-l.V) > 1e-14 {
		t.Errorf("Σ_x = %v, v = %v", s, l.V)
	}
}

// The closed forms against the discrete Lyapunov equation.
func TestClosedForms(t *testing.T) {
	l := gaussian()
	for _, n := range []int{1, 2, 10, 50, 95, 100} {
		for _, dt := range []float64{1e-4, 1e-3, 5e-3, 0.015} {
			epsilon := minibatch.Without.Epsilon(100, n)
			x, ok := l.Stationary(Word{Word: "SGLD", Dt: dt}, epsilon)
			if got := l.SGLD(epsilon, dt); !ok || math.Abs(got-x.Error) > 1e-11*(1+x.Error) {
				t.Errorf("SGLD n=%d Δt=%g: %v, Lyapunov equation %v %v", n, dt, got, x.Error, ok)
			}
			for _, gamma := range []float64{0.1, 1, 10, 300} {
				x, ok := l.Stationary(Word{Word: "OABAO", Dt: dt, Xi: gamma, Gamma: gamma}, epsilon)
				if got := l.Langevin(epsilon, gamma, dt); !ok || math.Abs(got-x.Error) > 1e-10*(1+x.Error) {
					t.Errorf("OABAO n=%d Δt=%g γ=%g: %v, Lyapunov equation %v %v", n, dt, gamma, got, x.Error, ok)
				}
			}
		}
	}
}

// The solution of the Lyapunov equation is what the moments of an iterated scheme tend to: the recursion is written out here, letter by letter.
func TestStationaryByIteration(t *testing.T) {
	l := Gaussian{A: 7, V: 0.8}
	const epsilon, dt, gamma, xi = 3.0, 0.2, 0.9, 1.7
	for _, w := range []string{"OABAO", "BAOAB", "ABOBA", "OBABO", "BODADOB", "ODABADO"} {
		for _, split := range []bool{true, false} {
			// x11, x12, x22 = cov(θ, p), and its covariance c1, c2 with the noise of the previous step's last B
			var x11, x12, x22, theta float64
			var c1, c2 float64
			count := map[byte]float64{}
			for i := range len(w) {
				count[w[i]]++
			}
			shared := !split && w[0] == 'B'
			for range 2000 {
				for i := range len(w) {
					h := dt / count[w[i]]
					switch w[i] {
					case 'A':
						x11, x12 = x11+2*h*x12+h*h*x22, x12+h*x22
						c1 += h * c2
					case 'B':
						s := h * math.Sqrt(epsilon*l.V)
						if shared && i == 0 { // the noise of the step before once more
							x22 += 2 * s * c2
							x12 += s * c1
						}
						x12, x22 = x12-h*l.A*x11, x22-2*h*l.A*x12+h*h*l.A*l.A*x11+s*s
						if shared && i == 0 {
							// c1 is the covariance of the old noise with θ, which −hAθ brings into p
							x22 -= 2 * s * h * l.A * c1
						}
						c1, c2 = 0, s
					case 'O':
						a := math.Exp(-h * xi)
						x12, x22 = a*x12, a*a*x22+gamma/xi*(1-a*a)
						c2 *= a
					}
				}
				theta = x11
			}
			got, ok := l.Stationary(Word{Word: w, Dt: dt, Xi: xi, Gamma: gamma, SplitBatch: split}, epsilon)
			if !ok || math.Abs(got.Theta-theta) > 1e-12*theta {
				t.Errorf("%s split=%v: %v %v, iterated %v", w, split, got.Theta, ok, theta)
			}
		}
	}
}

// Without noise from batches, the schemes that kick between the half drifts or drift between the half kicks sample a Gaussian with a known variance.
func TestStationaryWithoutNoise(t *testing.T) {
	l := Gaussian{A: 101, V: 1}
	const dt, gamma = 0.05, 1.0
	q := l.A * dt * dt / 4
	for w, want := range map[string]float64{
		"OABAO": -q,          // ABA leaves a Gaussian with a var θ = 1 − q and var p = 1 invariant
		"OBABO": q / (1 - q), // BAB one with a var θ = 1/(1 − q) and var p = 1
		"BAOAB": 0,           // at O as OABAO; half a drift and half a kick on, θ is exact
		"ABOBA": 0,           // at O as OBABO
	} {
		x, ok := l.Stationary(Word{Word: w, Dt: dt, Xi: gamma, Gamma: gamma}, 0)
		if !ok || math.Abs(x.Error-want) > 1e-12 {
			t.Errorf("%s: %v %v, want %v", w, x.Error, ok, want)
		}
	}
	if x, ok := l.Stationary(Word{Word: "OABAO", Dt: dt, Xi: gamma, Gamma: gamma}, 0); !ok || math.Abs(x.P-1) > 1e-12 {
		t.Errorf("OABAO: E p² = %v", x.P)
	}
	for _, w := range []string{"OABAO", "OBABO", "BAOAB", "ABOBA"} {
		if _, ok := l.Stationary(Word{Word: w, Dt: 0.2, Xi: 1, Gamma: 1}, 0); ok {
			t.Errorf("%s at aΔt² = 4.04 is not stable", w)
		}
	}
	if _, ok := l.Stationary(Word{Word: "SGLD", Dt: 0.02}, 0); ok {
		t.Error("SGLD at aΔt = 2.02 is not stable")
	}
}

// The frozen friction solves its equation, and puts E p² = 1 at the D's of the word; the error is that of the Lyapunov equation.
func TestAdL(t *testing.T) {
	l := gaussian()
	seen := 0
	for _, n := range []int{1, 2, 5, 10, 20, 50, 80, 95, 100} {
		for _, dt := range []float64{1e-3, 2e-3, 5e-3, 8e-3, 0.01, 0.015, 0.02, 0.05} {
			epsilon := minibatch.Without.Epsilon(100, n)
			const gamma = 1
			xi, relError, ok := l.AdL(epsilon, gamma, dt)
			s := dt * dt * epsilon * l.V / 2 / (1 - l.A*dt*dt/4)
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
			x, ok := l.Stationary(Word{Word: "ODABADO", Dt: dt, Xi: xi, Gamma: gamma}, epsilon)
			if !ok || math.Abs(x.P-1) > 1e-9 {
				t.Errorf("n=%d Δt=%g: E p² = %v %v at the D's", n, dt, x.P, ok)
			}
			if math.Abs(x.Error-relError) > 1e-9 {
				t.Errorf("n=%d Δt=%g: error %v, Lyapunov equation %v", n, dt, relError, x.Error)
			}
		}
	}
	if seen < 50 {
		t.Errorf("only %d points are stationary", seen)
	}
}

func TestLeadingOrder(t *testing.T) {
	l := gaussian()
	for _, epsilon := range []float64{10, 9900} {
		for _, c := range []struct {
			name           string
			exact, leading func(dt float64) float64
		}{
			{"SGLD", func(dt float64) float64 { return l.SGLD(epsilon, dt) }, func(dt float64) float64 { return l.SGLDLeading(epsilon, dt) }},
			{"Langevin", func(dt float64) float64 { return l.Langevin(epsilon, 2, dt) }, func(dt float64) float64 { return l.LangevinLeading(epsilon, 2, dt) }},
		} {
			// what is left is of second order
			a := c.exact(1e-4) - c.leading(1e-4)
			b := c.exact(2e-4) - c.leading(2e-4)
			if c.leading(1e-4) < 20*math.Abs(a) || math.Abs(b/a-4) > 0.1 {
				t.Errorf("%s ε=%g: rests %v and %v", c.name, epsilon, a, b)
			}
		}
	}
}

func ExampleGaussian_AdL() {
	l := Gaussian{A: 101, V: 1} // 100 data of variance 1, σ_x = σ_θ = 1
	for _, dt := range []float64{0.005, 0.01, 0.02} {
		xi, relError, ok := l.AdL(9900, 1, dt) // n = 1
		fmt.Printf("Δt = %.3f: ξ = %.2f, error %+.4f, stationary %v\n", dt, xi, relError, ok)
	}
	// Output:
	// Δt = 0.005: ξ = 25.90, error -0.0046, stationary true
	// Δt = 0.010: ξ = 55.64, error -0.0695, stationary true
	// Δt = 0.020: ξ = 0.00, error +0.0000, stationary false
}
