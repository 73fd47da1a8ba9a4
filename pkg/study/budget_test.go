package study

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"adl/pkg/estimate"
	"adl/pkg/simulate"
)

// generated returns an average whose replicas have the biases b with the run's noise v, and full
// batches with the biases b0 without noise.
func generated(r *rand.Rand, b, b0, v, T, cost float64) *Average {
	const replicas = 64
	a := &Average{Run: &Run{Chain: &simulate.Chain{T: T, Replicas: replicas}}, Cost: cost, scale: 1}
	a.Epsilon = 1
	a.own, a.full = make([][]moment, 2), make([][]moment, 2)
	for i := range a.own {
		for range replicas {
			e := math.Sqrt(v/T*replicas) * r.NormFloat64()
			a.own[i] = append(a.own[i], moment{b + e, 1 + b + e + (b+e)*(b+e)})
			a.full[i] = append(a.full[i], moment{b0, 1 + b0 + b0*b0})
		}
	}
	return a
}

// The error of an average is √(bias² + v/T), where biases that cancel add up.
func TestAfter(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		name                    string
		b, b0, budget, mse, rel float64
		bound                   bool
	}{
		{"noise", 0, 0, 1e4, 1e-3, 0.3, false},
		{"beyond the run", 0, 0, 1e12, 1e-6, 0.4, true},
		{"too short", 0, 0, 5, math.Inf(1), 0, false},
		{"bias", 0.3, 0, 1e6, 0.09 + 1e-5, 0.02, false},
		{"bias of full batches", 0.3, 0.3, 1e9, 0.09, 0.02, false},
		{"cancellation", 0, -0.1, 1e9, 0.04, 0.1, false},
		{"noise of batches against Δt", 0.1, -0.2, 1e9, 0.25, 0.05, false},
	} {
		a := generated(r, c.b, c.b0, 1, 1e6, 10)
		w := weights(64)[0]
		for _, q := range []Quantity{Mean, Variance} {
			got, bound := a.after(a.law(q, w), c.budget)
			if bound != c.bound || got != c.mse && !(math.Abs(got/c.mse-1) < c.rel) {
				t.Errorf("%s, %s: %g, %t, want %g, %t", c.name, q, got, bound, c.mse, c.bound)
			}
		}
	}
}

// With equal choices, whose noise is as large as their bias, the smallest error is that of one
// choice: choosing gains nothing.
func TestFindBest(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const v, T, b = 1, 1e4, 0.01
	var equal []*Average
	var mse []float64
	for range 200 {
		equal = equal[:0]
		for range 10 {
			equal = append(equal, generated(r, b, 0, v, T, 1))
		}
		e := FindBest(Mean, equal, []float64{T})[0].Error.Value
		mse = append(mse, e*e)
	}
	want, got := b*b+v/T, estimate.Mean(mse)
	if math.Abs(got.Value-want) > 3*got.StdErr || !(got.StdErr < want/10) {
		t.Errorf("mean square error %g ± %g, want %g", got.Value, got.StdErr, want)
	}
	worse := generated(r, 0.5, 0, v, T, 1)
	if x := FindBest(Mean, []*Average{worse, equal[0]}, []float64{2, 1e3}); len(x) != 2 ||
		x[1].Choice != equal[0] || x[0].Choice != equal[0] {
		t.Errorf("choices %v", x)
	}
	// Of many averages with a large bias that their noise hides, none is chosen.
	hidden := []*Average{generated(r, 0.01, 0, 0.1, T, 1)}
	for range 30 {
		hidden = append(hidden, generated(r, 0.03, 0, 10, T, 1))
	}
	if x := FindBest(Mean, hidden, []float64{T})[0]; x.Choice != hidden[0] ||
		!(math.Abs(x.Error.Value-0.01) < 3*x.Error.StdErr) || !(x.Error.StdErr < 0.004) {
		t.Errorf("hidden biases: the choice %d, error %v", slices.Index(hidden, x.Choice), x.Error)
	}
	if FindBest(Mean, nil, []float64{1}) != nil {
		t.Error("a best of no averages")
	}
}
