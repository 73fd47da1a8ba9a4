package estimate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// sampled fills a histogram of sigma times AR(1) chains of variance 1, each n observations long.
func sampled(rng *rand.Rand, h *Histogram, n int, phi, sigma float64) {
	clear(h.Counts)
	s := math.Sqrt(1 - phi*phi)
	for r := range h.Replicas {
		x := rng.NormFloat64()
		for range n {
			x = phi*x + s*rng.NormFloat64()
			h.Add(r, sigma*x)
		}
	}
}

// normalMasses are the masses of N(0, sigma²) in the bins.
func normalMasses(h *Histogram, sigma float64) []float64 {
	q, edges := make([]float64, h.Bins), h.Edges()
	for b := range q {
		q[b] = NormalCDF(edges[b+1]/sigma) - NormalCDF(edges[b]/sigma)
	}
	return q
}

// TestL1 samples N(0, v) and measures the distance to N(0, 1), whose true value is known. Noise is
// white at φ = 0 and correlated over many bins at φ = 0.99.
func TestL1(t *testing.T) {
	for _, c := range []struct {
		phi         float64
		n, replicas int
		variances   []float64
		trials      int
		low, high   float64 // of the mean corrected value minus the truth, in floors
		coverage    float64 // lower if the downward bias is a standard error
	}{
		{0, 400, 64, []float64{1, 1.2, 2}, 40, 0.15, 0.05, 0.75},
		{0.99, 2000, 64, []float64{1, 1.3}, 24, 0.45, 0.15, 0.8},
		{0.9, 2000, 8, []float64{1, 2}, 24, 0.45, 0.15, 0.75},
	} {
		rng := source(6)
		for _, v := range c.variances {
			name := fmt.Sprintf("φ = %v, %d replicas, v = %v", c.phi, c.replicas, v)
			h := NewHistogram(c.replicas, 500, -4, 4)
			q, truth := normalMasses(h, 1), 0.0
			for b, x := range normalMasses(h, math.Sqrt(v)) {
				truth += math.Abs(x - q[b])
			}
			var raw, floor, corrected, se []float64
			covered, square := 0, 0.0
			for range c.trials {
				sampled(rng, h, c.n, c.phi, math.Sqrt(v))
				l := h.L1(q)
				raw, floor = append(raw, l.Raw), append(floor, l.Floor)
				corrected, se = append(corrected, l.Corrected), append(se, l.StdErr)
				square += math.Pow(l.Corrected/l.StdErr, 2) / float64(c.trials)
				if math.Abs(l.Corrected-truth) < 2*l.StdErr {
					covered++
				}
			}
			f, m := mean(floor), Mean(corrected)
			if d := m.Value - truth; d < -c.low*f-3*m.StdErr || d > c.high*f+3*m.StdErr {
				t.Errorf("%s: corrected %v, truth %v, floor %v", name, m, truth, f)
			}
			if v == 1 {
				r := Mean(raw)
				near(t, name+": raw against floor", r.Value, f, 0.05*f+3*r.StdErr)
				near(t, name+": mean of z²", square, 1, 0.6)
			}
			if float64(covered) < c.coverage*float64(c.trials) {
				t.Errorf("%s: %d of %d within two standard errors", name, covered, c.trials)
			}
			// conservative, but still useful
			if sd := math.Sqrt(variance(corrected)); mean(se) < 0.75*sd || mean(se) > 2.5*sd {
				t.Errorf("%s: scatter %v, mean standard error %v", name, sd, mean(se))
			}
		}
	}
}

// TestL1Bias: where δ crosses 0, Corrected is low by the second order of its doc comment. The
// distance along the true signs has the same noise and no bias.
func TestL1Bias(t *testing.T) {
	rng := source(9)
	h := NewHistogram(64, 500, -4, 4)
	q, delta := normalMasses(h, 1), normalMasses(h, math.Sqrt2)
	for b, x := range q {
		delta[b] -= x
	}
	for _, n := range []int{500, 2000} {
		var bias, second []float64
		for range 100 {
			sampled(rng, h, n, 0.99, math.Sqrt2)
			bias = append(bias, h.L1(q).Corrected-h.Along(q, delta).Value)
			p, e := h.frequencies()
			s, sum := smooth(p[1:h.Bins+1], e), 0.0
			for b, x := range delta[1:] {
				if delta[b]*x < 0 {
					sum -= (1 + l1Split*l1Split) * s.se[b] * s.se[b] / math.Abs(x-delta[b])
				}
			}
			second = append(second, sum)
		}
		want, b := mean(second), Mean(bias)
		near(t, fmt.Sprintf("%d observations: bias", n), b.Value, want, -0.15*want+3*b.StdErr)
	}
}

// TestL1To measures the distance of two runs, with the same distribution and with distributions of
// variance 1 and 2.
func TestL1To(t *testing.T) {
	rng := source(7)
	a, b, c := NewHistogram(64, 100, -6, 6), NewHistogram(64, 100, -6, 6), NewHistogram(64, 100, -6, 6)
	x := math.Sqrt(2 * math.Ln2) // where the two densities cross
	want := 4 * (NormalCDF(x) - NormalCDF(x/math.Sqrt2))
	const trials = 30
	var same, raw, floor, apart []float64
	covered := 0
	for range trials {
		sampled(rng, a, 500, 0, 1)
		sampled(rng, b, 500, 0, 1)
		sampled(rng, c, 500, 0, math.Sqrt2)
		l := a.L1To(b)
		same, raw, floor = append(same, l.Corrected), append(raw, l.Raw), append(floor, l.Floor)
		l = c.L1To(b)
		apart = append(apart, l.Corrected)
		if math.Abs(l.Corrected-want) < 2*l.StdErr {
			covered++
		}
	}
	f := mean(floor)
	near(t, "raw against floor", mean(raw), f, 0.1*f)
	near(t, "same law", Mean(same).Value, 0, 0.1*f+3*Mean(same).StdErr)
	near(t, "variances 1 and 2", Mean(apart).Value, want, 0.1*f+3*Mean(apart).StdErr)
	if covered < 26 {
		t.Errorf("%d of %d within 2 standard errors", covered, trials)
	}
	mustPanic(t, "bins", func() { a.L1To(NewHistogram(64, 50, -6, 6)) })
}

func TestL1Hand(t *testing.T) {
	// Both replicas agree: no noise, and everything is exact.
	h := &Histogram{2, 4, 0, 1, []uint32{1, 2, 3, 4, 0, 0, 1, 2, 3, 4, 0, 0}}
	q := []float64{0.25, 0.25, 0.25, 0.25}
	l := h.L1(q)
	near(t, "raw", l.Raw, 0.05+0.05+0.15+0.25, 1e-15)
	near(t, "corrected", l.Corrected, l.Raw, 1e-15)
	near(t, "floor", l.Floor, 0, 1e-15)
	near(t, "error", l.StdErr, 0, 1e-15)
	// Two replicas that differ by ±1/20 in two bins, against their average: only noise.
	h.Counts = []uint32{0, 6, 4, 5, 5, 0, 0, 4, 6, 5, 5, 0}
	l = h.L1(q)
	near(t, "raw of noise", l.Raw, 0, 1e-15)
	near(t, "floor of noise", l.Floor, 2*0.05*math.Sqrt(2/math.Pi), 1e-15)
	// D = 0: −(2/c) s φ(0) per bin, the smallest possible
	near(t, "corrected of noise", l.Corrected, -2*4*0.05/math.Sqrt(2*math.Pi), 1e-15)
	one := &Histogram{1, 4, 0, 1, h.Counts[:6]}
	l = one.L1(q)
	near(t, "raw of one replica", l.Raw, 0.1, 1e-15)
	near(t, "error of one replica", l.StdErr, math.NaN(), 0)
	mustPanic(t, "bins", func() { h.L1(q[:3]) })
}

// TestL1Influence checks the weights of the delta method against numerical derivatives of
// Corrected: moving one replica alone gives its influence.
func TestL1Influence(t *testing.T) {
	rng := source(8)
	const bins, replicas = 80, 400
	d, zero, e := make([]float64, bins), make([]float64, bins), make([][]float64, replicas)
	for r := range e {
		e[r] = make([]float64, bins+2)
	}
	for b := range d {
		d[b] = 0.02*math.Sin(float64(b)/10) + 0.005*rng.NormFloat64()
		m := 0.0
		for r := range replicas {
			e[r][b+1] = rng.NormFloat64() * 0.1
			m += e[r][b+1] / replicas
		}
		for r := range replicas {
			e[r][b+1] -= m
		}
	}
	base := l1(d, zero, e)
	// Jackknife over replicas at fixed covariances: the standard error must agree with the delta
	// method.
	var x []float64
	shifted := make([]float64, bins)
	for r := range replicas {
		for b := range d {
			shifted[b] = d[b] + e[r][b+1]/replicas
		}
		x = append(x, (l1(shifted, zero, e).Corrected-base.Corrected)*replicas)
	}
	near(t, "standard error", stdErr(x), base.StdErr, 0.02*base.StdErr)
}
