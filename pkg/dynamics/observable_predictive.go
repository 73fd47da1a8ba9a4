package dynamics

import (
	"adl/pkg/model"
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Predictive is the probabilities P(y = 1|z, θ) of covariates z under logistic regression. Their
// means are the posterior predictive probabilities.
type Predictive struct {
	Model  *model.Logistic
	Z      []float32 // rows of as many numbers as θ has
	Digest string    // of the data that Z belongs to
}

// Key is "predictive" and the digest of the data.
func (p Predictive) Key() spec.Key { return spec.Key{"is": "predictive", "data": p.Digest} }

// Len is the number of covariates.
func (p Predictive) Len(d int, _ Friction) int { return len(p.Z) / d }

// Bind returns what evaluates the probabilities.
func (p Predictive) Bind(l vec.Layout, d int, f Friction) func(s *State) []vec.Row {
	return Function{N: p.Len(d, f), Of: func(y, theta []float64) {
		for k := range y {
			y[k] = p.Model.Probability(theta, p.Z[k*d:k*d+d])
		}
	}}.Bind(l, d, f)
}
