package regression

import (
	"fmt"
	"math"

	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/linalg"
	"adl/pkg/spec"
	"adl/pkg/study"
)

// Draws are the keys of a spec for the posterior without dynamics: points of the Laplace
// approximation with importance weights (exact.Laplace.Weights).
type Draws struct {
	Draws   int `toml:"draws" spec:"min=16,max=1000000"`
	Batches int `toml:"batches" spec:"min=8,max=1024"` // which give the standard errors
}

// Weighted are moments and histograms of linear functions of θ over the posterior of logistic
// regression: first θ_1, …, θ_d, then θ_i + θ_j and θ_i − θ_j for each of the pairs. A function f
// is measured as u = (f − m_f)/s_f, with the mean and the standard deviation of the Laplace
// approximation.
//
// Means over the posterior are those over the draws, with the known mean over the approximation as
// a control variate:
//
//	⟨g⟩ = E g + Σ w g/Σ w − (1/n) Σ g,   E g = ∫ g dN(0, 1).
//
// Standard errors are the jackknife's over batches of draws.
type Weighted struct {
	p    *Posterior
	n    int         // batches
	sums [][]float64 // over all batches but one and, last, over all (exact.Laplace.Sums)
}

// newWeighted takes what the tasks of the batches found.
func newWeighted(p *Posterior, batches [][]float64) *Weighted {
	w := &Weighted{p: p, n: len(batches)}
	for skip := range w.n + 1 {
		s := make([]float64, len(batches[0]))
		for b, x := range batches {
			if b != skip {
				linalg.AddScaled(s, 1, x)
			}
		}
		w.sums = append(w.sums, s)
	}
	return w
}

// sum returns the sums over all batches but one, or all if skip is −1.
func (w *Weighted) sum(skip int) []float64 {
	if skip < 0 {
		skip = w.n
	}
	return w.sums[skip]
}

// weighted says which sums over the draws are made.
func (p *Posterior) weighted() exact.Sums {
	return exact.Sums{Width: p.Observe.Width, Bins: p.Observe.Bins}
}

// weightedTasks returns the tasks of the draws, a batch each.
func (p *Posterior) weightedTasks(s Draws) (tasks []*study.Exact) {
	pairs := max(1, s.Draws/(2*s.Batches))
	functions := p.Laplace.Functions(p.Observe.Pairs)
	sums := p.weighted()
	for b := range s.Batches {
		tasks = append(tasks, &study.Exact{
			Title: fmt.Sprintf("posterior, %d weighted draws, batch %d", 2*pairs, b+1),
			Key: spec.Key{
				"is": "weighted draws", "model": p.Model.Key(), "pairs": pairs, "batch": b,
				"seed": p.Seed, "of": p.Observe.Pairs, "width": p.Observe.Width, "bins": p.Observe.Bins,
			},
			Digest: p.Digest,
			Arrays: []study.Array{{Name: "sums", Len: sums.Len(len(functions))}},
			Of: func() [][]float64 {
				draws := p.Laplace.Draws(pairs, p.Seed, keyWeighted, uint64(b))
				return [][]float64{p.Laplace.Sums(sums, functions, draws)}
			},
			Part: func() []float64 {
				return p.Laplace.Weights(p.Laplace.Draws(1, p.Seed, keyWeighted, uint64(b)))
			},
		})
	}
	return tasks
}

// law are the moments and the distribution function of u.
type law struct {
	mean, variance, skewness, kurtosis float64
	cdf                                []float64 // at the edges of the bins
}

// at returns the mean over the posterior of the j-th number of a function from sums, where known is
// the mean over the approximation.
func (w *Weighted) at(sums []float64, f, j int, known float64) float64 {
	weighted, plain := w.p.weighted().Of(sums, f, j)
	return known + float64(weighted/sums[0]) - float64(plain/sums[1])
}

// variance returns the variance of a function from sums.
func (w *Weighted) variance(sums []float64, f int) float64 {
	m := w.at(sums, f, 0, 0)
	return w.at(sums, f, 1, 1) - float64(m*m)
}

// law returns the distribution of a function from sums.
func (w *Weighted) law(sums []float64, f int) law {
	bins, width := w.p.Observe.Bins, w.p.Observe.Width
	of := func(j int, known float64) float64 { return w.at(sums, f, j, known) }
	m1, m2, m3, m4 := of(0, 0), of(1, 1), of(2, 0), of(3, 3)
	var l law
	l.mean, l.variance = m1, w.variance(sums, f)
	c3 := m3 - float64(3*m1*m2) + float64(2*m1*m1*m1)
	c4 := m4 - float64(4*m1*m3) + float64(6*m1*m1*m2) - float64(3*m1*m1*m1*m1)
	l.skewness = c3 / (l.variance * math.Sqrt(l.variance))
	l.kurtosis = c4/float64(l.variance*l.variance) - 3
	edges := linalg.LinSpace(-width, width, bins+1)
	sum := estimate.NormalCDF(-width)
	l.cdf = append(l.cdf, sum)
	for b := range bins {
		sum += of(exact.Moments+b, estimate.NormalMass(edges[b], edges[b+1]))
		l.cdf = append(l.cdf, sum)
	}
	return l
}

// estimate returns a number of the distribution of function f, with its standard error.
func (w *Weighted) estimate(f int, of func(l law) float64) estimate.Estimate {
	e, _ := estimate.Jackknife(w.n, func(skip int) float64 { return of(w.law(w.sum(skip), f)) })
	return e
}

// Skewness returns the skewness of function f.
func (w *Weighted) Skewness(f int) estimate.Estimate {
	return w.estimate(f, func(l law) float64 { return l.skewness })
}

// Kurtosis returns the excess kurtosis of function f.
func (w *Weighted) Kurtosis(f int) estimate.Estimate {
	return w.estimate(f, func(l law) float64 { return l.kurtosis })
}

// Normal returns the Kolmogorov distance of function f to the normal distribution of the same mean
// and variance, at the edges of the bins. Every jackknife sample has its own.
func (w *Weighted) Normal(f int) estimate.Estimate {
	width := w.p.Observe.Width
	return w.estimate(f, func(l law) float64 {
		edges := linalg.LinSpace(-width, width, len(l.cdf))
		far := 0.0
		for i, u := range edges {
			far = max(far, math.Abs(l.cdf[i]-estimate.NormalCDF((u-l.mean)/math.Sqrt(l.variance))))
		}
		return far
	})
}

// Distance returns the Kolmogorov distance between the posterior's distribution of θ_k, k from 1,
// and a histogram of a run (Posterior.Marginal), at the edges of the bins. Noise makes it larger,
// by Floor if there is nothing else; Corrected is √(Raw² − Floor²), or 0.
func (w *Weighted) Distance(k int, h *estimate.Histogram) estimate.L1 {
	exact := w.law(w.sum(-1), k-1).cdf
	run := func(skip int) []float64 {
		cdf, n := make([]float64, h.Bins+1), 0.0
		for r := range h.Replicas {
			if r == skip {
				continue
			}
			sum := 0.0
			for b, c := range h.Counts[r*(h.Bins+2):][:h.Bins+2] {
				if sum += float64(c); b <= h.Bins {
					cdf[b] += sum
				}
			}
			n += sum
		}
		for b := range cdf {
			cdf[b] /= n
		}
		return cdf
	}
	far := func(a, b []float64) (d float64) {
		for i := range a {
			d = max(d, math.Abs(a[i]-b[i]))
		}
		return d
	}
	mine := run(-1)
	without := make([][]float64, h.Replicas)
	for r := range without {
		without[r] = run(r)
	}
	cdf := func(skip int) []float64 {
		if skip < 0 {
			return mine
		}
		return without[skip]
	}
	e, _ := estimate.Jackknife(h.Replicas, func(skip int) float64 { return far(cdf(skip), exact) })
	other := w.estimate(k-1, func(l law) float64 { return far(mine, l.cdf) })
	l := estimate.L1{Raw: e.Value}
	l.StdErr = math.Sqrt(float64(e.StdErr*e.StdErr) + float64(other.StdErr*other.StdErr))
	// The supremum of a Brownian bridge is 0.869 on average, and its largest standard deviation 1/2.
	for b := range mine {
		s, _ := estimate.Jackknife(h.Replicas, func(skip int) float64 { return cdf(skip)[b] })
		l.Floor = max(l.Floor, float64(2*0.869*s.StdErr))
	}
	l.Corrected = math.Sqrt(max(0, float64(l.Raw*l.Raw)-float64(l.Floor*l.Floor)))
	return l
}

// Variances returns the variances of θ over the posterior.
func (w *Weighted) Variances() estimate.Variances {
	d, n := w.p.Train.D, w.n
	var v estimate.Variances
	all := w.sum(-1)
	for i := range d {
		x := w.variance(all, i)
		v.Value = append(v.Value, float64(x*w.p.Laplace.Cov[i*d+i]))
		v.Each = append(v.Each, make([]float64, n))
	}
	for r := range n {
		s := w.sum(r)
		for i := range d {
			x, y := w.variance(all, i), w.variance(s, i)
			v.Each[i][r] = (float64(float64(n)*x) - float64(float64(n-1)*y)) / x
		}
	}
	return v
}

// Effective returns the number of independent draws of the posterior that the weighted ones are
// worth, (Σ w)²/Σ w².
func (w *Weighted) Effective() float64 {
	s := w.sum(-1)
	return s[0] / s[2] * s[0]
}
