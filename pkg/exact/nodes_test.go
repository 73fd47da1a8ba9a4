package exact

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/model"
)

// double has twice the gradients of data.
type double struct{ model.Model }

func (d double) GradDatum(g, theta []float64, i int) {
	d.Model.GradDatum(g, theta, i)
	floats.Scale(2, g)
}

// With twice the gradients Σ_x, and the bias that it makes, are four times as large.
func TestWith(t *testing.T) {
	m := mixture(1, 200)
	p := NewMixtureGrid(m, Grid{Step: 1.6})
	q := p.With(double{m})
	box, err := NewBox(m, 1)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "Σ̄_x", q.MeanGradCov(), scaled(p.MeanGradCov(), 4), 1e-10)
	near(t, "Σ̄_x in a box", box.With(double{m}).MeanGradCov(), scaled(box.MeanGradCov(), 4), 1e-10)
	within(t, "norm", q.GradCovNorm(), 4*p.GradCovNorm(), 1e-10)
	bias := func(p *MixtureGrid) float64 {
		f, _ := NewRoughBias(p, 4).SGLD()
		return f.norm()
	}
	within(t, "bias", bias(q), 4*bias(p), 1e-9)
	if p.With(m) != p {
		t.Error("the model's own terms change something")
	}
}

// The points are quantiles: half of them are below the median.
func TestPoints(t *testing.T) {
	b, err := NewBox(&model.Gaussian{X: []float64{1, 2}, SigmaX: 1, SigmaTheta: 1}, 0.1)
	if err != nil {
		t.Fatal(err)
	}
	points, below := b.Points(1000), 0
	for _, x := range points {
		if x[0] < b.Mode[0] {
			below++
		}
	}
	if len(points) != 1000 || math.Abs(float64(below)-480) > 25 {
		t.Errorf("%d points, %d below the median", len(points), below)
	}
}
