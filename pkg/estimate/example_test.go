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
			x[r] = float64(0.9*x[r]) + float64(0.4358898943540674*noise[0][r])
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
			b.S2[k*vec.Lanes+r] += float64(v * v)
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

// The autocorrelation function from sums that an observer keeps while the chain runs.
func ExampleLagSums() {
	const steps, lags = 4000, 200
	s := &estimate.LagSums{Replicas: vec.Lanes, Count: steps,
		S1: make([]float64, vec.Lanes), Products: make([]float64, (lags+1)*vec.Lanes)}
	var last [lags + 1]vec.Row // a ring
	chain(steps, func(t int, x *vec.Row) {
		last[t%len(last)] = *x
		for k := range min(t, lags) + 1 {
			before := &last[(t-k)%len(last)]
			for r, v := range x {
				s.Products[k*vec.Lanes+r] += float64(v * before[r])
			}
		}
		for r, v := range x {
			s.S1[r] += v
		}
	})
	rho := s.Autocorrelation()
	for _, k := range []int{1, 5, 10} {
		fmt.Printf("ρ(%d) = %.3f ± %.3f\n", k, rho[k].Value, rho[k].StdErr)
	}
	tau := s.IAT()
	fmt.Printf("τ = %.1f ± %.1f observations, in theory 19\n", tau.Value, tau.StdErr)
	// Output:
	// ρ(1) = 0.900 ± 0.001
	// ρ(5) = 0.591 ± 0.003
	// ρ(10) = 0.350 ± 0.004
	// τ = 18.6 ± 0.7 observations, in theory 19
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
		q[b] = estimate.NormalMass(edges[b], edges[b+1])
	}
	l := h.L1(q)
	fmt.Printf("raw %.3f, floor %.3f, corrected %.3f ± %.3f\n", l.Raw, l.Floor, l.Corrected, l.StdErr)
	// Output:
	// raw 0.017, floor 0.021, corrected -0.009 ± 0.010
}

func ExampleFit() {
	epsilon := []float64{0, 100, 200, 400}
	bias := []float64{0.001, 0.012, 0.019, 0.041}
	stderr := []float64{0.001, 0.001, 0.001, 0.001}
	l := estimate.Fit(epsilon, bias, stderr)
	fmt.Printf("slope (%.2f ± %.2f)·10⁻⁵, ", 1e5*l.Slope.Value, 1e5*l.Slope.StdErr)
	fmt.Printf("χ² = %.2f for %d degrees of freedom\n", l.Chi2, l.DoF)
	// Output:
	// slope (9.86 ± 0.34)·10⁻⁵, χ² = 4.57 for 2 degrees of freedom
}
