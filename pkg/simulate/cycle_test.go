package simulate

import (
	"math"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/minibatch"
	"adl/pkg/model"
)

// TestCycle: runs have the variances of exact.Cycle, for AdL with a ξ that hardly moves.
func TestCycle(t *testing.T) {
	t.Parallel()
	data := dataset.Gaussian(100, 0, 1, 1)
	m := &model.Gaussian{X: data.X, SigmaX: 1, SigmaTheta: 1}
	g := exact.NewGaussian(m)
	const reshuffle, sweep = minibatch.Reshuffle, minibatch.Sweep
	for _, p := range []struct {
		word     string
		sampling minibatch.Sampling
		n        int
		dt       float64
		every    int
	}{
		{"SGLD", reshuffle, 10, 1e-3, 1},
		{"SGLD", reshuffle, 1, 2e-4, 3},
		{"SGLD", sweep, 10, 1e-3, 20}, // at the end of every sweep
		{"SGLD", sweep, 30, 5e-3, 1},
		{"OABAO", reshuffle, 10, 5e-3, 1},
		{"OABAO", reshuffle, 10, 1e-2, 5},
		{"OABAO", reshuffle, 30, 2e-2, 1},
		{"OABAO", sweep, 10, 1e-2, 1},
		{"OABAO", sweep, 5, 2e-2, 1}, // a sweep in resonance
		{"ODABADO", reshuffle, 10, 1e-2, 1},
		{"ODABADO", reshuffle, 3, 5e-3, 1},
		{"ODABADO", sweep, 10, 1e-2, 10},
	} {
		cycle := exact.Cycle{Gaussian: g, Sampling: p.sampling, Total: 100, N: p.n}
		c := &Chain{
			Model: m, Digest: data.Digest(), Scheme: dynamics.Scheme{Word: p.word, Dt: p.dt},
			N: p.n, Sampling: p.sampling, T: 64 * 150_000 * p.dt, BurnIn: 10,
			Every: float64(p.every) * p.dt, Replicas: 64, Blocks: 1, Seed: 1,
			Theta: [][]float64{{m.Mean()}},
		}
		switch p.word {
		case "OABAO":
			c.Scheme.Friction = dynamics.Constant{Gamma: 1}
		case "ODABADO":
			c.Scheme.Friction = dynamics.AdL{Form: dynamics.Scalar{}, Gamma: 1, Eta: 400}
			c.Xi, c.XiVar = []float64{cycle.Xi(1, p.dt)}, 1./400
		}
		e := estimate.RelError(samples(t, c).Theta(0).Variance(), 1/g.A)
		want := cycle.RelError(p.word, 1, p.dt, p.every)
		if z := (e.Value - want) / e.StdErr; !(math.Abs(z) < 3) || !(e.StdErr < 0.012*(1+want)) {
			t.Errorf("%s, %s, n = %d, Δt = %g: %.4f ± %.4f, want %.4f",
				p.word, p.sampling, p.n, p.dt, e.Value, e.StdErr, want)
		}
	}
}
