package exact_test

import (
	"fmt"

	"adl/pkg/dataset"
	"adl/pkg/exact"
	"adl/pkg/model"
)

// How fast the L¹ error on the marginal of θ₁ grows with ε(n)Δt, for SGLD and for Langevin dynamics at γ = 10.
func ExampleBias() {
	data := dataset.Mixture(200, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.4}, 382)
	p := exact.NewPosterior(&model.Mixture{X: data.X, W: 0.4, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1}, exact.Grid{})
	b := exact.NewBias(p, 14)
	sgld := b.Slope(0, 0, 1.4, 500, func(b *exact.Bias) *exact.Perturbation {
		f, _ := b.SGLD()
		return f
	})
	langevin := b.Slope(0, 0, 1.4, 500, func(b *exact.Bias) *exact.Perturbation { return b.Langevin(10) })
	for k, d := range sgld.Degree {
		fmt.Printf("degree %d: %.5f %.5f\n", d, sgld.Values[k], langevin.Values[k])
	}
	// Output:
	// degree 14: 0.18794 0.01711
	// degree 12: 0.18793 0.01711
	// degree 10: 0.18803 0.01709
}
