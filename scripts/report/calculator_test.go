package main

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/table"
)

// calculations returns 50 settings of the calculator, n, Nd, Δt, γ, a and Σ, each with the results
// of pkg/exact: s, ξ, its relaxation time, and the errors of Langevin dynamics and of AdL. A result
// that does not exist is nil.
func calculations() (list [][]*float64) {
	r := rand.New(rand.NewPCG(1, 2))
	between := func(lo, hi float64) float64 { return lo * math.Pow(hi/lo, r.Float64()) }
	for i := range 50 {
		total := math.Round(between(10, 1e5))
		n := math.Round(between(1, total))
		if i%10 == 0 {
			n = total
		}
		dt, gamma := between(1e-4, 0.3), between(0.1, 100)
		g := exact.Gaussian{A: between(0.1, 10) * total, V: between(0.01, 10)}
		epsilon, rest := total*(total-n)/n, 1-g.A*dt*dt/4
		s, time := exact.BatchNoise(epsilon, dt, g.V)/rest, math.NaN()
		if i%10 == 1 && rest > 0 { // so near to 1 that XiTime has its bound
			g.V *= 0.97 / s
			s = exact.BatchNoise(epsilon, dt, g.V) / rest
		}
		switch {
		case rest <= 0:
			s = math.NaN()
		case s < 1:
			f := dynamics.AdL{Form: dynamics.Scalar{}, Gamma: gamma, Eta: 1}
			time = exact.XiTime(f, []float64{g.V / rest}, epsilon, dt)
		}
		xi, adl := g.AdL(epsilon, gamma, dt)
		row := []*float64{}
		for _, x := range []float64{
			n, total, dt, gamma, g.A, g.V, s, xi, time, g.Langevin(epsilon, gamma, dt), adl,
		} {
			if p := &x; math.IsNaN(x) {
				row = append(row, nil)
			} else {
				row = append(row, p)
			}
		}
		list = append(list, row)
	}
	return list
}

// The settings have noise of all sizes: with a stationary state, without, and unstable.
func TestCalculations(t *testing.T) {
	count := map[string]int{}
	for _, c := range calculations() {
		switch s := c[6]; {
		case s == nil:
			count["unstable"]++
		case *s == 0:
			count["no noise"]++
		case *s >= 1:
			count["s ≥ 1"]++
		case *s > 0.1:
			count["s < 1"]++
		default:
			count["s < 0.1"]++
		}
	}
	for _, kind := range []string{"unstable", "no noise", "s ≥ 1", "s < 1", "s < 0.1"} {
		if count[kind] < 3 {
			t.Errorf("%d settings with %s, want 3 at least: %v", count[kind], kind, count)
		}
	}
	if len(calculatorScript) > 4096 {
		t.Errorf("the script has %d bytes, want at most 4 kB", len(calculatorScript))
	}
}

// The picture has a line for each Δt, the simulations that are not within their noise, and the
// variance of the data.
func TestNewCalculator(t *testing.T) {
	u := table.New(table.Columns([]string{"method", "n", "dt", "gamma"})...)
	row := func(source string, dt, epsilon float64) table.Row {
		return table.Row{
			"method": "AdL", "n": 1, "dt": dt, "gamma": 1, "epsilon": epsilon, "source": source,
			"status": table.OK,
		}
	}
	for _, dt := range []float64{0.1, 0.2} {
		for _, epsilon := range []float64{1, 100} {
			u.AddValue(row(table.Prediction, dt, epsilon), table.VarianceError, -0.1)
		}
	}
	u.AddValue(row(table.Prediction, 0.1, 100), "xi", 16)
	for _, e := range []estimate.Estimate{{Value: 0.01, StdErr: 0.1}, {Value: 0.01, StdErr: 0.001}} {
		u.Measure(row(table.Simulation, 0.1, 10), table.VarianceError, e)
	}
	c := newCalculator(u)
	want := curve{" 64.0,154.0 336.0,154.0", "Δt = 0.1", "64.0", "154.0", -5}
	if len(c.Curves) != 2 || c.Curves[0] != want {
		t.Errorf("got %+v, want first of two %+v", c.Curves, want)
	}
	if want := [][2]string{{"200.0", "202.0"}}; !slices.Equal(c.Points, want) {
		t.Errorf("points at %s, want %s", c.Points, want)
	}
	if math.Abs(c.V-3) > 1e-9 {
		t.Errorf("got V = %g, want 3", c.V)
	}
}

// writeCalculations writes the settings for the browser.
func writeCalculations(t *testing.T, dir string) {
	t.Helper()
	b, err := json.Marshal(calculations())
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "calculations.json"), b, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}
