package exact

import (
	"fmt"
	"math"
	"strings"

	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/vec"
)

// Gaussian is a Gaussian posterior in one dimension with a noise that does not depend on θ (section
// 2.5.1):
//
//	F̂_n(θ) = −a (θ − μ) + (ε(n) v)^(1/2) Z,
//
// so that the exact variance of θ is 1/a. Stationary variances of the schemes on it depend only on
// the mean and the variance of Z.
type Gaussian struct {
	A float64 // a = 1/σ_θ² + N/σ_x² = 1/σ_post² (eq. mu_sigma_post)
	V float64 // v = Σ_x = var(x)/σ_x⁴ (eq. var_hat_F)
}

// NewGaussian returns a and v of the Gaussian model.
func NewGaussian(m *model.Gaussian) Gaussian {
	s := float64(m.SigmaX * m.SigmaX)
	return Gaussian{m.Precision(), m.Var() / float64(s*s)}
}

// SGLD returns the relative error of the stationary variance of θ under SGLD (eq. SGLD),
//
//	(1 + εΔt v/2)/(1 − aΔt/2) − 1,
//
// to the leading order (Δt/2)(εv + a) (eq. sigme_post_erreur_SGLD). It panics if the scheme is not
// stable, aΔt ≥ 2.
func (g Gaussian) SGLD(epsilon, dt float64) float64 {
	x := float64(0.5 * float64(g.A*dt))
	if !(x < 1) {
		panic("exact: SGLD needs aΔt < 2")
	}
	return (float64(0.5*float64(float64(epsilon*dt)*g.V)) + x) / (1 - x)
}

// Langevin returns the relative error of the stationary variance of θ under the scheme OABAO at the
// constant friction γ > 0 (eq. GLA_minibatched),
//
//	r − 1 + (εvΔt²/4) [coth(γΔt/2) + (1/r − 1) tanh(γΔt/2)],   r = 1 − aΔt²/4,
//
// to the leading order εΔt v/(2γ) (eq. sigme_post_erreur). It panics if the scheme is not stable,
// aΔt² ≥ 4.
func (g Gaussian) Langevin(epsilon, gamma, dt float64) float64 {
	q := float64(0.25 * float64(g.A*float64(dt*dt)))
	if !(q < 1 && gamma > 0) {
		panic("exact: OABAO needs aΔt² < 4 and a friction above 0")
	}
	t := tanh(float64(0.5 * float64(gamma*dt)))
	c := float64(float64(float64(0.25*epsilon)*g.V) * float64(dt*dt))
	return math.FMA(c, math.FMA(q/(1-q), t, 1/t), -q)
}

// AdL returns the limit of the scheme ODABADO of Adaptive Langevin dynamics (eq. adl_scheme) if ξ
// stays at its mean: the friction ξ of FrozenXi at
//
//	s = Δt² ε v/(2r),   r = 1 − aΔt²/4,
//
// and the relative error of the stationary variance of θ,
//
//	−aΔt²/4 − (1 − γ/ξ)(1 − aΔt²/2)(1 − sech ξΔt)/2.
//
// It neglects the fluctuations of ξ, of variance 1/η. It reports false if s ≥ 1: ξ then grows
// without bound. It panics if the scheme is not stable, aΔt² ≥ 4.
func (g Gaussian) AdL(epsilon, gamma, dt float64) (xi, relError float64, ok bool) {
	q := float64(0.25 * float64(g.A*float64(dt*dt)))
	if !(q < 1) {
		panic("exact: ODABADO needs aΔt² < 4")
	}
	s := BatchNoise(epsilon, dt, g.V) / (1 - q)
	xi, ok = FrozenXi(s, gamma, dt)
	if !ok {
		return 0, 0, false
	}
	excess := 0.0 // 1 − γ/ξ, without the cancellation
	x := float64(xi * dt)
	if s > 0 {
		excess = s / tanh(x)
	}
	e := vec.Expm1(-x)
	sech := float64(e*e) / (1 + vec.Exp(-float64(2*x))) // 1 − sech x
	return xi, -q - float64(float64(0.5*excess)*float64((1-float64(2*q))*sech)), true
}

// AdLThird returns the third central moment of θ in units of σ_post³ under the scheme ODABADO if ξ
// stays at its mean, as in AdL, for a Z with E Z³ = skewness. Only Z is not normal, and θ is linear
// in it:
//
//	E (θ − μ)³ = (Δt² ε v)^(3/2) E Z³ Σ_k g_k³,
//
// with g_k the contribution of a unit kick to θ after k more steps. For small Δt the moment is of
// order ε^(3/2) Δt². AdLThird reports false and panics where AdL does.
func (g Gaussian) AdLThird(epsilon, gamma, dt, skewness float64) (third float64, ok bool) {
	xi, _, ok := g.AdL(epsilon, gamma, dt)
	if !ok {
		return 0, false
	}
	alpha := vec.Exp(-float64(xi * dt))
	h, kick := 0.5*dt, float64(g.A*dt)
	const small = 1e-9 // the rest of the kick
	theta, p, sum := h, 1.0, 0.0
	for range 1 << 24 {
		sum = math.FMA(float64(theta*theta), theta, sum)
		if a := float64(g.A * float64(theta*theta)); a+float64(p*p) < small {
			break
		}
		p *= alpha
		theta = math.FMA(h, p, theta)
		p = math.FMA(-kick, theta, p)
		theta = math.FMA(h, p, theta)
	}
	noise := float64(float64(dt*dt)*epsilon) * float64(g.V*g.A)
	return float64(float64(noise*math.Sqrt(noise))*skewness) * sum, true
}

// Step is one step of a scheme on a [Gaussian] posterior with μ = 0, at constant friction: the
// linear map
//
//	x ← M x + Σ_i c_i F_i + Σ_j o_j G_j,
//
// where x is θ for SGLD and (θ, p) otherwise, F_i the constant part and the noise of an evaluation
// of the gradient, and G_j independent standard normal numbers. Every stationary cumulant of order
// k > 2 is that of the F_i alone.
type Step struct {
	M     []float64   // d×d
	Kicks [][]float64 // c_i
	Noise [][]float64 // o_j
}

// Step returns a step of SGLD (eq. SGLD), or of a word over A, B and O at the friction γ (see
// package dynamics), such as OABAO (eq. GLA_minibatched). A letter that occurs k times gets the
// time Δt/k. The B's of a step have batches of their own, or share one. It panics if the word has
// another letter.
func (g Gaussian) Step(word string, gamma, dt float64, share bool) *Step {
	if word == "SGLD" {
		return &Step{
			M: []float64{1 - float64(g.A*dt)}, Kicks: [][]float64{{dt}},
			Noise: [][]float64{{math.Sqrt(2 * dt)}},
		}
	}
	s := &Step{M: linalg.Identity(2, 1)}
	for i := range len(word) {
		h := dt / float64(strings.Count(word, word[i:i+1]))
		switch word[i] {
		case 'A':
			s.then([]float64{1, h, 0, 1})
		case 'B':
			s.then([]float64{1, 0, -float64(h * g.A), 1})
			if share && len(s.Kicks) > 0 {
				s.Kicks[0][1] += h
			} else {
				s.Kicks = append(s.Kicks, []float64{0, h})
			}
		case 'O':
			s.then([]float64{1, 0, 0, vec.Exp(-float64(gamma * h))})
			s.Noise = append(s.Noise, []float64{0, math.Sqrt(-vec.Expm1(-float64(2 * float64(gamma*h))))})
		default:
			panic(fmt.Sprintf("exact: the word %q has a letter other than A, B and O", word))
		}
	}
	return s
}

// then appends a linear map.
func (s *Step) then(m []float64) {
	s.M = linalg.Mul(m, s.M)
	for _, vs := range [][][]float64{s.Kicks, s.Noise} {
		for _, v := range vs {
			v[0], v[1] = math.FMA(m[0], v[0], float64(m[1]*v[1])), math.FMA(m[2], v[0], float64(m[3]*v[1]))
		}
	}
}

// Radius returns the spectral radius of M, below 1 where the scheme is stable.
func (s *Step) Radius() float64 {
	if len(s.M) == 1 {
		return math.Abs(s.M[0])
	}
	half := float64(0.5 * (s.M[0] + s.M[3]))
	det := math.FMA(s.M[0], s.M[3], -float64(s.M[1]*s.M[2]))
	if d := math.FMA(half, half, -det); d > 0 {
		return math.Abs(half) + math.Sqrt(d)
	}
	return math.Sqrt(det)
}

// Mean returns the stationary mean of x if every gradient has the constant part 1, the solution of
// x = M x + Σ c_i.
func (s *Step) Mean() []float64 { return s.Cumulants(1) }

// Cumulants returns the stationary joint cumulants of order k that the kicks cause,
//
//	Σ_m Σ_i (M^m c_i)^⊗k,
//
// for independent F_i with the cumulant 1: those of θ^(k−j) p^j, j = 0 … k, or for SGLD that of θ^k
// alone. It solves the linear equation of which this is the series. It panics unless k ≥ 1.
func (s *Step) Cumulants(k int) []float64 {
	if k < 1 {
		panic("exact: expected a cumulant of order 1 or higher")
	}
	if len(s.M) == 1 {
		// 1 − (1−q)^k without cancellation
		q, c := 1-s.M[0], s.Kicks[0][0]
		d := 0.0
		for range k {
			d = math.FMA(s.M[0], d, q)
		}
		return []float64{power(c, k) / d}
	}
	n := k + 1
	a, b := make([]float64, n*n), make([]float64, n)
	for j := range n {
		for l, x := range product(s.M, k-j, j) {
			a[j*n+l] = -x
		}
		a[j*n+j]++
		for _, c := range s.Kicks {
			b[j] += float64(power(c[0], k-j) * power(c[1], j))
		}
	}
	return eliminate(a, b)
}

// power returns x^k for k ≥ 0.
func power(x float64, k int) float64 {
	y := 1.0
	for range k {
		y = float64(y * x)
	}
	return y
}

// product returns the coefficients of θ^(k−l) p^l, k = i + j, in (m₀θ + m₁p)^i (m₂θ + m₃p)^j.
func product(m []float64, i, j int) []float64 {
	c := []float64{1}
	for f := range i + j {
		u, v := m[0], m[1]
		if f >= i {
			u, v = m[2], m[3]
		}
		next := make([]float64, len(c)+1)
		for l, x := range c {
			next[l] = math.FMA(u, x, next[l])
			next[l+1] = math.FMA(v, x, next[l+1])
		}
		c = next
	}
	return c
}

// eliminate solves a x = b, of which it changes both, by Gaussian elimination with row pivoting.
func eliminate(a, b []float64) []float64 {
	n := len(b)
	for col := range n {
		p := col
		for r := col + 1; r < n; r++ {
			if math.Abs(a[r*n+col]) > math.Abs(a[p*n+col]) {
				p = r
			}
		}
		b[col], b[p] = b[p], b[col]
		for i := range n {
			a[col*n+i], a[p*n+i] = a[p*n+i], a[col*n+i]
		}
		for r := col + 1; r < n; r++ {
			f := a[r*n+col] / a[col*n+col]
			for i := col; i < n; i++ {
				a[r*n+i] = math.FMA(-f, a[col*n+i], a[r*n+i])
			}
			b[r] = math.FMA(-f, b[col], b[r])
		}
	}
	for r := n - 1; r >= 0; r-- {
		for i := r + 1; i < n; i++ {
			b[r] = math.FMA(-a[r*n+i], b[i], b[r])
		}
		b[r] /= a[r*n+r]
	}
	return b
}

// BatchSlope returns what batches add to the relative errors of the stationary variances of θ and p
// under a scheme, per ε(n)Δt. The errors are affine in ε(n): this is their slope, divided by Δt.
// The leading order is v/2 for SGLD, which has no p, and v/(2γ) for OABAO.
func (g Gaussian) BatchSlope(s *Step, dt float64) (theta, p float64) {
	c := s.Cumulants(2)
	f := g.V / dt
	return float64(float64(f*g.A) * c[0]), float64(f * c[len(c)-1])
}

// Shape returns the third central moment of θ, its skewness and its excess kurtosis under a step of
// which batches of n of the data of m cause the kicks, each with one of its own. The relative error
// of the variance of θ is relError. They are 0 without batches.
func (s *Step) Shape(
	m *model.Gaussian, n int, sampling minibatch.Sampling, relError float64,
) (third, skewness, kurtosis float64) {
	epsilon := sampling.Epsilon(len(m.X), n)
	if epsilon == 0 {
		return 0, 0, 0
	}
	g := NewGaussian(m)
	skew, kurt := batchMoments(m.X, n, sampling)
	q := float64(epsilon * g.V)
	variance := (1 + relError) / g.A
	third = float64(float64(skew*float64(q*math.Sqrt(q))) * s.Cumulants(3)[0])
	fourth := float64(float64(kurt*float64(q*q)) * s.Cumulants(4)[0])
	return third, third / float64(variance*math.Sqrt(variance)), fourth / float64(variance*variance)
}

// GaussianMoments returns the mean and the variance of a Gaussian posterior from its density, by
// the trapezoidal rule about its maximum, which is between 0 and the mean of the data.
func GaussianMoments(m *model.Gaussian) (mean, variance float64) {
	centre := 0.0
	for _, x := range m.X {
		centre += x / float64(len(m.X))
	}
	lo, hi := min(0, centre), max(0, centre)
	for range 100 {
		a, b := lo+(hi-lo)/3, hi-(hi-lo)/3
		if m.LogPosterior([]float64{a}) < m.LogPosterior([]float64{b}) {
			lo = a
		} else {
			hi = b
		}
	}
	const nodes = 97
	reach := 12 / math.Sqrt(m.Precision())
	theta := linalg.LinSpace(lo-reach, lo+reach, nodes)
	l := make([]float64, nodes)
	top := math.Inf(-1)
	for i, x := range theta {
		l[i] = m.LogPosterior([]float64{x})
		top = max(top, l[i])
	}
	var s0, s1, s2 float64
	for i, x := range theta {
		w := vec.Exp(l[i] - top)
		s0, s1 = s0+w, math.FMA(w, x, s1)
	}
	mean = s1 / s0
	for i, x := range theta {
		s2 = math.FMA(vec.Exp(l[i]-top), float64((x-mean)*(x-mean)), s2)
	}
	return mean, s2 / s0
}
