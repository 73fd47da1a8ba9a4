package simulate

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/minibatch"
	"adl/pkg/model"
)

// XiTime is −1 over the derivative of the drift of ξ, here by differences; and ηA for a small time step.
func TestXiTime(t *testing.T) {
	for _, c := range []struct{ gamma, eta, epsilon, lambda, dt float64 }{
		{1, 1, 900, 0.9, 1e-2},
		{1, 1, 4900, 0.9, 2e-2}, // s = 0.88
		{2, 0.1, 100, 3, 5e-3},
		{1, 200, 0, 1, 1e-3},
		{0.3, 1, 1e4, 1, 1e-3},
	} {
		a := AdL{exact.Scalar, c.gamma, c.eta}
		s := c.epsilon * c.dt * c.dt * c.lambda / 2
		drift := func(xi float64) float64 { return (c.gamma/xi + s/math.Tanh(xi*c.dt) - 1) / c.eta }
		xi, ok := exact.FrozenXi(s, c.gamma, c.dt)
		if !ok || math.Abs(drift(xi)) > 1e-9 {
			t.Fatalf("%+v: the drift is %g at ξ = %g", c, drift(xi), xi)
		}
		h := 1e-4 * xi
		want := -2 * h / (drift(xi+h) - drift(xi-h))
		got := a.XiTime([]float64{c.lambda}, c.epsilon, c.dt)
		if math.Abs(got/want-1) > 1e-6 {
			t.Errorf("%+v: got %g, want %g", c, got, want)
		}
		small := 1e-3 / (1 + c.epsilon*c.lambda)
		etaA := c.eta * (c.gamma + c.epsilon*small*c.lambda/2)
		if got := a.XiTime([]float64{c.lambda}, c.epsilon, small); math.Abs(got/etaA-1) > 1e-3 {
			t.Errorf("%+v, Δt = %g: got %g, want ηA = %g", c, small, got, etaA)
		}
	}
	a := AdL{exact.Full, 1, 2}
	if got, want := a.XiTime([]float64{2, 0, 0, 1}, 1e4, 0.02), 2*(1+1/0.02); got != want {
		t.Errorf("s = 4: got %g, want ηA at s = 1, %g", got, want)
	}
	if got, want := a.XiTime([]float64{1, 0, 0, 1}, 1e4, math.Sqrt(2e-4*(1-1e-9))), 10*2*(1+1e4*math.Sqrt(2e-4)/2); math.Abs(got/want-1) > 1e-6 {
		t.Errorf("s near 1: got %g, want 10ηA = %g", got, want)
	}
}

func TestPrepare(t *testing.T) {
	data := dataset.Mixture(200, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.4}, 1)
	m := &model.Mixture{X: data.X, W: 0.4, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1}
	mean := []float64{3, 1, 1, 2}
	for _, kind := range []exact.Friction{exact.Scalar, exact.Diagonal, exact.Full} {
		a := AdL{kind, 1, 0.5}
		c := &Chain{Model: m, N: 5, Sampling: minibatch.Without, BurnIn: 1, Scheme: dynamics.Scheme{Word: "ODABADO", Dt: 2e-3, Friction: a.Friction()}}
		epsilon := 200.0 * 195 / 5
		want, ok := kind.MeanXi(mean, epsilon, 1, 2e-3)
		if !ok {
			t.Fatal("no mean")
		}
		a.Prepare(c, mean, 5)
		if !slices.Equal(c.Xi, want) {
			t.Errorf("%s: ξ starts at %v, want %v", kind, c.Xi, want)
		}
		if time := a.XiTime(mean, epsilon, 2e-3); c.BurnIn != 5*time || time < 0.5*(1+epsilon*1e-3*kind.Lambda(mean)) {
			t.Errorf("%s: burn-in %g, relaxation time %g", kind, c.BurnIn, time)
		}
		c.BurnIn = 1e6
		if a.Prepare(c, mean, 5); c.BurnIn != 1e6 {
			t.Errorf("%s: the burn-in was shortened to %g", kind, c.BurnIn)
		}
		c.Scheme.Dt = 2e-2 // s = 3.12 for the scalar
		a.Prepare(c, mean, 0)
		continuous := kind.ContinuousXi(mean, epsilon, 1, 2e-2)
		for i := range continuous {
			if math.Abs(c.Xi[i]-continuous[i]) > 1e-9 {
				t.Errorf("%s, s ≥ 1: ξ starts at %v, want %v", kind, c.Xi, continuous)
			}
		}
	}
}

// On the Gaussian posterior ξ is stationary for s < 1 and grows by (s − 1)/η a unit of time, and a little more, for s > 1, whatever the friction.
func TestGrowing(t *testing.T) {
	data := dataset.Gaussian(100, 0, 1, 1)
	m := &model.Gaussian{X: data.X, SigmaX: 1, SigmaTheta: 1}
	law := exact.NewGaussian(m)
	for _, kind := range []exact.Friction{exact.Scalar, exact.Diagonal, exact.Full} {
		for _, s := range []float64{0.3, 0.8, 1.5} {
			t.Run(fmt.Sprintf("%s s=%g", kind, s), func(t *testing.T) {
				a := AdL{kind, 1, 1}
				dt := math.Sqrt(2 * s / 9900 / law.V)
				c := &Chain{
					Model: m, Scheme: dynamics.Scheme{Word: "ODABADO", Dt: dt, Friction: a.Friction()}, N: 1, Sampling: minibatch.Without,
					T: 64 * 100, BurnIn: 10, Every: 0.05, Replicas: 64, Batches: 8, Seed: 5, Theta: [][]float64{{m.Mean()}},
				}
				a.Prepare(c, []float64{law.V / (1 - law.A*dt*dt/4)}, 1)
				arrays, err := c.Run(context.Background(), func(float64) {})
				if err != nil {
					t.Fatal(err)
				}
				x, err := ReadSamples(arrays)
				if err != nil {
					t.Fatal(err)
				}
				trend := x.Xi(0).Trend()
				if x.Growing() != (s > 1) || x.Runaway(0) != (s > 1) || !x.Runaway(1) {
					t.Errorf("growing: %v, trend %v, mean %v", x.Growing(), trend, x.Xi(0).Mean())
				}
				if growth := trend.Value / 50; s > 1 && (growth < s-1 || growth > 1.5*(s-1)) {
					t.Errorf("ξ grows by %g a unit of time, want about %g", growth, s-1)
				}
			})
		}
	}
}

// Growth must be upward, significant and large, of an entry of the diagonal.
func TestGrows(t *testing.T) {
	for _, c := range []struct {
		trend, stderr, mean float64
		want                bool
	}{
		{1, 0.1, 10, true},
		{-1, 0.1, 10, false},
		{1, 0.3, 10, false},
		{1, 0.1, 30, false},
		{1, 0.1, -30, false},
		{1, 0.1, -10, true},
		{math.NaN(), 0.1, 10, false},
		{1, math.NaN(), 10, false},
	} {
		if got := grows(estimate.Estimate{Value: c.trend, StdErr: c.stderr}, estimate.Estimate{Value: c.mean}); got != c.want {
			t.Errorf("%+v: got %v", c, got)
		}
	}
	for _, c := range []struct {
		d, rows int
		want    []int
	}{{1, 0, nil}, {1, 1, []int{0}}, {2, 1, []int{0}}, {2, 2, []int{0, 1}}, {2, 3, []int{0, 2}}, {3, 6, []int{0, 3, 5}}, {4, 10, []int{0, 4, 7, 9}}, {32, 3, []int{0, 1, 2}}, {1, 3, []int{0, 1, 2}}} {
		if got := diagonal(c.d, c.rows); !slices.Equal(got, c.want) {
			t.Errorf("%d rows in dimension %d: got %v, want %v", c.rows, c.d, got, c.want)
		}
	}
	if (&Samples{Diverged: true}).Growing() {
		t.Error("a diverged chain grows")
	}
}
