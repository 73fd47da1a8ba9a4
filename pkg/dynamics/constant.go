package dynamics

import (
	"fmt"
	"math"

	"adl/pkg/spec"
	"adl/pkg/vec"
)

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
