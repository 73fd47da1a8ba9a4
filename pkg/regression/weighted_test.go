package regression

import (
	"math"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/model"
)

// In one dimension the distribution over weighted draws is that of a quadrature, also where the
// posterior is far from its Laplace approximation.
func TestWeighted(t *testing.T) {
	m := &model.Logistic{Z: []float32{1, 2, -1, 0.5, 3, -2}, D: 1, Y: []float64{1, 1, 0, 0, 1, 1}}
	laplace, err := exact.NewLaplace(m)
	if err != nil {
		t.Fatal(err)
	}
	p := &Posterior{Train: dataset.Labelled{Z: m.Z, D: 1, Y: m.Y}, Model: m, Laplace: laplace}
	p.Seed, p.Observe.Width, p.Observe.Bins = 3, 5, 40
	var batches [][]float64
	for _, task := range p.weightedTasks(Draws{Draws: 200000, Batches: 16}) {
		batches = append(batches, task.Of()[0])
	}
	w := newWeighted(p, batches)

	// moments of u = (θ − m)/s, and its distribution function at the edges of the bins
	s := math.Sqrt(laplace.Cov[0])
	const h = 1e-3
	sum, cdf, moment := 0.0, make([]float64, 41), [5]float64{}
	for u := -8 + h/2; u < 8; u += h {
		theta := []float64{laplace.Mean[0] + u*s}
		q := math.Exp(m.LogPosterior(theta) - m.LogPosterior(laplace.Mode))
		sum += q
		for k, x := 1, u; k <= 4; k, x = k+1, x*u {
			moment[k] += q * x
		}
		for i := range cdf {
			if u < -5+0.25*float64(i) {
				cdf[i] += q
			}
		}
	}
	for k := range moment {
		moment[k] /= sum
	}
	v := moment[2] - moment[1]*moment[1]
	c3 := moment[3] - 3*moment[1]*moment[2] + 2*math.Pow(moment[1], 3)
	c4 := moment[4] - 4*moment[1]*moment[3] + 6*moment[1]*moment[1]*moment[2] -
		3*math.Pow(moment[1], 4)
	far := 0.0
	for i := range cdf {
		u := -5 + 0.25*float64(i)
		far = max(far, math.Abs(cdf[i]/sum-estimate.NormalCDF((u-moment[1])/math.Sqrt(v))))
	}
	all := w.Variances()
	variance := estimate.Estimate{
		Value: all.Value[0], StdErr: all.Value[0] * estimate.Mean(all.Each[0]).StdErr,
	}
	for _, c := range []struct {
		name string
		got  estimate.Estimate
		want float64
	}{
		{"skewness", w.Skewness(0), c3 / math.Pow(v, 1.5)},
		{"excess kurtosis", w.Kurtosis(0), c4/(v*v) - 3},
		{"D", w.Normal(0), far},
		{"variance", variance, v * s * s},
	} {
		if z := c.got.Z(c.want); !(math.Abs(z) < 4) || c.got.StdErr > 0.1 {
			t.Errorf("%s %.4f, want %.4f (%.1f standard errors)", c.name, c.got, c.want, z)
		}
	}
	if e := w.Effective(); !(e > 1e4 && e <= 2e5) {
		t.Errorf("%g effective draws", e)
	}
}
