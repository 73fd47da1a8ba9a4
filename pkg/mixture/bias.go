package mixture

import (
	"fmt"
	"maps"
	"sync"

	"adl/pkg/exact"
	"adl/pkg/model"
	"adl/pkg/spec"
	"adl/pkg/study"
)

// bias returns the prediction of the bias in polynomials of a degree, which is made once.
func (g *Marginal) bias(degree int) *exact.Bias {
	b, _ := g.biases.LoadOrStore(degree, sync.OnceValue(func() *exact.Bias {
		return exact.NewBias(g.Posterior, degree)
	}))
	return b.(func() *exact.Bias)()
}

// FromBias is the task of arrays that follow from a bias in polynomials of a degree, whatever else
// is in the key.
func (g *Marginal) FromBias(
	title string, key spec.Key, degree int, arrays []study.Array, of func(*exact.Bias) [][]float64,
) *study.Exact {
	key = maps.Clone(key)
	key["model"], key["degree"] = g.Posterior.Model.Key(), degree
	return &study.Exact{
		Title: title, Key: key, Digest: g.digest, Arrays: arrays, Digits: study.Digits,
		Of: func() [][]float64 { return of(g.bias(degree)) },
		Part: func() (all []float64) {
			for _, x := range of(fewData()) {
				all = append(all, study.Some(x)...)
			}
			return all
		},
	}
}

// stepDegree is the largest degree of the polynomials for the time step of Langevin dynamics, whose
// effect is small.
const stepDegree = 16

// Slope is the task of a predicted L¹ error per ε(n)Δt, or per a power of Δt, of a dynamics with
// the friction γ. Its arrays are "slope", the value and its error, and "masses", the changes of the
// bins.
func (g *Marginal) Slope(
	per, name string, gamma float64, degree, bins int, solve func(*exact.Bias) *exact.Perturbation,
) *study.Exact {
	h := g.Histogram
	return g.FromBias(fmt.Sprintf("predicted error of %s per %s in %d bins", name, per, bins),
		spec.Key{
			"is": "bias slope", "dynamics": name, "per": per, "gamma": gamma,
			"lo": h.Lo, "hi": h.Hi, "bins": bins,
		},
		degree, []study.Array{{Name: "slope", Len: 2}, {Name: "masses", Len: bins}},
		func(b *exact.Bias) [][]float64 {
			v := b.Slope(0, h.Lo, h.Hi, bins, solve)
			return [][]float64{{v.Value, v.StdErr}, solve(b).Masses(0, h.Lo, h.Hi, bins)}
		})
}

// BatchSlope is the task of the slope per ε(n)Δt of Langevin dynamics with one B in its word.
func (g *Marginal) BatchSlope(gamma float64, degree, bins int) *study.Exact {
	return g.Slope("epsilon dt", "Langevin", gamma, degree, bins,
		func(b *exact.Bias) *exact.Perturbation { return b.Langevin(gamma) })
}

// StepSlope is the task of the slope per Δt² of OABAO, in polynomials of a degree or stepDegree.
func (g *Marginal) StepSlope(gamma float64, degree int) *study.Exact {
	return g.Slope("dt^2", "Langevin OABAO", gamma, min(degree, stepDegree), g.Histogram.Bins,
		func(b *exact.Bias) *exact.Perturbation { return b.LangevinStep(gamma) })
}

// fewData is the bias for a mixture of few data, which takes no time.
var fewData = sync.OnceValue(func() *exact.Bias {
	m := &model.Mixture{
		W: 0.4, Sigma1: 0.4, Sigma2: 0.5, SigmaTheta: 1, X: []float64{-0.2, 0.3, 0.5, 1, 1.4},
	}
	return exact.NewBias(exact.NewMixtureGrid(m, exact.Grid{}), 6)
})
