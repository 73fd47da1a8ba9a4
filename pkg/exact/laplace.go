package exact

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/linalg"
	"adl/pkg/model"
	"adl/pkg/vec"
)

// Laplace is the Laplace approximation N(θ*, P⁻¹) of the posterior of logistic regression (section
// 3.4): the Gaussian about the MAP, the only maximum θ* of π(θ|x), with the precision
//
//	P = −∇² log π(θ*|x) = I + Σ_i σ(s_i)(1 − σ(s_i)) z_i z_iᵀ,   s_i = θ*ᵀz_i.
//
// To the next order the posterior mean is
//
//	m = θ* − ½ P⁻¹ Σ_i σ″(s_i) (z_iᵀ P⁻¹ z_i) z_i,   σ″ = σ(1 − σ)(1 − 2σ).
type Laplace struct {
	Model     *model.Logistic
	Mode      []float64 // θ*
	Mean      []float64 // m
	Precision []float64 // P, d×d
	Cov       []float64 // P⁻¹

	factor []float64 // L, lower triangular, with L Lᵀ = P
}

// NewLaplace returns an error if it finds no MAP, for instance if data are not finite.
func NewLaplace(m *model.Logistic) (*Laplace, error) {
	l := &Laplace{Model: m}
	if err := l.maximise(); err != nil {
		return nil, fmt.Errorf("exact: the MAP of logistic regression: %w", err)
	}
	l.Cov, l.Mean = inverse(l.factor), l.mean()
	return l, nil
}

// inverse returns (L Lᵀ)⁻¹ of a lower triangular L, symmetric to the last bit.
func inverse(l []float64) []float64 {
	d := linalg.Order(l)
	inv := make([]float64, d*d)
	for i := range d {
		column := make([]float64, d)
		column[i] = 1
		solveFactored(l, column)
		copy(inv[i*d+i:], column[i:])
	}
	mirror(inv, d)
	return inv
}

// solveFactored replaces y by (L Lᵀ)⁻¹ y.
func solveFactored(l, y []float64) {
	linalg.SolveLower(l, y)
	linalg.SolveLowerTransposed(l, y)
}

// mirror copies the upper triangle of a matrix of order d to the lower one.
func mirror(a []float64, d int) {
	for i := range d {
		for j := range i {
			a[i*d+j] = a[j*d+i]
		}
	}
}

// addOuter adds w x xᵀ to the upper triangle of a.
func addOuter(a []float64, w float64, x []float64) {
	d := len(x)
	for i, v := range x {
		linalg.AddScaled(a[i*d+i:i*d+d], v*w, x[i:])
	}
}

// maximise sets the mode, the precision and its factor.
func (l *Laplace) maximise() (err error) {
	at := func(theta []float64) []float64 { return precision(l.Model, theta) }
	slope := 1e-4 * math.Sqrt(float64(len(l.Model.Y)))
	if l.Mode, err = climb(l.Model, make([]float64, l.Model.D), at, slope); err != nil {
		return err
	}
	step := make([]float64, len(l.Mode))
	for left := 4; ; left-- {
		var ok bool
		l.Precision = at(l.Mode)
		if l.factor, ok = linalg.Cholesky(l.Precision); !ok {
			return errors.New("the Hessian is not definite")
		}
		if left == 0 || left < 4 && floats.Norm(step, math.Inf(1)) < 1e-12 {
			return nil
		}
		logGradient(step, l.Model, l.Mode)
		solveFactored(l.factor, step)
		linalg.AddScaled(l.Mode, 1, step)
	}
}

// mean is the posterior mean to the next order, with zᵀ P⁻¹ z = |L⁻¹ z|².
func (l *Laplace) mean() []float64 {
	sum := make([]float64, len(l.Mode))
	eachDatum(l.Model, l.Mode, func(_ int, s float64, z []float64) {
		y := slices.Clone(z)
		linalg.SolveLower(l.factor, y)
		q := linalg.Dot(y, y)
		w := -s * (1 - s) * (1 - 2*s) * q / 2
		linalg.AddScaled(sum, w, z)
	})
	solveFactored(l.factor, sum)
	linalg.AddScaled(sum, 1, l.Mode)
	return sum
}

// Draws returns pairs of points of the approximation N(m, P⁻¹): m + x and m − x for every
// independent x ~ N(0, P⁻¹). The key determines the random numbers.
func (l *Laplace) Draws(pairs int, key ...uint64) [][]float64 {
	stream := vec.NewStream(key...)
	rows := vec.Rows(vec.Components.Rows(len(l.Mode)))
	var draws [][]float64
	for range pairs {
		stream.Normals(rows)
		x := make([]float64, len(l.Mode))
		for i := range x {
			x[i] = rows[i/vec.Lanes][i%vec.Lanes]
		}
		linalg.SolveLowerTransposed(l.factor, x)
		for _, sign := range []float64{1, -1} {
			theta := slices.Clone(l.Mean)
			linalg.AddScaled(theta, sign, x)
			draws = append(draws, theta)
		}
	}
	return draws
}

// logGradient writes ∇ log π(θ|x) into g: for many data by the model's own routine, which is faster
// and has other last digits.
func logGradient(g []float64, m model.Model, theta []float64) {
	if l := vec.Components; m.Ndata() > vec.MaxIndex {
		f, at := vec.Rows(l.Rows(len(g))), vec.Rows(l.Rows(len(g)))
		l.Store(at, 0, theta)
		m.Gradient(l, m.Ndata()).Eval(f, at, nil)
		l.Load(g, f, 0)
		return
	}
	m.GradPrior(g, theta)
	one := make([]float64, len(g))
	for i := range m.Ndata() {
		m.GradDatum(one, theta, i)
		floats.Add(g, one)
	}
}

// precision is −∇² log π(θ|x).
func precision(m *model.Logistic, theta []float64) []float64 {
	d := m.Dim()
	p := make([]float64, d*d)
	eachDatum(m, theta, func(_ int, s float64, z []float64) { addOuter(p, s*(1-s), z) })
	for i := range d {
		p[i*d+i]++
	}
	mirror(p, d)
	return p
}

// eachDatum calls f with every i, σ(θᵀz_i) and z_i, which f must not retain.
func eachDatum(m *model.Logistic, theta []float64, f func(i int, s float64, z []float64)) {
	z := make([]float64, m.D)
	for i := range m.Ndata() {
		datum := m.Z[i*m.D:][:m.D]
		for k, x := range datum {
			z[k] = float64(x)
		}
		f(i, m.Probability(theta, datum), z)
	}
}

// LogisticGradCov is GradCov of logistic regression, several times faster:
//
//	Σ_x(θ) = (Σ_i r_i² z_i z_iᵀ − N ḡ ḡᵀ)/(N−1),   r_i = y_i − σ(θᵀz_i),   ḡ = (1/N) Σ_i r_i z_i.
//
// It panics if the model has fewer than two data.
func LogisticGradCov(m *model.Logistic, theta []float64) []float64 {
	checkPoint(m, theta)
	d, n := m.Dim(), m.Ndata()
	mean, c := make([]float64, d), make([]float64, d*d)
	eachDatum(m, theta, func(i int, s float64, z []float64) {
		r := m.Y[i] - s
		linalg.AddScaled(mean, r, z)
		addOuter(c, r*r, z)
	})
	mirror(c, d)
	for i := range d {
		for j := range d {
			c[i*d+j] = (c[i*d+j] - mean[i]*mean[j]/float64(n)) / float64(n-1)
		}
	}
	return c
}

// MeanGradCov returns the mean of Σ_x(θ) over points θ, such as Draws: an approximation of Σ̄_x
// (eq. sigma_bar).
func MeanGradCov(m model.Model, points [][]float64) []float64 {
	mean := make([]float64, m.Dim()*m.Dim())
	logistic, quick := m.(*model.Logistic)
	for _, theta := range points {
		if quick {
			linalg.AddScaled(mean, 1, LogisticGradCov(logistic, theta))
		} else {
			linalg.AddScaled(mean, 1, GradCov(m, theta))
		}
	}
	for i := range mean {
		mean[i] /= float64(len(points))
	}
	return mean
}
