package estimate

import (
	"math"
	"math/rand/v2"
	"testing"
)

// meanWithout is a function of the mean of all numbers but one.
func meanWithout(x []float64, of func(float64) float64) func(int) float64 {
	return func(without int) float64 {
		sum, n := 0.0, 0.0
		for i, v := range x {
			if i != without {
				sum, n = sum+v, n+1
			}
		}
		return of(sum / n)
	}
}

// Of the mean itself it is the mean with its standard error; of the squared mean the bias is gone.
func TestJackknife(t *testing.T) {
	const n, tries = 16, 4000
	rnd := rand.New(rand.NewPCG(1, 2))
	var squares, errors []float64
	for range tries {
		x := make([]float64, n)
		for i := range x {
			x[i] = 1 + rnd.NormFloat64()
		}
		e, bias := Jackknife(n, meanWithout(x, func(m float64) float64 { return m }))
		want := Mean(x)
		if math.Abs(bias) > 1e-13 || math.Abs(e.Value-want.Value) > 1e-13 ||
			math.Abs(e.StdErr-want.StdErr) > 1e-13 {
			t.Fatalf("mean %v, want %v", e, want)
		}
		s, bias := Jackknife(n, meanWithout(x, func(m float64) float64 { return m * m }))
		squares, errors = append(squares, s.Value-bias), append(errors, s.StdErr*s.StdErr)
	}
	if m := Mean(squares); math.Abs(m.Z(1)) > 4 { // the squared mean itself is 1 + 1/n
		t.Errorf("squared mean %v, want 1", m)
	}
	m := Mean(squares)
	if r := mean(errors) / (m.StdErr * m.StdErr * tries); math.Abs(r-1) > 0.1 {
		t.Errorf("squared standard errors are %.3f of the variance", r)
	}
	defer func() {
		if recover() == nil {
			t.Error("one replica is enough")
		}
	}()
	Jackknife(1, func(int) float64 { return 0 })
}
