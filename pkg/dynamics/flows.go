package dynamics

import (
	"adl/pkg/model"
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

// mover is what a state does with its force.
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
	case *drift: // D and A commute
		if g, ok := g.(*outer); ok {
			return &outerDrift{g.k, f.h}
		}
	}
	return nil
}
