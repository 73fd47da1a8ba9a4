package dynamics

import (
	"fmt"
	"math"

	"adl/pkg/model"
	"adl/pkg/snapshot"
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// drift is A: θ ← θ + h p.
type drift struct{ h float64 }

func (f *drift) Apply(s *State) { vec.AddScaled(s.Theta, s.P, f.h) }

// frozenO is O at the frozen ξ.
type frozenO struct {
	c interface{ Step(p, xi, g []vec.Row) }
}

func (f frozenO) Apply(s *State) { f.c.Step(s.P, s.Xi, s.Noise.Next()) }

// forced is a flow that computes F̂_n(θ) with a new batch and then moves.
type forced struct {
	then     mover
	f, theta [][]vec.Row // scratch
}

// mover applies the force to a state.
type mover interface{ move(s *State) }

func (f *forced) Apply(s *State) {
	s.Gradient.Eval(s.F, s.Theta, s.Batches.Next())
	f.then.move(s)
}

// applyAll computes the forces of states whose batches are all the data, in one reading.
func (f *forced) applyAll(group []*State) {
	f.f, f.theta = f.f[:0], f.theta[:0]
	for _, s := range group {
		f.f, f.theta = append(f.f, s.F), append(f.theta, s.Theta)
	}
	group[0].Gradient.(model.SharedGradient).EvalAll(f.f, f.theta)
	for _, s := range group {
		f.then.move(s)
	}
}

type (
	kick      struct{ h float64 }
	kickDrift struct{ hb, ha float64 }
	euler     struct{ h, s float64 }
)

// B: p ← p + h F̂_n(θ).
func (f *kick) move(s *State) { vec.AddScaled(s.P, s.F, f.h) }

// B and then A.
func (f *kickDrift) move(s *State) { vec.KickDrift(s.Theta, s.P, s.F, f.hb, f.ha) }

// SGLD: θ ← θ + h F̂_n(θ) + √(2h) G.
func (f *euler) move(s *State) { vec.AddTwo(s.Theta, s.F, s.Noise.Next(), f.h, f.s) }

// join returns the flow that does f and then g in one pass, or nil.
func join(f, g Flow) Flow {
	switch f := f.(type) {
	case *forced:
		b, ok := f.then.(*kick)
		if g, drifts := g.(*drift); ok && drifts {
			return &forced{then: &kickDrift{b.h, g.h}}
		}
	case *ou:
		if g, ok := g.(*drift); ok {
			return &ouDrift{f.alpha, f.sigma, g.h}
		}
	case *outer:
		if g, ok := g.(*drift); ok {
			return &outerDrift{f.k, g.h}
		}
	case squares:
		if g, ok := g.(*drift); ok {
			return &squaresDrift{f.k, g.h}
		}
	case *drift: // D and A commute
		switch g := g.(type) {
		case *outer:
			return &outerDrift{g.k, f.h}
		case squares:
			return &squaresDrift{g.k, f.h}
		}
	}
	return nil
}

// Friction says what the letter O of a word does. Its other methods panic where Check reports an
// error.
type Friction interface {
	// Key is the friction's name and parameters in the key of a result.
	Key() spec.Key
	// Check reports a fault of the friction in a layout and dimension d, or that it does not
	// work in that layout.
	Check(l vec.Layout, d int) error
	// O returns the flow over a time h. It has scratch space and serves one ensemble.
	O(l vec.Layout, d int, h float64) Flow
}

// Adaptive is a Friction with a ξ that the letter D moves.
type Adaptive interface {
	Friction
	// Rows is the number of rows of ξ.
	Rows(l vec.Layout, d int) int
	// Start sets every replica's ξ to the projection of the d×d symmetric matrix x, row-major, onto
	// the matrices that ξ may be.
	Start(s *State, x []float64)
	// D returns the flow over a time h. It has scratch space and serves one ensemble.
	D(l vec.Layout, d int, h float64) Flow
}

// Normals hands out vectors of standard normals, made a block at a time.
type Normals struct {
	layout vec.Layout
	d, n   int // components and rows of a vector
	stream *vec.Stream
	rows   []vec.Row
	at     int
}

// NewNormals returns the normals of a key for vectors of d components. It makes 32 rows at a time:
// 16 KiB, which stay in the L1 cache with the data of a batch.
func NewNormals(l vec.Layout, d int, key ...uint64) *Normals {
	n := l.Rows(d)
	rows := n * max(1, 32/n)
	return &Normals{l, d, n, vec.NewStream(key...), vec.Rows(rows), rows}
}

// Next returns the next vector, valid until the next call.
func (n *Normals) Next() []vec.Row {
	if n.at == len(n.rows) {
		n.fill()
	}
	i := n.at
	n.at += n.n
	return n.rows[i:n.at:n.at]
}

func (n *Normals) fill() {
	n.stream.Normals(n.rows)
	if n.layout == vec.Components {
		for i := 0; i < len(n.rows); i += n.n {
			n.layout.Pad(n.rows[i:i+n.n], n.d)
		}
	}
	n.at = 0
}

// Snapshot saves or restores where the noise stands. The normals that were made are part of it: the
// stream is past them.
func (n *Normals) Snapshot(c *snapshot.Codec) {
	n.stream.Snapshot(c)
	snapshot.Value(c, &n.at)
	vec.SnapshotRows(c, n.rows)
}

// Constant is the friction γ > 0 of Langevin dynamics with Γ = γ I.
type Constant struct{ Gamma float64 }

// Key is "constant" and gamma.
func (f Constant) Key() spec.Key { return spec.Key{"is": "constant", "gamma": f.Gamma} }

// Check reports a γ that is not positive.
func (f Constant) Check(vec.Layout, int) error {
	if !(f.Gamma > 0) {
		return fmt.Errorf("expected a positive γ, got %g", f.Gamma)
	}
	return nil
}

// O is p ← α_h p + (1 − α_h²)^(1/2) G with α_h = e^(−γh) (eq. GLA).
func (f Constant) O(_ vec.Layout, _ int, h float64) Flow {
	y := float64(f.Gamma * h)
	return &ou{vec.Exp(-y), math.Sqrt(-vec.Expm1(-float64(2 * y)))}
}

type (
	ou      struct{ alpha, sigma float64 }
	ouDrift struct{ alpha, sigma, h float64 }
)

func (f *ou) Apply(s *State) { vec.ScaleAdd(s.P, s.Noise.Next(), f.alpha, f.sigma) }

func (f *ouDrift) Apply(s *State) {
	vec.OUDrift(s.Theta, s.P, s.Noise.Next(), f.alpha, f.sigma, f.h)
}
