package estimate

import "math"

// MomentSums are the sums Σ x, Σ x², Σ x³, Σ x⁴ of the Count observations of each replica, with one
// element per replica. Observations must be centred near 0 on the scale of their standard
// deviation, or the central moments are lost in rounding. Methods panic if the lengths differ or
// are 0, or Count is not positive. Standard errors are by the delta method over replicas.
type MomentSums struct {
	Count          int64
	S1, S2, S3, S4 []float64
}

// central returns the pooled mean mu[1], the central moments μ₂, μ₃, μ₄ about it, and the same of
// each replica: m₁ − mean in c[1], and its moments about the pooled mean.
func (m *MomentSums) central() (mu [5]float64, c [5][]float64) {
	r := len(m.S1)
	check(r > 0 && len(m.S2) == r && len(m.S3) == r && len(m.S4) == r,
		"moment sums of %d, %d, %d, %d replicas", r, len(m.S2), len(m.S3), len(m.S4))
	check(m.Count > 0, "moment sums of %d observations", m.Count)
	n := float64(m.Count)
	a := mean(m.S1) / n
	for k := range c {
		c[k] = make([]float64, r)
	}
	for i := range r {
		m1, m2, m3, m4 := m.S1[i]/n, m.S2[i]/n, m.S3[i]/n, m.S4[i]/n
		// (x − a)^k multiplied out, by Horner's rule in −a
		c[1][i] = m1 - a
		c[2][i] = horner(-a, 1, float64(2*m1), m2)
		c[3][i] = horner(-a, 1, float64(3*m1), float64(3*m2), m3)
		c[4][i] = horner(-a, 1, float64(4*m1), float64(6*m2), float64(4*m3), m4)
	}
	mu[1] = a
	for k := 2; k <= 4; k++ {
		mu[k] = mean(c[k])
	}
	return mu, c
}

// horner is the polynomial in x with the given coefficients, the highest first.
func horner(x float64, c ...float64) float64 {
	s := c[0]
	for _, a := range c[1:] {
		s = math.FMA(x, s, a)
	}
	return s
}

// Mean returns ⟨x⟩.
func (m *MomentSums) Mean() Estimate {
	mu, c := m.central()
	return Estimate{mu[1], stdErr(c[1])}
}

// Variance returns μ₂ = ⟨(x − ⟨x⟩)²⟩.
func (m *MomentSums) Variance() Estimate {
	mu, c := m.central()
	return Estimate{mu[2], stdErr(c[2])}
}

// Skewness returns μ₃/μ₂^(3/2), NaN for a constant.
func (m *MomentSums) Skewness() Estimate {
	return m.standardized(3, func(v float64) float64 { return float64(v * math.Sqrt(v)) })
}

// ExcessKurtosis returns μ₄/μ₂² − 3, NaN for a constant.
func (m *MomentSums) ExcessKurtosis() Estimate {
	e := m.standardized(4, func(v float64) float64 { return float64(v * v) })
	return Estimate{e.Value - 3, e.StdErr}
}

// standardized returns μ_k/μ₂^(k/2), where power is v^(k/2).
func (m *MomentSums) standardized(k int, power func(v float64) float64) Estimate {
	mu, c := m.central()
	s, order := power(mu[2]), float64(k)
	g := mu[k] / s
	f := make([]float64, len(m.S1))
	for i := range f { // the derivative of μ_k by the mean is −k μ_(k−1)
		f[i] = math.FMA(float64(-order*mu[k-1]), c[1][i], c[k][i])/s -
			float64(float64(order/2*g)*c[2][i])/mu[2]
	}
	return Estimate{g, stdErr(f)}
}
