package exact

import (
	"math"
	"testing"
)

func TestFrozenXi(t *testing.T) {
	for _, dt := range []float64{1e-5, 1e-3, 0.05} {
		for _, gamma := range []float64{0, 0.3, 1, 50} {
			last := gamma
			for _, s := range []float64{1e-12, 1e-6, 0.01, 0.3, 0.9, 0.999, 0.999999} {
				xi, ok := FrozenXi(s, gamma, dt)
				if !ok || !(xi > last) {
					t.Fatalf("s=%g γ=%g Δt=%g: ξ = %v %v, not above %v", s, gamma, dt, xi, ok, last)
				}
				last = xi
				// in units of what one ulp of ξ changes
				x := xi * dt
				slack := 1e-14 * (s + math.Tanh(x)*gamma/xi + x/math.Pow(math.Cosh(x), 2))
				if got := math.Tanh(x) * (1 - gamma/xi); math.Abs(got-s) > slack {
					t.Errorf("s=%g γ=%g Δt=%g: tanh(ξΔt)(1−γ/ξ) = %v", s, gamma, dt, got)
				}
				// FrozenXi and SigmaFromXi are inverses; the cancellation in ξ − γ is the data's
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
			if xi, ok := FrozenXi(0, gamma, dt); xi != gamma || !ok {
				t.Errorf("s = 0: ξ = %v, γ = %v", xi, gamma)
			}
			for _, s := range []float64{1, 1.5, 1e9} {
				if _, ok := FrozenXi(s, gamma, dt); ok {
					t.Errorf("s = %v has no stationary state", s)
				}
			}
		}
	}
	if a, b := SigmaFromXi(0, 10, 1, 1e-3), SigmaFromXi(1e-9, 10, 1, 1e-3); math.Abs(a/b-1) > 1e-6 {
		t.Errorf("at ξ = 0: %v, nearby %v", a, b)
	}
}

func TestFriction(t *testing.T) {
	mean := []float64{3, 1, 1, 3} // eigenvalues 4 along (1, 1), 2 along (1, −1)
	const epsilon, gamma, dt = 100, 1, 1e-3
	cont := func(l float64) float64 { return gamma + epsilon*dt*l/2 }
	frozen := func(l float64) float64 {
		xi, _ := FrozenXi(BatchNoise(epsilon, dt, l), gamma, dt)
		return xi
	}
	alike := func(g func(float64) float64) []float64 { return []float64{g(3), 0, 0, g(3)} }
	for _, c := range []struct {
		f      Friction
		lambda float64
		xi     func(g func(float64) float64) []float64
	}{
		{Scalar, 3, alike}, {Diagonal, 3, alike},
		{Full, 4, func(g func(float64) float64) []float64 {
			a, b := g(4), g(2)
			return []float64{(a + b) / 2, (a - b) / 2, (a - b) / 2, (a + b) / 2}
		}},
	} {
		if l := c.f.Lambda(mean); math.Abs(l-c.lambda) > 1e-14 {
			t.Errorf("%s: λ = %v, want %v", c.f, l, c.lambda)
		}
		continuous := c.f.ContinuousXi(mean, epsilon, gamma, dt)
		near(t, string(c.f)+" continuous", continuous, c.xi(cont), 1e-13)
		xi, ok := c.f.MeanXi(mean, epsilon, gamma, dt)
		if !ok {
			t.Errorf("%s: not stationary", c.f)
		}
		near(t, string(c.f), xi, c.xi(frozen), 1e-12)
		// the two agree to the first order in Δt
		near(t, string(c.f)+" leading order", xi, continuous, 1e-3)
	}
	mean = []float64{4, 0, 0, 1}
	near(t, "diagonal", Diagonal.ContinuousXi(mean, epsilon, gamma, dt),
		[]float64{cont(4), 0, 0, cont(1)}, 1e-13)
	near(t, "scalar", Scalar.ContinuousXi(mean, epsilon, gamma, dt),
		[]float64{cont(2.5), 0, 0, cont(2.5)}, 1e-13)
	// s of the larger eigenvalue is 1.6, that of the smaller 0.4, the mean 1
	for f, want := range map[Friction]bool{Scalar: false, Diagonal: false, Full: false} {
		if xi, ok := f.MeanXi(mean, 0.8, 1, 1); ok != want || !(xi[0] > 1) {
			t.Errorf("%s: stationary %v, ξ = %v", f, ok, xi)
		}
	}
	if _, ok := Scalar.MeanXi(mean, 0.7, 1, 1); !ok {
		t.Error("a scalar friction of s = 0.875 is stationary")
	}
	if _, ok := Full.MeanXi(mean, 0.7, 1, 1); ok {
		t.Error("a full friction with s = 1.4 is not stationary")
	}
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
