package estimate

import (
	"fmt"
	"math"
	"testing"
)

// TestL1 samples N(0, v) through AR(1) chains and measures the distance to N(0, 1), whose true
// value is known. Noise is white at φ = 0 and correlated over many bins at φ = 0.99.
func TestL1(t *testing.T) {
	for _, c := range []struct {
		phi         float64
		n, replicas int
		excess      []float64
		trials      int
		low, high   float64 // of the mean corrected value less the truth, in floors
		coverage    float64 // less where the downward bias is a standard error
	}{
		{0, 400, 64, []float64{0, 0.06, 0.2, 0.5, 1, 2}, 40, 0.15, 0.05, 0.75},
		{0.99, 3000, 64, []float64{0, 0.05, 0.3, 1, 2}, 24, 0.45, 0.15, 0.8},
		{0.9, 3000, 8, []float64{0, 0.1, 1}, 24, 0.45, 0.15, 0.75},
	} {
		rng := source(6)
		for _, excess := range c.excess {
			t.Run(fmt.Sprintf("phi%v/R%d/v%v", c.phi, c.replicas, 1+excess), func(t *testing.T) {
				sigma := math.Sqrt(1 + excess)
				h := NewHistogram(c.replicas, 500, -4, 4)
				edges, q, truth := h.Edges(), make([]float64, h.Bins), 0.0
				for b := range q {
					q[b] = NormalMass(edges[b], edges[b+1])
					truth += math.Abs(NormalMass(edges[b]/sigma, edges[b+1]/sigma) - q[b])
				}
				var raw, floor, corrected, se []float64
				covered := 0.0
				for range c.trials {
					clear(h.Counts)
					for r := range h.Replicas {
						x := rng.NormFloat64()
						for range c.n {
							x = c.phi*x + math.Sqrt(1-c.phi*c.phi)*rng.NormFloat64()
							h.Add(r, sigma*x)
						}
					}
					l := h.L1(q)
					raw, floor = append(raw, l.Raw), append(floor, l.Floor)
					corrected, se = append(corrected, l.Corrected), append(se, l.StdErr)
					if math.Abs(l.Corrected-truth) < 2*l.StdErr {
						covered += 1 / float64(c.trials)
					}
				}
				f, m := mean(floor), Mean(corrected)
				if d := m.Value - truth; d < -c.low*f-3*m.StdErr || d > c.high*f+3*m.StdErr {
					t.Errorf("corrected %v, truth %v, floor %v", m, truth, f)
				}
				if excess == 0 {
					r := Mean(raw)
					near(t, "raw against floor", r.Value, f, 0.05*f+3*r.StdErr)
				}
				if covered < c.coverage {
					t.Errorf("corrected %v, truth %v, standard errors %v: within 2 of them in %v of the runs",
						m, truth, mean(se), covered)
				}
				// Conservative, but not beyond use.
				if sd := math.Sqrt(variance(corrected)); mean(se) < 0.75*sd || mean(se) > 2.5*sd {
					t.Errorf("scatter %v, mean standard error %v", sd, mean(se))
				}
				t.Logf("truth %.4f raw %.4f floor %.4f corrected %.4f ± %.4f (bias %+.2f floors), covered %.2f",
					truth, mean(raw), f, m.Value, mean(se), (m.Value-truth)/f, covered)
			})
		}
	}
}

// Where there is nothing but noise, Corrected is normal enough in units of its standard error, and
// the standard errors of equal runs are alike.
func TestL1Noise(t *testing.T) {
	for _, c := range []struct {
		phi         float64
		n, replicas int
	}{{0, 300, 16}, {0.99, 2000, 16}, {0.9, 300, 64}} {
		rng := source(11)
		var z, se []float64
		for range 60 {
			h := NewHistogram(c.replicas, 200, -4, 4)
			edges, q := h.Edges(), make([]float64, h.Bins)
			for b := range q {
				q[b] = NormalMass(edges[b], edges[b+1])
			}
			for r := range h.Replicas {
				x := rng.NormFloat64()
				for range c.n {
					x = c.phi*x + math.Sqrt(1-c.phi*c.phi)*rng.NormFloat64()
					h.Add(r, x)
				}
			}
			l := h.L1(q)
			if l.Corrected < l.Floor {
				z, se = append(z, l.Corrected/l.StdErr), append(se, l.StdErr)
			}
		}
		square, most := 0.0, 0.0
		for _, x := range z {
			square, most = square+x*x/float64(len(z)), math.Max(most, math.Abs(x))
		}
		spread := math.Sqrt(variance(se)) / mean(se)
		if len(z) < 50 || square < 0.4 || square > 1.5 || most > 4 || spread > 0.25 {
			t.Errorf("φ = %v, %d replicas: %d below the floor, mean of z² %.2f, largest %.2f, "+
				"spread of the standard errors %.2f", c.phi, c.replicas, len(z), square, most, spread)
		}
	}
}

// TestL1To measures the distance of two runs, with the same distribution and with distributions of
// variance 1 and 2.
func TestL1To(t *testing.T) {
	rng := source(7)
	fill := func(sigma float64) *Histogram {
		h := NewHistogram(64, 100, -6, 6)
		for r := range h.Replicas {
			for range 500 {
				h.Add(r, sigma*rng.NormFloat64())
			}
		}
		return h
	}
	s2 := math.Sqrt2
	x := math.Sqrt(2 * math.Ln2) // where the two densities cross
	want := 4 * (NormalCDF(x) - NormalCDF(x/s2))
	const trials = 30
	var same, raw, floor, apart []float64
	covered := 0
	for range trials {
		a, b, c := fill(1), fill(1), fill(s2)
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
	mustPanic(t, "bins", func() { fill(1).L1To(NewHistogram(64, 50, -6, 6)) })
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
	// Two replicas that differ by ±1/20 in two bins, against what they are on average: only noise.
	h.Counts = []uint32{0, 6, 4, 5, 5, 0, 0, 4, 6, 5, 5, 0}
	l = h.L1(q)
	near(t, "raw of noise", l.Raw, 0, 1e-15)
	near(t, "floor of noise", l.Floor, 2*0.05*math.Sqrt(2/math.Pi), 1e-15)
	// D = 0: −(2/c) s φ(0) per bin, the least it can be
	near(t, "corrected of noise", l.Corrected, -2*4*0.05/math.Sqrt(2*math.Pi), 1e-15)
	one := &Histogram{1, 4, 0, 1, h.Counts[:6]}
	l = one.L1(q)
	near(t, "raw of one replica", l.Raw, 0.1, 1e-15)
	near(t, "error of one replica", l.StdErr, math.NaN(), 0)
	mustPanic(t, "bins", func() { h.L1(q[:3]) })
}

// TestL1Influence checks the weights of the delta method against numerical derivatives of
// Corrected: the influence of a replica is read off by moving that replica alone.
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
	// Jackknife over replicas, with the covariances held: the standard error must be that of the delta
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
