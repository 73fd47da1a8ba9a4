package study

import (
	"adl/pkg/estimate"
	"adl/pkg/linalg"
	"adl/pkg/spec"
)

// WeightedDraws are the keys of a spec for the posterior without dynamics: points of the Laplace
// approximation with importance weights (exact.Laplace.Weights).
type WeightedDraws struct {
	Draws   int `toml:"draws" spec:"min=16,max=1000000"`
	Batches int `toml:"batches" spec:"min=8,max=1024"` // for the standard errors
}

// Weigh adds weighted draws of the posterior and returns their tasks, one per batch.
func (p *RegressionPosterior) Weigh(s WeightedDraws) []*Exact {
	pairs := max(1, s.Draws/(2*s.Batches))
	for b := range s.Batches {
		p.draws = append(p.draws, &Exact{
			Key: spec.Key{
				"is": "weighted draws", "model": p.Model.Key(), "pairs": pairs, "batch": b,
				"seed": p.Seed,
			},
			Digest: p.Digest,
			Arrays: []Array{{Name: "sums", Len: 2 + 4*p.Train.D}},
			Compute: func() [][]float64 {
				draws := p.Laplace.Draws(pairs, p.Seed, keyWeighted, uint64(b))
				return [][]float64{p.Laplace.Sums(draws)}
			},
		})
	}
	return p.draws
}

// Variances returns the variances of θ over the posterior, from the sums that the tasks of Draw
// found. Means over the posterior are weighted means over the draws, with the known mean over
// the Laplace approximation as a control variate: for g(u), u = (θ_i − m_i)/s_i,
//
//	⟨g⟩ = E g + Σ w g/Σ w − (1/n) Σ g,   E g = ∫ g dN(0, 1).
//
// Each mean has jackknife samples over the batches of draws.
func (p *RegressionPosterior) Variances() (v estimate.Variances) {
	var batches [][]float64
	for _, x := range p.draws {
		batches = append(batches, x.Found("sums"))
	}
	without := func(skip int) []float64 { // the sums over all batches but one
		s := make([]float64, len(batches[0]))
		for b, x := range batches {
			if b != skip {
				linalg.AddScaled(s, 1, x)
			}
		}
		return s
	}
	variance := func(sums []float64, i int) float64 { // of u
		mean := func(power int, known float64) float64 {
			of := sums[2+4*i+2*(power-1):] // weighted and plain
			return known + of[0]/sums[0] - of[1]/sums[1]
		}
		m := mean(1, 0)
		return mean(2, 1) - m*m
	}
	d, n := p.Train.D, len(batches)
	all := without(-1)
	for i := range d {
		v.Value = append(v.Value, variance(all, i)*p.Laplace.Cov[i*d+i])
		v.Each = append(v.Each, make([]float64, n))
	}
	for b := range n {
		s := without(b)
		for i := range d {
			x, y := variance(all, i), variance(s, i)
			v.Each[i][b] = (float64(n)*x - float64(n-1)*y) / x
		}
	}
	return v
}
