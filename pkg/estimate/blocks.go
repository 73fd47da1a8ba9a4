package estimate

import (
	"math"
)

// fewReplicas is the number of replicas below which standard errors take blocks, not replicas, as
// the independent units.
const fewReplicas = 8

// TimeBlocks are the sums of one scalar observable x over consecutive blocks of time, of each
// replica, in the layout [block][replica]:
//
//	S1[b·Replicas + r] = Σ x,   S2[b·Replicas + r] = Σ x²
//
// over the Count observations of replica r in block b. Variances are differences of these sums. If
// the mean of an observable is large against its standard deviation, subtract a value near the mean
// first. Methods panic if the lengths do not agree, there is no block or replica, or Count is not
// positive.
type TimeBlocks struct {
	Replicas int
	Count    int64
	S1, S2   []float64
}

// blocks checks b and returns the number of blocks.
func (b *TimeBlocks) blocks() int {
	check(b.Replicas > 0 && b.Count > 0 && len(b.S1) > 0 &&
		len(b.S1)%b.Replicas == 0 && len(b.S1) == len(b.S2),
		"%d and %d sums of %d observations for blocks of %d replicas",
		len(b.S1), len(b.S2), b.Count, b.Replicas)
	return len(b.S1) / b.Replicas
}

// unit is a stretch of one replica that counts as independent of all other units.
type unit struct{ n, s1, s2 float64 }

// replicas returns the sums of each replica over the blocks from ≤ b < to.
func (b *TimeBlocks) replicas(from, to int) []unit {
	u := make([]unit, b.Replicas)
	for r := range u {
		u[r].n = float64(b.Count * int64(to-from))
		for i := from; i < to; i++ {
			u[r].s1 += b.S1[i*b.Replicas+r]
			u[r].s2 += b.S2[i*b.Replicas+r]
		}
	}
	return u
}

// ReplicaVariances returns the variance of every replica about its own mean over the whole run, the
// result of a single run.
func (b *TimeBlocks) ReplicaVariances() []float64 {
	v := make([]float64, b.Replicas)
	for r, u := range b.replicas(0, b.blocks()) {
		mean := u.s1 / u.n
		v[r] = max(0, u.s2/u.n-mean*mean)
	}
	return v
}

// units returns the independent units of the blocks from ≤ b < to: the replicas or, if they are
// few, every block of every replica.
func (b *TimeBlocks) units(from, to int) []unit {
	if b.Replicas >= fewReplicas {
		return b.replicas(from, to)
	}
	var u []unit
	for i := from; i < to; i++ {
		u = append(u, b.replicas(i, i+1)...)
	}
	return u
}

// meanOf is the pooled mean μ = Σ s1/Σ n, with influences (s1 − μn)/n̄.
func meanOf(us []unit) Estimate {
	n, s := 0.0, 0.0
	for _, u := range us {
		n, s = n+u.n, s+u.s1
	}
	mu, k := s/n, float64(len(us))
	f := make([]float64, len(us))
	for i, u := range us {
		f[i] = (u.s1 - mu*u.n) * k / n
	}
	return Estimate{mu, stdErr(f)}
}

// varianceOf is the pooled variance about μ. Its influences are the influences of v_u = m₂ − 2μ m₁
// + μ², because the derivative by μ vanishes.
func varianceOf(us []unit, mu float64) Estimate {
	n, s := 0.0, 0.0
	f := make([]float64, len(us))
	for i, u := range us {
		f[i] = u.s2 - 2*mu*u.s1 + mu*mu*u.n
		n, s = n+u.n, s+f[i]
	}
	v, k := s/n, float64(len(us))
	if v < 0 { // rounding, of a constant
		v = 0
	}
	for i, u := range us {
		f[i] = (f[i] - v*u.n) * k / n
	}
	return Estimate{v, stdErr(f)}
}

// Mean returns the mean ⟨x⟩ of all observations.
func (b *TimeBlocks) Mean() Estimate {
	return meanOf(b.units(0, b.blocks()))
}

// Variance returns ⟨x²⟩ − ⟨x⟩² of all observations, with the standard error by the delta method.
// Its bias, −se(⟨x⟩)², is small against its standard error.
func (b *TimeBlocks) Variance() Estimate {
	us := b.units(0, b.blocks())
	return varianceOf(us, meanOf(us).Value)
}

// RHat returns the split R-hat: with every replica cut into halves of n observations,
//
//	R̂² = (n−1)/n + Var(means of the halves)/⟨variance within a half⟩,
//
// near 1 when all halves have the same distribution (Gelman et al., Bayesian Data Analysis, 3rd
// edition, section 11.4). It omits the middle block of an odd number, and does not split a single
// block. RHat is 1 if x is constant, +Inf if x is constant within every half but not overall, and
// NaN for one replica with one block or for a single observation per half.
func (b *TimeBlocks) RHat() float64 {
	nb := b.blocks()
	us := b.replicas(0, max(nb/2, 1))
	if nb > 1 {
		us = append(us, b.replicas(nb-nb/2, nb)...)
	}
	n, within := 0.0, 0.0
	m := make([]float64, len(us))
	for i, u := range us {
		m[i] = u.s1 / u.n
		within += (u.s2 - u.s1*m[i]) / (u.n - 1)
		n += u.n
	}
	n, within = n/float64(len(us)), within/float64(len(us))
	between := variance(m)
	if within < 0 { // rounding, of constants
		within = 0
	}
	if between == 0 && within == 0 {
		return 1
	}
	return math.Sqrt((n-1)/n + between/within)
}

// RHatScatter returns the standard deviation of R̂² for independent normal observations, with m
// halves of n each:
//
//	√(2/(m−1) + 2/(m(n−1)))/n.
func (b *TimeBlocks) RHatScatter() float64 {
	nb := b.blocks()
	m, n := float64(b.Replicas*min(nb, 2)), float64(b.Count*int64(max(nb/2, 1)))
	return math.Sqrt(2/(m-1)+2/(m*(n-1))) / n
}

// StationaryRHat returns the split R-hat that a stationary process with the autocorrelation
// exp(−t/τ) has on average in long records of replicas whose halves have the length h, in the units
// of τ:
//
//	1/√(1 − g),   g = 2(τ/h) (1 − (τ/h)(1 − exp(−h/τ))),
//
// where g is the variance of a half's mean divided by the variance of the process. Slow replicas
// have such an R-hat even if they agree. It is 1 for τ = 0 and +Inf for h = 0.
func StationaryRHat(h, tau float64) float64 {
	if tau == 0 {
		return 1
	}
	x := tau / h
	g := 2 * x * (1 - x*-math.Expm1(-1/x))
	if !(g < 1) {
		return math.Inf(1)
	}
	return 1 / math.Sqrt(1-g)
}

// TrendLevel returns the probability that a stationary run shows a trend at least as large in
// either direction, from Student's t distribution with ν one less than the number of units. It uses
// the normal variable z² = ν log(1 + t²/ν) ((8ν + 1)/(8ν + 3))² (Wallace 1959), correct to a few
// per cent. A trend of exactly 0 has level 1; an unknown trend has level NaN.
func (b *TimeBlocks) TrendLevel() float64 {
	t := b.Trend()
	if t.Value == 0 {
		return 1
	}
	nu := float64(b.Replicas - 1)
	if b.Replicas < fewReplicas {
		nu = float64(2*(b.blocks()/2)*b.Replicas - 2)
	}
	q := t.Value / t.StdErr
	z := math.Sqrt(nu*math.Log(1+q*q/nu)) * (8*nu + 1) / (8*nu + 3)
	return 2 * NormalCDF(-z)
}

// Trend returns the mean over the last half of the blocks minus the mean over the first half,
// without the middle block of an odd number. It is 0 within its standard error if x is stationary,
// and NaN for a single block.
func (b *TimeBlocks) Trend() Estimate {
	nb := b.blocks()
	if nb < 2 {
		return Unknown()
	}
	first, last := b.units(0, nb/2), b.units(nb-nb/2, nb)
	if b.Replicas < fewReplicas {
		return Sub(meanOf(last), meanOf(first))
	}
	d := make([]float64, b.Replicas) // the halves of one replica are correlated, replicas are not
	for r := range d {
		d[r] = last[r].s1/last[r].n - first[r].s1/first[r].n
	}
	return Mean(d)
}

// Grows reports whether a trend, as returned by TimeBlocks.Trend, is certainly growth: it exceeds
// five standard errors and 5 % of the mean.
func Grows(trend, mean Estimate) bool {
	const (
		z        = 5
		fraction = 0.05
	)
	return trend.Value > z*trend.StdErr && trend.Value > fraction*math.Abs(mean.Value)
}
