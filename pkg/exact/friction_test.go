package exact

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/linalg"
)

func TestFrozenXi(t *testing.T) {
	for _, dt := range []float64{1e-5, 1e-3, 0.05} {
		for _, gamma := range []float64{0, 0.3, 1, 50} {
			last := gamma
			for _, s := range []float64{1e-12, 1e-6, 0.01, 0.3, 0.9, 0.999, 0.999999} {
				xi := FrozenXi(s, gamma, dt)
				if !(xi > last) {
					t.Fatalf("s=%g γ=%g Δt=%g: ξ = %v, not above %v", s, gamma, dt, xi, last)
				}
				last = xi
				// in units of the change by one ulp of ξ
				x := xi * dt
				slack := 1e-14 * (s + math.Tanh(x)*gamma/xi + x/math.Pow(math.Cosh(x), 2))
				if got := math.Tanh(x) * (1 - gamma/xi); math.Abs(got-s) > slack {
					t.Errorf("s=%g γ=%g Δt=%g: tanh(ξΔt)(1−γ/ξ) = %v", s, gamma, dt, got)
				}
				// FrozenXi and SigmaFromXi are inverses, up to the cancellation in ξ − γ
				const epsilon = 17
				lambda := 2 * s / (epsilon * dt * dt)
				got := SigmaFromXi(xi, epsilon, gamma, dt)
				if math.Abs(got/lambda-1) > 1e-12+4e-16*xi/(xi-gamma) {
					t.Errorf("s=%g γ=%g Δt=%g: λ = %v, want %v", s, gamma, dt, got, lambda)
				}
				if got := BatchNoise(epsilon, dt, lambda); math.Abs(got/s-1) > 1e-14 {
					t.Errorf("s = %v, want %v", got, s)
				}
			}
			if xi := FrozenXi(0, gamma, dt); xi != gamma {
				t.Errorf("s = 0: ξ = %v, γ = %v", xi, gamma)
			}
			for _, s := range []float64{1, 1.5, 1e9} {
				if !math.IsNaN(FrozenXi(s, gamma, dt)) {
					t.Errorf("s = %v has no stationary state", s)
				}
			}
		}
	}
	for _, dt := range []float64{1e-3, 1e200} {
		if a, b := BatchNoise(0, dt, 3), BatchNoise(100, dt, 0); a != 0 || b != 0 {
			t.Errorf("Δt = %g: s = %g for full batches, %g without noise, want 0", dt, a, b)
		}
	}
	if a, b := SigmaFromXi(0, 10, 1, 1e-3), SigmaFromXi(1e-9, 10, 1, 1e-3); math.Abs(a/b-1) > 1e-6 {
		t.Errorf("at ξ = 0: %v, nearby %v", a, b)
	}
}

// frictions are the forms that contain each other, the poorest first.
var frictions = []dynamics.Form{dynamics.Scalar{}, dynamics.Diagonal{}, dynamics.Full{}}

// sigma4 is a covariance Σ̄ without any symmetry.
var sigma4 = []float64{
	3, 1, 0.2, -0.1,
	1, 3, 0.3, 0.4,
	0.2, 0.3, 5, 2,
	-0.1, 0.4, 2, 2,
}

// forms4 are forms of ξ in four dimensions, with the eigenvalues of the projections of sigma4, in
// increasing order, and the smallest number of places of a diagonal entry.
var forms4 = []struct {
	form   dynamics.Form
	values []float64
	places int
}{
	{dynamics.Scalar{}, []float64{3.25, 3.25, 3.25, 3.25}, 4},
	{dynamics.Layers{Sizes: []int{3, 1}}, []float64{2, 11. / 3, 11. / 3, 11. / 3}, 1},
	{dynamics.Diagonal{}, []float64{2, 3, 3, 5}, 1},
	{dynamics.Full{}, nil, 1},
}

// eigenvalues returns the eigenvalues of a symmetric matrix in increasing order.
func eigenvalues(t *testing.T, m []float64) []float64 {
	t.Helper()
	values, _, ok := linalg.Eigen(m)
	if !ok {
		t.Fatal("the matrix is not finite")
	}
	return slices.Sorted(slices.Values(values))
}

// The eigenvalues of the mean of ξ are functions of the eigenvalues of the projection of Σ̄.
func TestMeanXi(t *testing.T) {
	const epsilon, gamma, dt = 100, 1, 1e-3
	for _, c := range forms4 {
		name := c.form.Name()
		values := eigenvalues(t, dynamics.Project(c.form, sigma4))
		if c.values != nil {
			near(t, name+": eigenvalues", values, c.values, 1e-14)
		}
		if l := Lambda(c.form, sigma4); l != slices.Max(values) {
			t.Errorf("%s: λ = %v, want the largest of %v", name, l, values)
		}
		frozen, continuous := make([]float64, 4), make([]float64, 4)
		for k, l := range values {
			frozen[k] = FrozenXi(BatchNoise(epsilon, dt, l), gamma, dt)
			continuous[k] = gamma + epsilon*dt*l/2
		}
		xi, ok := MeanXi(c.form, sigma4, epsilon, gamma, dt)
		if !ok {
			t.Errorf("%s: no stationary state", name)
		}
		near(t, name, eigenvalues(t, xi), frozen, 1e-12)
		near(t, name+", projected", dynamics.Project(c.form, xi), xi, 1e-14)
		a := ContinuousXi(c.form, sigma4, epsilon, gamma, dt)
		near(t, name+", continuous", eigenvalues(t, a), continuous, 1e-13)
		near(t, name+", leading order", xi, a, 1e-3) // in Δt
		for i, x := range dynamics.Project(c.form, sigma4) {
			if i%5 == 0 {
				x += gamma / (epsilon * dt / 2)
			}
			if want := epsilon * dt / 2 * x; math.Abs(a[i]-want) > 1e-13 {
				t.Errorf("%s: entry %d of A is %v, want %v", name, i, a[i], want)
			}
		}
	}
}

// If an eigenvalue has no stationary state, ξ has its continuous value there.
func TestMeanXiRunaway(t *testing.T) {
	mean := []float64{4, 0, 0, 1} // for ε = 0.7, γ = Δt = 1 the noise s is 0.35 λ: 1.4 and 0.35
	xi, ok := MeanXi(dynamics.Full{}, mean, 0.7, 1, 1)
	slow := FrozenXi(0.35, 1, 1)
	near(t, "ξ", xi, []float64{1 + 1.4, 0, 0, slow}, 1e-13)
	if _, scalar := MeanXi(dynamics.Scalar{}, mean, 0.7, 1, 1); ok || !scalar {
		t.Errorf("stationary %v with a full ξ, %v with a scalar one", ok, scalar)
	}
}

// XiTime is −1 over the derivative of the drift of ξ, here by differences, and ηA/c for a small
// time step.
func TestXiTime(t *testing.T) {
	for _, c := range []struct{ gamma, eta, epsilon, lambda, dt float64 }{
		{1, 1, 900, 0.9, 1e-2},
		{1, 1, 4900, 0.9, 2e-2}, // s = 0.88
		{2, 0.1, 100, 3, 5e-3},
		{1, 200, 0, 1, 1e-3},
		{0.3, 1, 1e4, 1, 1e-3},
	} {
		for _, q := range forms4 {
			name := fmt.Sprintf("%s of %+v", q.form.Name(), c)
			places := float64(q.places)
			s := BatchNoise(c.epsilon, c.dt, c.lambda)
			drift := func(xi float64) float64 {
				return places * (c.gamma/xi + s/math.Tanh(xi*c.dt) - 1) / c.eta
			}
			xi := FrozenXi(s, c.gamma, c.dt)
			if !(math.Abs(drift(xi)) <= 1e-8/c.eta) {
				t.Fatalf("%s: the drift is %g at ξ = %g", name, drift(xi), xi)
			}
			h := 1e-4 * xi
			want := -2 * h / (drift(xi+h) - drift(xi-h))
			f := dynamics.AdL{Form: q.form, Gamma: c.gamma, Eta: c.eta}
			mean := linalg.Identity(4, c.lambda)
			if got := XiTime(f, mean, c.epsilon, c.dt); math.Abs(got/want-1) > 1e-6 {
				t.Errorf("%s: got %g, want %g", name, got, want)
			}
			small := 1e-3 / (1 + c.epsilon*c.lambda)
			etaA := c.eta * (c.gamma + c.epsilon*small*c.lambda/2) / places
			if got := XiTime(f, mean, c.epsilon, small); math.Abs(got/etaA-1) > 1e-3 {
				t.Errorf("%s, Δt = %g: got %g, want ηA/c = %g", name, small, got, etaA)
			}
		}
	}
}

// Without noise the time is ηγ, also where the squares of γ and Δt are too small for a number.
func TestXiTimeNoNoise(t *testing.T) {
	for _, c := range [][2]float64{{1, 1e-3}, {20, 1e-2}, {1e-100, 1e-100}, {1, 1e-200}, {1e-200, 1}} {
		f := dynamics.AdL{Form: dynamics.Diagonal{}, Gamma: c[0], Eta: 2}
		for _, epsilon := range []float64{0, 100} {
			got := XiTime(f, make([]float64, 4), epsilon, c[1])
			if math.Abs(got-2*c[0]) > 1e-14*c[0] && c[0] > 1e-150 || !(got >= 0 && got <= 3*c[0]) {
				t.Errorf("γ, Δt = %g, ε = %g: got %g", c, epsilon, got)
			}
		}
	}
}

// Near s = 1 and beyond XiTime is bounded.
func TestXiTimeBounds(t *testing.T) {
	f := dynamics.AdL{Form: dynamics.Full{}, Gamma: 1, Eta: 2}
	if got, want := XiTime(f, []float64{2, 0, 0, 1}, 1e4, 0.02), 2*(1+1/0.02); got != want {
		t.Errorf("s = 4: got %g, want ηA at s = 1, %g", got, want)
	}
	dt := math.Sqrt(2e-4 * (1 - 1e-9))
	for _, c := range []struct {
		form   dynamics.Form
		places float64
	}{{dynamics.Full{}, 1}, {dynamics.Scalar{}, 2}, {dynamics.Layers{Sizes: []int{2}}, 2}} {
		f.Form = c.form
		got, want := XiTime(f, linalg.Identity(2, 1), 1e4, dt), 10*2/c.places*(1+1e4*dt/2)
		if math.Abs(got/want-1) > 1e-6 {
			t.Errorf("%s, s near 1: got %g, want 10ηA/c = %g", c.form.Name(), got, want)
		}
	}
}

// GrowingXi solves its equation, which has closed solutions for large ξΔt.
func TestGrowingXi(t *testing.T) {
	const eta, dt = 0.3, 0.1
	for _, c := range []struct{ s, gamma, xi float64 }{
		{1, 0, 1e3}, {1, 2, 500}, {1.01, 3, 400}, {1.8, 1, 300}, {40, 1e3, 900},
	} {
		for _, time := range []float64{0, 1e-6, 0.7, 100, 1e6} {
			got := GrowingXi(c.s, c.gamma, eta, dt, c.xi, time)
			// the time in which ξ grows from c.xi to got
			want, g := eta*(got*got-c.xi*c.xi)/2/c.gamma, c.s-1
			switch {
			case c.gamma == 0:
				if got != c.xi {
					t.Errorf("%+v: ξ = %g grew to %g", c, c.xi, got)
				}
				continue
			case g > 0:
				log := math.Log1p(g * (got - c.xi) / (c.gamma + g*c.xi))
				want = eta / g * (got - c.xi - c.gamma/g*log)
			}
			if slack := 1e-10 * eta * c.xi / (g + c.gamma/c.xi); math.Abs(want-time) > 1e-5*time+slack {
				t.Errorf("%+v: ξ = %g after the time %g, want %g", c, got, want, time)
			}
		}
	}
	// at a small ξΔt, the drift
	const s, gamma, xi, small = 1.2, 1.0, 2.0, 1e-5
	rate := (GrowingXi(s, gamma, eta, dt, xi, small) - xi) / small
	if want := (gamma/xi + s/math.Tanh(xi*dt) - 1) / eta; math.Abs(rate/want-1) > 1e-3 {
		t.Errorf("ξ = %g grows by %g, want %g", xi, rate, want)
	}
	panics(t, map[string]func(){
		"exact: GrowingXi needs s ≥ 1, γ, t ≥ 0, η, Δt, ξ > 0": func() {
			GrowingXi(0.99, 1, 1, 1, 1, 1)
		},
	})
}

func near(t *testing.T, what string, got, want []float64, tolerance float64) {
	t.Helper()
	for i := range want {
		if math.Abs(got[i]-want[i]) > tolerance*(1+math.Abs(want[i])) {
			t.Errorf("%s: %v, want %v", what, got, want)
			return
		}
	}
}
