package estimate

import "math"

// FromNormal returns the Kolmogorov distance D of the law of a histogram to the normal law with its
// mean and variance, at the edges of the bins: those outside count as if they stood at the ends.
// Its standard error is by the jackknife over replicas. Noise alone makes D about 0.6/√n for n
// independent observations, so that D is an upper bound where it is that small. It is NaN for a
// constant, and the standard error for one replica.
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
	return Estimate{d, math.Sqrt(float64(variance(each)*float64((n-1)*(n-1))) / n)}
}

// fromNormal is D of the counts of the cells.
func (h *Histogram) fromNormal(counts []float64) float64 {
	edges, width := h.Edges(), (h.Hi-h.Lo)/float64(h.Bins)
	var total, s1, s2 float64
	for i, c := range counts {
		x := math.FMA(float64(i)-0.5, width, h.Lo)
		total += c
		s1 = math.FMA(c, x, s1)
		s2 = math.FMA(c, float64(x*x), s2)
	}
	mean := s1 / total
	// the bins add the variance of a uniform law
	v := math.FMA(-mean, mean, s2/total) - float64(width*width)/12
	sd := math.Sqrt(v)
	d, below := 0.0, 0.0
	for i, x := range edges {
		below += counts[i]
		d = math.Max(d, math.Abs(below/total-NormalCDF((x-mean)/sd)))
	}
	return d
}
