package estimate

import "math"

// Correlation returns the correlation of two observables,
//
//	ρ = (⟨xy⟩ − ⟨x⟩⟨y⟩)/√(Var x · Var y),
//
// from the sums of each and those of their product, over the same observations. Its standard error
// is that of the covariance, by the delta method over replicas; the variances add little to it
// where ρ is small. It is NaN for a constant, and panics if the sums differ in shape.
func Correlation(x, y, xy *Blocks) Estimate {
	nb := x.blocks()
	check(y.blocks() == nb && xy.blocks() == nb && x.Replicas == y.Replicas &&
		x.Replicas == xy.Replicas && x.Count == y.Count && x.Count == xy.Count,
		"correlation of sums that differ in shape")
	a, b := x.Mean().Value, y.Mean().Value
	scale := math.Sqrt(float64(x.Variance().Value * y.Variance().Value))
	ux, uy, u := x.units(0, nb), y.units(0, nb), xy.units(0, nb)
	f := make([]float64, len(u))
	for i := range f {
		c := math.FMA(-a, uy[i].s1, math.FMA(-b, ux[i].s1, u[i].s1)) / u[i].n
		f[i] = math.FMA(a, b, c) / scale
	}
	return Mean(f)
}

// ThirdMoment returns the third central moment ⟨(x − ⟨x⟩)³⟩ from the sums of x and those of x³,
// over the same observations, with the standard error by the delta method over replicas. It panics
// if the sums differ in shape.
func ThirdMoment(x, cube *Blocks) Estimate {
	nb := x.blocks()
	check(cube.blocks() == nb && x.Replicas == cube.Replicas && x.Count == cube.Count,
		"third moment of sums that differ in shape")
	mu, v := x.Mean().Value, x.Variance().Value
	us, cubes := x.units(0, nb), cube.units(0, nb)
	c, f := make([]float64, len(us)), make([]float64, len(us))
	for i, u := range us {
		m1 := u.s1 / u.n
		// ⟨(x − μ)³⟩ of the unit; the derivative by μ is −3 Var x
		c[i] = horner(-mu, 1, float64(3*m1), float64(3*(u.s2/u.n)), cubes[i].s1/u.n)
		f[i] = math.FMA(float64(-3*v), m1-mu, c[i])
	}
	return Estimate{mean(c), stdErr(f)}
}

// AsymptoticVariance returns σ²(x) = lim T Var(⟨x⟩_T), the variance of an average over a long time
// T times T, from the scatter of the means of the replicas, each of a length of time. square tells
// whether the observable is x² instead. Runs must be much longer than the correlations of x. It is
// NaN for a single replica.
func (b *Blocks) AsymptoticVariance(length float64, square bool) Estimate {
	us := b.replicas(0, b.blocks())
	m := make([]float64, len(us))
	for i, u := range us {
		if m[i] = u.s1 / u.n; square {
			m[i] = u.s2 / u.n
		}
	}
	v := float64(length * variance(m))
	return Estimate{v, float64(v * math.Sqrt(2/float64(len(m)-1)))}
}
