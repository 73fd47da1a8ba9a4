package simulate_test

import (
	"context"
	"fmt"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
)

// Adaptive Langevin dynamics with batches of 5 of 100 data, for the centres of a mixture of two
// normals. Any function of θ is an observable.
func ExampleChain() {
	data := dataset.Mixture(100, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.4}, 1)
	f := dynamics.Function{Name: "θ₁θ₂, θ₁ > 0.8", N: 2, F: func(y, theta []float64) {
		y[0], y[1] = theta[0]*theta[1], dynamics.Indicator(theta[0] > 0.8)
	}}
	c := &simulate.Chain{
		Model:  &model.Mixture{X: data.X, W: 0.4, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1},
		Digest: data.Digest(),
		Scheme: dynamics.Scheme{
			Word: "ODABADO", Dt: 0.01,
			Friction: dynamics.AdL{Form: dynamics.Full{}, Gamma: 1, Eta: 0.1},
		},
		N: 5, Sampling: minibatch.Without,
		T: 64 * 50, BurnIn: 10, Every: 0.05, Replicas: 64, Blocks: 4,
		Theta:   [][]float64{{1, 0.5}},
		Xi:      []float64{10, 10}, // of the order of its mean, γ + ε(n)ΔtΣ/2
		Observe: []simulate.Statistic{simulate.Moments{Of: dynamics.Theta{}}, simulate.Mean{Of: f}},
	}
	x, err := c.Sample(context.Background())
	if err != nil {
		panic(err)
	}
	var product, event []float64 // of every replica
	for _, m := range x.Means(simulate.Mean{Of: f}) {
		product, event = append(product, m[0]), append(event, m[1])
	}
	show := func(what string, e estimate.Estimate) {
		fmt.Printf("%-10s %.3f ± %.3f\n", what, e.Value, e.StdErr)
	}
	show("E θ₁", x.Theta(0).Mean())
	show("E θ₂", x.Theta(1).Mean())
	show("E θ₁θ₂", estimate.Mean(product))
	show("P(θ₁>0.8)", estimate.Mean(event))
	// Output:
	// E θ₁       0.617 ± 0.023
	// E θ₂       0.680 ± 0.015
	// E θ₁θ₂     0.371 ± 0.005
	// P(θ₁>0.8)  0.384 ± 0.038
}

// Draws for other programs: θ of every replica, in a NumPy archive. ArviZ reads arrays of this
// shape.
func ExampleChain_KeepDraws() {
	data := dataset.Gaussian(100, 0, 1, 1)
	c := &simulate.Chain{
		Model:  &model.Gaussian{X: data.X, SigmaX: 1, SigmaTheta: 1},
		Digest: data.Digest(),
		Scheme: dynamics.Scheme{
			Word: "OABAO", Dt: 0.02, Friction: dynamics.Constant{Gamma: 10},
		},
		N: 100, Sampling: minibatch.Without,
		T: 64 * 50, BurnIn: 5, Every: 0.1, Replicas: 64, Blocks: 1,
		Theta: [][]float64{{0}},
	}
	d, err := c.KeepDraws(5)
	if err != nil {
		panic(err)
	}
	result, err := d.Run(context.Background(), func(float64) {})
	if err != nil {
		panic(err)
	}
	draws, err := d.Arrays(result)
	if err != nil {
		panic(err)
	}
	for _, a := range draws {
		fmt.Println(a.Name, "(replica, draw, component):", a.Shape)
	}
	// Then table.WriteNPZ(w, draws).

	// Output:
	// theta (replica, draw, component): [64 100 1]
}
