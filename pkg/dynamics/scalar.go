package dynamics

import "adl/pkg/vec"

// Scalar is the friction ξ ∈ ℝ of Adaptive Langevin dynamics, with noise Γ = γ I: D is ξ ← ξ + (h/η)(|p|² − d) (eq. xi_scalar).
type Scalar struct{ Gamma, Eta float64 }

// Rows is 1.
func (Scalar) Rows(int) int { return 1 }

// Adaptive is true.
func (Scalar) Adaptive() bool { return true }

// Start sets ξ to the mean of the diagonal of x.
func (Scalar) Start(xi []vec.Row, x []float64) {
	d := order(len(x))
	fill(&xi[0], trace(x, d)/float64(d))
}

// O is exact and the same for every component of p.
func (f Scalar) O(_ int, h float64) Flow { return &ouLanes{vec.NewOU1(h, f.Gamma)} }

// D is ξ ← ξ + (h/η)(|p|² − d).
func (f Scalar) D(_ int, h float64) Flow { return &norm{h / f.Eta} }

type ouLanes struct{ c *vec.OU1 }

func (f *ouLanes) Apply(e *Ensemble) { f.c.Step(e.P, e.Xi, e.Noise.Next(len(e.P))) }

type norm struct{ k float64 }

func (f *norm) Apply(e *Ensemble) { vec.AddNorm(&e.Xi[0], e.P, f.k) }

// order is d for d² entries.
func order(n int) int {
	d := 0
	for d*d < n {
		d++
	}
	return d
}
