package estimate_test

import (
	"fmt"

	"adl/pkg/estimate"
	"adl/pkg/vec"
)

// chain advances 64 replicas of x ← 0.9 x + √(1 − 0.81) G, which has the mean 0 and the variance 1,
// and calls observe with each state.
func chain(steps int, observe func(t int, x *vec.Row)) {
	var x vec.Row
	stream, noise := vec.NewStream(1), vec.Rows(1)
	for t := -100; t < steps; t++ { // burn-in first
		stream.Normals(noise)
		for r := range x {
			x[r] = 0.9*x[r] + 0.4358898943540674*noise[0][r]
		}
		if t >= 0 {
			observe(t, &x)
		}
	}
}

func ExampleTimeBlocks() {
	const steps, blocks = 4000, 8
	b := &estimate.TimeBlocks{Replicas: vec.Lanes, Count: steps / blocks,
		S1: make([]float64, blocks*vec.Lanes), S2: make([]float64, blocks*vec.Lanes)}
	chain(steps, func(t int, x *vec.Row) {
		k := t * blocks / steps
		for r, v := range x {
			b.S1[k*vec.Lanes+r] += v
			b.S2[k*vec.Lanes+r] += v * v
		}
	})
	m, v := b.Mean(), b.Variance()
	fmt.Printf("mean      %6.3f ± %.3f, z-score %.1f\n", m.Value, m.StdErr, m.Z(0))
	fmt.Printf("variance  %6.3f ± %.3f\n", v.Value, v.StdErr)
	fmt.Printf("R-hat     %6.3f\n", b.RHat())
	// Output:
	// mean      -0.014 ± 0.009, z-score -1.5
	// variance   0.999 ± 0.008
	// R-hat      1.005
}

// The L¹ distance of a histogram to the distribution that it samples: the raw value is about the
// floor, which is noise alone, and the corrected one is 0 within its standard error.
func ExampleHistogram_L1() {
	h := estimate.NewHistogram(vec.Lanes, 100, -4, 4)
	chain(2000, func(_ int, x *vec.Row) {
		for r, v := range x {
			h.Add(r, v)
		}
	})
	q, edges := make([]float64, h.Bins), h.Edges()
	for b := range q {
		q[b] = estimate.NormalCDF(edges[b+1]) - estimate.NormalCDF(edges[b])
	}
	l := h.L1(q)
	fmt.Printf("raw %.3f, floor %.3f, corrected %.3f ± %.3f\n", l.Raw, l.Floor, l.Corrected, l.StdErr)
	// Output:
	// raw 0.017, floor 0.021, corrected -0.009 ± 0.010
}
