package exact

import (
	"math"
	"slices"

	"adl/pkg/estimate"
	"adl/pkg/minibatch"
)

// batchMoments returns the skewness E T³/(E T²)^(3/2) and the excess kurtosis E T⁴/(E T²)² − 3 of
// the centred sum T of n of the numbers z, drawn with or without replacement: NaN if T is 0.
//
// With replacement the n terms are independent. Without, k different data are all in the batch with
// probability π_k = n…(n−k+1)/(N…(N−k+1)), and with the power sums P_k = Σ (z_i − z̄)^k
//
//	E T² = (π₁ − π₂) P₂,   E T³ = (π₁ − 3π₂ + 2π₃) P₃,
//	E T⁴ = (π₁ − 7π₂ + 12π₃ − 6π₄) P₄ + 3(π₂ − 2π₃ + π₄) P₂².
func batchMoments(z []float64, n int, s minibatch.Sampling) (skewness, kurtosis float64) {
	if err := s.Check(len(z), n); err != nil {
		panic("exact: " + err.Error())
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
	c2, c3, c4, c22 := batchFactors(float64(len(z)), float64(n), s)
	v := float64(c2 * p2)
	skewness = float64(c3*p3) / float64(v*math.Sqrt(v))
	kurtosis = math.FMA(c4, p4, float64(c22*float64(p2*p2)))/float64(v*v) - 3
	return skewness, kurtosis
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

// NormalDistance returns the Kolmogorov distance sup_t |F(t) − Φ((t − m)/s)| between the
// distribution function F of θ[dim] and that of the normal distribution of the same mean and
// variance. F is taken at the nodes and halfway between them, by the trapezoidal rule with its
// first correction: good to 10⁻³ without cuts.
func (p *MixtureGrid) NormalDistance(dim int) float64 {
	t := p.axis[dim].t
	mass := make([]float64, len(t)+2) // of node i in i + 1
	n := len(p.axis[1].t)
	for k, m := range p.mass {
		mass[[2]int{k / n, k % n}[dim]+1] += m
	}
	mean, square := 0.0, 0.0
	for i, x := range t {
		mean = math.FMA(mass[i+1], x, mean)
	}
	for i, x := range t {
		square = math.FMA(mass[i+1], float64((x-mean)*(x-mean)), square)
	}
	s, h, d, below := math.Sqrt(square), t[1]-t[0], 0.0, 0.0
	at := func(x, f float64) { d = max(d, math.Abs(f-estimate.NormalCDF((x-mean)/s))) }
	for i, x := range t {
		m := mass[i+1]
		at(x, below+float64(0.5*m)-(mass[i+2]-mass[i])/24)
		below += m
		at(x+float64(0.5*h), below+(mass[i+2]-m)/24)
	}
	return d
}
