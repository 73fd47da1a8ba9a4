package dynamics

import (
	"adl/pkg/model"
	"adl/pkg/vec"
)

// The letters, in the order of the formulas in the package comment. Here are O and D for a
// constant, a scalar, a diagonal and a full friction in both layouts. File general.go has O and D
// for every other form, extended.go for a friction ξ(θ).

// drift is A, eq. elementary_SDE_tht: θ ← θ + h p.
type drift struct{ h float64 }

func (f *drift) Apply(s *State) { vec.AddScaled(s.Theta, s.P, f.h) }

// forced is a flow that computes the force F̂_n(θ) with a new batch and then moves.
type forced interface{ move(s *State) }

// gradient is B, eq. elementary_scheme_mb: p ← p + h F̂_n(θ).
type gradient struct{ h float64 }

func (f *gradient) Apply(s *State) { s.force(); f.move(s) }

func (f *gradient) move(s *State) { vec.AddScaled(s.P, s.F, f.h) }

// euler is the word SGLD, eq. SGLD: θ ← θ + h F̂_n(θ) + r G with r = √(2h).
type euler struct{ h, r float64 }

func (f *euler) Apply(s *State) { s.force(); f.move(s) }

func (f *euler) move(s *State) { vec.AddTwo(s.Theta, s.F, s.Normals.Next(), f.h, f.r) }

func (s *State) force() { s.Gradient.Eval(s.F, s.Theta, s.Batches.Next()) }

// forces computes the forces of states with full batches (n = Nd) in one pass over the data.
func forces(group []*State) {
	var f, theta [][]vec.Row
	for _, s := range group {
		f, theta = append(f, s.F), append(theta, s.Theta)
	}
	group[0].Gradient.(model.SharedGradient).EvalAll(f, theta)
}

// constantO is O at a constant friction, eq. GLA: p ← α p + σ G with α = e^(−γh) and
// σ = (1 − α²)^(1/2).
type constantO struct{ alpha, sigma float64 }

func (f *constantO) Apply(s *State) { vec.ScaleAdd(s.P, s.Normals.Next(), f.alpha, f.sigma) }

// scalarO is O at a frozen ξ ∈ ℝ, eq. elementary_SDE_OU: p ← α p + σ G with the numbers
// α = e^(−hξ) and σ = [γ ξ⁻¹ (1 − α²)]^(1/2).
type scalarO struct{ ou *vec.OUDiagonal }

func (f *scalarO) Apply(s *State) {
	if s.Layout == vec.Replicas {
		f.ou.Step(s.P, s.Xi[:1], s.Normals.Next())
		return
	}
	alpha, sigma := f.ou.Functions(s.Xi[0][0])
	vec.ScaleAdd(s.P, s.Normals.Next(), alpha, sigma)
}

// scalarD is D, eq. xi_scalar: ξ ← ξ + k (|p|² − d), k = h/η.
type scalarD struct{ k float64 }

func (f *scalarD) Apply(s *State) {
	x, d := &s.Xi[0], float64(s.Dim)
	if s.Layout == vec.Replicas {
		vec.AddNorm(x, s.P, f.k, d)
		return
	}
	vec.AddNorm(x, s.P, f.k, d/vec.Lanes) // every lane its part
	*x = vec.Row{vec.SumLanes(x)}
}

// diagonalO is O at a frozen diagonal, eq. elementary_SDE_OU: p_i ← α_i p_i + σ_i G_i.
type diagonalO struct{ ou *vec.OUDiagonal }

func (f *diagonalO) Apply(s *State) { f.ou.Step(s.P, s.Xi, s.Normals.Next()) }

// fixedO is diagonalO at the ξ of a Fixed.
type fixedO struct {
	ou *vec.OUDiagonal
	xi []vec.Row
}

func (f *fixedO) Apply(s *State) { f.ou.Step(s.P, f.xi, s.Normals.Next()) }

// diagonalD is D, eq. xi_diag: ξ_i ← ξ_i + k (p_i² − 1).
type diagonalD struct{ k float64 }

func (f *diagonalD) Apply(s *State) {
	vec.AddSquares(s.Xi, s.P, f.k)
	s.Layout.Pad(s.Xi, s.Dim)
}

// fullO is O at a frozen matrix, eq. elementary_SDE_OU: p ← α p + σ G with the matrices α and σ. It
// is exact: by closed formulas or series for two components, through the eigenvectors of ξ for
// more. In many dimensions it uses series in ξ, exact to 10⁻¹², with d² operations per step instead
// of d³.
type fullO struct {
	ou    interface{ Step(p, xi, g []vec.Row) }
	large *vec.OULarge // in the layout vec.Components
}

func newFullO(l vec.Layout, d int, ou vec.OU) *fullO {
	switch {
	case l == vec.Components:
		return &fullO{large: ou.Large(d)}
	case d == 1:
		return &fullO{ou: ou.Diagonal()}
	case d == 2:
		return &fullO{ou: ou.Pair()}
	}
	return &fullO{ou: ou.Full(d)}
}

func (f *fullO) Apply(s *State) {
	if s.Layout == vec.Replicas {
		f.ou.Step(s.P, s.Xi, s.Normals.Next())
		return
	}
	f.large.Step(s.P, s.Xi, s.Normals.Next, s.due...) // with the deferred D's
	s.due = s.due[:0]
}

// fullD is D, eq. elementary_SDE_xi: ξ ← ξ + k (p pᵀ − 1). In many dimensions the next O adds it.
type fullD struct{ k float64 }

func (f *fullD) Apply(s *State) {
	if s.Layout == vec.Replicas {
		vec.AddOuter(s.Xi, s.P, f.k)
		return
	}
	s.later(f.k)
}
