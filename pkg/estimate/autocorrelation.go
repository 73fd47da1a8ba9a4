package estimate

import "math"

// sokalWindow is the c of the automatic window: lags are summed up to c autocorrelation times.
const sokalWindow = 5

// IAT returns the integrated autocorrelation time of a stationary series in observations,
//
//	τ = 1 + 2 Σ_{t=1}^{M} ρ(t),   ρ(t) = Σ_i (x_i − x̄)(x_{i+t} − x̄) / Σ_i (x_i − x̄)²,
//
// with Sokal's automatic window: M is the smallest lag with M ≥ 5 max(τ(M), 1). The standard error is τ√(2(2M+1)/N). Both want N ≥ 1000 τ or so; with a
// shorter series the standard error says that little is known. Correlations are supposed to be positive or short: those that alternate in sign beyond the window
// are not seen. It is NaN for a constant or fewer than two observations.
// The work is O(N M). (Sokal, Monte Carlo methods in statistical mechanics: foundations and new algorithms, 1997, section 3.)
func IAT(x []float64) Estimate {
	n := len(x)
	if n < 2 {
		return Estimate{math.NaN(), math.NaN()}
	}
	m := mean(x)
	d := make([]float64, n)
	c0 := 0.0
	for i, v := range x {
		d[i] = v - m
		c0 = math.FMA(d[i], d[i], c0)
	}
	tau, t := 1.0, 0
	for t+1 < n && float64(t) < float64(sokalWindow*math.Max(tau, 1)) {
		t++
		c := 0.0
		for i, v := range d[t:] {
			c = math.FMA(d[i], v, c)
		}
		tau += float64(2 * (c / c0))
	}
	if c0 == 0 {
		tau = math.NaN()
	}
	return Estimate{tau, float64(tau * math.Sqrt(float64(2*(2*t+1))/float64(n)))}
}
