package study

import (
	"fmt"
	"slices"

	"adl/pkg/minibatch"
	"adl/pkg/table"
)

// Gradient is a way to estimate the gradient, by its name in specs and in a column "gradient".
type Gradient string

// The ways to estimate the gradient.
const (
	Independent Gradient = table.Independent
	Reshuffled  Gradient = table.Reshuffled // minibatch.Reshuffle
	Symmetric   Gradient = table.Symmetric  // minibatch.Symmetric
	Controlled  Gradient = table.Controlled
	FullBatch   Gradient = table.FullBatch
)

// UnmarshalText reads a name from a spec.
func (g *Gradient) UnmarshalText(text []byte) error {
	*g = Gradient(text)
	known := []Gradient{Independent, Reshuffled, Symmetric, Controlled}
	if !slices.Contains(known, *g) {
		return fmt.Errorf("expected one of %q, got %q", known, *g)
	}
	return nil
}

// Keys returns the keys of a spec that make runs estimate the gradient in this way.
func (g Gradient) Keys() (Control, Sampling) {
	switch g {
	case Reshuffled:
		return "none", minibatch.Reshuffle
	case Symmetric:
		return "none", minibatch.Symmetric
	case Controlled:
		return "modes", minibatch.Without
	}
	return "none", minibatch.Without
}

// Gradient returns the way in which a run estimates the gradient.
func (r *Run) Gradient() Gradient {
	switch {
	case r.Epsilon == 0:
		return FullBatch
	case r.Chain.Control != nil:
		return Controlled
	case r.Sampling == minibatch.Reshuffle:
		return Reshuffled
	case r.Sampling == minibatch.Symmetric:
		return Symmetric
	}
	return Independent
}
