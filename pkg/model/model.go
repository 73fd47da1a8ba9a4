// Package model holds the posteriors π(θ|x) ∝ P_prior(θ) Π_i P_elem(x_i|θ) (eq. pi_bayes): their logarithm, its gradient for one datum, and the
// stochastic gradient (eq. gradSto)
//
//	F̂_n(θ) = ∇ log P_prior(θ) + (N/n) Σ_{i∈I_n} ∇ log P_elem(x_i|θ)
//
// for 64 replicas at a time, each with a batch I_n of its own.
package model

import "adl/pkg/vec"

// Batch names the data that enter one gradient. Row j of Index is the j-th datum of every replica. A batch without Index is
// all the data.
type Batch struct {
	Index []vec.Index
	Rest  bool // the batch is all the data but those of Index
}

// Model is a posterior over θ ∈ ℝ^Dim given Data data.
type Model interface {
	Dim() int
	Data() int

	// LogPosterior is log π(θ|x) up to a constant that does not depend on θ.
	LogPosterior(theta []float64) float64
	// GradPrior writes ∇ log P_prior(θ) into g.
	GradPrior(g, theta []float64)
	// GradDatum writes ∇ log P_elem(x_i|θ) into g.
	GradDatum(g, theta []float64, i int)

	// Gradient returns the stochastic gradient for batches of n data. It has scratch: it serves one ensemble.
	Gradient(n int) Gradient
}

// Gradient evaluates F̂_n at θ for every lane: one row a dimension.
type Gradient interface {
	Eval(f, theta []vec.Row, b Batch)
}

// Rester is a Gradient for which a batch that is given by the data left out (Batch.Rest) is cheap. Others never see one.
type Rester interface {
	Gradient
	TakesRest()
}
