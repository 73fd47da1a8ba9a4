package study

import (
	"fmt"

	"adl/pkg/linalg"
	"adl/pkg/model"
)

// Rotatable is a posterior over which Σ̄, the mean of Σ_x, is known.
type Rotatable interface {
	// Rotated returns the posterior with chains in the eigenvectors of Σ̄ (see [Rotate]), or an error
	// that says why they are not known.
	Rotated() (Posterior, error)
}

// leastGradients is the least number of gradients of a datum in Σ̄, per component of θ. With fewer
// the errors of Σ̄ leave correlations between all pairs of components: for regression on MNIST with
// the gradients of 1,000 data, ten per component, nothing was gained.
const leastGradients = 100

// Rotate returns a model in the coordinates Qᵀθ, where Q are the eigenvectors of Σ̄ = mean, and the
// diagonal matrix QᵀΣ̄Q. Σ̄ is rounded, so that both are the same on every machine. Rotate returns
// an error if Σ̄ is the mean over too few gradients of a datum.
func Rotate(
	m model.Model, mean []float64, gradients int,
) (turned *model.Rotated, sigma []float64, err error) {
	d := m.Dim()
	if least := leastGradients * d; gradients < least {
		return nil, nil, fmt.Errorf("the mean of Σ_x is over %d gradients of a datum; with fewer than "+
			"%d d = %d its errors correlate all components, and its eigenvectors gain nothing",
			gradients, leastGradients, least)
	}
	values, q, ok := linalg.Axes(linalg.RoundedSym(mean, digits))
	if !ok {
		return nil, nil, fmt.Errorf("the mean of Σ_x is not finite")
	}
	return model.NewRotated(m, q), linalg.Compose(values, linalg.Identity(d, 1)), nil
}
