package estimate

import (
	"fmt"
	"math"

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

// Parabola is y = Slope x + Curvature x² fitted by weighted least squares. Chi2 and DoF are as in
// Line.
type Parabola struct {
	Slope, Curvature Estimate
	Chi2             float64
	DoF              int
}

// FitQuadraticOrigin fits a parabola through the origin. It panics as Fit does, and needs two
// abscissae other than 0.
func FitQuadraticOrigin(x, y, stderr []float64) Parabola {
	f := leastSquares(x, y, stderr, 1, 2)
	return Parabola{f.coefficient(0), f.coefficient(1), f.chi2, f.dof}
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
