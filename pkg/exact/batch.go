package exact

import (
	"math"
	"slices"

	"adl/pkg/linalg"
	"adl/pkg/minibatch"
)

// batchMoments returns the skewness E T³/(E T²)^(3/2) and the excess kurtosis E T⁴/(E T²)² − 3 of
// the centred sum T of n of the numbers z, drawn with or without replacement. With z a row of Atoms
// these are the moments of a coordinate of Z (eq. hypothese). The numbers need be neither centred
// nor scaled.
//
// With replacement the n terms are independent. Without, k different data are all in the batch with
// probability π_k = n…(n−k+1)/(N…(N−k+1)), and with the power sums P_k = Σ (z_i − z̄)^k, where P_1
// = 0,
//
//	E T² = (π₁ − π₂) P₂,   E T³ = (π₁ − 3π₂ + 2π₃) P₃,
//	E T⁴ = (π₁ − 7π₂ + 12π₃ − 6π₄) P₄ + 3(π₂ − 2π₃ + π₄) P₂².
//
// It panics if there is no such batch, if T does not vary, and if n = N without replacement.
func batchMoments(z []float64, n int, s minibatch.Sampling) (skewness, kurtosis float64) {
	if err := s.Check(len(z), n); err != nil {
		panic("exact: " + err.Error())
	}
	if s == minibatch.Without && n == len(z) {
		panic("exact: all the data leave no noise")
	}
	c := slices.Clone(z)
	centre(c)
	var p2, p3, p4 float64
	for _, x := range c {
		q := float64(x * x)
		p2 += q
		p3 = math.FMA(q, x, p3)
		p4 = math.FMA(q, q, p4)
	}
	if p2 == 0 {
		panic("exact: numbers that are all the same leave no noise")
	}
	c2, c3, c4, c22 := batchFactors(float64(len(z)), float64(n), s)
	v := float64(c2 * p2)
	skewness = float64(c3*p3) / float64(v*math.Sqrt(v))
	kurtosis = math.FMA(c4, p4, float64(c22*float64(p2*p2)))/float64(v*v) - 3
	return skewness, kurtosis
}

// BatchSkewness returns E Z³ of one coordinate of the noise Z (eq. hypothese) of batches of n out
// of data with the values z, which need be neither centred nor scaled; 0 where n = N leaves no
// noise. It falls as 1/√n for few data, and changes its sign at n = N/2 without replacement. It
// panics if there is no such batch, or if the values are all the same.
func BatchSkewness(z []float64, n int, s minibatch.Sampling) float64 {
	if s == minibatch.Without && n == len(z) {
		return 0
	}
	skewness, _ := batchMoments(z, n, s)
	return skewness
}

// batchFactors returns the factors in E T² = c₂ P₂, E T³ = c₃ P₃, E T⁴ = c₄ P₄ + c₂₂ P₂² for
// batches of k of total data.
func batchFactors(total, k float64, s minibatch.Sampling) (c2, c3, c4, c22 float64) {
	if s == minibatch.With {
		c2 = k / total
		return c2, c2, c2, float64(float64(3*c2)*(k-1)) / total
	}
	// the sums of π_k above, as products, which do not cancel
	c2 = float64(k*(total-k)) / float64(total*(total-1))
	if total > 2 {
		c3 = float64(c2*(total-float64(2*k))) / (total - 2)
	}
	if total <= 3 {
		return c2, c3, c2, 0 // one datum, or all but one: the same up to its sign
	}
	f := c2 / float64((total-2)*(total-3))
	c4 = float64(f * (math.FMA(total, total, float64(6*float64(k*(k-total)))) + total))
	return c2, c3, c4, float64(float64(3*f) * float64((k-1)*(total-k-1)))
}

// NoiseMoments returns the mean and the covariance, a d×d matrix, of Z (eq. hypothese) for batches
// of n, from its values for n = 1 (see Atoms) and the probabilities π₁, π₂ that one and two data
// are in a batch: with Z = c Σ z_i over the batch, c = (N/n) ((N−1)/(N ε(n)))^(1/2),
//
//	E Z = c π₁ Σ z_i,   E Z Zᵀ = c² (π₁ − π₂) Σ z_i z_iᵀ,
//
// where π₁ − π₂ is n/N with replacement. They are 0 and I up to rounding. It panics if there is no
// such batch and if n = N without replacement.
func NoiseMoments(z [][]float64, n int, s minibatch.Sampling) (mean, cov []float64) {
	d, total := len(z), len(z[0])
	if err := s.Check(total, n); err != nil {
		panic("exact: " + err.Error())
	}
	epsilon := s.Epsilon(total, n)
	if epsilon == 0 {
		panic("exact: all the data leave no noise")
	}
	size, k := float64(total), float64(n)
	c2, _, _, _ := batchFactors(size, k, s)
	square := float64(float64(size/k)*float64(size/k)) * ((size - 1) / float64(size*epsilon)) // c²
	mean, cov = make([]float64, d), make([]float64, d*d)
	for i := range z {
		for _, x := range z[i] {
			mean[i] += x
		}
		mean[i] *= float64(math.Sqrt(square) * (k / size))
		for j := range z {
			cov[i*d+j] = float64(square * float64(c2*linalg.Dot(z[i], z[j])))
		}
	}
	return mean, cov
}
