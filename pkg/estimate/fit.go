package estimate

import (
	"math"
	"slices"

	"adl/pkg/linalg"
)

// FitQuadraticOrigin fits the parabola y = slope x + curvature x² through the origin to y ± stderr
// by least squares. It panics if lengths differ, a standard error is not positive, or there are
// fewer than two abscissae other than 0.
//
// The weighted columns x/stderr and x²/stderr are Q R, and the coefficients R⁻¹ Qᵀ(y/stderr) have
// the covariance R⁻¹ R⁻ᵀ.
func FitQuadraticOrigin(x, y, stderr []float64) (slope Estimate) {
	checkFit(x, y, stderr)
	var q [2][]float64
	var rest []float64
	for i, s := range stderr {
		check(!(s <= 0), "fit: standard error %d is %v", i, s)
		w := 1 / s
		rest = append(rest, float64(w*y[i]))
		q[0] = append(q[0], float64(w*x[i]))
		q[1] = append(q[1], float64(q[0][i]*x[i]))
	}
	var z [2]float64
	r := make([]float64, 4) // row j is column j of R
	for j, v := range q {
		full := math.Sqrt(linalg.Dot(v, v))
		linalg.Orthogonalize(v, q[:j], r[j*2:])
		norm := math.Sqrt(linalg.Dot(v, v))
		check(norm > float64(1e-13*full), "fit: the abscissae do not determine a parabola")
		r[j*2+j] = norm
		for i := range v {
			v[i] /= norm
		}
		z[j] = linalg.Dot(v, rest)
		linalg.AddScaled(rest, -z[j], v)
	}
	c, variance := make([]float64, 2), make([]float64, 2)
	for k := range z {
		column := make([]float64, 2) // of R⁻¹
		column[k] = 1
		linalg.SolveLowerTransposed(r, column)
		linalg.AddScaled(c, z[k], column)
		linalg.AddScaled(variance, column[0], column)
	}
	return Estimate{c[0], math.Sqrt(variance[0])}
}

func checkFit(x, y, stderr []float64) {
	check(len(x) == len(y) && len(x) == len(stderr),
		"fit of %d abscissae, %d values, %d standard errors", len(x), len(y), len(stderr))
}

// FitSaturating fits y = a x/(1 + b x) to y ± stderr at x > 0 by least squares and returns a, the
// slope at 0: the distribution of an error that is proportional to a small x and grows more slowly
// later. It needs at least three points of different x; with fewer, or if a and b are not
// determined, a is unknown. It panics if the lengths differ.
//
// Gauss and Newton's iteration starts from the line through the origin, and keeps 1 + b x above
// 1/2.
func FitSaturating(x, y, stderr []float64) (a Estimate) {
	checkFit(x, y, stderr)
	if len(x) < 3 {
		return Unknown()
	}
	var sxy, sxx, s11, s12, s22 float64 // normal equations
	for i, x := range x {
		w := 1 / float64(stderr[i]*stderr[i])
		sxy, sxx = math.FMA(w, float64(x*y[i]), sxy), math.FMA(w, float64(x*x), sxx)
	}
	p, b, top := sxy/sxx, 0.0, slices.Max(x)
	for range 100 {
		var r1, r2 float64
		s11, s12, s22 = 0, 0, 0
		for i, x := range x {
			d := 1 + float64(b*x)
			f, g := x/d, -float64(p*float64(x*x))/float64(d*d) // derivatives by a and b
			w := 1 / float64(stderr[i]*stderr[i])
			r := y[i] - float64(p*f)
			s11, s12, s22 = math.FMA(w, float64(f*f), s11), math.FMA(w, float64(f*g), s12),
				math.FMA(w, float64(g*g), s22)
			r1, r2 = math.FMA(w, float64(f*r), r1), math.FMA(w, float64(g*r), r2)
		}
		det := float64(s11*s22) - float64(s12*s12)
		if !(det > 1e-12*float64(s11*s22)) {
			return Unknown()
		}
		p += (float64(s22*r1) - float64(s12*r2)) / det
		b = max(b+(float64(s11*r2)-float64(s12*r1))/det, -0.5/top)
	}
	return Estimate{p, math.Sqrt(s22 / (float64(s11*s22) - float64(s12*s12)))}
}
