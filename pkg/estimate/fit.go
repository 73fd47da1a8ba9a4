package estimate

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/linalg"
	"adl/pkg/vec"
)

// Line is a straight line y = Intercept + Slope x fitted by weighted least squares: the minimum of
//
//	Chi2 = Σ_i (y_i − Intercept − Slope x_i)²/stderr_i².
//
// Cov is the covariance of Intercept and Slope, DoF the number of points less the number of
// coefficients. If y is affine in x and the standard errors are right, Chi2/DoF is 1 ± √(2/DoF).
type Line struct {
	Intercept, Slope Estimate
	Cov              float64
	Chi2             float64
	DoF              int
}

// At returns the fitted line at x.
func (l Line) At(x float64) Estimate {
	a, b := l.Intercept, l.Slope
	bx := float64(x * b.StdErr)
	v := float64(a.StdErr*a.StdErr) + math.FMA(float64(2*x), l.Cov, float64(bx*bx))
	return Estimate{math.FMA(b.Value, x, a.Value), math.Sqrt(math.Max(v, 0))}
}

// Fit fits a straight line to the points (x_i, y_i), where y has the standard errors stderr. It
// panics if lengths differ, a standard error is not positive, or there are fewer than two
// abscissae.
func Fit(x, y, stderr []float64) Line {
	f := leastSquares(x, y, stderr, 0, 1)
	return Line{f.coefficient(0), f.coefficient(1), f.cov[1], f.chi2, f.dof}
}

// FitOrigin fits the line through the origin, y = Slope x: Intercept and Cov are 0, and DoF is one
// more than for Fit.
func FitOrigin(x, y, stderr []float64) Line {
	f := leastSquares(x, y, stderr, 1)
	return Line{Slope: f.coefficient(0), Chi2: f.chi2, DoF: f.dof}
}

// FitPower fits y = e^Intercept x^Slope as the line log y = Intercept + Slope log x, where log y
// has the standard errors stderr_i/y_i. It returns an error if some x_i or y_i is not positive and
// finite: to drop such a point would bias the slope. It panics as Fit does.
func FitPower(x, y, stderr []float64) (Line, error) {
	checkFit(x, y, stderr)
	var lx, ly, ls []float64
	for i := range x {
		if !(x[i] > 0 && y[i] > 0) || math.IsInf(x[i], 0) || math.IsInf(y[i], 0) {
			return Line{}, fmt.Errorf(
				"power law fit: point %d at (%v, %v) has no logarithm", i, x[i], y[i])
		}
		lx, ly = append(lx, vec.Log(x[i])), append(ly, vec.Log(y[i]))
		ls = append(ls, stderr[i]/y[i])
	}
	return Fit(lx, ly, ls), nil
}

// FitQuadraticOrigin fits the parabola y = slope x + curvature x² through the origin. It panics as
// Fit does, and needs two abscissae other than 0.
func FitQuadraticOrigin(x, y, stderr []float64) (slope, curvature Estimate) {
	f := leastSquares(x, y, stderr, 1, 2)
	return f.coefficient(0), f.coefficient(1)
}

func checkFit(x, y, stderr []float64) {
	check(len(x) == len(y) && len(x) == len(stderr),
		"fit of %d abscissae, %d values, %d standard errors", len(x), len(y), len(stderr))
}

// fit is the result of leastSquares.
type fit struct {
	c, cov []float64
	chi2   float64
	dof    int
}

func (f *fit) coefficient(i int) Estimate {
	return Estimate{f.c[i], math.Sqrt(f.cov[i*len(f.c)+i])}
}

// leastSquares fits Σ_j c_j x^powers[j] by the factors Q R of the weighted columns: with w =
// 1/stderr, c = R⁻¹ Qᵀ(w y) and cov c = R⁻¹ R⁻ᵀ.
func leastSquares(x, y, stderr []float64, powers ...int) fit {
	n, m := len(x), len(powers)
	checkFit(x, y, stderr)
	check(n >= m, "fit of %d coefficients to %d points", m, n)
	q, rest := columns(x, y, stderr, powers)
	r, z := make([]float64, m*m), make([]float64, m) // row j of r is column j of R
	for j, v := range q {
		full := math.Sqrt(linalg.Dot(v, v))
		linalg.Orthogonalize(v, q[:j], r[j*m:])
		norm := math.Sqrt(linalg.Dot(v, v))
		check(!(norm <= float64(1e-13*full)), "fit: the abscissae do not determine %d coefficients", m)
		r[j*m+j] = norm
		for i := range v {
			v[i] /= norm
		}
		z[j] = linalg.Dot(v, rest)
		linalg.AddScaled(rest, -z[j], v)
	}
	f := fit{make([]float64, m), make([]float64, m*m), linalg.Dot(rest, rest), n - m}
	for k := range m {
		column := make([]float64, m) // of R⁻¹
		column[k] = 1
		linalg.SolveLowerTransposed(r, column)
		linalg.AddScaled(f.c, z[k], column)
		for i, v := range column {
			linalg.AddScaled(f.cov[i*m:i*m+m], v, column)
		}
	}
	return f
}

// columns returns the weighted columns w x^powers[j] and w y.
func columns(x, y, stderr []float64, powers []int) (q [][]float64, wy []float64) {
	q = make([][]float64, len(powers))
	for i, s := range stderr {
		check(!(s <= 0), "fit: standard error %d is %v", i, s)
		w := 1 / s
		wy = append(wy, float64(w*y[i]))
		for j, p := range powers {
			v := w
			for range p {
				v = float64(v * x[i])
			}
			q[j] = append(q[j], v)
		}
	}
	return q, wy
}

// RankCorrelation returns Spearman's correlation of x and y, which have no ties, and the level at
// which independent x and y have one as large (one-sided, by the normal distribution of variance
// 1/(n−1)). It panics unless there are as many x as y, 3 or more.
func RankCorrelation(x, y []float64) (rho, p float64) {
	n := len(x)
	check(n >= 3 && n == len(y), "RankCorrelation of %d and %d numbers", n, len(y))
	a, b, d := ranks(x), ranks(y), 0.0
	for i := range a {
		d += float64((a[i] - b[i]) * (a[i] - b[i]))
	}
	m := float64(n)
	rho = 1 - 6*d/float64(m*(float64(m*m)-1))
	return rho, NormalCDF(-float64(rho * math.Sqrt(m-1)))
}

// ranks returns the places of x in increasing order, from 0.
func ranks(x []float64) []float64 {
	order, r := make([]int, len(x)), make([]float64, len(x))
	floats.ArgsortStable(slices.Clone(x), order)
	for place, i := range order {
		r[i] = float64(place)
	}
	return r
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
