package exact

import (
	"math"
	"slices"

	"adl/pkg/estimate"
	"adl/pkg/linalg"
	"adl/pkg/model"
)

// GradCov returns Σ_x(θ) = Σ_i (g_i − ḡ)(g_i − ḡ)ᵀ/(N−1), g_i = ∇ log P_elem(x_i|θ) (eq.
// sigma_somme), a d×d matrix. It panics if the model has fewer than two data.
func GradCov(m model.Model, theta []float64) []float64 {
	return covariance(gradients(m, theta))
}

// Atoms returns the N values that Z (eq. hypothese) takes at θ when n = 1, with or without
// replacement:
//
//	z_i = (N/(N−1))^(1/2) Σ_x(θ)^(−1/2) (g_i − ḡ),
//
// as z[coordinate][datum]. Their mean is 0 and their covariance, with N in the denominator, is I.
// For a batch of n, Z is a multiple of the sum of the batch's atoms: see NoiseLaw. Atoms panics
// unless Σ_x(θ) is positive definite.
func Atoms(m model.Model, theta []float64) [][]float64 {
	g := gradients(m, theta)
	d, n := len(g), len(g[0])
	w := linalg.InverseSqrt(covariance(g))
	k := math.Sqrt(float64(n) / float64(n-1))
	z := make([][]float64, d)
	for i := range z {
		z[i] = make([]float64, n)
		for j, x := range g {
			linalg.AddScaled(z[i], w[i*d+j], x)
		}
		z[i] = scaled(z[i], k)
	}
	return z
}

// gradients returns the centred gradients g_i − ḡ as [coordinate][datum].
func gradients(m model.Model, theta []float64) [][]float64 {
	checkPoint(m, theta)
	d, n := m.Dim(), m.Ndata()
	g := make([][]float64, d)
	for i := range g {
		g[i] = make([]float64, n)
	}
	one := make([]float64, d)
	for l := range n {
		m.GradDatum(one, theta, l)
		for i, x := range one {
			g[i][l] = x
		}
	}
	for i := range g {
		centre(g[i])
	}
	return g
}

func checkPoint(m model.Model, theta []float64) {
	if m.Ndata() < 2 {
		panic("exact: a covariance needs at least two data")
	}
	if len(theta) != m.Dim() {
		panic("exact: theta does not have the model's dimension")
	}
}

// centre subtracts the mean.
func centre(x []float64) {
	s := 0.0
	for _, v := range x {
		s += v
	}
	s /= float64(len(x))
	for i := range x {
		x[i] -= s
	}
}

// covariance is the covariance matrix of the rows of g, which are centred.
func covariance(g [][]float64) []float64 {
	d := len(g)
	c := make([]float64, d*d)
	for i := range d {
		for j := i; j < d; j++ {
			s := linalg.Dot(g[i], g[j]) / float64(len(g[i])-1)
			c[i*d+j], c[j*d+i] = s, s
		}
	}
	return c
}

// DatumNoise returns Σ_x(θ) as GradCov does, and for every component of the gradient for one datum
// its Kolmogorov distance from the normal law of the same mean and variance: ½ if it is constant.
func DatumNoise(m model.Model, theta []float64) (cov, distance []float64) {
	g := gradients(m, theta)
	cov = covariance(g)
	d := len(g)
	distance = make([]float64, d)
	for i, x := range g {
		v := cov[i*d+i]
		if distance[i] = 0.5; v > 0 {
			x = scaled(x, 1/math.Sqrt(v*float64(len(x)-1)/float64(len(x))))
			slices.Sort(x)
			distance[i] = estimate.Kolmogorov(x, nil)
		}
	}
	return cov, distance
}
