package study

import (
	"math"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/model"
)

// In one dimension the variance over weighted draws agrees with a quadrature, also if the posterior
// is far from its Laplace approximation.
func TestWeighted(t *testing.T) {
	m := &model.Logistic{Z: []float32{1, 2, -1, 0.5, 3, -2}, D: 1, Y: []float64{1, 1, 0, 0, 1, 1}}
	laplace, err := exact.NewLaplace(m)
	if err != nil {
		t.Fatal(err)
	}
	train := dataset.Labelled{Z: m.Z, D: 1, Y: m.Y}
	p := &RegressionPosterior{Train: train, Model: m, Laplace: laplace}
	p.Seed = 3
	p.Weigh(WeightedDraws{Draws: 200000, Batches: 16})
	for _, x := range p.draws {
		x.found = map[string][]float64{"sums": x.Compute()[0]}
	}
	v := p.Variances()

	s := math.Sqrt(laplace.Cov[0])
	const h = 1e-3
	sum, first, second := 0.0, 0.0, 0.0 // moments of u = (θ − m)/s
	for u := -8 + h/2; u < 8; u += h {
		theta := []float64{laplace.Mean[0] + u*s}
		q := math.Exp(m.LogPosterior(theta) - m.LogPosterior(laplace.Mode))
		sum += q
		first += q * u
		second += q * u * u
	}
	want := (second/sum - first*first/(sum*sum)) * s * s
	got := estimate.Estimate{
		Value: v.Value[0], StdErr: v.Value[0] * estimate.Mean(v.Each[0]).StdErr,
	}
	if z := got.Z(want); !(math.Abs(z) < 4) || got.StdErr > 0.1 {
		t.Errorf("variance %.4f, want %.4f (%.1f standard errors)", got, want, z)
	}
}
