package estimate

import (
	"math"
	"testing"
)

// lagSums sums up to lag k, as an observer does that keeps the last k observations.
func lagSums(x [][]float64, k int) *LagSums {
	s := &LagSums{len(x), int64(len(x[0])), make([]float64, len(x)), make([]float64, len(x)*(k+1))}
	for r, x := range x {
		for t, v := range x {
			s.S1[r] += v
			for lag := range min(k, t) + 1 {
				s.Products[lag*s.Replicas+r] += float64(v * x[t-lag])
			}
		}
	}
	return s
}

// Of replicas of an AR(1) chain everything is known: ρ(t) = φ^t.
func TestLagSums(t *testing.T) {
	const replicas, n, phi, trials = 16, 4000, 0.8, 20
	rng := source(14)
	var tau [trials]Estimate
	for k := range tau {
		x := make([][]float64, replicas)
		for r := range x {
			x[r] = make([]float64, n)
			y := rng.NormFloat64()
			for i := range x[r] {
				y = phi*y + math.Sqrt(1-phi*phi)*rng.NormFloat64()
				x[r][i] = 0.5 + y
			}
		}
		s := lagSums(x, 60)
		tau[k] = s.IAT()
		if k > 0 {
			continue
		}
		for lag, e := range s.Autocorrelation() {
			near(t, "autocorrelation", e.Value, math.Pow(phi, float64(lag)), 4.5*e.StdErr)
		}
		if e := lagSums(x, 20).IAT(); !math.IsNaN(e.Value) {
			t.Errorf("20 lags are too few for a window of 45, but give %v", e)
		}
	}
	const want = (1 + phi) / (1 - phi)
	scatter(t, "tau", tau[:], want, want*math.Sqrt(2*(2*45+1)/float64(replicas*n)), 0.01*want)

	constant := lagSums([][]float64{{1, 1, 1}}, 1)
	near(t, "constant", constant.IAT().Value, math.NaN(), 0)
	near(t, "constant", constant.Autocorrelation()[1].Value, math.NaN(), 0)
	mustPanic(t, "lengths", func() { (&LagSums{1, 1, nil, nil}).IAT() })
	mustPanic(t, "count", func() {
		(&LagSums{1, 1, []float64{1}, []float64{1, 1}}).Autocorrelation()
	})
}

func TestCrossings(t *testing.T) {
	c := &Crossings{[]uint32{20, 30, 10, 40}, []float64{0.4, 0.5, 0.3, 0.6}}
	near(t, "rate", c.Rate().Value, 25, 1e-14)
	near(t, "rate error", c.Rate().StdErr, math.Sqrt(500.0/3/4), 1e-13)
	near(t, "weight", c.Weight().Value, 0.45, 1e-15)
	mustPanic(t, "empty", func() { (&Crossings{}).Weight() })
}

// TestCrossingsTelegraph: two modes are left at the rates a and b. The weight of the first is
// b/(a+b), the crossings in a time T are 2abT/(a+b).
func TestCrossingsTelegraph(t *testing.T) {
	const a, b, time, replicas = 0.3, 0.2, 200.0, 4000
	rng := source(11)
	c := &Crossings{make([]uint32, replicas), make([]float64, replicas)}
	for r := range replicas {
		first, now := rng.Float64() < b/(a+b), 0.0
		for {
			rate := b
			if first {
				rate = a
			}
			stay := min(rng.ExpFloat64()/rate, time-now)
			if first {
				c.Fraction[r] += stay / time
			}
			if now += stay; now >= time {
				break
			}
			c.Count[r]++
			first = !first
		}
	}
	rate, w := c.Rate(), c.Weight()
	near(t, "rate", rate.Value, 2*a*b/(a+b)*time, 4*rate.StdErr)
	near(t, "weight", w.Value, b/(a+b), 4*w.StdErr)
}
