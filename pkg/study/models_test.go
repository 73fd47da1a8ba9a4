package study

import (
	"slices"
	"testing"

	"adl/pkg/dataset"
)

// The posteriors have the data and the numbers of the spec.
func TestModels(t *testing.T) {
	data := dataset.Gaussian(5, 0, 1, 1)
	if m := (GaussianModel{2, 3}).Posterior(data); !slices.Equal(m.X, data.X) || m.SigmaX != 2 ||
		m.SigmaTheta != 3 {
		t.Errorf("%+v", m)
	}
	if m := (MixtureModel{0.1, 2, 3, 4}).Posterior(data); !slices.Equal(m.X, data.X) ||
		m.W != 0.1 || m.Sigma1 != 2 || m.Sigma2 != 3 || m.SigmaTheta != 4 {
		t.Errorf("%+v", m)
	}
	points := dataset.TwoClasses(5, 0.03, 1)
	m := NetworkModel{Hidden: 3}.Posterior(points)
	if m.Ndata() != 5 || m.Dim() != 12 || m.Inputs != 2 || m.X[7] != float64(points.Z[7]) ||
		!slices.Equal(m.Y, points.Y) {
		t.Errorf("%+v", m)
	}
}
