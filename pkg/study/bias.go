package study

import (
	"maps"
	"sync"

	"adl/pkg/exact"
	"adl/pkg/model"
	"adl/pkg/spec"
)

// Bias returns a function that returns the prediction of the bias in polynomials of a degree. It is
// made at the first call.
func (g *Marginal) Bias(degree int) func() *exact.Bias {
	return sync.OnceValue(func() *exact.Bias { return exact.NewBias(g.Posterior, degree) })
}

// FromBias is the task of arrays that follow from a bias in polynomials of a degree, whatever else
// is in the key.
func (g *Marginal) FromBias(
	title string, key spec.Key, degree int, bias func() *exact.Bias, arrays []Array,
	of func(*exact.Bias) [][]float64,
) *Exact {
	key = maps.Clone(key)
	key["model"], key["degree"] = g.Posterior.Model.Key(), degree
	return &Exact{
		Title: title, Key: key, Digest: g.digest, Arrays: arrays, Digits: Digits,
		Of: func() [][]float64 { return of(bias()) },
		Part: func() (all []float64) {
			for _, x := range of(fewData()) {
				all = append(all, Some(x)...)
			}
			return all
		},
	}
}

// fewData is the bias for a mixture of few data, which takes no time.
var fewData = sync.OnceValue(func() *exact.Bias {
	m := &model.Mixture{
		W: 0.4, Sigma1: 0.4, Sigma2: 0.5, SigmaTheta: 1, X: []float64{-0.2, 0.3, 0.5, 1, 1.4},
	}
	return exact.NewBias(exact.NewPosterior(m, exact.Grid{}), 6)
})
