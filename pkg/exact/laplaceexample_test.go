package exact_test

import (
	"fmt"
	"math"

	"adl/pkg/dataset"
	"adl/pkg/exact"
	"adl/pkg/model"
)

// A scalar friction holds the mean of Σ̄ only: variances of a Bayesian logistic regression are wrong where Σ̄ is not that multiple of the unit matrix. A full
// friction holds all of it.
func ExampleLaplace_AdL() {
	data := dataset.Surrogate(1000, 4, true, 1)
	m := &model.Logistic{Z: data.Z, D: data.D, Y: data.Y}
	l, err := exact.NewLaplace(m)
	if err != nil {
		panic(err)
	}
	sigma := exact.MeanGradCov(m, l.Draws(4, 1))
	const epsilon, gamma, dt = 1e5, 1, 2e-3 // batches of ten
	for _, f := range []exact.Friction{exact.Scalar, exact.Full} {
		cov, _ := l.AdL(f, sigma, epsilon, gamma, dt)
		worst := 0.0
		for i := range 4 {
			worst = max(worst, math.Abs(cov[i*5]/l.Cov[i*5]-1))
		}
		fmt.Printf("%s: variances are wrong by up to %.0f %%\n", f, 100*worst)
	}
	// Output:
	// scalar: variances are wrong by up to 49 %
	// full: variances are wrong by up to 0 %
}
