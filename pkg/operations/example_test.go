package operations_test

import (
	"fmt"

	"adl/pkg/dynamics"
	"adl/pkg/operations"
)

// A step of Adaptive Langevin dynamics for logistic regression in dimension 100: the gradient of a
// batch of 10 data, and what else it takes with each form of ξ.
func Example() {
	m := operations.Logistic(100)
	fmt.Println("gradient:", m.Batch(10))
	for _, form := range []dynamics.Form{dynamics.Scalar{}, dynamics.Diagonal{}, dynamics.Full{}} {
		f := operations.Friction{Form: form, Dim: m.Dim}
		fmt.Printf("the rest, %s ξ: %d\n", form.Name(), m.Adaptive(f))
	}
	// Output:
	// gradient: 4240
	// the rest, scalar ξ: 1411
	// the rest, diagonal ξ: 2500
	// the rest, full ξ: 9491900
}

// The operations of O with a full ξ grow almost as d³ if ξ is diagonalised, and as d² if a power
// series is summed.
func ExampleExponent() {
	var dims, diagonalised, summed []float64
	for _, d := range []int{32, 100, 300} {
		f := operations.Friction{Form: dynamics.Full{}, Dim: d}
		dims, diagonalised = append(dims, float64(d)), append(diagonalised, float64(f.O()))
		f.Degree = operations.Degree(d, 1e-3, 1, 1)
		summed = append(summed, float64(f.O()))
	}
	fmt.Printf("%.1f\n", operations.Exponent(dims, diagonalised))
	fmt.Printf("%.1f\n", operations.Exponent(dims, summed))
	// Output:
	// 2.9
	// 2.1
}
