package exact

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/linalg"
	"adl/pkg/model"
)

// GradCov returns Σ_x(θ) = Σ_i (g_i − ḡ)(g_i − ḡ)ᵀ/(N−1), g_i = ∇ log P_elem(x_i|θ) (eq.
// sigma_somme), a d×d matrix. It panics if there are fewer than two data.
func GradCov(t model.Terms, theta []float64) []float64 {
	d, n := t.Dim(), t.Ndata()
	if n < 2 {
		panic("exact: a covariance needs at least two data")
	}
	if len(theta) != d {
		panic("exact: theta does not have the model's dimension")
	}
	if m, ok := t.(*model.Logistic); ok {
		return logisticGradCov(m, theta)
	}
	mean, one := make([]float64, d), make([]float64, d)
	for l := range n {
		t.GradDatum(one, theta, l)
		floats.Add(mean, one)
	}
	for i := range mean {
		mean[i] /= float64(n)
	}
	c := make([]float64, d*d)
	for l := range n { // again, because the gradients of many data need much memory
		t.GradDatum(one, theta, l)
		floats.Sub(one, mean)
		addOuter(c, 1, one)
	}
	mirror(c, d)
	return scaled(c, 1/float64(n-1))
}

// Atoms returns the N values that Z (eq. hypothese) takes at θ for n = 1, with or without
// replacement:
//
//	z_i = (N/(N−1))^(1/2) Σ_x(θ)^(−1/2) (g_i − ḡ),
//
// as z[coordinate][datum]. Their mean is 0 and their covariance, with N in the denominator, is I.
// For a batch of n, Z is a multiple of the sum of the batch's atoms. Atoms panics unless Σ_x(θ) is
// positive definite.
func Atoms(t model.Terms, theta []float64) [][]float64 {
	d, n := t.Dim(), t.Ndata()
	w := linalg.InverseSqrt(GradCov(t, theta))
	z, one := make([][]float64, d), make([]float64, d)
	for l := range n {
		t.GradDatum(one, theta, l)
		for i := range z {
			z[i] = append(z[i], linalg.Dot(w[i*d:][:d], one))
		}
	}
	for i := range z {
		centre(z[i])
		floats.Scale(math.Sqrt(float64(n)/float64(n-1)), z[i])
	}
	return z
}

// centre subtracts the mean.
func centre(x []float64) {
	s := 0.0
	for _, v := range x {
		s += v
	}
	floats.AddConst(-s/float64(len(x)), x)
}

// LimitGradCov returns Σ(θ), the limit of Σ_x(θ) for many data distributed as P_elem(·|θ₀) (eq.
// VarAnalytique): with g = ∇ log P_elem(x|θ),
//
//	Σ(θ) = ∫ g gᵀ P_elem(x|θ₀) dx − (∫ g P_elem(x|θ₀) dx)(∫ g P_elem(x|θ₀) dx)ᵀ,
//
// by the trapezoidal rule in x, to about 1e-12. The data of m do not matter.
func LimitGradCov(m *model.Mixture, theta0, theta []float64) []float64 {
	const reach = 9 // standard deviations
	lo := min(theta0[0]-reach*m.Sigma1, theta0[1]-reach*m.Sigma2)
	hi := max(theta0[0]+reach*m.Sigma1, theta0[1]+reach*m.Sigma2)
	// g has poles about π/|z′| from the real line, with z the logarithm of the components' ratio
	i1, i2 := 1/(m.Sigma1*m.Sigma1), 1/(m.Sigma2*m.Sigma2)
	slope := func(x float64) float64 {
		return math.Abs((x-theta[0])*i1 - (x-theta[1])*i2)
	}
	pole := math.Pi / (5 * max(slope(lo), slope(hi)))
	h := min(0.4*m.Sigma1, 0.4*m.Sigma2, pole)
	r := trapezoid(lo, hi, h)

	k1, k2 := m.W/m.Sigma1, (1-m.W)/m.Sigma2
	g := make([]float64, 2)
	var s0, s1, s2, s11, s12, s22 float64
	for i, x := range r.t {
		u, v := x-theta0[0], x-theta0[1]
		p := r.w[i] * (k1*math.Exp(-u*u*i1/2) + k2*math.Exp(-v*v*i2/2))
		m.At(g, theta, x)
		a, b := p*g[0], p*g[1]
		s0 += p
		s1 += a
		s2 += b
		s11 += a * g[0]
		s12 += a * g[1]
		s22 += b * g[1]
	}
	// s0 is √(2π) up to the error of the rule
	m1, m2 := s1/s0, s2/s0
	c11 := s11/s0 - m1*m1
	c12 := s12/s0 - m1*m2
	c22 := s22/s0 - m2*m2
	return []float64{c11, c12, c12, c22}
}

// MeanGradCov returns the mean of Σ_x(θ) over points θ, such as Laplace.Draws: an approximation of
// Σ̄_x (eq. sigma_bar).
func MeanGradCov(t model.Terms, points [][]float64) []float64 {
	mean := make([]float64, t.Dim()*t.Dim())
	for _, theta := range points {
		linalg.AddScaled(mean, 1/float64(len(points)), GradCov(t, theta))
	}
	return mean
}

// LaplacePoints is the number of points of LaplaceGradCov in d dimensions.
func LaplacePoints(d int) int { return 2 * min(d, 32) }

// LaplaceGradCov returns the mean Σ̄ of Σ_x(θ), with the terms t of the gradient, over a posterior
// that is nearly the normal distribution N(θ*, C) with the mode θ* and C = (−∇² log π)⁻¹, to the
// next order: at the mode alone, relative errors are of the order of d/N. It is the mean over the
// points
//
//	m ± L e_k √d,   m = θ* + C E ∇ log π(θ* ± L e_k √d),   C = L Lᵀ,
//
// which is exact for polynomials of degree 3 about m. For more than 32 parameters it is over 32
// random vectors of signs in place of √d e_k. It panics unless C is positive definite.
func LaplaceGradCov(m model.Model, t model.Terms, mode, cov []float64) []float64 {
	d, half := len(mode), LaplacePoints(len(mode))/2
	l, ok := linalg.Cholesky(cov)
	if !ok {
		panic("exact: the covariance is not positive definite")
	}
	root, random := linalg.Transpose(l), rand.New(rand.NewPCG(1, 1))
	var steps [][]float64
	for k := range half {
		step := make([]float64, d)
		for i := range d {
			switch row := root[i*d:][:d]; {
			case half < d:
				linalg.AddScaled(step, float64(2*random.IntN(2)-1), row)
			case i == k:
				linalg.AddScaled(step, math.Sqrt(float64(d)), row)
			}
		}
		steps = append(steps, step)
	}
	about := func(centre []float64) (points [][]float64) {
		for _, step := range steps {
			for _, sign := range []float64{1, -1} {
				x := slices.Clone(centre)
				linalg.AddScaled(x, sign, step)
				points = append(points, x)
			}
		}
		return points
	}
	mean, force := slices.Clone(mode), make([]float64, d)
	points := about(mode)
	for _, x := range points {
		logGradient(force, m, x)
		for i := range mean {
			mean[i] += linalg.Dot(cov[i*d:][:d], force) / float64(len(points))
		}
	}
	return MeanGradCov(t, about(mean))
}
