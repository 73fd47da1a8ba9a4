package exact

import (
	"math"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/linalg"
	"adl/pkg/model"
)

// normal is N(0, diag(1/a1, 1/a2)) with a given Σ_x.
func normal(a1, a2 float64, cov func(x, y float64) [3]float64) *weighted {
	var w weighted
	s1, s2 := 1/math.Sqrt(a1), 1/math.Sqrt(a2)
	for x := -9.; x <= 9; x += 0.25 {
		for y := -9.; y <= 9; y += 0.25 {
			mass := math.Exp(-x*x/2 - y*y/2)
			w.add(x*s1, y*s2, mass, cov(x*s1, y*s2), [3]float64{a1, 0, a2})
		}
	}
	return &w
}

// expect is ∫ φ f dπ, the rate at which the expectation of φ changes.
func (f *Perturbation) expect(phi func(theta []float64) float64) float64 {
	s := 0.0
	for k, w := range f.weights() {
		s += w * phi([]float64{f.bias.theta[0][k], f.bias.theta[1][k]})
	}
	return s
}

// norm is ‖f‖ in L²(π).
func (f *Perturbation) norm() float64 { return math.Sqrt(linalg.Dot(f.coef, f.coef)) }

func within(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Max(1, math.Abs(want))) {
		t.Errorf("%s: %.12g, want %.12g", what, got, want)
	}
}

// With Σ_x = I Langevin dynamics on a Gaussian has f = (q − 2)/(4γ) (remark remark1), where q = −2
// log π + const. follows χ² with two degrees of freedom: mean 2, standard deviation 2.
func TestBiasNorm(t *testing.T) {
	one := func(x, y float64) [3]float64 { return [3]float64{1, 0, 1} }
	for _, gamma := range []float64{0.5, 4} {
		f := newBias(normal(2, 0.3, one), 4).Langevin(gamma)
		within(t, "norm", f.norm(), 2/(4*gamma), 1e-10)
	}
}

// On Gaussians with constant noise the relative errors of the variance are known: see type
// Gaussian.
func TestBiasGaussian(t *testing.T) {
	v := [2]float64{2, 0.7}
	a := [2]float64{5, 0.3}
	cov := func(x, y float64) [3]float64 { return [3]float64{v[0], 0, v[1]} }
	b := newBias(normal(a[0], a[1], cov), 6)
	for i := range a {
		variance := func(f *Perturbation) float64 {
			return a[i] * f.expect(func(theta []float64) float64 { return theta[i] * theta[i] })
		}
		mb, disc := b.SGLD()
		within(t, "SGLD, mini-batch", variance(mb), v[i]/2, 1e-11)
		within(t, "SGLD, time step", variance(disc), a[i]/2, 1e-11)
		for _, gamma := range []float64{0.01, 1, 20} {
			within(t, "Langevin", variance(b.Langevin(gamma)), v[i]/(2*gamma), 1e-11)
		}
		// a scalar friction leaves the deviation from the mean, under its own friction
		s := (v[0] + v[1]) / 2
		want := (v[i] - s) / (2 * (1.5 + 0.3*s/2))
		within(t, "AdL, scalar", variance(b.AdL(dynamics.Scalar{}, 0.3, 1.5)), want, 1e-11)
	}
}

// With a constant Σ_x a friction that can be proportional to Σ_x leaves no bias of first order.
func TestBiasAdLConstant(t *testing.T) {
	for _, c := range []struct {
		form dynamics.Form
		cov  [3]float64
		zero bool
	}{
		{dynamics.Full{}, [3]float64{2, 0.6, 1}, true},
		{dynamics.Diagonal{}, [3]float64{2, 0, 1}, true},
		{dynamics.Scalar{}, [3]float64{2, 0, 2}, true},
		{dynamics.Diagonal{}, [3]float64{2, 0.6, 1}, false},
		{dynamics.Scalar{}, [3]float64{2, 0, 1}, false},
	} {
		w := quartic()
		for k := range w.mass {
			for i, x := range c.cov {
				w.cov[i][k] = x
			}
		}
		f := newBias(w, 5).AdL(c.form, 0.5, 1)
		norm := f.norm()
		if c.zero != (norm < 1e-12) || norm > 10 {
			t.Errorf("%s, Σ_x = %v: norm %g", c.form.Name(), c.cov, norm)
		}
	}
}

// In one dimension SGLD's perturbation is an integral: f' = −(Gπ)'/π with G = Σ_x/2 or −(log π)”/2.
func TestBiasSGLDOneDimension(t *testing.T) {
	var w weighted
	for x := -5.; x <= 5; x += 0.05 {
		for y := -8.; y <= 8; y++ {
			mass := math.Exp(-x*x*x*x/4 - y*y/2)
			w.add(x, y, mass, [3]float64{1 + x, 0, 0}, [3]float64{3 * x * x, 0, 0})
		}
	}
	b := newBias(&w, 7)
	mb, disc := b.SGLD()
	for name, c := range map[string]struct {
		f    *Perturbation
		want func(x float64) float64
	}{
		"mini-batch": {mb, func(x float64) float64 {
			return -(x - math.Pow(x, 4)/4 - math.Pow(x, 5)/5) / 2
		}},
		"time step": {disc, func(x float64) float64 { return -(3*x*x - math.Pow(x, 6)/2) / 2 }},
	} {
		mean := 0.0
		for k, m := range b.mass {
			mean += m * c.want(b.theta[0][k])
		}
		for k, v := range c.f.weights() {
			if want := b.mass[k] * (c.want(b.theta[0][k]) - mean); math.Abs(v-want) > 1e-12 {
				t.Fatalf("%s at %v: %g, want %g", name, b.theta[0][k], v, want)
			}
		}
	}
}

// Langevin dynamics in a harmonic well, log π = −aθ²/2, with Σ_x = cθ: moments of the third order
// close,
//
//	2 E θp² = a E θ³,   E p³ + ... : E f θ³ = 2c/(a² (2γ + a/γ)).
func TestBiasLangevinThirdMoment(t *testing.T) {
	for _, a := range []float64{0.5, 4} {
		const c = 0.3
		b := newBias(normal(a, 2, func(x, y float64) [3]float64 { return [3]float64{c * x, 0, 0} }), 5)
		cube := func(theta []float64) float64 { return theta[0] * theta[0] * theta[0] }
		for _, gamma := range []float64{0.1, 1, 10} {
			within(t, "E θ³", b.Langevin(gamma).expect(cube), 2*c/(a*a*(2*gamma+a/gamma)), 1e-11)
		}
		mb, _ := b.SGLD()
		within(t, "E θ³ of SGLD", mb.expect(cube), c/(a*a), 1e-11)
	}
}

// A friction matrix: on an isotropic Gaussian the frame can be turned.
func TestBiasFrictionMatrix(t *testing.T) {
	const angle = 0.7
	const a = 2.0
	cs, sn := math.Cos(angle), math.Sin(angle)
	// in the turned frame u = cs x + sn y the noise along u is cu
	const c = 0.3
	friction := [2]float64{0.5, 3} // along u and across
	b := newBias(normal(a, a, func(x, y float64) [3]float64 {
		s := c * (cs*x + sn*y)
		return [3]float64{s * cs * cs, s * cs * sn, s * sn * sn}
	}), 5)
	m := [3]float64{
		friction[0]*cs*cs + friction[1]*sn*sn,
		(friction[0] - friction[1]) * cs * sn,
		friction[0]*sn*sn + friction[1]*cs*cs,
	}
	f := &Perturbation{b, b.basis.underdamped(m, b.cov)}
	g := friction[0]
	u3 := func(theta []float64) float64 { return math.Pow(cs*theta[0]+sn*theta[1], 3) }
	v3 := func(theta []float64) float64 { return math.Pow(cs*theta[1]-sn*theta[0], 3) }
	within(t, "E u³", f.expect(u3), 2*c/(a*a*(2*g+a/g)), 1e-11)
	within(t, "E v³", f.expect(v3), 0, 1e-11)
}

func section252() *model.Mixture { return mixture(382, 200) }

// Σ_x = I only changes the temperature: f = (V − E V)/(2γ) whatever γ, V = −log π, and likewise (V
// − E V)/2 for SGLD.
func TestBiasTemperature(t *testing.T) {
	p := NewMixtureGrid(section252(), Grid{})
	b := NewBias(p, 14)
	for k, x := range []float64{1, 0, 1} {
		clear(b.cov[k])
		b.cov[k][0] = x
	}
	v := make([]float64, len(b.mass))
	mean := 0.0
	for k, m := range b.mass {
		v[k] = -p.Model.LogPosterior([]float64{b.theta[0][k], b.theta[1][k]})
		mean += m * v[k]
	}
	mb, _ := b.SGLD()
	for gamma, f := range map[float64]*Perturbation{
		1: mb, 0.5: b.Langevin(0.5), 8: b.Langevin(8),
	} {
		d := 0.0
		for k, w := range f.weights() {
			d += math.Abs(gamma*w - b.mass[k]*(v[k]-mean)/2)
		}
		if !(d < 5e-4) {
			t.Errorf("γ = %g: L¹ distance %g", gamma, d)
		}
	}
}

// The interpolated marginal of π itself agrees with MixtureGrid.
func TestBiasMasses(t *testing.T) {
	for name, m := range map[string]*model.Mixture{"section 2.5.2": section252(), "odd": odd()} {
		p := NewMixtureGrid(m, Grid{})
		one := &Perturbation{NewBias(p, 2), []float64{1}}
		for dim := range 2 {
			lo, hi := p.Lo[dim]+0.2*(p.Hi[dim]-p.Lo[dim]), p.Lo[dim]+0.6*(p.Hi[dim]-p.Lo[dim])
			wantBelow, want, wantAbove := p.MarginalMasses(dim, lo, hi, 70)
			within(t, name+" below", one.Masses(dim, p.Lo[dim], lo, 1)[0], wantBelow, 1e-9)
			within(t, name+" above", one.Masses(dim, hi, p.Hi[dim], 1)[0], wantAbove, 1e-9)
			for i, mass := range one.Masses(dim, lo, hi, 70) {
				within(t, name, mass, want[i], 1e-9)
			}
		}
	}
}

// The slopes of section 2.5.2 converge. The references have degree 30.
func TestBiasSlope(t *testing.T) {
	p := NewMixtureGrid(section252(), Grid{})
	at := map[int]*Bias{14: NewBias(p, 14), 18: NewBias(p, 18)}
	for _, c := range []struct {
		name      string
		degree    int
		solve     func(*Bias) *Perturbation
		want, tol float64
	}{
		{"SGLD, mini-batch", 18, func(b *Bias) *Perturbation { f, _ := b.SGLD(); return f },
			0.1879763, 1e-3},
		{"SGLD, time step", 18, func(b *Bias) *Perturbation { _, f := b.SGLD(); return f },
			41.210656, 1e-3},
		{"Langevin", 14, func(b *Bias) *Perturbation { return b.Langevin(1) }, 0.164622, 0.1},
		{"Langevin, γ = 10", 14, func(b *Bias) *Perturbation { return b.Langevin(10) },
			0.0171170, 1e-2},
	} {
		within(t, c.name, c.solve(at[c.degree]).L1(0, 0, 1.4, 500)/c.want, 1, c.tol)
	}
}

// Fewer nodes give the same slopes to 1e-3.
func TestRoughBias(t *testing.T) {
	p := NewMixtureGrid(mixture(1, 200), Grid{})
	fine, rough := NewBias(p, 8), NewRoughBias(p, 8)
	if 2*len(rough.mass) > len(fine.mass) {
		t.Errorf("%d nodes of %d", len(rough.mass), len(fine.mass))
	}
	slope := func(b *Bias) float64 { return b.Langevin(1).L1(0, 0, 1.4, 500) }
	within(t, "Langevin", slope(rough)/slope(fine), 1, 1e-3)
}

// On a Gaussian OABAO has the variance (1 − aΔt²/4)/a, whatever γ.
func TestLangevinStepGaussian(t *testing.T) {
	a := [2]float64{5, 0.3}
	cov := func(x, y float64) [3]float64 { return [3]float64{} }
	b := newBias(normal(a[0], a[1], cov), 6)
	for _, gamma := range []float64{0.1, 1, 20} {
		f := b.LangevinStep(gamma)
		for i, a := range a {
			got := a * f.expect(func(theta []float64) float64 { return theta[i] * theta[i] })
			within(t, "variance", got, -a/4, 1e-10)
		}
	}
}

// For large γ, O draws a new p. Then θ + Δt p/2, with p independent, has the distribution π up to
// Δt⁴ (the method of Leimkuhler and Matthews), so that the mean of φ changes by −Δt²/8 ∫ Δφ dπ.
func TestLangevinStepLargeFriction(t *testing.T) {
	var w weighted
	for x := -5.; x <= 5; x += 0.05 {
		for y := -8.; y <= 8; y++ {
			w.add(x, y, math.Exp(-x*x*x*x/4-y*y/2), [3]float64{}, [3]float64{3 * x * x, 0, 1})
		}
	}
	b := newBias(&w, 10)
	f := b.LangevinStep(1e4)
	for p := 2.; p <= 6; p += 2 {
		want := 0.0
		for k, m := range b.mass {
			want -= m * p * (p - 1) * math.Pow(b.theta[0][k], p-2) / 8
		}
		got := f.expect(func(theta []float64) float64 { return math.Pow(theta[0], p) })
		within(t, "moment", got, want, 1e-5)
	}
}
