package linalg_test

import (
	"fmt"
	"math"

	"adl/pkg/linalg"
)

func ExampleFunc() {
	a := []float64{2.5, 1.5, 1.5, 2.5} // eigenvalues 4 along (1, 1) and 1 along (1, −1)
	fmt.Printf("%.2f\n", linalg.Func(a, math.Sqrt))
	fmt.Printf("%.2f\n", linalg.InverseSqrt(a))
	// Output:
	// [1.50 0.50 0.50 1.50]
	// [0.75 -0.25 -0.25 0.75]
}
