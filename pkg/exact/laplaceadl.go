package exact

import (
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/vec"
)

// AdL returns the stationary covariance of θ, d×d, under the scheme ODABADO of Adaptive Langevin dynamics on the Laplace approximation, if ξ stays at its expected
// mean (MeanXi) and the gradient's noise does not depend on θ: in x = θ − θ* a step is p ← e^(−ξΔt/2) p + [γξ⁻¹(1 − e^(−ξΔt))]^(1/2) G, x ← x + pΔt/2,
//
//	p ← p − Δt P x + Δt (ε Σ̄)^(1/2) Z,
//
// and the first two again in reverse order. It is P⁻¹ but for terms in Δt² where ξ is a full matrix, and else what the parts of Σ̄ change that ξ does
// not hold. It reports false where there is no stationary state (BatchNoise). The work is about 100 (2d)³.
func (l *Laplace) AdL(f dynamics.Form, mean []float64, epsilon, gamma, dt float64) (cov []float64, ok bool) {
	d := len(l.Mode)
	values, v := eigen(f, mean)
	xi := make([]float64, d)
	for k, x := range values {
		if xi[k], ok = FrozenXi(BatchNoise(epsilon, dt, x), gamma, dt); !ok {
			return nil, false
		}
	}
	of := func(g func(xi float64) float64) []float64 {
		m := make([]float64, d*d)
		for k, x := range xi {
			e := g(x)
			for i := range d {
				for j := range d {
					m[i*d+j] = math.FMA(e, float64(v[i*d+k]*v[j*d+k]), m[i*d+j])
				}
			}
		}
		return m
	}
	h := float64(0.5 * dt)
	decay := of(func(x float64) float64 { return vec.Exp(-float64(h * x)) })
	noise := of(func(x float64) float64 {
		if x == 0 {
			return float64(gamma * dt)
		}
		return float64(gamma/x) * -vec.Expm1(-float64(dt*x))
	})

	n := 2 * d // x, then p
	unit := func() []float64 {
		m := make([]float64, n*n)
		for i := range n {
			m[i*n+i] = 1
		}
		return m
	}
	put := func(m []float64, row, col int, b []float64, c float64) {
		for i := range d {
			for j := range d {
				m[(row+i)*n+col+j] = float64(c * b[i*d+j])
			}
		}
	}
	o, a, b := unit(), unit(), unit()
	put(o, d, d, decay, 1)
	for i := range d {
		a[i*n+d+i] = h
	}
	put(b, d, 0, l.Precision, -dt)
	inO, inB := make([]float64, n*n), make([]float64, n*n)
	put(inO, d, d, noise, 1)
	put(inB, d, d, mean, float64(epsilon*float64(dt*dt)))

	step, q := unit(), make([]float64, n*n)
	apply := func(m, add []float64) {
		step = product(m, step, n)
		q = product(product(m, q, n), transpose(m, n), n)
		for i, x := range add {
			q[i] += x
		}
	}
	apply(o, inO)
	apply(a, nil)
	apply(b, inB)
	apply(a, nil)
	apply(o, inO)

	// X = Σ_k Mᵏ Q (Mᵏ)ᵀ, by doubling the number of terms
	for range 60 {
		add := product(product(step, q, n), transpose(step, n), n)
		largest, change := 0.0, 0.0
		for i := range d {
			x := add[i*n+i]
			largest, change = max(largest, q[i*n+i]), max(change, math.Abs(x))
		}
		for i, x := range add {
			q[i] += x
		}
		if !(largest < math.MaxFloat64) {
			return nil, false
		}
		if change <= float64(1e-13*largest) {
			cov = make([]float64, d*d)
			for i := range d {
				copy(cov[i*d:i*d+d], q[i*n:])
			}
			return cov, true
		}
		step = product(step, step, n)
	}
	return nil, false // M is not stable
}

// product is a b for n×n matrices. Zeros in a, of which the elementary flows are full, cost nothing.
func product(a, b []float64, n int) []float64 {
	c := make([]float64, n*n)
	for i := range n {
		row := c[i*n : i*n+n]
		for k, x := range a[i*n : i*n+n] {
			if x == 0 {
				continue
			}
			for j, y := range b[k*n : k*n+n] {
				row[j] = math.FMA(x, y, row[j])
			}
		}
	}
	return c
}

func transpose(a []float64, n int) []float64 {
	t := make([]float64, n*n)
	for i := range n {
		for j := range n {
			t[j*n+i] = a[i*n+j]
		}
	}
	return t
}
