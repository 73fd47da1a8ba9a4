package mixture

import (
	"fmt"

	"adl/pkg/dynamics"
	"adl/pkg/model"
)

// The covariances stand here and not in the programs, whose own code is not in the digest of what
// computed a result.

// ConstantNoise returns the posterior whose gradient uses all the data and adds Gaussian noise of
// covariance s.
func ConstantNoise(m model.Model, s []float64) *model.GaussianNoise {
	return &model.GaussianNoise{
		Model: m, Name: fmt.Sprintf("constant %s", dynamics.Digest(s)),
		Cov: func(cov, _ []float64) { copy(cov, s) },
	}
}

// BasisNoise returns the posterior whose gradient uses all the data and adds Gaussian noise of
// covariance S(θ) = Σ_k S_k f_k(θ), with the functions of a basis.
func BasisNoise(m model.Model, b dynamics.Basis, s [][]float64) *model.GaussianNoise {
	cells, n := b.Cells()
	f := make([]float64, n)
	return &model.GaussianNoise{
		Model: m, Name: fmt.Sprintf("projection %v, %d cells", dynamics.Digest(s...), cells),
		Cov: func(cov, theta []float64) {
			clear(cov)
			at := b.At(f, theta) * n
			for i, v := range f {
				for e, x := range s[at+i] {
					cov[e] += float64(v * x)
				}
			}
		},
	}
}
