package estimate

import (
	"math"
	"testing"

	"adl/pkg/vec"
)

// NewHistogram returns an empty histogram. It panics unless replicas > 0, bins > 0 and lo < hi,
// both finite.
func NewHistogram(replicas, bins int, lo, hi float64) *Histogram {
	h := &Histogram{replicas, bins, lo, hi, make([]uint32, max(0, replicas*(bins+2)))}
	h.check()
	return h
}

// Add counts the observation x of a replica.
func (h *Histogram) Add(replica int, x float64) {
	c := h.Counts[replica*(h.Bins+2):][:h.Bins+2]
	switch {
	case x >= h.Hi:
		c[h.Bins+1]++
	case x >= h.Lo:
		b := int((x - h.Lo) * float64(h.Bins) / (h.Hi - h.Lo))
		c[min(b, h.Bins-1)+1]++
	default:
		c[0]++
	}
}

func TestHistogramCells(t *testing.T) {
	h := NewHistogram(2, 4, -1, 1)
	for _, c := range []struct {
		x    float64
		cell int
	}{
		{-1.5, 0}, {math.Inf(-1), 0}, {math.NaN(), 0}, {math.Nextafter(-1, -2), 0},
		{-1, 1}, {-0.5, 2}, {-1e-15, 2}, {0, 3}, {0.75, 4}, {math.Nextafter(1, 0), 4}, {1, 5},
		{math.Inf(1), 5},
	} {
		clear(h.Counts)
		h.Add(1, c.x)
		for i, n := range h.Counts {
			if (n == 1) != (i == 6+c.cell) {
				t.Errorf("%v: counts %v, want cell %d of replica 1", c.x, h.Counts, c.cell)
				break
			}
		}
	}
	for b, want := range []float64{-1, -0.5, 0, 0.5, 1} {
		near(t, "edge", h.Edges()[b], want, 0)
	}
	for b, want := range []float64{-0.75, -0.25, 0.25, 0.75} {
		near(t, "centre", h.Centres()[b], want, 0)
	}
	if e := NewHistogram(1, 3, 0.1, 1.4).Edges()[3]; e != 1.4 {
		t.Errorf("last edge %v", e)
	}
	mustPanic(t, "range", func() { NewHistogram(1, 3, 1, 1) })
	mustPanic(t, "lengths", func() { (&Histogram{2, 3, 0, 1, make([]uint32, 9)}).Masses() })
	mustPanic(t, "empty replica", func() { NewHistogram(1, 3, 0, 1).Masses() })
}

// TestHistogramHand has replicas of 10 and 30 observations: pooled frequencies, and errors from (c
// − pN)/N̄, N̄ = 20.
func TestHistogramHand(t *testing.T) {
	h := &Histogram{2, 2, 0, 4, []uint32{1, 5, 3, 1, 3, 9, 15, 3}}
	m := h.Masses()
	near(t, "first", m[0].Value, 14.0/40, 1e-16)
	near(t, "second", m[1].Value, 18.0/40, 1e-16)
	near(t, "first error", m[0].StdErr, 1.5/20, 1e-15)  // influences ±(5 − 3.5)/20
	near(t, "second error", m[1].StdErr, 1.5/20, 1e-15) // ±(3 − 4.5)/20
	d := h.Densities()
	near(t, "density", d[1].Value, 0.225, 1e-16)
	near(t, "density error", d[1].StdErr, 0.0375, 1e-15)
}

// TestAlong: by hand for the histogram of TestHistogramHand; along the true difference it is the L¹
// distance.
func TestAlong(t *testing.T) {
	h := &Histogram{2, 2, 0, 4, []uint32{1, 5, 3, 1, 3, 9, 15, 3}}
	ref := []float64{0.5, 0.25}
	a := h.Along(ref, []float64{-7, 0.1})
	near(t, "along", a.Value, 0.5-14.0/40+18.0/40-0.25, 1e-15)
	near(t, "error", a.StdErr, 3.0/20, 1e-15) // influences ∓(1.5 + 1.5)/20
	near(t, "no signs", h.Along(ref, []float64{0, 0}).Value, 0, 0)
	near(t, "L1", h.Along(ref, []float64{-0.15, 0.2}).Value, h.L1(ref).Raw, 1e-15)
	mustPanic(t, "lengths", func() { h.Along([]float64{1, 2}, []float64{1}) })
}

// A normal distribution has the distance 0, a mixture of two normals the distance of its
// distribution function.
func TestFromNormal(t *testing.T) {
	for _, c := range []struct {
		name string
		of   func(x, y float64) float64
		cdf  func(x float64) float64 // of variance 1.2
	}{
		{"normal", func(x, _ float64) float64 { return 0.3 + 0.8*x },
			func(x float64) float64 { return NormalCDF(x / math.Sqrt(1.2)) }},
		// centres ±1 with the variance 0.2 each
		{"two modes", func(x, y float64) float64 {
			return math.Copysign(1, y) + math.Sqrt(0.2)*x
		}, func(x float64) float64 {
			return (NormalCDF((x+1)/math.Sqrt(0.2)) + NormalCDF((x-1)/math.Sqrt(0.2))) / 2
		}},
	} {
		h := NewHistogram(64, 200, -5, 5)
		s, rows := vec.NewStream(7), vec.Rows(2)
		for range 2000 {
			s.Normals(rows)
			for r := range 64 {
				h.Add(r, c.of(rows[0][r], rows[1][r]))
			}
		}
		want := 0.0
		for x := -3.0; x < 3; x += 0.01 {
			want = math.Max(want, math.Abs(c.cdf(x)-NormalCDF(x/math.Sqrt(1.2))))
		}
		d := h.FromNormal()
		if !(math.Abs(d.Value-want) < 0.004) || !(d.StdErr > 1e-4 && d.StdErr < 0.003) {
			t.Errorf("%s: got %.4f, want %.4f", c.name, d, want)
		}
	}
}

// pairSums returns the sums of a function of pairs of normal numbers with correlation 0.6, as n
// observations of each of 64 replicas.
func pairSums(n int, f func(x, y float64) float64) *TimeBlocks {
	b := &TimeBlocks{64, int64(n), make([]float64, 64), make([]float64, 64)}
	s, rows := vec.NewStream(1), vec.Rows(2)
	for range n {
		s.Normals(rows)
		for r := range 64 {
			v := f(rows[0][r], 0.6*rows[0][r]+0.8*rows[1][r])
			b.S1[r] += v
			b.S2[r] += v * v
		}
	}
	return b
}

// The standard error comes from the covariance: √((1 + ρ²)/n).
func TestCorrelation(t *testing.T) {
	const n = 2000
	x := pairSums(n, func(x, _ float64) float64 { return 3 + 2*x })
	y := pairSums(n, func(_, y float64) float64 { return y - 1 })
	e := Correlation(x, y, pairSums(n, func(x, y float64) float64 { return (3 + 2*x) * (y - 1) }))
	near(t, "correlation", e.Value, 0.6, 3*e.StdErr)
	se := math.Sqrt(1.36 / (64 * n))
	near(t, "standard error", e.StdErr, se, 0.3*se)
	mustPanic(t, "shape", func() {
		Correlation(x, y, pairSums(2, func(x, _ float64) float64 { return x }))
	})
}
