package dynamics

import (
	"fmt"
	"math"
	"testing"

	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/vec"
)

func TestLayersStart(t *testing.T) {
	f := Layers{[]int{2, 1, 3}, 1, 1}
	e := NewEnsemble(6, f, nil, nil, nil)
	x := Identity(6, 0)
	for i := range 6 {
		x[i*6+i] = float64(1 + i)
	}
	f.Start(e.Xi, x)
	if len(e.Xi) != 3 || !f.Adaptive() {
		t.Fatalf("%d rows, adaptive %t", len(e.Xi), f.Adaptive())
	}
	for l, want := range []float64{1.5, 3, 5} {
		if e.Xi[l][0] != want || e.Xi[l][vec.Lanes-1] != want {
			t.Errorf("layer %d starts at %g, want %g", l, e.Xi[l][0], want)
		}
	}
	for _, c := range []struct {
		sizes []int
		d     int
	}{{[]int{2, 1}, 4}, {[]int{4, 0}, 4}, {[]int{5, -1}, 4}, {nil, 1}} {
		f := Layers{c.sizes, 1, 1}
		for i, call := range []func(){
			func() { f.Rows(c.d) }, func() { f.O(c.d, 1) }, func() { f.D(c.d, 1) }, func() { f.Start(vec.Rows(len(c.sizes)), Identity(c.d, 1)) },
		} {
			want := fmt.Sprintf("dynamics: %d components in layers of %d", c.d, c.sizes)
			func() {
				defer func() {
					if got := fmt.Sprint(recover()); got != want {
						t.Errorf("call %d panics with %q, want %q", i, got, want)
					}
				}()
				call()
			}()
		}
	}
}

// layered runs a network for some steps.
func layered(t *testing.T, m *model.Network, f Friction, word string, n, steps int) *Ensemble {
	g := m.Gradient(n)
	e, flows := ensemble(t, Scheme{Word: word, Dt: 0.01, Friction: f}, m.Dim(), g, minibatch.Without.Sampler(g, m.Data(), n, 3, 1), 3)
	f.Start(e.Xi, Identity(m.Dim(), 1.5))
	e.Run(flows, steps, 1)
	return e
}

// TestLayersScalar: one layer has the bytes of a scalar friction, layers of one component those of a diagonal one but for the rounding of D.
func TestLayersScalar(t *testing.T) {
	m := network(2, 4, 300)
	d := m.Dim()
	for _, word := range []string{"ODABADO", "BADODAB"} {
		a, b := layered(t, m, Scalar{1, 5}, word, 5, 100), layered(t, m, Layers{[]int{d}, 1, 5}, word, 5, 100)
		if digest(a) != digest(b) {
			t.Errorf("%s: one layer differs from a scalar friction", word)
		}
	}
	ones := make([]int, d)
	for i := range ones {
		ones[i] = 1
	}
	for steps, tol := range map[int]float64{1: 1e-14, 50: 1e-9} {
		a, b := layered(t, m, Diagonal{1, 5}, "ODABADO", 5, steps), layered(t, m, Layers{ones, 1, 5}, "ODABADO", 5, steps)
		for i := range a.Xi {
			for l := range vec.Lanes {
				if !(math.Abs(a.Xi[i][l]-b.Xi[i][l]) < tol && math.Abs(a.P[i][l]-b.P[i][l]) < 10*tol) {
					t.Fatalf("%d steps, component %d, lane %d: ξ = %g, of a diagonal friction %g", steps, i, l, b.Xi[i][l], a.Xi[i][l])
				}
			}
		}
	}
}

// TestNetworkDigests pins simulated numbers of a network.
func TestNetworkDigests(t *testing.T) {
	m := network(2, 8, 500)
	for _, c := range []struct {
		f      Friction
		n      int
		digest string
	}{
		{Diagonal{1, 200}, 1, "1da8f7e7cbdf5750"},
		{Diagonal{1, 200}, 25, "6f60fc5331f47f78"},
		{Scalar{1, 200}, 500, "1aeea79271576956"},
		{Layers{m.Layers(), 1, 200}, 5, "4a98e15ed6010536"},
	} {
		e := layered(t, m, c.f, "ODABADO", c.n, 20)
		if got := digest(e); got != c.digest || !e.Finite() {
			t.Errorf("%T, n = %d: digest %s, want %s", c.f, c.n, got, c.digest)
		}
	}
}

// TestLayersLaw: without minibatch noise every ξ_l is Gaussian about γ with variance 1/η, as for a scalar friction, and θ has its law.
func TestLayersLaw(t *testing.T) {
	t.Parallel()
	const dt, gamma, eta, steps = 0.04, 1.0, 1.0, 60000
	f := Layers{[]int{2, 1}, gamma, eta}
	e, flows := ensemble(t, Scheme{Word: "ODABADO", Dt: dt, Friction: f}, 3, harmonic([]float64{2, 0.8, 0}, []float64{0.8, 1, 0}, []float64{0, 0, 1.5}), allData(), 601)
	f.Start(e.Xi, Identity(3, gamma))
	e.Run(flows, int(40/dt), 1)
	xi, theta := NewMoments(Xi, 2, 1, steps), NewMoments(Theta, 3, 1, steps)
	e.Run(flows, steps, 1, xi, theta)
	slack := 2 * dt * dt
	for l := range 2 {
		within(t, fmt.Sprintf("mean of ξ, layer %d", l), xi.perLane(l, 1), gamma, slack, 0.02)
		within(t, fmt.Sprintf("η times the variance of ξ, layer %d", l), scaled(xi.central(l, gamma), eta), 1, slack, 0.02)
	}
	within(t, "variance of θ₁", theta.central(0, 0), 1/(2-0.64), slack, 0.02)
	within(t, "variance of θ₃", theta.central(2, 0), 1/1.5, slack, 0.02)
}

// TestLayersNoise: each layer takes up the noise of its own components only, at a frozen ξ the mean of it over the layer.
func TestLayersNoise(t *testing.T) {
	t.Parallel()
	const a, dt, gamma, eta, total, n = 1.5, 0.02, 1.0, 2.0, 12, 3
	var x [][]float64
	var variance [3]float64
	for k := range total {
		s, c := math.Sincos(2 * math.Pi * float64(k) / total)
		p := []float64{8 * c, 5 * s, 2 * s}
		x = append(x, p)
		for i := range p {
			variance[i] += p[i] * p[i] / (total - 1)
		}
	}
	g := force{f: func(f, theta []float64) {
		for i := range f {
			f[i] = -a * theta[i]
		}
	}, x: x}
	s := dt * dt * minibatch.With.Epsilon(total, n) / (2 * (1 - a*dt*dt/4))
	want := []float64{frozen(s*(variance[0]+variance[1])/2, gamma, dt), frozen(s*variance[2], gamma, dt)}
	f := Layers{[]int{2, 1}, gamma, eta}
	e, flows := ensemble(t, Scheme{Word: "ODABADO", Dt: dt, Friction: f}, 3, g, minibatch.With.Sampler(g, total, n, 602, 1), 602)
	f.Start(e.Xi, Identity(3, want[0]))
	e.Run(flows, int(100/dt), 1)
	const steps = 60000
	xi := NewMoments(Xi, 2, 1, steps)
	e.Run(flows, steps, 1, xi)
	for l := range want {
		within(t, fmt.Sprintf("mean of ξ, layer %d", l), xi.perLane(l, 1), want[l], 0.003*want[0], 0.02*want[0])
	}
	if want[0] < 2*want[1] {
		t.Errorf("frictions %g of the layers are too near to tell them apart", want)
	}
}
