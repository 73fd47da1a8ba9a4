package study

import (
	"adl/pkg/dataset"
	"adl/pkg/model"
)

// GaussianModel is the [model] table of a spec with a Gaussian model.
type GaussianModel struct {
	SigmaX     float64 `toml:"sigma_x" spec:"positive"`
	SigmaTheta float64 `toml:"sigma_theta" spec:"positive"`
}

// Posterior returns the posterior given data.
func (k GaussianModel) Posterior(d dataset.Data) *model.Gaussian {
	return &model.Gaussian{X: d.X, SigmaX: k.SigmaX, SigmaTheta: k.SigmaTheta}
}

// MixtureModel is the [model] table of a spec with a mixture.
type MixtureModel struct {
	W          float64 `toml:"w" spec:"positive"`
	Sigma1     float64 `toml:"sigma1" spec:"positive"`
	Sigma2     float64 `toml:"sigma2" spec:"positive"`
	SigmaTheta float64 `toml:"sigma_theta" spec:"positive"`
}

// Posterior returns the posterior given data.
func (k MixtureModel) Posterior(d dataset.Data) *model.Mixture {
	return &model.Mixture{
		X: d.X, W: k.W, Sigma1: k.Sigma1, Sigma2: k.Sigma2, SigmaTheta: k.SigmaTheta,
	}
}

// NetworkModel is the [model] table of a spec with a neural network.
type NetworkModel struct {
	Hidden int `toml:"hidden" spec:"min=1,max=256"` // d₁
}

// Posterior returns the posterior given data.
func (k NetworkModel) Posterior(l dataset.Labelled) *model.Network {
	x := make([]float64, len(l.Z))
	for i, z := range l.Z {
		x[i] = float64(z)
	}
	return &model.Network{X: x, Y: l.Y, Inputs: l.D, Hidden: k.Hidden}
}
