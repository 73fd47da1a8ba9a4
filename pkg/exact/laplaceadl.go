package exact

import (
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/linalg"
)

// AdL returns the stationary covariance of θ, d×d, under the scheme ODABADO on the Laplace
// approximation, if ξ stays at its expected mean (MeanXi) and the noise of the gradient does not
// depend on θ. It returns nil if there is no stationary state. The work is about 100 (2d)³
// operations. In x = θ − θ* a step is
//
//	p ← e^(−ξΔt/2) p + [γξ⁻¹(1 − e^(−ξΔt))]^(1/2) G,
//	x ← x + pΔt/2,
//	p ← p − Δt P x + Δt (ε Σ̄)^(1/2) Z,
//
// and the first two lines again in reverse order. The covariance differs from P⁻¹ by terms in Δt²
// and, unless ξ is a full matrix, because ξ cannot represent all of Σ̄.
func (l *Laplace) AdL(
	f dynamics.Form, mean []float64, epsilon, gamma, dt float64,
) (cov []float64) {
	ok := true
	frozen := func(of func(xi float64) float64) []float64 {
		return spectral(f, mean, func(lambda float64) float64 {
			xi := FrozenXi(BatchNoise(epsilon, dt, lambda), gamma, dt)
			ok = ok && !math.IsNaN(xi)
			return of(xi)
		})
	}
	decay := frozen(func(xi float64) float64 { return math.Exp(-xi * dt / 2) })
	noise := frozen(func(xi float64) float64 {
		if xi == 0 {
			return gamma * dt
		}
		return gamma / xi * -math.Expm1(-xi*dt)
	})
	if !ok {
		return nil
	}
	return l.step(decay, noise, mean, epsilon, dt).stationary(len(l.Mode))
}

// affine is the map x ← m x + noise of covariance q.
type affine struct{ m, q []float64 }

// then appends a map with the matrix m and noise of covariance q, nil for no noise.
func (s *affine) then(m, q []float64) {
	s.m = linalg.Mul(m, s.m)
	s.q = linalg.Mul(linalg.Mul(m, s.q), linalg.Transpose(m))
	linalg.AddScaled(s.q, 1, q)
}

// step is one step ODABADO for (x, p), with the matrix and the noise of O.
func (l *Laplace) step(decay, noise, sigma []float64, epsilon, dt float64) affine {
	d := len(l.Mode)
	n := 2 * d
	// put sets the block of m at (row, col) to c b
	put := func(m []float64, row, col int, b []float64, c float64) []float64 {
		for i := range d {
			for j := range d {
				m[(row+i)*n+col+j] = c * b[i*d+j]
			}
		}
		return m
	}
	o := put(linalg.Identity(n, 1), d, d, decay, 1)
	a := put(linalg.Identity(n, 1), 0, d, linalg.Identity(d, 1), dt/2)
	b := put(linalg.Identity(n, 1), d, 0, l.Precision, -dt)
	ofO := put(make([]float64, n*n), d, d, noise, 1)
	ofB := put(make([]float64, n*n), d, d, sigma, epsilon*dt*dt)

	s := affine{linalg.Identity(n, 1), make([]float64, n*n)}
	s.then(o, ofO)
	s.then(a, nil)
	s.then(b, ofB)
	s.then(a, nil)
	s.then(o, ofO)
	return s
}

// stationary returns the leading d×d block of the covariance X = Σ_k Mᵏ Q (Mᵏ)ᵀ, by doubling the
// number of terms until the block converges, or nil if M is not stable.
func (s affine) stationary(d int) (cov []float64) {
	n := linalg.Order(s.m)
	m, x := s.m, s.q
	for range 60 {
		add := linalg.Mul(linalg.Mul(m, x), linalg.Transpose(m))
		largest, change := 0.0, 0.0
		for i := range d {
			largest = max(largest, x[i*n+i])
			change = max(change, math.Abs(add[i*n+i]))
		}
		linalg.AddScaled(x, 1, add)
		if !(largest < math.MaxFloat64) {
			break
		}
		if change <= 1e-13*largest {
			for i := range d {
				cov = append(cov, x[i*n:i*n+d]...)
			}
			break
		}
		m = linalg.Mul(m, m)
	}
	return cov
}
