package minibatch_test

import (
	"fmt"

	"adl/pkg/minibatch"
)

// The covariance of F̂_n is ε(n) Σ_x. Without replacement it vanishes for full batches (n = N).
func ExampleSampling_Epsilon() {
	const total = 100
	for _, n := range []int{1, 10, 100} {
		with, without := minibatch.With.Epsilon(total, n), minibatch.Without.Epsilon(total, n)
		fmt.Printf("n = %3d: ε = %4g with replacement, %4g without\n", n, with, without)
	}
	// Output:
	// n =   1: ε = 9900 with replacement, 9900 without
	// n =  10: ε =  990 with replacement,  900 without
	// n = 100: ε =   99 with replacement,    0 without
}
