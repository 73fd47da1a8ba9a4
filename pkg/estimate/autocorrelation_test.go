package estimate

import (
	"math"
	"testing"
)

func TestIAT(t *testing.T) {
	for _, phi := range []float64{-0.3, 0, 0.5, 0.9} {
		rng := source(4)
		const trials = 20
		want := (1 + phi) / (1 - phi)
		var tau [trials]float64
		var se float64
		for k := range tau {
			x, y := make([]float64, 20000), rng.NormFloat64()
			for i := range x {
				y = phi*y + math.Sqrt(1-phi*phi)*rng.NormFloat64()
				x[i] = 3 + y
			}
			e := IAT(x)
			tau[k] = e.Value
			se += e.StdErr / trials
		}
		// The window leaves out a part e^(−5·2) or so, and the mean's own noise about τ²/N·M/τ.
		near(t, "tau", mean(tau[:]), want, 4*se/math.Sqrt(trials)+0.01*want)
		if s := math.Sqrt(variance(tau[:])); s < 0.5*se || s > 1.6*se {
			t.Errorf("phi %v: scatter %v, standard error %v", phi, s, se)
		}
	}
	near(t, "constant", IAT([]float64{1, 1, 1}).Value, math.NaN(), 0)
	near(t, "one", IAT([]float64{1}).Value, math.NaN(), 0)
	if e := IAT([]float64{1, 2, 3, 4, 5, 6, 7, 8}); !(e.StdErr > e.Value/2) {
		t.Errorf("a ramp, which has no autocorrelation time, gives %v", e)
	}
}
