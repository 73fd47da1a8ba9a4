package study

import (
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/plots"
)

// The ways to estimate the gradient, the words of a column "gradient".
const (
	Independent = "independent" // batches that do not depend on each other
	Reshuffled  = "reshuffled"
	Swept       = "swept"
	Controlled  = "control variates"
	FullBatch   = "full batch"
)

// Gradient returns the way in which a run estimates the gradient. Control variates hide how the
// batches are drawn.
func (r *Run) Gradient() string {
	_, controlled := r.Chain.Model.(*model.Control)
	switch {
	case r.Epsilon == 0:
		return FullBatch
	case controlled:
		return Controlled
	case r.Sampling == minibatch.Reshuffle:
		return Reshuffled
	case r.Sampling == minibatch.Sweep:
		return Swept
	}
	return Independent
}

// GradientStyle returns the style of a method with the mark of a way to estimate the gradient.
func GradientStyle(gradient string, s plots.Style) plots.Style {
	s.Mark = map[string]plots.Mark{
		Independent: plots.Circle, Reshuffled: plots.Triangle, Swept: plots.Nabla,
		Controlled: plots.Square, FullBatch: plots.Diamond,
	}[gradient]
	return s
}
