package dynamics

import (
	"fmt"
	"math"

	"adl/pkg/vec"
)

// Constant is the friction γ of Langevin dynamics with Γ = γ I.
type Constant struct{ Gamma float64 }

// Rows is 0.
func (Constant) Rows(int) int { return 0 }

// Adaptive is false.
func (Constant) Adaptive() bool { return false }

// Start does nothing.
func (Constant) Start([]vec.Row, []float64) {}

// O is p ← α_h p + (1 − α_h²)^(1/2) G with α_h = e^(−γh) (eq. GLA).
func (f Constant) O(_ int, h float64) Flow {
	y := float64(f.Gamma * h)
	return &ou{vec.Exp(-y), math.Sqrt(-vec.Expm1(-float64(2 * y)))}
}

// D panics.
func (Constant) D(int, float64) Flow { panic("dynamics: no D at constant friction") }

type ou struct{ alpha, sigma float64 }

func (f *ou) Apply(e *Ensemble) { vec.ScaleAdd(e.P, e.Noise.Next(len(e.P)), f.alpha, f.sigma) }

// Matrix is the friction of Langevin dynamics with a positive definite symmetric matrix Γ, row-major.
type Matrix struct{ Gamma []float64 }

// Rows is 0.
func (Matrix) Rows(int) int { return 0 }

// Adaptive is false.
func (Matrix) Adaptive() bool { return false }

// Start does nothing.
func (Matrix) Start([]vec.Row, []float64) {}

// O is p ← α_h p + (1 − α_{2h})^(1/2) G with α_h = e^(−Γh) (eq. GLA). It panics unless Γ is symmetric, positive definite and of order d.
func (f Matrix) O(d int, h float64) Flow {
	if len(f.Gamma) != d*d {
		panic(fmt.Sprintf("dynamics: friction matrix has %d entries, want %d", len(f.Gamma), d*d))
	}
	a, v := append([]float64(nil), f.Gamma...), make([]float64, d*d)
	for i := range d {
		for j := range d {
			if a[i*d+j] != a[j*d+i] {
				panic("dynamics: friction matrix is not symmetric")
			}
		}
	}
	if !vec.EigenSym(a, v, d) {
		panic("dynamics: friction matrix is not finite")
	}
	m := &linear{m: make([]float64, d*d), s: make([]float64, d*d)}
	for k := range d {
		g := a[k*d+k]
		if g <= 0 {
			panic("dynamics: friction matrix is not positive definite")
		}
		y := float64(g * h)
		alpha, sigma := vec.Exp(-y), math.Sqrt(-vec.Expm1(-float64(2*y)))
		for i := range d {
			for j := range d {
				w := float64(v[i*d+k] * v[j*d+k])
				m.m[i*d+j] = math.FMA(alpha, w, m.m[i*d+j])
				m.s[i*d+j] = math.FMA(sigma, w, m.s[i*d+j])
			}
		}
	}
	return m
}

// D panics.
func (Matrix) D(int, float64) Flow { panic("dynamics: no D at constant friction") }

type linear struct{ m, s []float64 }

func (f *linear) Apply(e *Ensemble) {
	vec.Linear(e.spare, e.P, e.Noise.Next(len(e.P)), f.m, f.s)
	copy(e.P, e.spare)
}
