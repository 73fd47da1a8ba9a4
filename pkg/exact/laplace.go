package exact

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"

	"adl/pkg/model"
	"adl/pkg/vec"
)

// Laplace is the Laplace approximation N(θ*, P⁻¹) of the posterior of logistic regression (section 3.4): the Gaussian about the MAP, the only maximum θ* of
// π(θ|x), whose precision is
//
//	P = −∇² log π(θ*|x) = I + Σ_i σ(s_i)(1 − σ(s_i)) z_i z_iᵀ,   s_i = θ*ᵀz_i.
//
// In many dimensions the mean of the posterior lies a good part of a standard deviation from θ*, farther from 0. To the next order it is
//
//	m = θ* − ½ P⁻¹ Σ_i σ″(s_i) (z_iᵀ P⁻¹ z_i) z_i,   σ″ = σ(1 − σ)(1 − 2σ).
//
// All numbers are the same bits on every machine.
type Laplace struct {
	Model     *model.Logistic
	Mode      []float64 // θ*
	Mean      []float64 // m
	Precision []float64 // P, d×d
	Cov       []float64 // P⁻¹

	factor []float64 // L, lower triangular, with L Lᵀ = P
}

// NewLaplace finds the MAP by Newton's method and returns an error if that fails, such as for data that are not finite.
//
// The optimiser's last bits depend on the machine. What it finds is therefore rounded to a coarse grid, and a few more Newton steps in an arithmetic that does not
// depend on the machine lead from there to the MAP.
func NewLaplace(m *model.Logistic) (*Laplace, error) {
	d := m.Dim()
	for _, z := range m.Z {
		if z-z != 0 {
			return nil, fmt.Errorf("exact: the MAP wants finite covariates, got %g", z)
		}
	}
	problem := optimize.Problem{
		Func: func(x []float64) float64 { return -m.LogPosterior(x) },
		Grad: func(g, x []float64) {
			logGradient(g, m, x)
			for i := range g {
				g[i] = -g[i]
			}
		},
		Hess: func(h *mat.SymDense, x []float64) {
			p := precision(m, x)
			for i := range d {
				for j := i; j < d; j++ {
					h.SetSym(i, j, p[i*d+j])
				}
			}
		},
	}
	settings := &optimize.Settings{GradientThreshold: 1e-4 * math.Sqrt(float64(m.Data())), MajorIterations: 100}
	r, err := optimize.Minimize(problem, make([]float64, d), settings, &optimize.Newton{})
	if err != nil {
		return nil, fmt.Errorf("exact: the MAP of logistic regression: %w", err)
	}
	const grid = 1 << 10
	l := &Laplace{Model: m, Mode: r.X}
	for i, x := range l.Mode {
		l.Mode[i] = math.Round(x*grid) / grid
	}
	g := make([]float64, d)
	for range 4 {
		logGradient(g, m, l.Mode)
		l.factor = triangle(precision(m, l.Mode))
		if l.factor == nil {
			return nil, fmt.Errorf("exact: the MAP of logistic regression: the Hessian is not definite")
		}
		step := l.solve(g)
		largest := 0.0
		for i, x := range step {
			l.Mode[i] += x
			largest = max(largest, math.Abs(x))
		}
		if largest < 1e-12 {
			break
		}
	}
	l.Precision = precision(m, l.Mode)
	l.factor = triangle(l.Precision)
	l.Cov = make([]float64, d*d)
	for i := range d {
		clear(g)
		g[i] = 1
		for j, x := range l.solve(g)[i:] {
			l.Cov[i*d+i+j], l.Cov[(i+j)*d+i] = x, x
		}
	}
	l.Mean = l.mean()
	return l, nil
}

// mean is the posterior mean to the next order. zᵀ P⁻¹ z = |L⁻¹ z|².
func (l *Laplace) mean() []float64 {
	m, d := l.Model, len(l.Mode)
	sum, y := make([]float64, d), make([]float64, d)
	for n := range m.Data() {
		z := m.Z[n*d : n*d+d]
		s := m.Probability(l.Mode, z)
		for i, x := range z {
			y[i] = float64(x)
		}
		l.forward(y)
		q := 0.0
		for _, x := range y {
			q = math.FMA(x, x, q)
		}
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

// logGradient writes ∇ log π(θ|x) into g.
func logGradient(g []float64, m model.PerDatum, theta []float64) {
	m.GradPrior(g, theta)
	one := make([]float64, len(g))
	for i := range m.Data() {
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

// gram is Σ_i w_i z_i z_iᵀ.
func gram(m *model.Logistic, weight func(i int) float64) []float64 {
	d := m.Dim()
	c, z := make([]float64, d*d), make([]float64, d)
	for l := range m.Data() {
		w := weight(l)
		for i, x := range m.Z[l*d : l*d+d] {
			z[i] = float64(x)
		}
		for i, x := range z {
			x *= w
			row := c[i*d+i : i*d+d]
			for j, y := range z[i:] {
				row[j] = math.FMA(x, y, row[j])
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

// triangle returns the lower triangular L with L Lᵀ = a, or nil if a is not positive definite.
func triangle(a []float64) []float64 {
	d := order(len(a))
	l := make([]float64, d*d)
	for i := range d {
		for j := range i + 1 {
			s := a[i*d+j]
			for k := range j {
				s = math.FMA(-l[i*d+k], l[j*d+k], s)
			}
			switch {
			case i != j:
				l[i*d+j] = s / l[j*d+j]
			case s > 0:
				l[i*d+i] = math.Sqrt(s)
			default:
				return nil
			}
		}
	}
	return l
}

// solve returns P⁻¹ b.
func (l *Laplace) solve(b []float64) []float64 {
	y := append([]float64(nil), b...)
	l.forward(y)
	return l.back(y)
}

// forward solves L x = y in place.
func (l *Laplace) forward(y []float64) {
	d := len(y)
	for i := range d {
		s := y[i]
		for k, x := range y[:i] {
			s = math.FMA(-l.factor[i*d+k], x, s)
		}
		y[i] = s / l.factor[i*d+i]
	}
}

// back solves Lᵀ x = y in place.
func (l *Laplace) back(y []float64) []float64 {
	d := len(y)
	for i := d - 1; i >= 0; i-- {
		s := y[i]
		for k := i + 1; k < d; k++ {
			s = math.FMA(-l.factor[k*d+i], y[k], s)
		}
		y[i] = s / l.factor[i*d+i]
	}
	return y
}

// Draws returns 2·pairs points of the approximation N(m, P⁻¹): m + x and m − x for every independent x ~ N(0, P⁻¹), whose random numbers are those of a key.
func (l *Laplace) Draws(pairs int, key ...uint64) [][]float64 {
	d := len(l.Mode)
	stream := vec.NewStream(key...)
	rows := vec.Rows(vec.Wide(d))
	var draws [][]float64
	for range pairs {
		stream.Normals(rows)
		x := make([]float64, d)
		for i := range x {
			x[i] = rows[i/vec.Lanes][i%vec.Lanes]
		}
		l.back(x)
		a, b := make([]float64, d), make([]float64, d)
		for i, m := range l.Mean {
			a[i], b[i] = m+x[i], m-x[i]
		}
		draws = append(draws, a, b)
	}
	return draws
}

// LogisticGradCov is GradCov of logistic regression, several times faster:
//
//	Σ_x(θ) = (Σ_i r_i² z_i z_iᵀ − N ḡ ḡᵀ)/(N−1),   r_i = y_i − σ(θᵀz_i),   ḡ = (1/N) Σ_i r_i z_i.
//
// It panics if the model has fewer than two data.
func LogisticGradCov(m *model.Logistic, theta []float64) []float64 {
	d, n := m.Dim(), m.Data()
	if n < 2 {
		panic("exact: a covariance wants at least two data")
	}
	if len(theta) != d {
		panic("exact: theta has not the model's dimension")
	}
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

// MeanGradCov is the mean of Σ_x(θ) over points θ, such as Draws, as an approximation of Σ̄_x (eq. sigma_bar). It panics without points.
func MeanGradCov(m *model.Logistic, points [][]float64) []float64 {
	if len(points) == 0 {
		panic("exact: a mean over no points")
	}
	var mean []float64
	for k, theta := range points {
		c := LogisticGradCov(m, theta)
		if k == 0 {
			mean = c
			continue
		}
		for i, x := range c {
			mean[i] += x
		}
	}
	for i := range mean {
		mean[i] /= float64(len(points))
	}
	return mean
}

// SigmaFromMeanXi returns the estimate of Σ̄ that a mean friction matrix ξ tells of: the function SigmaFromXi of the symmetric matrix ξ. It panics if ξ is not finite.
func SigmaFromMeanXi(xi []float64, epsilon, gamma, dt float64) []float64 {
	d := order(len(xi))
	a, v := append([]float64(nil), xi...), make([]float64, d*d)
	if !vec.EigenSym(a, v, d) {
		panic("exact: ξ is not finite")
	}
	s := make([]float64, d*d)
	for k := range d {
		e := SigmaFromXi(a[k*d+k], epsilon, gamma, dt)
		for i := range d {
			for j := range d {
				s[i*d+j] = math.FMA(e, float64(v[i*d+k]*v[j*d+k]), s[i*d+j])
			}
		}
	}
	return s
}
