package estimate

import (
	"math"
	"testing"
)

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
