package main

import (
	"math"
	"slices"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/exact"
	"adl/pkg/mixture"
)

// With one datum far below and one far above, the posterior is close to a pair of Gaussians, of
// which the regions and masses are known.
func TestNodes(t *testing.T) {
	k := mixture.Model{W: 0.5, Sigma1: 1, Sigma2: 1, SigmaTheta: 100}
	p := exact.NewMixtureGrid(k.Posterior(dataset.Data{X: []float64{-20, 20}}), exact.Grid{Step: 0.05})
	ns := nodes(p, 1e-14)
	masses := func(ns []node) float64 {
		s := 0.0
		for _, n := range ns {
			s += n.Mass
		}
		return s
	}
	for _, held := range []float64{0.5, 0.95} {
		if got := masses(densest(ns, held)); math.Abs(got-held) > 0.002 {
			t.Errorf("the densest %g hold %g", held, got)
		}
	}
	for i, x := range p.Modes {
		if got, want := masses(inside(ns, x, 2)), 0.5*(1-math.Exp(-2)); math.Abs(got-want) > 0.002 {
			t.Errorf("mode %d: %g within two standard deviations, want %g", i+1, got, want)
		}
	}
}

// The points beside a node lie one standard deviation of the nearest mode away.
func TestBeside(t *testing.T) {
	c, s := math.Cos(0.3), math.Sin(0.3)
	modes := []exact.Mode{
		{Theta: []float64{5, 0}, Laplace: []float64{9, 0, 0, 9}},
		{Theta: []float64{0, 0}, Laplace: []float64{ // variances 4 and 1 along turned axes
			4*c*c + s*s, 3 * c * s, 3 * c * s, 4*s*s + c*c,
		}},
	}
	at := []float64{1, 1}
	got := beside([]node{{Theta: at}}, modes)
	var far []float64
	for i, n := range got {
		u, v := n.Theta[0]-at[0], n.Theta[1]-at[1]
		along, across := c*u+s*v, c*v-s*u
		if q := along*along/4 + across*across; math.Abs(q-1) > 1e-12 {
			t.Errorf("point %d is %g standard deviations away", i, math.Sqrt(q))
		}
		far = append(far, math.Hypot(u, v))
	}
	slices.Sort(far)
	for i, want := range []float64{1, 1, 2, 2} {
		if len(far) != 4 || math.Abs(far[i]-want) > 1e-12 {
			t.Fatalf("distances %g", far)
		}
	}
	square := func(n node) []float64 { return []float64{n.Theta[0] * n.Theta[0], 0, 0, 0} }
	most := 0.0
	for _, n := range got {
		most = max(most, math.Abs(n.Theta[0]*n.Theta[0]-1))
	}
	if x := largestChange([]node{{Theta: at}}, got, square); math.Abs(x-most) > 1e-12 {
		t.Errorf("the largest change is %g, want %g", x, most)
	}
}

// The measurements for another data set agree with the rows for the project's own.
func TestMeasured(t *testing.T) {
	law := dataset.Source{
		Kind: "mixture", N: 200, W: 0.4, Mu: []float64{1, 0.5}, Sigma: []float64{0.4, 0.4}, Seed: 382,
	}
	s := Spec{
		CovarianceSquare: mixture.CovarianceSquare{
			Data: law, Model: mixture.Model{W: 0.4, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1},
		},
		Mass: []float64{0.95, 0.99},
	}
	d, err := law.Load()
	if err != nil {
		t.Fatal(err)
	}
	m := s.Model.Posterior(d)
	got := s.measured(m)
	if len(got) != len(s.measures()) {
		t.Fatalf("%d numbers, want %d", len(got), len(s.measures()))
	}
	p := exact.NewMixtureGrid(m, exact.Grid{})
	mean := p.MeanGradCov()
	norm := math.Sqrt(mean[0]*mean[0] + 2*mean[1]*mean[1] + mean[3]*mean[3])
	square := p.GradCovNorm()*p.GradCovNorm() - norm*norm // E‖Σ_x − Σ̄‖²
	if want := math.Sqrt(square) / norm; math.Abs(got[5]-want) > 1e-6 {
		t.Errorf("relative deviation %g, want %g", got[5], want)
	}
	for i, x := range got[:4] { // in the larger region the ratio is larger
		if !(x > 1) || i > 1 && x <= got[i-2] {
			t.Errorf("largest over least: %g", got[:4])
		}
	}
}
