package estimate

import (
	"math"
	"testing"
)

func TestCrossings(t *testing.T) {
	c := &Crossings{100, []uint32{20, 30, 10, 40}, []float64{0.4, 0.5, 0.3, 0.6}}
	near(t, "rate", c.Rate().Value, 0.25, 1e-16)
	near(t, "rate error", c.Rate().StdErr, math.Sqrt(0.05/3/4), 1e-15)
	if m := c.Min(); m != 10 {
		t.Errorf("fewest %d", m)
	}
	near(t, "weight", c.Weight().Value, 0.45, 1e-15)
	near(t, "R-hat", c.RHat(), math.Sqrt(1+(0.05/3)/((0.24+0.25+0.21+0.24)/4)), 1e-15)
	near(t, "stuck apart", (&Crossings{1, []uint32{0, 0}, []float64{0, 1}}).RHat(), math.Inf(1), 0)
	near(t, "stuck together", (&Crossings{1, []uint32{0, 0}, []float64{1, 1}}).RHat(), 1, 0)
	near(t, "one replica", (&Crossings{1, []uint32{3}, []float64{0.5}}).RHat(), math.NaN(), 0)
	mustPanic(t, "lengths", func() { (&Crossings{1, []uint32{1}, nil}).Rate() })
	mustPanic(t, "time", func() { (&Crossings{0, []uint32{1}, []float64{1}}).Min() })
}

// TestCrossingsTelegraph: two modes left at the rates a and b; the weight of the first is b/(a+b), the crossings per time 2ab/(a+b), and
// R-hat as its comment says.
func TestCrossingsTelegraph(t *testing.T) {
	const a, b, time, replicas = 0.3, 0.2, 200.0, 4000
	rng := source(11)
	c := &Crossings{time, make([]uint32, replicas), make([]float64, replicas)}
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
	near(t, "rate", rate.Value, 2*a*b/(a+b), 4*rate.StdErr)
	near(t, "weight", w.Value, b/(a+b), 4*w.StdErr)
	p := b / (a + b)
	want := 2 * p * (1 - p) / (rate.Value * time)
	near(t, "R-hat", c.RHat()-1, want, 0.12*want)
}
