package estimate

import (
	"fmt"
	"math"

	"adl/pkg/vec"
)

// Line is a straight line y = Intercept + Slope x fitted by weighted least squares: the minimum of
//
//	Chi2 = Σ_i (y_i − Intercept − Slope x_i)²/stderr_i².
//
// Cov is the covariance of Intercept and Slope, DoF the number of points less that of coefficients. If y is affine in x and the standard errors are right,
// Chi2/DoF is 1 ± √(2/DoF): see Reduced. Without standard errors (nil) all weights are equal, Chi2 is the sum of squared residuals, and the errors
// of the coefficients are scaled to them (NaN if DoF = 0); intervals are then Student's, with DoF.
type Line struct {
	Intercept, Slope Estimate
	Cov              float64
	Chi2             float64
	DoF              int
}

// Reduced returns Chi2/DoF, NaN where DoF is 0.
func (l Line) Reduced() float64 { return reduced(l.Chi2, l.DoF) }

// At returns the fitted line at x.
func (l Line) At(x float64) Estimate {
	a, b := l.Intercept, l.Slope
	v := float64(a.StdErr*a.StdErr) + math.FMA(float64(2*x), l.Cov, float64(float64(x*b.StdErr)*float64(x*b.StdErr)))
	return Estimate{math.FMA(b.Value, x, a.Value), math.Sqrt(math.Max(v, 0))}
}

// Fit fits a straight line to the points (x_i, y_i), y with standard errors stderr, or nil for equal weights. It panics if lengths differ, a standard error is not
// positive, or there are fewer than two abscissae.
func Fit(x, y, stderr []float64) Line {
	f := leastSquares(x, y, stderr, 0, 1)
	return Line{f.coefficient(0), f.coefficient(1), f.cov[0][1], f.chi2, f.dof}
}

// FitOrigin fits the line through the origin, y = Slope x: Intercept and Cov are 0, and DoF is one more than for Fit.
func FitOrigin(x, y, stderr []float64) Line {
	f := leastSquares(x, y, stderr, 1)
	return Line{Slope: f.coefficient(0), Chi2: f.chi2, DoF: f.dof}
}

// FitPower fits y = e^Intercept x^Slope as the line log y = Intercept + Slope log x, log y with the standard errors stderr_i/y_i (nil: equal weights). It
// returns an error if some x_i or y_i is not positive and finite: such a point has no place on log axes, and dropping it would bias the slope.
// It panics as Fit does.
func FitPower(x, y, stderr []float64) (Line, error) {
	check(len(x) == len(y) && (stderr == nil || len(stderr) == len(x)), "fit of %d abscissae, %d values, %d standard errors", len(x), len(y), len(stderr))
	lx, ly := make([]float64, len(x)), make([]float64, len(x))
	var ls []float64
	for i := range x {
		if !(x[i] > 0 && y[i] > 0) || math.IsInf(x[i], 0) || math.IsInf(y[i], 0) {
			return Line{}, fmt.Errorf("power law fit: point %d at (%v, %v) has no logarithm", i, x[i], y[i])
		}
		lx[i], ly[i] = vec.Log(x[i]), vec.Log(y[i])
		if stderr != nil {
			ls = append(ls, stderr[i]/y[i])
		}
	}
	return Fit(lx, ly, ls), nil
}

// Parabola is y = Value + Slope x + Curvature x² fitted by weighted least squares: the value and slope at 0 and the coefficient of x².
// Chi2 and DoF are as in Line.
type Parabola struct {
	Value, Slope, Curvature Estimate
	Chi2                    float64
	DoF                     int
}

// Reduced returns Chi2/DoF, NaN where DoF is 0.
func (p Parabola) Reduced() float64 { return reduced(p.Chi2, p.DoF) }

func reduced(chi2 float64, dof int) float64 {
	if dof == 0 { // chi2 is 0 but for rounding
		return math.NaN()
	}
	return chi2 / float64(dof)
}

// FitQuadratic fits a parabola. It panics as Fit does, and wants three abscissae.
func FitQuadratic(x, y, stderr []float64) Parabola {
	f := leastSquares(x, y, stderr, 0, 1, 2)
	return Parabola{f.coefficient(0), f.coefficient(1), f.coefficient(2), f.chi2, f.dof}
}

// FitQuadraticOrigin fits a parabola through the origin: Value is 0, and two abscissae other than 0 do.
func FitQuadraticOrigin(x, y, stderr []float64) Parabola {
	f := leastSquares(x, y, stderr, 1, 2)
	return Parabola{Slope: f.coefficient(0), Curvature: f.coefficient(1), Chi2: f.chi2, DoF: f.dof}
}

// fit is the result of leastSquares.
type fit struct {
	c    [3]float64
	cov  [3][3]float64
	chi2 float64
	dof  int
}

func (f *fit) coefficient(i int) Estimate { return Estimate{f.c[i], math.Sqrt(f.cov[i][i])} }

// leastSquares fits Σ_j c_j x^powers[j], at most three powers, by modified Gram–Schmidt of the weighted columns Q R: with w = 1/stderr,
// c = R⁻¹ Qᵀ(w y) and cov c = R⁻¹ R⁻ᵀ.
func leastSquares(x, y, stderr []float64, powers ...int) fit {
	n, m := len(x), len(powers)
	check(len(y) == n && (stderr == nil || len(stderr) == n), "fit of %d abscissae, %d values, %d standard errors", n, len(y), len(stderr))
	check(n >= m, "fit of %d coefficients to %d points", m, n)
	res := make([]float64, n)
	var q [3][]float64
	for j := range m {
		q[j] = make([]float64, n)
	}
	for i := range n {
		w := 1.0
		if stderr != nil {
			check(!(stderr[i] <= 0), "fit: standard error %d is %v", i, stderr[i])
			w = 1 / stderr[i]
		}
		res[i] = float64(w * y[i])
		for j, p := range powers {
			v := w
			for range p {
				v = float64(v * x[i])
			}
			q[j][i] = v
		}
	}
	var r, inv [3][3]float64
	var z [3]float64
	for j := range m {
		full := math.Sqrt(dot(q[j], q[j]))
		for k := range j {
			r[k][j] = dot(q[k], q[j])
			axpy(q[j], -r[k][j], q[k])
		}
		for k := range j { // once more: columns of a narrow range are nearly parallel
			d := dot(q[k], q[j])
			r[k][j] += d
			axpy(q[j], -d, q[k])
		}
		r[j][j] = math.Sqrt(dot(q[j], q[j]))
		check(!(r[j][j] <= float64(1e-13*full)), "fit: the abscissae do not determine %d coefficients", m)
		for i := range q[j] {
			q[j][i] /= r[j][j]
		}
		z[j] = dot(q[j], res)
		axpy(res, -z[j], q[j])
	}
	f := fit{chi2: dot(res, res), dof: n - m}
	for j := range m {
		inv[j][j] = 1 / r[j][j]
		for i := j - 1; i >= 0; i-- {
			s := 0.0
			for k := i + 1; k <= j; k++ {
				s = math.FMA(r[i][k], inv[k][j], s)
			}
			inv[i][j] = -s / r[i][i]
		}
	}
	scale := 1.0
	if stderr == nil {
		scale = reduced(f.chi2, f.dof)
	}
	for i := range m {
		for k := i; k < m; k++ {
			f.c[i] = math.FMA(inv[i][k], z[k], f.c[i])
		}
		for j := range m {
			s := 0.0
			for k := max(i, j); k < m; k++ {
				s = math.FMA(inv[i][k], inv[j][k], s)
			}
			f.cov[i][j] = float64(s * scale)
		}
	}
	return f
}

func dot(x, y []float64) float64 {
	s := 0.0
	for i, v := range x {
		s = math.FMA(v, y[i], s)
	}
	return s
}

func axpy(y []float64, a float64, x []float64) {
	for i, v := range x {
		y[i] = math.FMA(a, v, y[i])
	}
}
