package exact

import (
	"math"
	"strings"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/linalg"
	"adl/pkg/model"
)

// regression is logistic regression on the first of the project's scores of MNIST.
func regression(n, d int) *model.Logistic {
	s := dataset.LabelledSource{Kind: "mnist", PCA: "whiten", D: d, N: n}
	l, _, err := s.Load("")
	if err != nil {
		panic(err)
	}
	return &model.Logistic{Z: l.Z, D: d, Y: l.Y}
}

func laplace(t *testing.T, m *model.Logistic) *Laplace {
	t.Helper()
	l, err := NewLaplace(m)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// The gradient vanishes at the MAP, the precision agrees with differences of the gradient, and the
// covariance is its inverse.
func TestLaplace(t *testing.T) {
	for _, d := range []int{1, 7} {
		m := regression(300, d)
		l := laplace(t, m)
		g := make([]float64, d)
		logGradient(g, m, l.Mode)
		for i, x := range g {
			if math.Abs(x) > 1e-9 {
				t.Errorf("d = %d: the gradient at the MAP has the component %d = %g", d, i, x)
			}
		}
		const h = 1e-5
		for i := range d {
			up, down := append([]float64(nil), l.Mode...), append([]float64(nil), l.Mode...)
			up[i] += h
			down[i] -= h
			a, b := make([]float64, d), make([]float64, d)
			logGradient(a, m, up)
			logGradient(b, m, down)
			for j := range d {
				want := (b[j] - a[j]) / (2 * h)
				if math.Abs(l.Precision[i*d+j]-want) > 1e-6*(1+math.Abs(want)) {
					t.Errorf("d = %d: precision %d, %d is %g, want %g", d, i, j, l.Precision[i*d+j], want)
				}
			}
		}
		near(t, "P P⁻¹", linalg.Mul(l.Precision, l.Cov), linalg.Identity(d, 1), 1e-12)
	}
}

// In one dimension the corrected mean is much nearer to the mean than the mode is.
func TestLaplaceMean(t *testing.T) {
	z, y := make([]float32, 60), make([]float64, 60)
	for i := range z {
		z[i] = float32(i%7) - 2.5
		if i%3 > 0 && z[i] > -1.5 {
			y[i] = 1
		}
	}
	m := &model.Logistic{Z: z, D: 1, Y: y}
	l := laplace(t, m)
	mass, mean := 0.0, 0.0
	top := m.LogPosterior(l.Mode)
	for x := l.Mode[0] - 3; x < l.Mode[0]+3; x += 1e-3 {
		w := math.Exp(m.LogPosterior([]float64{x}) - top)
		mass, mean = mass+w, mean+w*x
	}
	mean /= mass
	off, rest := math.Abs(l.Mode[0]-mean), math.Abs(l.Mean[0]-mean)
	if off < 0.005 || rest > 0.15*off {
		t.Errorf("mean %g, mode %g, corrected %g", mean, l.Mode[0], l.Mean[0])
	}
}

func TestLaplaceErrors(t *testing.T) {
	m := regression(20, 2)
	m.Z[7] = float32(math.NaN())
	if _, err := NewLaplace(m); err == nil || !strings.Contains(err.Error(), "no maximum") {
		t.Errorf("NaN: %v", err)
	}
}

// Draws come in pairs about the mean, with the covariance of the approximation.
func TestLaplaceDraws(t *testing.T) {
	const pairs, d = 20000, 3
	l := laplace(t, regression(200, d))
	points := l.Draws(pairs, 5)
	for k := 0; k < len(points); k += 2 {
		for i := range d {
			x := points[k][i] + points[k+1][i] - 2*l.Mean[i]
			if math.Abs(x) > 1e-14*(1+math.Abs(l.Mean[i])) {
				t.Fatalf("pair %d: component %d is off its middle by %g", k/2, i, x)
			}
		}
	}
	for i := range d {
		for j := range d {
			sum := 0.0
			for k := 0; k < len(points); k += 2 {
				sum += (points[k][i] - l.Mean[i]) * (points[k][j] - l.Mean[j]) / pairs
			}
			se := math.Sqrt((l.Cov[i*d+i]*l.Cov[j*d+j] + l.Cov[i*d+j]*l.Cov[i*d+j]) / pairs)
			if math.Abs(sum-l.Cov[i*d+j]) > 4*se {
				t.Errorf("covariance %d, %d is %g, want %g ± %g", i, j, sum, l.Cov[i*d+j], se)
			}
		}
	}
}

// GradCov of logistic regression is that of its terms, and MeanGradCov is its mean.
func TestLogisticGradCov(t *testing.T) {
	m := regression(150, 6)
	theta := [][]float64{{0.1, -1, 0.5, 0, 2, -0.3}, {1, 1, -1, 0.5, 0, 0}}
	mean := MeanGradCov(m, theta)
	for i := range mean {
		sum := 0.0
		for _, x := range theta {
			fast, want := GradCov(m, x)[i], GradCov(unknown{m}, x)[i]
			if math.Abs(fast-want) > 1e-13 {
				t.Errorf("entry %d: %g, want %g", i, fast, want)
			}
			sum += want / 2
		}
		if math.Abs(mean[i]-sum) > 1e-13 {
			t.Errorf("mean of entry %d: %g, want %g", i, mean[i], sum)
		}
	}
}

// In one dimension AdL agrees with the iterated moments of the scheme at the fixed ξ. With a full
// friction it is P⁻¹ in any dimension; with other frictions it differs as far as Σ̄ differs from
// its projection.
func TestLaplaceAdL(t *testing.T) {
	l := laplace(t, regression(200, 1))
	sigma := GradCov(l.Model, l.Mean)
	const epsilon, gamma, dt = 2e4, 1.5, 1e-2
	cov := l.AdL(dynamics.Scalar{}, sigma, epsilon, gamma, dt)
	xi := FrozenXi(BatchNoise(epsilon, dt, sigma[0]), gamma, dt)
	// E x² by iterating the moments of the scheme in plain numbers
	xx, xp, pp := 0.0, 0.0, 0.0
	e, v := math.Exp(-xi*dt/2), gamma/xi*(1-math.Exp(-xi*dt))
	half := func() { xx, xp = xx+dt*xp+dt*dt/4*pp, xp+dt/2*pp }
	for range 200_000 {
		xp, pp = e*xp, e*e*pp+v
		half()
		a := l.Precision[0] * dt
		xp, pp = xp-a*xx, pp-2*a*xp+a*a*xx+dt*dt*epsilon*sigma[0]
		half()
		xp, pp = e*xp, e*e*pp+v
	}
	if math.Abs(cov[0]/xx-1) > 1e-9 {
		t.Errorf("E x² = %g, want %g", cov[0], xx)
	}

	l = laplace(t, regression(400, 5))
	sigma = GradCov(l.Model, l.Mean)
	deviation := func(f dynamics.Form) (worst float64) {
		cov := l.AdL(f, sigma, 5e4, 1, 5e-3)
		if cov == nil {
			t.Fatalf("%s: no stationary state", f.Name())
		}
		for i := range 5 {
			worst = max(worst, math.Abs(cov[i*6]/l.Cov[i*6]-1))
		}
		return worst
	}
	full, scalar := deviation(dynamics.Full{}), deviation(dynamics.Scalar{})
	if full > 0.02 || scalar < 0.1 {
		t.Errorf("relative errors of variances: full %g, scalar %g", full, scalar)
	}
	if l.AdL(dynamics.Full{}, sigma, 1e9, 1, 5e-3) != nil {
		t.Error("a stationary state beyond the criterion")
	}
}
