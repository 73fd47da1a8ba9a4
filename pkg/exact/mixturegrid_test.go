package exact

import (
	"math"
	"slices"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/linalg"
	"adl/pkg/long"
	"adl/pkg/model"
)

// odd is not symmetric in any way: other standard deviations, few data, a wide prior, an
// outlier.
func odd() *model.Mixture {
	return &model.Mixture{
		X: append(dataset.Mixture(30, 0.3, [2]float64{2, -1}, [2]float64{0.3, 0.8}, 5).X, 6),
		W: 0.3, Sigma1: 0.3, Sigma2: 0.8, SigmaTheta: 3,
	}
}

// few has so few data that the prior shows along the axes, where one component explains everything.
func few() *model.Mixture {
	x := []float64{0.8, 1.1, 1.3, 0.9}
	return &model.Mixture{X: x, W: 0.5, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 2}
}

// single has one mode: with w far from 1/2, the exchange of the centres is far less likely.
func single() *model.Mixture {
	return &model.Mixture{
		X: dataset.Mixture(200, 0.9, [2]float64{0, 3}, [2]float64{0.5, 0.5}, 1).X,
		W: 0.9, Sigma1: 0.5, Sigma2: 0.5, SigmaTheta: 1,
	}
}

func cases() map[string]*model.Mixture {
	return map[string]*model.Mixture{
		"paper": mixture(1, 200), "odd": odd(), "few": few(), "single": single(),
		"many": mixture(2, 1500),
	}
}

// slow reports whether a test that takes long leaves a case to make test-long.
func slow(name string) bool { return (name == "single" || name == "many") && !long.On() }

// covarianceOf is the covariance of θ.
func covarianceOf(p *MixtureGrid) []float64 {
	mean, cov := p.Mean(), make([]float64, 4)
	p.Each(func(t []float64, m float64) {
		x, y := t[0]-mean[0], t[1]-mean[1]
		linalg.AddScaled(cov, m, []float64{x * x, x * y, x * y, y * y})
	})
	return cov
}

// Halving the spacing changes nothing; nor does another rule.
func TestPosteriorConverges(t *testing.T) {
	for name, m := range cases() {
		if slow(name) {
			continue
		}
		numbers := func(g Grid) []float64 {
			p := NewMixtureGrid(m, g)
			mean, cov := p.Mean(), covarianceOf(p)
			x := []float64{p.LogZ, p.GradCovNorm()}
			for _, f := range frictions {
				_, d := p.ProjectBasis(dynamics.One{}, f)
				x = append(x, d)
			}
			return slices.Concat(x, mean, cov, p.MeanGradCov())
		}
		a := numbers(Grid{})
		for _, c := range []struct {
			grid      Grid
			tolerance float64
		}{
			{Grid{Step: 0.4}, 1e-10},
			{Grid{Step: 1.2}, 3e-7},
			{Grid{Cuts: [2][]float64{{0.7}, {0.1, 0.7}}}, 3e-9},
		} {
			if name == "many" && c.grid.Cuts[0] != nil {
				continue
			}
			b := numbers(c.grid)
			for i := range a {
				tol := c.tolerance
				if name == "few" {
					switch {
					case c.grid.Step == 1.2:
						tol = 1e-4
					case 1 <= i && i <= 4: // norms
						tol = 1e-8
					}
				}
				if name == "odd" && c.grid.Step == 1.2 {
					tol = 1e-5
				}
				if math.Abs(a[i]-b[i]) > tol*max(1, math.Abs(a[i])) {
					t.Errorf("%s: number %d is %.14g, with %+v %.14g", name, i, a[i], c.grid, b[i])
				}
			}
		}
	}
}

// One datum and w = 1 leave θ₁ a known Gaussian and θ₂ its prior, independent.
func TestPosteriorKnown(t *testing.T) {
	m := &model.Mixture{X: []float64{3}, W: 1, Sigma1: 0.5, Sigma2: 0.7, SigmaTheta: 2}
	p := NewMixtureGrid(m, Grid{})
	mean, cov := p.Mean(), covarianceOf(p)
	a := 1/0.25 + 1./4
	for i, c := range []struct{ got, want float64 }{
		{mean[0], 3 / 0.25 / a}, {mean[1], 0}, {cov[0], 1 / a}, {cov[1], 0}, {cov[2], 0}, {cov[3], 4},
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
				for k, l := range []int{0, 1, 3} {
					if math.Abs(a[k]-b[l]) > 1e-11*(1+b[0]+b[3]) {
						t.Errorf("%s %v: Σ_x %v, definition %v", name, theta, a, b)
					}
				}
			}
		}
	}
}

func TestModes(t *testing.T) {
	want := map[string]int{"paper": 2, "odd": 3, "few": 1, "single": 1, "many": 2}
	for name, m := range cases() {
		p := NewMixtureGrid(m, Grid{})
		if n := want[name]; n != 0 && n != len(p.Modes) {
			t.Errorf("%s: %d modes, want %d: %v", name, len(p.Modes), n, p.Modes)
		}
		for i, x := range p.Modes {
			c := curve(m, x.Theta[0], x.Theta[1])
			// the gradient in units of the mode's width
			g := math.Hypot(c.g1*math.Sqrt(x.Laplace[0]), c.g2*math.Sqrt(x.Laplace[3]))
			if g > 1e-9 || !c.maximum {
				t.Errorf("%s: gradient %v at mode %v", name, g, x)
			}
			if i > 0 && x.LogDensity > p.Modes[i-1].LogDensity+1e-9 {
				t.Errorf("%s: modes are not in order", name)
			}
			if d := p.logDensity(0, x.Theta[:1], x.Theta[1:])(0, 0); math.Abs(d-x.LogDensity) > 1e-9 {
				t.Errorf("%s: log density %v, %v", name, d, x.LogDensity)
			}
			// −H Laplace = 1, H from differences of the gradient
			const h = 1e-5
			for k := range 2 {
				e := [2]float64{}
				e[k] = h
				a := curve(m, x.Theta[0]+e[0], x.Theta[1]+e[1])
				b := curve(m, x.Theta[0]-e[0], x.Theta[1]-e[1])
				h1, h2 := (a.g1-b.g1)/(2*h), (a.g2-b.g2)/(2*h)
				for l := range 2 {
					one := -(h1*x.Laplace[l] + h2*x.Laplace[2+l])
					if l == k {
						one--
					}
					if math.Abs(one) > 1e-4 {
						t.Errorf("%s: Laplace covariance off by %v", name, one)
					}
				}
			}
		}
	}
	// with w = 1/2 and σ₁ = σ₂ the two modes are mirror images of the same weight
	m := mixture(1, 200)
	m.W = 0.5
	p := NewMixtureGrid(m, Grid{})
	if len(p.Modes) != 2 {
		t.Fatalf("%d modes", len(p.Modes))
	}
	a, b := p.Modes[0], p.Modes[1]
	if a.Theta[0] < a.Theta[1] {
		t.Errorf("modes %v %v", a.Theta, b.Theta)
	}
	near(t, "mirror image", b.Theta, []float64{a.Theta[1], a.Theta[0]}, 1e-10)
	if w := p.Nearer(a.Theta, b.Theta); math.Abs(w-0.5) > 1e-11 {
		t.Errorf("weight %v", w)
	}
}

// The mass outside the box is negligible.
func TestBox(t *testing.T) {
	for name, m := range cases() {
		if slow(name) {
			continue
		}
		p := NewMixtureGrid(m, Grid{})
		big := &MixtureGrid{Model: p.Model, Modes: p.Modes, scale: p.scale}
		for i := range 2 {
			d := p.Hi[i] - p.Lo[i]
			big.Lo[i], big.Hi[i] = p.Lo[i]-d, p.Hi[i]+d
			big.axis[i] = trapezoid(big.Lo[i], big.Hi[i], 0.8*p.scale[i])
		}
		big.normalise()
		if d := big.LogZ - p.LogZ; math.Abs(d) > 1e-12*max(1, math.Abs(p.LogZ)) {
			t.Errorf("%s: log Z grows by %g in a box of nine times the area", name, d)
		}
	}
}

func TestMarginals(t *testing.T) {
	for name, m := range cases() {
		if name == "many" || slow(name) {
			continue
		}
		p := NewMixtureGrid(m, Grid{})
		for dim := range 2 {
			for _, bins := range []int{1, 7, 500} {
				below, mass, above := p.MarginalMasses(dim, 0, 1.4, bins)
				s := below + above
				for _, x := range mass {
					s += x
				}
				if math.Abs(s-1) > 1e-10 || len(mass) != bins {
					t.Errorf("%s: %d masses of θ%d add to 1%+g", name, len(mass), dim+1, s-1)
				}
				if bins == 500 {
					const width = 1.4 / 500
					d := p.integrals(dim, []float64{200.5 * width}, p.axis[1-dim])[0] * width
					if math.Abs(d-mass[200]) > 1e-3*d+1e-18 {
						t.Errorf("%s: bin 200 of θ%d has %v, density × width %v",
							name, dim+1, mass[200], d)
					}
				}
			}
			// a range beside the box
			below, mass, above := p.MarginalMasses(dim, 1e3, 2e3, 3)
			if math.Abs(below-1) > 1e-10 || mass[0] != 0 || mass[2] != 0 || above != 0 {
				t.Errorf("%s: %v %v %v beside the box", name, below, mass, above)
			}
		}
	}
}

// E Σ_x by its definition.
func TestMeanGradCov(t *testing.T) {
	for name, m := range cases() {
		if name == "many" {
			continue
		}
		p := NewMixtureGrid(m, Grid{Step: 1.6})
		want := make([]float64, 4)
		p.Each(func(theta []float64, mass float64) {
			if mass < 1e-15 {
				return
			}
			for i, x := range GradCov(m, theta) {
				want[i] += mass * x
			}
		})
		near(t, name, p.MeanGradCov(), want, 1e-9*(1+p.GradCovNorm()))
	}
}

// A smaller box loses what it says.
func TestPosteriorEdge(t *testing.T) {
	for name, m := range cases() {
		if slow(name) || name == "few" || name == "odd" {
			continue
		}
		want, got := NewMixtureGrid(m, Grid{}), NewMixtureGrid(m, Grid{Edge: 16})
		if got.Lo[0] < want.Lo[0] || got.Hi[1] > want.Hi[1] {
			t.Errorf("%s: the box is not smaller", name)
		}
		if a, b := got.GradCovNorm(), want.GradCovNorm(); math.Abs(a/b-1) > 1e-5 {
			t.Errorf("%s: norm %g, want %g", name, a, b)
		}
	}
}
