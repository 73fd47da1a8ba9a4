package exact_test

import (
	"fmt"
	"math"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/minibatch"
	"adl/pkg/model"
)

// mixture is the model of section 2.5.2.
func mixture(seed uint64) *model.Mixture {
	data := dataset.Mixture(200, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.4}, seed)
	return &model.Mixture{X: data.X, W: 0.4, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1}
}

// The relative error of the variance of θ.
func ExampleGaussian() {
	g := exact.Gaussian{A: 101, V: 1} // 100 data of variance 1, σ_x = σ_θ = 1
	epsilon := minibatch.Without.Epsilon(100, 20)
	for _, dt := range []float64{1e-4, 1e-3} {
		fmt.Printf("Δt = %g: SGLD %.4f, OABAO at γ = 1 %.4f\n", dt,
			g.SGLD(epsilon, dt), g.Langevin(epsilon, 1, dt))
	}
	// Output:
	// Δt = 0.0001: SGLD 0.0252, OABAO at γ = 1 0.0200
	// Δt = 0.001: SGLD 0.2638, OABAO at γ = 1 0.2000
}

func ExampleMixtureGrid() {
	p := exact.NewMixtureGrid(mixture(1), exact.Grid{})
	for _, m := range p.Modes {
		fmt.Printf("mode (%.3f, %.3f)\n", m.Theta[0], m.Theta[1])
	}
	fmt.Printf("weight of the second: %.3f\n", p.Nearer(p.Modes[0].Theta, p.Modes[1].Theta))
	_, scalar := p.ProjectBasis(dynamics.One{}, dynamics.Scalar{})
	_, full := p.ProjectBasis(dynamics.One{}, dynamics.Full{})
	fmt.Printf("‖Σ − s*I‖ = %.3f, ‖Σ − Σ̄‖ = %.3f\n", scalar, full)
	// Output:
	// mode (0.329, 0.875)
	// mode (0.971, 0.440)
	// weight of the second: 0.356
	// ‖Σ − s*I‖ = 1.116, ‖Σ − Σ̄‖ = 0.557
}

// How fast the L¹ error on the marginal of θ₁ grows with ε(n)Δt, for SGLD and for Langevin dynamics
// at γ = 10.
func ExampleBias() {
	b := exact.NewBias(exact.NewMixtureGrid(mixture(382), exact.Grid{}), 14)
	sgld, _ := b.SGLD()
	s, l := sgld.L1(0, 0, 1.4, 500), b.Langevin(10).L1(0, 0, 1.4, 500)
	fmt.Printf("slopes: %.3f, %.4f\n", s, l)
	// Output:
	// slopes: 0.188, 0.0171
}

// The expected mean of ξ, for forms that represent more and more of Σ̄, and the time in which ξ
// relaxes to it.
func ExampleMeanXi() {
	sigma := []float64{
		3, 1, 0,
		1, 3, 1,
		0, 1, 8,
	}
	const epsilon, gamma, dt = 1e4, 1, 1e-3
	for _, f := range []dynamics.Form{
		dynamics.Scalar{}, dynamics.Layers{Sizes: []int{2, 1}}, dynamics.Diagonal{},
		dynamics.BlockDiagonal{Order: 2}, dynamics.Full{},
	} {
		xi, _ := exact.MeanXi(f, sigma, epsilon, gamma, dt)
		time := exact.XiTime(dynamics.AdL{Form: f, Gamma: gamma, Eta: 1}, sigma, epsilon, dt)
		fmt.Printf("%-8s ξ₁₁ = %.1f, ξ₁₂ = %.1f, ξ₂₃ = %.1f, ξ₃₃ = %.1f, within a time of %.0f\n",
			f.Name(), xi[0], xi[1], xi[5], xi[8], time)
	}
	// Output:
	// scalar   ξ₁₁ = 24.3, ξ₁₂ = 0.0, ξ₂₃ = 0.0, ξ₃₃ = 24.3, within a time of 8
	// layers   ξ₁₁ = 16.0, ξ₁₂ = 0.0, ξ₂₃ = 0.0, ξ₃₃ = 41.0, within a time of 41
	// diagonal ξ₁₁ = 16.0, ξ₁₂ = 0.0, ξ₂₃ = 0.0, ξ₃₃ = 41.0, within a time of 41
	// blocks-2 ξ₁₁ = 16.0, ξ₁₂ = 5.0, ξ₂₃ = 0.0, ξ₃₃ = 41.0, within a time of 41
	// full     ξ₁₁ = 16.0, ξ₁₂ = 5.0, ξ₂₃ = 5.0, ξ₃₃ = 41.0, within a time of 42
}

// A scalar friction represents only the mean diagonal entry of Σ̄: variances of a Bayesian logistic
// regression are wrong unless Σ̄ is a multiple of the unit matrix. A full friction represents all
// of Σ̄.
func ExampleLaplace_AdL() {
	source := dataset.LabelledSource{Kind: "mnist", PCA: "whiten", D: 4, N: 1000}
	data, _, err := source.Load("")
	if err != nil {
		panic(err)
	}
	m := &model.Logistic{Z: data.Z, D: data.D, Y: data.Y}
	l, err := exact.NewLaplace(m)
	if err != nil {
		panic(err)
	}
	sigma := exact.MeanGradCov(m, l.Draws(4, 1))
	const epsilon, gamma, dt = 1e5, 1, 2e-3 // batches of ten
	for _, f := range []dynamics.Form{dynamics.Scalar{}, dynamics.Full{}} {
		cov := l.AdL(f, sigma, epsilon, gamma, dt)
		worst := 0.0
		for i := range 4 {
			worst = max(worst, math.Abs(cov[i*5]/l.Cov[i*5]-1))
		}
		fmt.Printf("%s: variances are wrong by up to %.0f %%\n", f.Name(), 100*worst)
	}
	// Output:
	// scalar: variances are wrong by up to 42 %
	// full: variances are wrong by up to 0 %
}

// The distance of the distribution of Z from the normal distribution, at θ = (1, 0.2).
func ExampleNoiseLaw() {
	z := exact.Atoms(mixture(1), []float64{1, 0.2})[0]
	for _, n := range []int{1, 2, 10, 100} {
		l := exact.NewNoiseLaw(z, n, minibatch.Without)
		fmt.Printf("n = %3d: skewness %+.3f, distance %.4f\n", n, l.Skewness, l.Kolmogorov())
	}
	// Output:
	// n =   1: skewness +2.156, distance 0.2790
	// n =   2: skewness +1.513, distance 0.1779
	// n =  10: skewness +0.634, distance 0.0442
	// n = 100: skewness +0.000, distance 0.0017
}

// The posterior of any model of up to three parameters: a line through data with outliers.
func ExampleBox() {
	data := dataset.Linear(21, []float64{1, -0.5}, true, 0.5, 4, 1)
	m := &model.Linear{Z: data.Z, D: 2, Y: data.Y, Sigma: 0.5, Nu: 4, SigmaTheta: 2}
	b, err := exact.NewBox(m, 0.1) // for an indicator; 0 for smooth functions
	if err != nil {
		panic(err)
	}
	mean, cov := b.Moments()
	down := b.Expect(1, func(y, theta []float64) { y[0] = dynamics.Indicator(theta[1] < -0.5) })
	fmt.Printf("slope %.3f ± %.3f; P(slope < −1/2) = %.2f\n", mean[1], math.Sqrt(cov[3]), down[0])
	// Output: slope -0.636 ± 0.130; P(slope < −1/2) = 0.86
}
