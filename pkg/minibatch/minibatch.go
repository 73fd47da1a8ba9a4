// Package minibatch draws the data that enter a stochastic gradient (section 2.2): all of them, or
// n of N with or without replacement.
//
// The covariance of F̂_n is ε(n) Σ_x(θ) (eqs. sigmadef, eps) with Σ_x the empirical covariance (N−1
// in the denominator) of one datum's gradient, and
//
//	ε(n) = N(N−1)/n   with replacement,
//	ε(n) = N(N−n)/n   without.
//
// For comparison, Gaussian replaces the batches by all the data and normal noise of a covariance
// ε(n) S(θ) that the model gives (model.GaussianNoise).
package minibatch

import (
	"fmt"

	"adl/pkg/model"
	"adl/pkg/tape"
	"adl/pkg/vec"
)

// Sampler gives the batches of a state, one after the other. A batch is valid until the next call.
type Sampler interface {
	tape.Taper
	Next() *model.Batch
}

// Sampling is a way to draw n of N data.
type Sampling string

// The ways to draw.
const (
	With    Sampling = "with"    // with replacement
	Without Sampling = "without" // without replacement; n = N is all the data

	// Gaussian draws none: the gradient is that of all the data with normal noise whose size is ε(n)
	// without replacement. It needs a model.GaussianNoise.
	Gaussian Sampling = "Gaussian"
)

// Epsilon is ε(n) for n of total data.
func (s Sampling) Epsilon(total, n int) float64 {
	if s == With {
		return float64(total) * float64(total-1) / float64(n)
	}
	return float64(total) * float64(total-n) / float64(n)
}

// Check reports, in words, why n of total data cannot be drawn this way.
func (s Sampling) Check(total, n int) error {
	switch {
	case s != With && s != Without && s != Gaussian:
		return fmt.Errorf("unknown sampling %q, expected %q or %q", string(s), With, Without)
	case total < 1 || total > vec.MaxIndex:
		return fmt.Errorf("cannot draw from %d data, expected 1 to %d", total, vec.MaxIndex)
	case n < 1:
		return fmt.Errorf("a batch needs at least one datum, got n = %d", n)
	case s != With && n > total:
		return fmt.Errorf("sampling without replacement requires n ≤ Nd = %d, got %d", total, n)
	}
	return nil
}

// Sampler returns the sampler of n of total data for the gradient g in a layout, with the stream of
// a key. It panics where Check reports an error, and for Gaussian noise without a gradient of
// model.GaussianNoise.
func (s Sampling) Sampler(g model.Gradient, l vec.Layout, total, n int, key ...uint64) Sampler {
	if err := s.Check(total, n); err != nil {
		panic("minibatch: " + err.Error())
	}
	stream := vec.NewStream(key...)
	distinct := func(n int) *indexed {
		return newIndexed(n, stream, func(index []vec.Index) { stream.Distinct(index, total, n) })
	}
	switch {
	case s == Gaussian:
		g, ok := g.(model.NoisyGradient)
		if !ok {
			panic("minibatch: Gaussian noise needs a model.GaussianNoise")
		}
		return newNormal(l, g.Dim(), s.Epsilon(total, n), stream)
	case s == Without && n == total:
		return all{}
	case l == vec.Components:
		return &one{s, stream, total, model.Batch{Data: make([]uint16, n)}}
	case s == With:
		return newIndexed(n, stream, func(index []vec.Index) { stream.Uniform(index, total) })
	case 2*n <= total:
		return distinct(n)
	}
	left := distinct(total - n)
	if _, ok := g.(model.RestGradient); ok {
		left.batch.Rest = true
		return left
	}
	return &complement{left, total, model.Batch{Index: vec.Indices(n)}}
}
