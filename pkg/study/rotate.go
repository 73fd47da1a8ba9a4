package study

import (
	"errors"
	"fmt"
	"math"

	"adl/pkg/dataset"
	"adl/pkg/exact"
	"adl/pkg/linalg"
	"adl/pkg/model"
)

// Rotatable is a posterior whose chains may move along other axes.
type Rotatable interface {
	Posterior
	// MeanCov returns Σ̄, the mean of Σ_x, over how many gradients of a datum it is (math.MaxInt by
	// quadrature), or an error that says why it is not known.
	MeanCov() (sigma []float64, gradients int, err error)
	// Turned returns the posterior with chains of a model along axes in which Σ̄ is sigma.
	Turned(m *model.Rotated, sigma []float64) Posterior
}

// Axes is the key basis of a spec: whose eigenvectors are the axes of Rotated and Fixed. It is ""
// for Σ̄, "mode" for Σ_x at the mode, without control variates, or the name of a file with a
// symmetric matrix, in d lines of d numbers.
type Axes string

// rotated returns the posterior with chains along the axes.
func (b Axes) rotated(g Posterior) (Posterior, error) {
	r, ok := g.(Rotatable)
	if !ok {
		return nil, errors.New("this posterior has no known mean of Σ_x with eigenvectors to turn to")
	}
	mean, gradients, err := r.MeanCov()
	if err != nil {
		return nil, err
	}
	m, of := g.Target(), mean
	switch b {
	case "":
	case "mode":
		at, err := modes(m)
		if err != nil {
			return nil, err
		}
		of, gradients = exact.GradCov(m, at[0]), m.Ndata()
	default:
		if of, err = dataset.Symmetric(string(b), m.Dim()); err != nil {
			return nil, err
		}
		gradients = math.MaxInt
	}
	turned, err := Rotate(m, of, gradients)
	if err != nil {
		return nil, err
	}
	q := turned.Q
	return r.Turned(turned, linalg.Mul(linalg.Mul(linalg.Transpose(q), mean), q)), nil
}

// leastGradients is the least number of gradients of a datum in Σ̄, per component of θ. With fewer
// the errors of Σ̄ leave correlations between all pairs of components: for regression on MNIST with
// the gradients of 1,000 data, ten per component, variances err by 15 %, and by 17 % as given.
const leastGradients = 100

// Rotate returns a model in the coordinates Qᵀθ, where Q are the eigenvectors of a covariance of
// gradients. The covariance is rounded, so that they are the same on every machine. Rotate returns
// an error if it is the mean over too few gradients of a datum.
func Rotate(m model.Model, cov []float64, gradients int) (*model.Rotated, error) {
	d := m.Dim()
	if least := leastGradients * d; gradients < least {
		return nil, fmt.Errorf("the mean of Σ_x is over %d gradients of a datum; with fewer than "+
			"%d d = %d its errors correlate all components, and its eigenvectors gain nothing",
			gradients, leastGradients, least)
	}
	_, q, ok := linalg.Axes(linalg.RoundedSym(cov, digits))
	if !ok {
		return nil, errors.New("the mean of Σ_x is not finite")
	}
	return model.NewRotated(m, q), nil
}
