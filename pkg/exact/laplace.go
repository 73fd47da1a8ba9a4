package exact

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"

	"adl/pkg/linalg"
	"adl/pkg/model"
	"adl/pkg/vec"
)

// Laplace is the Laplace approximation N(θ*, P⁻¹) of the posterior of logistic regression (section
// 3.4): the Gaussian about the MAP, the only maximum θ* of π(θ|x), with the precision
//
//	P = −∇² log π(θ*|x) = I + Σ_i σ(s_i)(1 − σ(s_i)) z_i z_iᵀ,   s_i = θ*ᵀz_i.
//
// To the next order the mean of the posterior is
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

// NewLaplace finds the MAP by Newton's method. It returns an error if that fails, such as for data
// that are not finite.
func NewLaplace(m *model.Logistic) (*Laplace, error) {
	for _, z := range m.Z {
		if z-z != 0 {
			return nil, fmt.Errorf("exact: the MAP needs finite covariates, got %g", z)
		}
	}
	l := &Laplace{Model: m}
	if err := l.maximise(); err != nil {
		return nil, fmt.Errorf("exact: the MAP of logistic regression: %w", err)
	}
	l.invert()
	l.Mean = l.mean()
	return l, nil
}

// invert sets P⁻¹.
func (l *Laplace) invert() {
	d := len(l.Mode)
	l.Cov = make([]float64, d*d)
	for i := range d {
		unit := make([]float64, d)
		unit[i] = 1
		for j, x := range l.solve(unit)[i:] {
			l.Cov[i*d+i+j], l.Cov[(i+j)*d+i] = x, x
		}
	}
}

var errIndefinite = errors.New("the Hessian is not definite")

// maximise sets the mode, the precision and its factor. The optimiser's last bits depend on the
// machine: its result is rounded to a coarse grid, and a few more Newton steps lead to the MAP.
func (l *Laplace) maximise() error {
	const grid = 1 << 10
	mode, err := optimise(l.Model)
	if err != nil {
		return err
	}
	for i, x := range mode {
		mode[i] = math.Round(x*grid) / grid
	}
	l.Mode = mode
	g := make([]float64, len(mode))
	for range 4 {
		if err := l.factorise(); err != nil {
			return err
		}
		logGradient(g, l.Model, mode)
		largest := 0.0
		for i, x := range l.solve(g) {
			mode[i] += x
			largest = max(largest, math.Abs(x))
		}
		if largest < 1e-12 {
			break
		}
	}
	return l.factorise()
}

// factorise sets the precision at the mode and its factor.
func (l *Laplace) factorise() error {
	var ok bool
	l.Precision = precision(l.Model, l.Mode)
	if l.factor, ok = linalg.Cholesky(l.Precision); !ok {
		return errIndefinite
	}
	return nil
}

// optimise returns the MAP, to bits that depend on the machine.
func optimise(m *model.Logistic) ([]float64, error) {
	d := m.Dim()
	problem := optimize.Problem{
		Func: func(x []float64) float64 { return -m.LogPosterior(x) },
		Grad: func(g, x []float64) {
			logGradient(g, m, x)
			floats.Scale(-1, g)
		},
		Hess: func(h *mat.SymDense, x []float64) {
			h.CopySym(mat.NewSymDense(d, precision(m, x)))
		},
	}
	settings := &optimize.Settings{
		GradientThreshold: 1e-4 * math.Sqrt(float64(m.Ndata())), MajorIterations: 100,
	}
	r, err := optimize.Minimize(problem, make([]float64, d), settings, &optimize.Newton{})
	if err != nil {
		return nil, err
	}
	return r.X, nil
}

// mean is the posterior mean to the next order, with zᵀ P⁻¹ z = |L⁻¹ z|².
func (l *Laplace) mean() []float64 {
	m, d := l.Model, len(l.Mode)
	sum, y := make([]float64, d), make([]float64, d)
	for n := range m.Ndata() {
		z := m.Z[n*d : n*d+d]
		s := m.Probability(l.Mode, z)
		for i, x := range z {
			y[i] = float64(x)
		}
		linalg.SolveLower(l.factor, y)
		q := linalg.Dot(y, y)
		w := float64(float64(-0.5*q) * float64(float64(s*(1-s))*(1-float64(2*s))))
		for i, x := range z {
			sum[i] = math.FMA(w, float64(x), sum[i])
		}
	}
	sum = l.solve(sum)
	for i, x := range l.Mode {
		sum[i] += x
	}
	return sum
}

// solve returns P⁻¹ b.
func (l *Laplace) solve(b []float64) []float64 {
	y := slices.Clone(b)
	linalg.SolveLower(l.factor, y)
	linalg.SolveLowerTransposed(l.factor, y)
	return y
}

// Draws returns 2·pairs points of the approximation N(m, P⁻¹): m + x and m − x for every
// independent x ~ N(0, P⁻¹). The key determines the random numbers.
func (l *Laplace) Draws(pairs int, key ...uint64) [][]float64 {
	d := len(l.Mode)
	stream := vec.NewStream(key...)
	rows := vec.Rows(vec.Components.Rows(d))
	var draws [][]float64
	for range pairs {
		stream.Normals(rows)
		x := make([]float64, d)
		for i := range x {
			x[i] = rows[i/vec.Lanes][i%vec.Lanes]
		}
		linalg.SolveLowerTransposed(l.factor, x)
		a, b := make([]float64, d), make([]float64, d)
		for i, m := range l.Mean {
			a[i], b[i] = m+x[i], m-x[i]
		}
		draws = append(draws, a, b)
	}
	return draws
}

// logGradient writes ∇ log π(θ|x) into g.
func logGradient(g []float64, m model.Model, theta []float64) {
	m.GradPrior(g, theta)
	one := make([]float64, len(g))
	for i := range m.Ndata() {
		m.GradDatum(one, theta, i)
		for k, x := range one {
			g[k] += x
		}
	}
}

// precision is −∇² log π(θ|x).
func precision(m *model.Logistic, theta []float64) []float64 {
	d := m.Dim()
	p := gram(m, func(i int) float64 {
		s := m.Probability(theta, m.Z[i*d:i*d+d])
		return s * (1 - s)
	})
	for i := range d {
		p[i*d+i]++
	}
	return p
}

// gram is Σ_i w_i z_i z_iᵀ. It adds four data at a time, one after the other.
func gram(m *model.Logistic, weight func(i int) float64) []float64 {
	d, n := m.Dim(), m.Ndata()
	c := make([]float64, d*d)
	var w [4]float64
	var z [4][]float64
	for k := range z {
		z[k] = make([]float64, d)
	}
	for l := range n {
		k := l % 4
		w[k] = weight(l)
		for i, x := range m.Z[l*d : l*d+d] {
			z[k][i] = float64(x)
		}
		if k < 3 && l < n-1 {
			continue
		}
		for i := range d {
			row := c[i*d+i : i*d+d]
			if k < 3 { // the last ones
				for q, z := range z[:k+1] {
					linalg.AddScaled(row, z[i]*w[q], z[i:])
				}
				continue
			}
			z0, z1, z2, z3 := z[0][i:d], z[1][i:d], z[2][i:d], z[3][i:d]
			a0, a1, a2, a3 := z0[0]*w[0], z1[0]*w[1], z2[0]*w[2], z3[0]*w[3]
			for j, s := range row {
				s = math.FMA(a1, z1[j], math.FMA(a0, z0[j], s))
				row[j] = math.FMA(a3, z3[j], math.FMA(a2, z2[j], s))
			}
		}
	}
	for i := range d {
		for j := range i {
			c[i*d+j] = c[j*d+i]
		}
	}
	return c
}

// LogisticGradCov is GradCov of logistic regression, several times faster:
//
//	Σ_x(θ) = (Σ_i r_i² z_i z_iᵀ − N ḡ ḡᵀ)/(N−1),   r_i = y_i − σ(θᵀz_i),   ḡ = (1/N) Σ_i r_i z_i.
//
// It panics if the model has fewer than two data.
func LogisticGradCov(m *model.Logistic, theta []float64) []float64 {
	checkPoint(m, theta)
	d, n := m.Dim(), m.Ndata()
	mean := make([]float64, d)
	c := gram(m, func(i int) float64 {
		z := m.Z[i*d : i*d+d]
		r := m.Y[i] - m.Probability(theta, z)
		for k, x := range z {
			mean[k] = math.FMA(r, float64(x), mean[k])
		}
		return r * r
	})
	for i := range d {
		for j := range d {
			c[i*d+j] = math.FMA(-mean[i]/float64(n), mean[j], c[i*d+j]) / float64(n-1)
		}
	}
	return c
}

// MeanGradCov returns the mean of Σ_x(θ) over points θ, such as Draws, as an approximation of Σ̄_x
// (eq. sigma_bar). It panics if there are no points.
func MeanGradCov(m *model.Logistic, points [][]float64) []float64 {
	if len(points) == 0 {
		panic("exact: a mean over no points")
	}
	mean := LogisticGradCov(m, points[0])
	for _, theta := range points[1:] {
		for i, x := range LogisticGradCov(m, theta) {
			mean[i] += x
		}
	}
	for i := range mean {
		mean[i] /= float64(len(points))
	}
	return mean
}
