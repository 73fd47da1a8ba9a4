package estimate

import "math"

// sokalWindow is the c of the automatic window: lags are summed up to c autocorrelation times.
const sokalWindow = 5

// sokal returns the integrated autocorrelation time of n observations with the autocorrelations
// ρ(t), t = 1…lags, and whether the window closed within these lags.
func sokal(n float64, lags int, rho func(t int) float64) (tau Estimate, closed bool) {
	v, t := 1.0, 0
	for float64(t) < float64(sokalWindow*math.Max(v, 1)) {
		if t == lags {
			break
		}
		t++
		v += float64(2 * rho(t))
	}
	closed = !(float64(t) < float64(sokalWindow*math.Max(v, 1)))
	return Estimate{v, float64(v * math.Sqrt(float64(2*(2*t+1))/n))}, closed
}

// IAT returns the integrated autocorrelation time of a stationary series in observations,
//
//	τ = 1 + 2 Σ_{t=1}^{M} ρ(t),   ρ(t) = Σ_i (x_i − x̄)(x_{i+t} − x̄) / Σ_i (x_i − x̄)²,
//
// with Sokal's automatic window: M is the smallest lag with M ≥ 5 max(τ(M), 1). The standard error
// is τ√(2(2M+1)/N). Both need N ≥ 1000 τ or so; for a shorter series the standard error is as large
// as τ. Correlations must be positive or short: the sum misses those that alternate in sign beyond
// the window. The result is NaN for a constant or fewer than two observations. The work is O(N M).
// (Sokal, Monte Carlo methods in statistical mechanics: foundations and new algorithms, 1997,
// section 3.)
func IAT(x []float64) Estimate {
	n := len(x)
	if n < 2 {
		return unknown()
	}
	m := mean(x)
	d := make([]float64, n)
	c0 := 0.0
	for i, v := range x {
		d[i] = v - m
		c0 = math.FMA(d[i], d[i], c0)
	}
	tau, _ := sokal(float64(n), n-1, func(t int) float64 {
		c := 0.0
		for i, v := range d[t:] {
			c = math.FMA(d[i], v, c)
		}
		return c / c0
	})
	return tau
}

// LagSums are the sums of one scalar observable x of each replica, and of its products with itself
// at the lags k = 0…K, K = len(Count) − 1:
//
//	S1[r] = Σ_t x_t,   Products[k·Replicas + r] = Σ_t x_t x_{t−k}.
//
// Count[k] is the number of products that replica r sums at lag k; Count[0] is the number of its
// observations. An autocovariance is a difference of these sums: an observable whose mean is large
// against its standard deviation should be measured from a value near its mean. Methods panic if
// the lengths do not agree, there is no lag or replica, or a count is not positive.
type LagSums struct {
	Replicas     int
	Count        []int64
	S1, Products []float64
}

func (s *LagSums) check() {
	check(s.Replicas > 0 && len(s.Count) > 0,
		"lag sums of %d replicas and %d lags", s.Replicas, len(s.Count))
	check(len(s.S1) == s.Replicas && len(s.Products) == s.Replicas*len(s.Count),
		"lag sums: %d sums and %d products for %d lags of %d replicas",
		len(s.S1), len(s.Products), len(s.Count), s.Replicas)
	for k, c := range s.Count {
		check(c > 0, "lag sums: %d products at lag %d", c, k)
	}
}

// covariances returns, as [lag][replica], the autocovariances about the pooled mean μ, ⟨x_t
// x_{t−k}⟩_r − 2μ⟨x⟩_r + μ². Their means over the replicas are the pooled ones, and they are the
// influences of the replicas on these, because the derivative by μ vanishes.
func (s *LagSums) covariances() [][]float64 {
	s.check()
	n := float64(s.Count[0])
	mu := mean(s.S1) / n
	c := make([][]float64, len(s.Count))
	for k := range c {
		c[k] = make([]float64, s.Replicas)
		for r := range c[k] {
			m2 := s.Products[k*s.Replicas+r] / float64(s.Count[k])
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

// IAT returns the integrated autocorrelation time in observations and its standard error, as the
// function IAT does for one series; N counts the observations of all replicas. It is NaN for a
// constant, and if K is less than the window M: the lags are then too few to tell.
func (s *LagSums) IAT() Estimate {
	c := s.covariances()
	c0 := mean(c[0])
	n := float64(s.Count[0]) * float64(s.Replicas)
	tau, closed := sokal(n, len(c)-1, func(k int) float64 { return mean(c[k]) / c0 })
	if !closed {
		return unknown()
	}
	return tau
}
