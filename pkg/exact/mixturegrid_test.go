package exact

import (
	"math"
	"slices"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/linalg"
	"adl/pkg/model"
)

// odd has no symmetry: different standard deviations, few data, a wide prior, an outlier.
func odd() *model.Mixture {
	return &model.Mixture{
		X: append(dataset.Mixture(30, 0.3, [2]float64{2, -1}, [2]float64{0.3, 0.8}, 5).X, 6),
		W: 0.3, Sigma1: 0.3, Sigma2: 0.8, SigmaTheta: 3,
	}
}

// few has few data, so that the prior matters along the axes, where one component explains
// everything.
func few() *model.Mixture {
	x := []float64{0.8, 1.1, 1.3, 0.9}
	return &model.Mixture{X: x, W: 0.5, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 2}
}

func cases() map[string]*model.Mixture {
	return map[string]*model.Mixture{"paper": mixture(1, 200), "odd": odd(), "few": few()}
}

// momentsOfTheta are the mean and the covariance of θ.
func momentsOfTheta(p *MixtureGrid) (mean, cov []float64) {
	mean, cov = make([]float64, 2), make([]float64, 4)
	p.Each(func(t []float64, m float64) { linalg.AddScaled(mean, m, t) })
	p.Each(func(t []float64, m float64) {
		x, y := t[0]-mean[0], t[1]-mean[1]
		linalg.AddScaled(cov, m, []float64{x * x, x * y, x * y, y * y})
	})
	return mean, cov
}

// Neither half the spacing, nor another rule, nor a smaller or larger box changes the results.
func TestPosteriorConverges(t *testing.T) {
	for name, m := range cases() {
		numbers := func(p *MixtureGrid) []float64 {
			mean, cov := momentsOfTheta(p)
			x := []float64{p.LogZ, p.GradCovNorm()}
			for _, f := range frictions {
				_, d := p.ProjectBasis(dynamics.One{}, f)
				x = append(x, d)
			}
			return slices.Concat(x, mean, cov, p.MeanGradCov())
		}
		p := NewMixtureGrid(m, Grid{})
		want := numbers(p)
		worst := func(p *MixtureGrid) (worst float64) {
			for i, x := range numbers(p) {
				worst = max(worst, math.Abs(x-want[i])/max(1, math.Abs(want[i])))
			}
			return worst
		}
		for _, c := range []struct {
			grid  Grid
			paper float64 // a looser tolerance for the others
			other float64
		}{
			{Grid{Step: 0.4}, 1e-10, 1e-8},
			{Grid{Step: 1.2}, 3e-7, 1e-4},
			{Grid{Cuts: [2][]float64{{0.7}, {0.1, 0.7}}}, 3e-9, 1e-8},
			{Grid{Edge: 16}, 1e-5, 1e-2},
		} {
			tolerance := c.paper
			if name != "paper" {
				tolerance = c.other
			}
			if d := worst(NewMixtureGrid(m, c.grid)); d > tolerance {
				t.Errorf("%s: with %+v a number changes by %g", name, c.grid, d)
			}
		}
		big := &MixtureGrid{Model: m, terms: m}
		for i := range 2 {
			d := p.Hi[i] - p.Lo[i]
			big.axis[i] = trapezoid(p.Lo[i]-d, p.Hi[i]+d, 0.8*p.scale[i])
		}
		_, logZ := big.nodes(big.axis, 0)
		if d := logZ - p.LogZ; math.Abs(d) > 1e-12*max(1, math.Abs(p.LogZ)) {
			t.Errorf("%s: log Z grows by %g in a box of nine times the area", name, d)
		}
	}
}

// With one datum and w = 1, θ₁ is a known Gaussian and θ₂ has its prior, independently.
func TestPosteriorKnown(t *testing.T) {
	m := &model.Mixture{X: []float64{3}, W: 1, Sigma1: 0.5, Sigma2: 0.7, SigmaTheta: 2}
	p := NewMixtureGrid(m, Grid{})
	mean, cov := momentsOfTheta(p)
	means, covs := p.Moments()
	a := 1/0.25 + 1./4
	for i, c := range []struct{ got, want float64 }{
		{mean[0], 3 / 0.25 / a}, {mean[1], 0}, {cov[0], 1 / a}, {cov[1], 0}, {cov[2], 0}, {cov[3], 4},
		{means[0], mean[0]}, {means[1], 0}, {covs[0], cov[0]}, {covs[3], 4},
		// ∫ e^(−(x−θ₁)²/(2σ₁²) − θ₁²/(2σ_θ²))/σ₁ dθ₁ · ∫ e^(−θ₂²/(2σ_θ²)) dθ₂
		{p.LogZ, math.Log(2*math.Sqrt(2*math.Pi/a)*math.Sqrt(2*math.Pi*4)) - 9/(2*(0.25+4))},
	} {
		if math.Abs(c.got-c.want) > 1e-11 {
			t.Errorf("number %d: %.14g, want %.14g", i, c.got, c.want)
		}
	}
	if len(p.Modes) != 1 {
		t.Fatalf("modes %v", p.Modes)
	}
	near(t, "mode", p.Modes[0].Theta, []float64{3 / 0.25 / a, 0}, 1e-13)
	near(t, "Laplace", p.Modes[0].Laplace, []float64{1 / a, 0, 0, 4}, 1e-13)
	// bins of a normal distribution
	below, mass, above := p.MarginalMasses(0, 2, 3.5, 7)
	cdf := func(x float64) float64 { return 0.5 * math.Erfc(-(x-3/0.25/a)*math.Sqrt(a/2)) }
	want := func(lo, hi float64) float64 { return cdf(hi) - cdf(lo) }
	for i, x := range mass {
		lo, hi := 2+1.5*float64(i)/7, 2+1.5*float64(i+1)/7
		if w := want(lo, hi); math.Abs(x/w-1) > 1e-9 {
			t.Errorf("bin %d: %v, want %v", i, x, w)
		}
	}
	if math.Abs(below/cdf(2)-1) > 1e-8 || math.Abs(above/(1-cdf(3.5))-1) > 1e-8 {
		t.Errorf("outside %v %v, want %v %v", below, above, cdf(2), 1-cdf(3.5))
	}
	// half planes of two independent normals: θ₁ − θ₂ > 1
	sd := math.Sqrt(1/a + 4)
	w := 0.5 * math.Erfc((1-3/0.25/a)/sd/math.Sqrt2)
	if got := p.Nearer([]float64{0.5, 0.5}, []float64{1.5, -0.5}); math.Abs(got-w) > 1e-10 {
		t.Errorf("half plane %v, want %v", got, w)
	}
	if got := p.Nearer([]float64{2, 1}, []float64{4, 1}); math.Abs(got-(1-cdf(3))) > 1e-10 {
		t.Errorf("half plane %v, want %v", got, 1-cdf(3))
	}
}

// The table agrees with the model, also where its products underflow.
func TestTable(t *testing.T) {
	for name, m := range cases() {
		t1, t2 := []float64{-40, -0.5, 0.3, 1, 900}, []float64{-3, 0.5, 1.2, 60}
		tab := newTable(m, t1, t2)
		for i := range t1 {
			for j := range t2 {
				theta := []float64{t1[i], t2[j]}
				logPi, want := tab.logPosterior(i, j), m.LogPosterior(theta)
				if math.Abs(logPi-want) > 1e-12*(100+math.Abs(want)) {
					t.Errorf("%s %v: log π %v, model %v", name, theta, logPi, want)
				}
				a, b := tab.gradCov(i, j), GradCov(m, theta)
				for k := range b {
					if math.Abs(a[k]-b[k]) > 1e-11*(1+b[0]+b[3]) {
						t.Errorf("%s %v: Σ_x %v, definition %v", name, theta, a, b)
					}
				}
			}
		}
	}
}

func TestModes(t *testing.T) {
	want := map[string]int{"paper": 2, "odd": 3, "few": 1}
	for name, m := range cases() {
		p := NewMixtureGrid(m, Grid{})
		if len(p.Modes) != want[name] {
			t.Errorf("%s: %d modes, want %d: %v", name, len(p.Modes), want[name], p.Modes)
		}
		for i, x := range p.Modes {
			slope := make([]float64, 2)
			logGradient(slope, m, x.Theta)
			// the gradient in units of the mode's width
			g := math.Hypot(slope[0]*math.Sqrt(x.Laplace[0]), slope[1]*math.Sqrt(x.Laplace[3]))
			if g > 1e-9 {
				t.Errorf("%s: gradient %v at mode %v", name, g, x)
			}
			if i > 0 && x.LogDensity > p.Modes[i-1].LogDensity+1e-9 {
				t.Errorf("%s: modes are not in order", name)
			}
			within(t, name+": log density", x.LogDensity, m.LogPosterior(x.Theta)-p.LogZ, 1e-9)
			h := hessian(unknown{m}, x.Theta)
			near(t, name+": −H Laplace", linalg.Mul(h, x.Laplace), linalg.Identity(2, 1), 1e-4)
		}
	}
	// with w = 1/2 and σ₁ = σ₂ the two modes are mirror images of the same weight
	m := mixture(1, 200)
	m.W = 0.5
	p := NewMixtureGrid(m, Grid{})
	a, b := p.Modes[0], p.Modes[1]
	near(t, "mirror image", b.Theta, []float64{a.Theta[1], a.Theta[0]}, 1e-10)
	if w := p.Nearer(a.Theta, b.Theta); math.Abs(w-0.5) > 1e-11 || a.Theta[0] < a.Theta[1] {
		t.Errorf("modes %v %v, weight %v", a.Theta, b.Theta, w)
	}
}

// Masses of any bins add to 1.
func TestMarginals(t *testing.T) {
	p := NewMixtureGrid(odd(), Grid{})
	for dim := range 2 {
		for _, bins := range []int{1, 500} {
			below, mass, above := p.MarginalMasses(dim, 0, 1.4, bins)
			sum := below + above
			for _, x := range mass {
				sum += x
			}
			if math.Abs(sum-1) > 1e-10 || len(mass) != bins {
				t.Errorf("%d masses of θ%d add to 1%+g", len(mass), dim+1, sum-1)
			}
		}
		below, mass, above := p.MarginalMasses(dim, 1e3, 2e3, 3) // outside the box
		if math.Abs(below-1) > 1e-10 || mass[0] != 0 || mass[2] != 0 || above != 0 {
			t.Errorf("%v %v %v beside the box", below, mass, above)
		}
	}
}

// The distance from the masses of many bins is the same.
func TestNormalDistance(t *testing.T) {
	for _, m := range []*model.Mixture{mixture(382, 200), odd()} {
		p := NewMixtureGrid(m, Grid{})
		for dim := range 2 {
			const bins = 4000
			_, mass, _ := p.MarginalMasses(dim, p.Lo[dim], p.Hi[dim], bins)
			edge := linalg.LinSpace(p.Lo[dim], p.Hi[dim], bins+1)
			mean, square := 0.0, 0.0
			for b, m := range mass {
				x := (edge[b] + edge[b+1]) / 2
				mean += m * x
				square += m * x * x
			}
			s, f, want := math.Sqrt(square-mean*mean), 0.0, 0.0
			for b, m := range mass {
				f += m
				want = max(want, math.Abs(f-estimate.NormalCDF((edge[b+1]-mean)/s)))
			}
			within(t, "distance", p.NormalDistance(dim), want, 1e-3)
		}
	}
}
