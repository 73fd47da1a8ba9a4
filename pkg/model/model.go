// Package model defines posteriors π(θ|x) ∝ P_prior(θ) Π_i P_elem(x_i|θ) (eq. pi_bayes): their
// logarithm, its gradient for one datum, and the stochastic gradient (eq. gradSto)
//
//	F̂_n(θ) = ∇ log P_prior(θ) + (N/n) Σ_{i∈I_n} ∇ log P_elem(x_i|θ)
//
// for 64 replicas at a time, each with its own batch I_n, or for one replica in many dimensions
// (see vec.Layout).
package model

import (
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Batch names the data that enter one gradient. A nil *Batch is the full batch (n = N).
type Batch struct {
	Index []vec.Index // row j is the j-th datum of every replica
	// Data is, instead of Index, the data of each replica: in the layout vec.Components, and with more
	// than vec.MaxIndex data.
	Data  [][]uint32
	Rest  bool      // the batch is all data except Index
	Noise []vec.Row // instead of data: ε(n)^(1/2) G, a vector in the layout (see GaussianNoise)
}

// values returns the numbers of a batch in a table, a row for each datum, in rows of x, which grow
// if needed.
func (b *Batch) values(t *vec.Table, x *[]vec.Row) []vec.Row {
	n := len(b.Index)
	if b.Data != nil {
		n = len(b.Data[0])
	}
	if n > len(*x) {
		*x = vec.Rows(n)
	}
	if b.Data != nil {
		t.Gather((*x)[:n], b.Data)
	} else {
		t.Lookup((*x)[:n], b.Index)
	}
	return (*x)[:n]
}

// Model is a posterior over θ ∈ ℝ^Dim given Ndata data.
type Model interface {
	// Key is the model's name and parameters, without the data, in the key of a result. Use [KeyOf].
	Key() spec.Key
	// LogPosterior is log π(θ|x) up to a constant that does not depend on θ.
	LogPosterior(theta []float64) float64
	Terms
}

// Terms are the terms of ∇ log π, for each datum and the prior, and the stochastic gradient made of
// them: those of a Model, or of a Model with control variates ([Control]).
type Terms interface {
	Dim() int   // of θ
	Ndata() int // number of data

	// GradPrior writes ∇ log P_prior(θ) into g.
	GradPrior(g, theta []float64)
	// GradDatum writes ∇ log P_elem(x_i|θ) into g.
	GradDatum(g, theta []float64, i int)

	// Gradient returns the stochastic gradient for batches of n data, in a layout, for one goroutine.
	// A model without a routine of its own for a layout returns NewGradient(m, l, n).
	Gradient(l vec.Layout, n int) Gradient
}

// Gradient evaluates F̂_n(θ) in the rows of a layout.
type Gradient interface {
	Eval(f, theta []vec.Row, b *Batch)
}

// RestGradient is a Gradient for which batches given by their complement (Batch.Rest) are cheap.
// Other gradients never get such batches.
type RestGradient interface {
	Gradient
	Rest()
}

// SharedGradient is a Gradient in the layout vec.Components that reads all data once for several
// replicas.
type SharedGradient interface {
	Gradient
	// EvalAll writes ∇ log π(theta[c]) into f[c] for every replica c.
	EvalAll(f, theta [][]vec.Row)
}

// NewGradient returns the stochastic gradient of m for batches of n data, evaluated replica by
// replica and datum by datum. It is for models without a faster routine:
//
//	func (m *Mine) Gradient(l vec.Layout, n int) model.Gradient { return model.NewGradient(m, l, n) }
//
// Its bits are the same on every machine if the bits of GradPrior and GradDatum are.
func NewGradient(m Model, l vec.Layout, n int) Gradient {
	d := m.Dim()
	return &plainGradient{
		m: m, layout: l, scale: float64(m.Ndata()) / float64(n),
		theta: make([]float64, d), sum: make([]float64, d), one: make([]float64, d),
	}
}

type plainGradient struct {
	m               Model
	layout          vec.Layout
	scale           float64
	theta, sum, one []float64
}

func (p *plainGradient) Eval(f, theta []vec.Row, b *Batch) {
	for r := range p.layout.Replicas() {
		p.layout.Load(p.theta, theta, r)
		clear(p.sum)
		scale := p.scale
		if b == nil {
			scale = 1
			for i := range p.m.Ndata() {
				p.add(i)
			}
		} else {
			for j := range b.Index {
				p.add(int(b.Index[j][r]))
			}
			if b.Data != nil {
				for _, i := range b.Data[r] {
					p.add(int(i))
				}
			}
		}
		p.m.GradPrior(p.one, p.theta)
		for k, x := range p.one {
			p.sum[k] = float64(scale*p.sum[k]) + x
		}
		p.layout.Store(f, r, p.sum)
	}
}

func (p *plainGradient) add(i int) {
	p.m.GradDatum(p.one, p.theta, i)
	for k, x := range p.one {
		p.sum[k] += x
	}
}

// precision is 1/σ_θ² of the prior N(0, σ_θ² I). It is 1 for σ_θ = 0, the default of some models.
func precision(sigmaTheta float64) float64 {
	if sigmaTheta == 0 {
		return 1
	}
	return 1 / float64(sigmaTheta*sigmaTheta)
}

// gradPrior is g = −θ/σ_θ².
func gradPrior(g, theta []float64, sigmaTheta float64) {
	for k, t := range theta {
		g[k] = -float64(precision(sigmaTheta) * t)
	}
}

// addPrior turns the force for σ_θ = 1 into that for another σ_θ: f += more θ, more = 1 − 1/σ_θ².
func addPrior(f, theta []vec.Row, more float64) {
	if more != 0 {
		vec.AddScaled(f, theta, more)
	}
}
