package estimate

import (
	"math"

	"adl/pkg/linalg"
)

// Histogram counts the observations of each replica in Bins equal bins of [Lo, Hi). Counts has the
// layout [replica][Bins+2]: the first cell of a replica counts observations below Lo (and NaN), the
// last cell observations at or above Hi, and cell b+1 is bin b. Every observation is in one cell.
// Methods panic if the lengths do not agree or a replica has no observation; Edges and Centres need
// only Bins, Lo and Hi.
type Histogram struct {
	Replicas, Bins int
	Lo, Hi         float64
	Counts         []uint32
}

func (h *Histogram) check() {
	check(h.Replicas > 0 && h.Bins > 0 && h.Lo < h.Hi && !math.IsInf(h.Hi-h.Lo, 0) &&
		len(h.Counts) == h.Replicas*(h.Bins+2),
		"histogram of %d replicas, %d bins on [%v, %v) with %d counts",
		h.Replicas, h.Bins, h.Lo, h.Hi, len(h.Counts))
}

// Edges returns the Bins+1 edges of the bins.
func (h *Histogram) Edges() []float64 { return linalg.LinSpace(h.Lo, h.Hi, h.Bins+1) }

// Centres returns the centres of the bins.
func (h *Histogram) Centres() []float64 {
	c, e := make([]float64, h.Bins), h.Edges()
	for b := range c {
		c[b] = 0.5 * (e[b] + e[b+1])
	}
	return c
}

// frequencies returns the pooled frequencies p of the cells and the influence of each replica on
// them, e[r][i], whose mean over r is 0.
func (h *Histogram) frequencies() (p []float64, e [][]float64) {
	h.check()
	cells := h.Bins + 2
	sum, n, total := make([]uint64, cells), make([]uint64, h.Replicas), uint64(0)
	for r := range n {
		for i, c := range h.Counts[r*cells:][:cells] {
			sum[i] += uint64(c)
			n[r] += uint64(c)
		}
		check(n[r] > 0, "histogram: replica %d has no observation", r)
		total += n[r]
	}
	p = make([]float64, cells)
	for i := range p {
		p[i] = float64(sum[i]) / float64(total)
	}
	nbar := float64(total) / float64(h.Replicas)
	for r := range n {
		row := make([]float64, cells)
		for i, c := range h.Counts[r*cells:][:cells] {
			row[i] = (float64(c) - p[i]*float64(n[r])) / nbar
		}
		e = append(e, row)
	}
	return p, e
}

// Masses returns the fraction of all observations, including those outside [Lo, Hi), in each of the
// Bins bins.
func (h *Histogram) Masses() []Estimate {
	p, e := h.frequencies()
	m := make([]Estimate, h.Bins)
	f := make([]float64, h.Replicas)
	for b := range m {
		for r := range f {
			f[r] = e[r][b+1]
		}
		m[b] = Estimate{p[b+1], stdErr(f)}
	}
	return m
}

// Densities returns Masses divided by the width of a bin.
func (h *Histogram) Densities() []Estimate {
	m := h.Masses()
	w := (h.Hi - h.Lo) / float64(h.Bins)
	for b := range m {
		m[b] = Estimate{m[b].Value / w, m[b].StdErr / w}
	}
	return m
}

// Along returns Σ_b sign(f_b) (h_b − q_b) for the masses h of the bins and the masses q of a
// reference. If their difference has the signs of f, this is their L¹ distance; being linear in h,
// it has no bias. Along panics if the length of q or f is not Bins.
func (h *Histogram) Along(q, f []float64) Estimate {
	check(len(q) == h.Bins && len(f) == h.Bins,
		"Along: %d reference masses and %d signs for %d bins", len(q), len(f), h.Bins)
	p, e := h.frequencies()
	v, influence := 0.0, make([]float64, h.Replicas)
	for b, f := range f {
		s := sign(f)
		v += s * (p[b+1] - q[b])
		for r := range influence {
			influence[r] += s * e[r][b+1]
		}
	}
	return Estimate{v, stdErr(influence)}
}

func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// FromNormal returns the Kolmogorov distance D of a histogram to the normal distribution with its
// mean and variance, at the edges of the bins. Observations outside count as if they were at the
// ends. Its standard error is by the jackknife over replicas, NaN for one. Noise alone makes D
// about 0.6/√n for n independent observations. D is NaN for a constant.
func (h *Histogram) FromNormal() Estimate {
	h.check()
	cells := h.Bins + 2
	all := make([]float64, cells)
	for i, c := range h.Counts {
		all[i%cells] += float64(c)
	}
	d := h.fromNormal(all)
	n := float64(h.Replicas)
	each, less := make([]float64, h.Replicas), make([]float64, cells)
	for r := range each {
		for i, c := range h.Counts[r*cells:][:cells] {
			less[i] = all[i] - float64(c)
		}
		each[r] = h.fromNormal(less)
	}
	return Estimate{d, math.Sqrt(variance(each) * ((n - 1) * (n - 1)) / n)}
}

// fromNormal is D of the counts of the cells.
func (h *Histogram) fromNormal(counts []float64) float64 {
	edges, width := h.Edges(), (h.Hi-h.Lo)/float64(h.Bins)
	var total, s1, s2 float64
	for i, c := range counts {
		x := h.Lo + (float64(i)-0.5)*width
		total += c
		s1 += c * x
		s2 += c * x * x
	}
	mean := s1 / total
	// the bins add the variance of a uniform distribution
	v := s2/total - mean*mean - width*width/12
	sd := math.Sqrt(v)
	d, below := 0.0, 0.0
	for i, x := range edges {
		below += counts[i]
		d = math.Max(d, math.Abs(below/total-NormalCDF((x-mean)/sd)))
	}
	return d
}

// Correlation returns the correlation of two observables,
//
//	ρ = (⟨xy⟩ − ⟨x⟩⟨y⟩)/√(Var x · Var y),
//
// from the sums of x, y and xy over the same observations. Its standard error allows for the
// covariance alone, by the delta method over replicas. It is NaN for a constant. Correlation panics
// if the sums differ in shape.
func Correlation(x, y, xy *TimeBlocks) Estimate {
	nb := x.blocks()
	check(y.blocks() == nb && xy.blocks() == nb && x.Replicas == y.Replicas &&
		x.Replicas == xy.Replicas && x.Count == y.Count && x.Count == xy.Count,
		"correlation of sums that differ in shape")
	a, b := x.Mean().Value, y.Mean().Value
	scale := math.Sqrt(x.Variance().Value * y.Variance().Value)
	ux, uy, u := x.units(0, nb), y.units(0, nb), xy.units(0, nb)
	f := make([]float64, len(u))
	for i := range f {
		c := (u[i].s1 - b*ux[i].s1 - a*uy[i].s1) / u[i].n
		f[i] = (c + a*b) / scale
	}
	return Mean(f)
}
