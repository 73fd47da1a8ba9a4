package simulate

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/exact"
	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// NoiseDraws are independent draws of the standardized noise of a stochastic gradient at a point
// (eq. hypothese)
//
//	Z = ε(n)^(−1/2) Σ_x(θ)^(−1/2) (F̂_n(θ) − ∇ log π(θ|x)),
//
// with the symmetric inverse root of Σ_x. The seed, the model, its data, N and Sampling are the key
// of the stream: more draws continue the same stream.
type NoiseDraws struct {
	Model    model.Model // in one or two dimensions
	Digest   string      // of its data
	Theta    []float64
	N        int // data per batch
	Sampling minibatch.Sampling
	Draws    int // rounded up to a multiple of vec.Lanes
	Seed     uint64
}

// Check reports why Z cannot be drawn, and the key at fault: draws, n, data or theta.
func (z *NoiseDraws) Check() (what string, err error) {
	d, total := z.Model.Dim(), z.Model.Ndata()
	switch {
	case d != 1 && d != 2:
		return "theta", fmt.Errorf("the noise is drawn in one or two dimensions, not %d", d)
	case z.Draws < 1:
		return "draws", fmt.Errorf("expected a positive number, got %d", z.Draws)
	}
	if err := z.Sampling.Check(total, z.N); err != nil {
		return "n", err
	}
	if z.Sampling.Epsilon(total, z.N) == 0 {
		return "n", fmt.Errorf("a full batch has no noise: "+
			"sampling without replacement requires n < Nd = %d, got %d", total, z.N)
	}
	if total <= d {
		return "data", fmt.Errorf("expected more data than the %d dimensions of θ, got %d", d, total)
	}
	if len(z.Theta) != d {
		return "theta", fmt.Errorf("expected a list of %d, got %d", d, len(z.Theta))
	}
	return "theta", z.checkCovariance()
}

// checkCovariance reports why Σ_x(θ) has no inverse root, or why F̂_n − ∇ log π has lost all
// digits.
func (z *NoiseDraws) checkCovariance() error {
	d, total := z.Model.Dim(), z.Model.Ndata()
	g := make([]float64, d)
	largest := func() float64 { return floats.Norm(g, math.Inf(1)) }
	z.Model.GradPrior(g, z.Theta)
	size := largest() // of the gradient's terms
	for i := range total {
		z.Model.GradDatum(g, z.Theta, i)
		size = math.Max(size, float64(float64(total)*largest())) // NaN stays
	}
	if !(size < 1e150) {
		return fmt.Errorf("the gradient is out of range at θ = %g", z.Theta)
	}
	variances, _, ok := linalg.Eigen(exact.GradCov(z.Model, z.Theta))
	if !ok {
		return fmt.Errorf("the covariance of the gradient is out of range at θ = %g", z.Theta)
	}
	least, most := slices.Min(variances), slices.Max(variances)
	switch sd := math.Sqrt(math.Max(0, float64(least*z.Sampling.Epsilon(total, z.N)))); {
	case !(least > 1e-12*most):
		return fmt.Errorf("the covariance of the gradient is singular at θ = %g: "+
			"the data do not make noise in all directions", z.Theta)
	case !(sd > 1e-10*size):
		return fmt.Errorf("the noise is lost in the rounding of the gradient at θ = %g: "+
			"the data are the same, or θ is far from them, or the prior narrow", z.Theta)
	}
	return nil
}

// Run returns Z as z[coordinate][draw]. Draw k is in lane k mod vec.Lanes of the stream; the lanes
// are independent replicas. It panics if Check reports an error.
func (z *NoiseDraws) Run() [][]float64 {
	if what, err := z.Check(); err != nil {
		panic(fmt.Sprintf("simulate: %s: %v", what, err))
	}
	h, err := hash(z.key())
	if err != nil {
		panic(fmt.Sprintf("simulate: %v", err))
	}
	d, total := z.Model.Dim(), z.Model.Ndata()
	g := z.Model.Gradient(vec.Replicas, z.N)
	batches := z.Sampling.Sampler(g, vec.Replicas, total, z.N, z.Seed, h, 0, keyBatches)
	white := linalg.InverseSqrt(exact.GradCov(z.Model, z.Theta))
	scale := 1 / math.Sqrt(z.Sampling.Epsilon(total, z.N))
	theta, force, full := vec.Rows(d), vec.Rows(d), vec.Rows(d)
	for i, x := range z.Theta {
		vec.Fill(theta[i:i+1], x)
	}
	z.Model.Gradient(vec.Replicas, total).Eval(full, theta, nil)
	all, rounds := make([][]float64, d), (z.Draws+vec.Lanes-1)/vec.Lanes
	for i := range all {
		all[i] = make([]float64, 0, rounds*vec.Lanes)
	}
	for range rounds {
		g.Eval(force, theta, batches.Next())
		for i := range all {
			for l := range vec.Lanes {
				s := 0.0
				for j := range d {
					s = math.FMA(white[i*d+j], force[j][l]-full[j][l], s)
				}
				all[i] = append(all[i], float64(scale*s))
			}
		}
	}
	return all
}

// key is the key of the stream, without the seed.
func (z *NoiseDraws) key() spec.Key {
	return spec.Key{
		"model": z.Model.Key(), "data": z.Digest, "n": z.N, "sampling": string(z.Sampling),
	}
}
