package estimate

import "math"

// LagSums are the sums of one scalar observable x of each replica, and of its products with itself
// at the lags k = 0…K:
//
//	S1[r] = Σ_t x_t,   Products[k·Replicas + r] = Σ_{t≥k} x_t x_{t−k}
//
// over the Count observations of replica r. As with TimeBlocks, x should have its mean near 0.
// Methods panic if the lengths do not agree, there is no lag or replica, or Count is not larger
// than K.
type LagSums struct {
	Replicas     int
	Count        int64
	S1, Products []float64
}

// covariances returns, as [lag][replica], the autocovariances about the pooled mean μ, ⟨x_t
// x_{t−k}⟩_r − 2μ⟨x⟩_r + μ². Their means over the replicas are the pooled ones, and they are the
// influences of the replicas on these, because the derivative by μ vanishes.
func (s *LagSums) covariances() [][]float64 {
	check(s.Replicas > 0 && len(s.S1) == s.Replicas && len(s.Products)%s.Replicas == 0,
		"%d sums and %d products of %d replicas", len(s.S1), len(s.Products), s.Replicas)
	lags := len(s.Products) / s.Replicas
	check(0 < lags && int64(lags) <= s.Count, "%d lags of %d observations", lags, s.Count)
	n := float64(s.Count)
	mu := mean(s.S1) / n
	c := make([][]float64, lags)
	for k := range c {
		c[k] = make([]float64, s.Replicas)
		for r := range c[k] {
			m2 := s.Products[k*s.Replicas+r] / (n - float64(k))
			c[k][r] = math.FMA(-mu, math.FMA(-mu, 1, float64(2*(s.S1[r]/n))), m2)
		}
	}
	return c
}

// Autocorrelation returns ρ(k) for the lags k = 0…K, with standard errors by the delta method over
// replicas. All are NaN for a constant.
func (s *LagSums) Autocorrelation() []Estimate {
	c := s.covariances()
	c0 := mean(c[0])
	rho := make([]Estimate, len(c))
	f := make([]float64, s.Replicas)
	for k, ck := range c {
		q := mean(ck) / c0
		for r := range f {
			f[r] = math.FMA(-q, c[0][r], ck[r]) / c0
		}
		rho[k] = Estimate{q, stdErr(f)}
	}
	return rho
}

// IAT returns the integrated autocorrelation time in observations,
//
//	τ = 1 + 2 Σ_{t=1}^{M} ρ(t),
//
// with Sokal's automatic window: M is the smallest lag with M ≥ 5 max(τ(M), 1). The standard error
// is τ√(2(2M+1)/N) for N observations of all replicas. Both need N ≥ 1000 τ or so, and correlations
// that are positive or short. IAT is NaN for a constant, and if K is less than M. (Sokal, Monte
// Carlo methods in statistical mechanics: foundations and new algorithms, 1997, section 3.)
func (s *LagSums) IAT() Estimate {
	const window = 5 // autocorrelation times
	c := s.covariances()
	c0 := mean(c[0])
	tau := 1.0
	for t := range c {
		if t > 0 {
			tau += float64(2 * (mean(c[t]) / c0))
		}
		if float64(t) >= float64(window*math.Max(tau, 1)) {
			n := float64(s.Count) * float64(s.Replicas)
			return Estimate{tau, float64(tau * math.Sqrt(float64(2*(2*t+1))/n))}
		}
	}
	return Unknown()
}

// Crossings describe how each replica moved between two modes: Count[r] is the number of times it
// went from one to the other, Fraction[r] the fraction of the time it spent in the first. Methods
// panic if the slice they use is empty.
type Crossings struct {
	Count    []uint32
	Fraction []float64
}

// Rate returns the number of crossings of a replica.
func (c *Crossings) Rate() Estimate {
	x := make([]float64, len(c.Count))
	for r, n := range c.Count {
		x[r] = float64(n)
	}
	return Mean(x)
}

// Weight returns the fraction of the time spent in the first mode.
func (c *Crossings) Weight() Estimate { return Mean(c.Fraction) }
