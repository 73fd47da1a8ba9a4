package dataset

import (
	"fmt"
	"math"

	"adl/pkg/vec"
)

// Keys of the streams of a correlation matrix and of the parameters of a model.
const (
	keyCorrelations = 0x636f7272
	keyParameters   = 0x74686574
)

// Correlated returns n independent data of a logistic regression in d correlated covariates: y = 1
// with probability σ(θᵀz), else 0, with θ drawn from N(0, I/d) and
//
//	z_k = s a_kᵀg/|a_k|,   g ~ N(0, I),   s² = ν/χ²(ν), or s = 1 if ν = 0,
//
// where the d vectors a_k are drawn from N(0, I) once. So z is normal or, for ν > 0, has the
// multivariate Student distribution with ν degrees of freedom, with the correlations
// a_kᵀa_l/(|a_k||a_l|). Covariates are rounded to float32. A larger set begins with the data of a
// smaller set.
func Correlated(n, d, nu int, seed uint64) Labelled {
	axis, parameter := normals(seed, keyCorrelations), normals(seed, keyParameters)
	a, theta, scale := make([]float64, d*d), make([]float64, d), math.Sqrt(1/float64(d))
	for k := range d {
		row, square := a[k*d:][:d], 0.0
		for i := range row {
			row[i] = axis()
			square = math.FMA(row[i], row[i], square)
		}
		for i := range row {
			row[i] /= math.Sqrt(square)
		}
		theta[k] = scale * parameter()
	}
	l := newLabelled(n, d, fmt.Sprintf("correlated, seed %d", seed))
	normal, choice, g := normals(seed, keyNormals), newWords(seed, keyChoices), make([]float64, d)
	for i := range n {
		for k := range g {
			g[k] = normal()
		}
		s := 1.0
		if nu > 0 {
			square := 0.0
			for range nu {
				x := normal()
				square = math.FMA(x, x, square)
			}
			s = math.Sqrt(float64(nu) / square)
		}
		logit, z := 0.0, l.Row(i)
		for k := range z {
			x := 0.0
			for j, g := range g {
				x = math.FMA(a[k*d+j], g, x)
			}
			z[k] = float32(s * x)
			logit = math.FMA(theta[k], float64(z[k]), logit)
		}
		if choice.unit() < vec.Sigmoid(logit) {
			l.Y[i] = 1
		}
	}
	return l
}
