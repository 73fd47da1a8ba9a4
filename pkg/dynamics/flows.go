package dynamics

import (
	"math"

	"adl/pkg/vec"
)

// drift is A: θ ← θ + h p.
type drift struct{ h float64 }

func (f *drift) Apply(e *Ensemble) { vec.AddScaled(e.Theta, e.P, f.h) }

// kick is B: p ← p + h F̂_n(θ), with a new batch.
type kick struct{ h float64 }

func (f *kick) Apply(e *Ensemble) {
	e.Gradient.Eval(e.F, e.Theta, e.Batches.Next())
	vec.AddScaled(e.P, e.F, f.h)
}

// euler is one step of SGLD: θ ← θ + h F̂_n(θ) + √(2h) G.
type euler struct{ h, s float64 }

func newEuler(h float64) *euler { return &euler{h, math.Sqrt(float64(2 * h))} }

func (f *euler) Apply(e *Ensemble) {
	e.Gradient.Eval(e.F, e.Theta, e.Batches.Next())
	vec.AddTwo(e.Theta, e.F, e.Noise.Next(len(e.Theta)), f.h, f.s)
}

// join returns the flow that does f and then g in one pass, or nil.
func join(f, g Flow) Flow {
	switch f := f.(type) {
	case *kick:
		if g, ok := g.(*drift); ok {
			return &kickDrift{f.h, g.h}
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

type (
	kickDrift  struct{ hb, ha float64 }
	ouDrift    struct{ alpha, sigma, h float64 }
	outerDrift struct{ k, h float64 }
)

func (f *kickDrift) Apply(e *Ensemble) {
	e.Gradient.Eval(e.F, e.Theta, e.Batches.Next())
	vec.KickDrift(e.Theta, e.P, e.F, f.hb, f.ha)
}

func (f *ouDrift) Apply(e *Ensemble) {
	vec.OUDrift(e.Theta, e.P, e.Noise.Next(len(e.P)), f.alpha, f.sigma, f.h)
}

func (f *outerDrift) Apply(e *Ensemble) { vec.AddOuterDrift(e.Theta, e.Xi, e.P, f.k, f.h) }
