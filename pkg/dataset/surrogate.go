package dataset

import (
	"fmt"
	"math"
)

// What the surrogate shares with the images of 7 and 9 in MNIST, measured on 12,251 of them.
const (
	nines = 0.4883 // share of nines among the images
	// shift is half the distance between the means of the classes in the whitened direction that
	// separates them. The best possible accuracy is then Φ(shift/√(1 − shift²)) = 0.96, as of logistic
	// regression on the images.
	shift = 0.868
)

// spectrum returns the variances of the first 100 principal components of pixels in [0, 1].
func spectrum() []float64 {
	return []float64{
		5.263, 3.63, 3.131, 2.913, 2.013, 1.547, 1.4, 1.207, 1.141, 0.883,
		0.8165, 0.7992, 0.7186, 0.6345, 0.5604, 0.5368, 0.4929, 0.4407, 0.4236, 0.4005,
		0.3718, 0.3463, 0.3324, 0.3023, 0.3006, 0.2617, 0.2526, 0.2361, 0.2275, 0.2184,
		0.2138, 0.2021, 0.1894, 0.179, 0.1761, 0.1727, 0.1692, 0.16, 0.1497, 0.1409,
		0.1362, 0.1345, 0.1254, 0.1204, 0.1182, 0.1125, 0.1105, 0.1088, 0.1039, 0.1018,
		0.09634, 0.09459, 0.09078, 0.08972, 0.08457, 0.08263, 0.08082, 0.07846, 0.07528, 0.07364,
		0.07255, 0.07115, 0.06978, 0.06862, 0.06678, 0.06441, 0.06059, 0.05959, 0.05936, 0.05794,
		0.05658, 0.05608, 0.05505, 0.05303, 0.05278, 0.05151, 0.04965, 0.04929, 0.04739, 0.04697,
		0.04567, 0.04492, 0.0439, 0.04245, 0.04236, 0.04187, 0.04061, 0.04021, 0.03967, 0.03849,
		0.03785, 0.03619, 0.03591, 0.03496, 0.03465, 0.03407, 0.03355, 0.03299, 0.03234, 0.03215,
	}
}

// direction returns the weights of logistic regression on the whitened scores at the maximum of the
// posterior density.
func direction() []float64 {
	return []float64{
		-1.39, -3.47, -1.98, 3.43, -0.23, -0.92, 0.90, -0.57, 0.16, -0.15,
		0.57, -0.03, 0.16, 0.25, 1.10, 0.16, 0.09, -0.26, 0.31, -0.50,
		-0.51, 0.55, -0.24, -0.09, 0.09, 0.20, -0.43, 0.52, -0.22, -0.39,
		-0.04, -0.26, 0.01, -0.06, -0.13, -0.10, 0.07, 0.02, 0.18, -0.01,
		-0.11, 0.11, 0.14, -0.18, -0.08, -0.08, -0.01, 0.12, -0.42, 0.14,
		0.35, 0.14, 0.45, 0.12, -0.04, -0.01, 0.06, 0.40, -0.23, 0.22,
		-0.13, -0.06, 0.11, -0.10, 0.17, 0.15, 0.03, 0.05, 0.22, -0.04,
		0.29, 0.02, 0.11, -0.03, 0.00, -0.05, 0.09, 0.06, 0.04, -0.06,
		0.14, -0.29, 0.01, 0.12, -0.01, 0.15, -0.02, -0.17, 0.05, 0.00,
		0.20, 0.01, -0.01, 0.06, 0.03, 0.04, 0.11, -0.07, 0.02, 0.16,
	}
}

// maxSurrogateDim is the largest dimension of Surrogate, the length of spectrum and direction.
const maxSurrogateDim = 100

// Keys of the streams of the surrogate and of the two classes.
const (
	keyLabels  = 0x6c61626c
	keyCentres = 0x63656e74
)

// Surrogate returns n artificial data in dimension d ≤ 100 that stand for the principal scores of
// the images of 7 (y = 0) and 9 (y = 1) in MNIST. They have the same share of nines q, the same
// covariance, the same direction u in which the classes differ, and the same accuracy of logistic
// regression, about 0.96:
//
//	y ~ Bernoulli(q),   g ~ N(0, 1),   τ² = 1 − 4 q (1 − q) m²,
//	z = g + u (2m (y − q) + (τ − 1) uᵀg).
//
// So z has mean 0 and covariance 1 and is Gaussian given y, and the law of y given z is logistic
// with the weights 2m u/τ². With whiten, these are the data; without it, component k is multiplied
// by the square root of the k-th largest eigenvalue of the covariance of MNIST's pixels in [0, 1].
// The data are rounded like the scores of MNIST. A larger set begins with the smaller one.
//
// It panics unless n ≥ 0 and 1 ≤ d ≤ 100.
func Surrogate(n, d int, whiten bool, seed uint64) Labelled {
	if n < 0 || d < 1 || d > maxSurrogateDim {
		panic(
			fmt.Sprintf("dataset: Surrogate of %d data in dimension %d, expected a dimension from 1 to %d",
				n, d, maxSurrogateDim),
		)
	}
	u, scale := direction()[:d], make([]float64, d)
	norm := 0.0
	for _, x := range u {
		norm = math.FMA(x, x, norm)
	}
	norm = math.Sqrt(norm)
	for k, lambda := range spectrum()[:d] {
		u[k] /= norm
		scale[k] = 1
		if !whiten {
			scale[k] = math.Sqrt(lambda)
		}
	}
	tau := math.Sqrt(1 - 4*nines*(1-nines)*shift*shift)

	l := newLabelled(n, d, fmt.Sprintf("surrogate of MNIST 7 against 9, seed %d", seed))
	l.Surrogate = true
	normal, label := newNormals(seed, keyNormals), newWords(seed, keyLabels)
	g := make([]float64, d)
	for i := range n {
		if label.unit() < nines {
			l.Y[i] = 1
		}
		dot := 0.0
		for k := range g {
			g[k] = normal.next()
			dot = math.FMA(u[k], g[k], dot)
		}
		along := math.FMA(tau-1, dot, float64(2*shift*(l.Y[i]-nines)))
		for k, row := 0, l.Row(i); k < d; k++ {
			row[k] = roundScore(float64(scale[k] * math.FMA(u[k], along, g[k])))
		}
	}
	return l
}
