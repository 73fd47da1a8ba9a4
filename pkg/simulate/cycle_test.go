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

// TestCycle: runs have the variances of exact.Cycle, for AdL with a ξ that hardly moves, and those
// of SGLD and Langevin dynamics have standard errors that agree with its asymptotic variances.
func TestCycle(t *testing.T) {
	t.Parallel()
	data := dataset.Gaussian(100, 0, 1, 1)
	m := &model.Gaussian{X: data.X, SigmaX: 1, SigmaTheta: 1}
	g := exact.NewGaussian(m)
	var means, squares []float64 // variances over the asymptotic ones
	const reshuffle, symmetric = minibatch.Reshuffle, minibatch.Symmetric
	for _, p := range []struct {
		word     string
		sampling minibatch.Sampling
		n        int
		dt       float64
		every    int
	}{
		{"SGLD", reshuffle, 10, 1e-3, 1},
		{"SGLD", reshuffle, 1, 2e-4, 3},
		{"SGLD", symmetric, 10, 1e-3, 20}, // at the end of every permutation and back
		{"SGLD", symmetric, 30, 5e-3, 1},
		{"OABAO", reshuffle, 10, 5e-3, 1},
		{"OABAO", reshuffle, 10, 1e-2, 5},
		{"OABAO", reshuffle, 30, 2e-2, 1},
		{"OABAO", symmetric, 10, 1e-2, 1},
		{"OABAO", symmetric, 5, 2e-2, 1}, // in resonance
		{"ODABADO", reshuffle, 10, 1e-2, 1},
		{"ODABADO", reshuffle, 3, 5e-3, 1},
		{"ODABADO", symmetric, 10, 1e-2, 10},
		{"BAOAB", reshuffle, 30, 1e-2, 2}, // θ after a step does not feel the batch at its end
		{"BAOAB", symmetric, 5, 4e-2, 40}, // at the start of every sweep
		{"OBABO", symmetric, 10, 1e-2, 1}, // two batches a step: a period has as many steps as batches
		{"ABOBA", reshuffle, 30, 1e-2, 1},
		{"BADODAB", minibatch.Without, 10, 1e-2, 1},
		{"BADODAB", symmetric, 10, 5e-3, 1},
	} {
		cycle := exact.Cycle{Gaussian: g, Sampling: p.sampling, Total: 100, N: p.n}
		c := &Chain{
			Model: m, Digest: data.Digest(), Scheme: dynamics.Scheme{Word: p.word, Dt: p.dt},
			N: p.n, Sampling: p.sampling, T: 64 * 150_000 * p.dt, BurnIn: 10,
			Every: float64(p.every) * p.dt, Replicas: 64, Blocks: 1, Seed: 1,
			Theta: [][]float64{{m.Mean()}},
		}
		switch p.word {
		case "SGLD":
		case "ODABADO", "BADODAB":
			c.Scheme.Friction = dynamics.AdL{Form: dynamics.Scalar{}, Gamma: 1, Eta: 400}
			c.Xi, c.XiVar = []float64{cycle.Xi(p.word, 1, p.dt)}, 1./400
		default:
			c.Scheme.Friction = dynamics.Constant{Gamma: 1}
		}
		theta := samples(t, c).Theta(0)
		e := estimate.RelError(theta.Variance(), 1/g.A)
		want := cycle.RelError(p.word, 1, p.dt, p.every)
		if z := (e.Value - want) / e.StdErr; !(math.Abs(z) < 3) || !(e.StdErr < 0.012*(1+want)) {
			t.Errorf("%s, %s, n = %d, Δt = %g: %.4f ± %.4f, want %.4f",
				p.word, p.sampling, p.n, p.dt, e.Value, e.StdErr, want)
		}
		if p.every > 5 || p.word != "SGLD" && p.word != "OABAO" {
			continue // averages over few steps vary more, and a moving ξ changes their noise
		}
		mean, square := cycle.Asymptotic(p.word, 1, p.dt)
		of := func(e estimate.Estimate, v float64) float64 { return e.StdErr * e.StdErr * c.T / v }
		means = append(means, of(theta.Mean(), mean))
		squares = append(squares, of(theta.Variance(), square))
	}
	for _, ratios := range [][]float64{means, squares} {
		sum := 0.0
		for _, x := range ratios { // each is χ² with 63 degrees of freedom, over 63
			sum += x / float64(len(ratios))
		}
		se := math.Sqrt(2. / 63 / float64(len(ratios)))
		if !(math.Abs(sum-1) < 4*se) || se > 0.07 {
			t.Errorf("variances over asymptotic ones: %.2f, with the mean %.3f ± %.3f", ratios, sum, se)
		}
	}
}
