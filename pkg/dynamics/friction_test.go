package dynamics

import (
	"fmt"
	"math"
	"testing"

	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// coefficients is the entries of all ξ_k, and of ξ for an AdL: an observable of these tests.
type coefficients struct{}

func (coefficients) Key() spec.Key { return nil }

func (coefficients) Len(d int, f Friction) int {
	a, _ := BaseOf(f)
	return f.(Adaptive).Rows(vec.Replicas, d) / a.Rows(vec.Replicas, d) * len(Entries(a.Form, d))
}

func (c coefficients) Bind(l vec.Layout, d int, f Friction) func(s *State) []vec.Row {
	if l == vec.Components {
		return Xi{}.Bind(l, d, f)
	}
	return func(s *State) []vec.Row { return s.Xi }
}

// TestFrictionLaw: with full batches (n = Nd) and a small time step (θ, p, ξ) has the distribution
// of the lemma in section 3.2.1 (eq. piAdL) and, for extended dynamics, of theorem th:1, where A(θ)
// = γ is in the span of the bases here. θ has the posterior distribution, p is standard normal, and
// the entries of ξ_k are Gaussian with the entries of A_k as means. Their variance is 1/η on the
// diagonal, whatever their number of places, and 1/(2η) off it, since a symmetric matrix has such
// entries twice.
func TestFrictionLaw(t *testing.T) {
	t.Parallel()
	const r, c = vec.Replicas, vec.Components
	one := harmonic([]float64{1.5})
	two := harmonic([]float64{2, 0.8}, []float64{0.8, 1})
	three := harmonic([]float64{2, 0.8, 0}, []float64{0.8, 1, 0}, []float64{0, 0, 1.5})
	cut := Boxes{Cuts: [][]float64{{0}}, Lo: []float64{-2}, Hi: []float64{2}}
	line := cut
	line.Degree, line.Scale = 1, []float64{1.5, 2.5, 1.5, 2.5}
	corner := Boxes{Cuts: [][]float64{{0.2}, nil}, Lo: []float64{-2, -2}, Hi: []float64{2, 2},
		Scale: []float64{1.5, 2}}
	adl := func(f Form, eta float64) AdL { return AdL{f, 1, eta} }
	for i, c := range []struct {
		l     vec.Layout
		word  string
		g     field
		f     Friction
		steps int
	}{
		{r, "ODABADO", one, adl(Scalar{}, 1), 20000},
		{r, "BADODAB", one, adl(Diagonal{}, 0.5), 20000},
		{r, "ODABADO", two, adl(Full{}, 1), 20000},
		{r, "ODABADO", three, adl(Full{}, 1), 1500},
		{r, "ODABADO", three, adl(BlockDiagonal{2}, 1), 3000},
		{r, "ODABADO", three, adl(tridiagonal{}, 1), 1500},
		{r, "ODABADO", three, adl(Layers{[]int{2, 1}}, 1), 20000},
		{c, "ODABADO", two, adl(Scalar{}, 1), 1500},
		{c, "BADODAB", three, adl(Diagonal{}, 2), 1500},
		{c, "ODABADO", three, adl(Full{}, 1), 1500},
		{r, "ODABADO", one, Extended{Base: adl(Scalar{}, 2), Basis: cut}, 20000},
		{r, "ODABADO", one, Extended{Base: adl(Diagonal{}, 1), Basis: line}, 120000},
		{r, "ODABADO", two, Extended{Base: adl(Full{}, 2), Basis: corner}, 20000},
	} {
		const dt = 0.04
		s := Scheme{Word: c.word, Dt: dt, Friction: c.f}
		e, flows := ensemble(t, c.l, s, c.g, vec.Lanes, linalg.Identity(c.g.d, 1), uint64(200+i))
		e.Run(flows, int(20/dt), 1)
		xi, theta := newMoments(coefficients{}, e, c.f), newMoments(Theta{}, e, c.f)
		e.Run(flows, c.steps, 1, xi, theta)
		name := fmt.Sprintf("%s, %s, d = %d, %T %+v", c.l, c.word, c.g.d, c.f, c.f)
		checkLaw(t, name, c.f, c.g.d, dt, 4/math.Sqrt(float64(c.steps)), xi, theta)
	}
}

func checkLaw(
	t *testing.T, name string, f Friction, d int, dt, sharp float64, xi, theta *moments,
) {
	t.Helper()
	a, _ := BaseOf(f)
	es := Entries(a.Form, d)
	constants := []float64{1}
	x, extended := f.(Extended)
	slack := 2 * dt * dt // the scheme's own error, of order Δt² times numbers of order one
	if extended {
		constants = x.Basis.Constants()
		slack, sharp = 3*dt*dt, 2.2*sharp // only a part of the time counts
	}
	for k := range xi.s1 {
		e := es[k%len(es)]
		mean, factor := constants[k/len(es)]*a.Gamma, 1.0
		if !e.Diagonal() {
			mean, factor = 0, 0.5
		}
		what := fmt.Sprintf("%s: ξ_%d, entry %d", name, k/len(es), k%len(es))
		within(t, what+", mean", xi.mean(k), mean, slack, sharp)
		variance := scaled(xi.central(k, mean), a.Eta)
		within(t, what+", η times variance", variance, factor, slack*factor, sharp)
	}
	want := 1 / 1.5
	if d > 1 {
		want = 1 / (2 - 0.64)
	}
	within(t, name+": variance of θ₁", theta.central(0, 0), want, slack, sharp)
}

// frozen solves tanh(ξΔt)(1 − γ/ξ) = s, the condition that p² has mean 1 at a friction that does
// not fluctuate.
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

// TestNoiseTakenUp has noise whose covariance is not a multiple of the unit matrix. At a fixed ξ
// and for the force −aθ, the response of each form follows from the projection of the covariance.
// Two eigenvectors of the covariance are not along axes, so that the sign of off-diagonal entries
// matters.
func TestNoiseTakenUp(t *testing.T) {
	t.Parallel()
	const a, dt, gamma, eta, total, n = 1.5, 0.02, 1.0, 0.5, 12, 3
	g := field{d: 3, n: n, f: func(f, theta []float64) {
		for i := range f {
			f[i] = -a * theta[i]
		}
	}}
	var sigma [3][3]float64
	for k := range total { // points above a turned ellipse
		s, c := math.Sincos(2 * math.Pi * float64(k) / total)
		p := []float64{8*c - 1.5*s, 5*c + 2.5*s, 8 * s * c}
		g.x = append(g.x, p)
		for i := range p {
			for j := range p {
				sigma[i][j] += p[i] * p[j] / (total - 1)
			}
		}
	}
	scale := dt * dt * minibatch.With.Epsilon(total, n) / (2 * (1 - a*dt*dt/4)) // times an eigenvalue
	ξ := func(variance float64) float64 { return frozen(scale*variance, gamma, dt) }
	half, diff := (sigma[0][0]+sigma[1][1])/2, (sigma[0][0]-sigma[1][1])/2
	root := math.Hypot(diff, sigma[0][1])
	up, down, third := ξ(half+root), ξ(half-root), ξ(sigma[2][2])
	x11, x12 := (up+down)/2+(up-down)/2*diff/root, (up-down)/2*sigma[0][1]/root
	x22 := (up+down)/2 - (up-down)/2*diff/root
	const r, c = vec.Replicas, vec.Components
	for i, c := range []struct {
		l     vec.Layout
		f     Form
		want  []float64
		steps int
	}{
		{r, Scalar{}, []float64{ξ((2*half + sigma[2][2]) / 3)}, 3000},
		{r, Layers{[]int{2, 1}}, []float64{ξ(half), third}, 3000},
		{r, Diagonal{}, []float64{ξ(sigma[0][0]), ξ(sigma[1][1]), third}, 3000},
		{r, BlockDiagonal{2}, []float64{x11, x12, x22, third}, 3000},
		{r, Full{}, []float64{x11, x12, 0, x22, 0, third}, 2000},
		{c, Scalar{}, []float64{ξ((2*half + sigma[2][2]) / 3)}, 2000},
		{c, Full{}, []float64{x11, x12, 0, x22, 0, third}, 2000},
	} {
		f := AdL{c.f, gamma, eta}
		s := Scheme{Word: "ODABADO", Dt: dt, Friction: f}
		xi := []float64{x11, x12, 0, x12, x22, 0, 0, 0, third}
		e, flows := ensemble(t, c.l, s, g, vec.Lanes, xi, uint64(400+i))
		e.Run(flows, int(15/dt), 1)
		obs := newMoments(Xi{}, e, f)
		e.Run(flows, c.steps, 1, obs)
		for k, want := range c.want {
			name := fmt.Sprintf("%s, %s: mean of ξ, entry %d", c.l, c.f.Name(), k)
			within(t, name, obs.mean(k), want, 0.01*up, 0.04*up)
		}
	}
	if x12 < 0.1*up || up < 2*third || down < 1.5*gamma {
		t.Errorf("frictions %g, %g, %g, %g are too near to tell forms apart", x11, x12, x22, third)
	}
}
