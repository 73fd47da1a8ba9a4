package mixture

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/spec"
	"adl/pkg/study"
)

// Leading is the error of a method to leading order in ε(n)Δt and Δt (propositions prop:SGLD_error
// and prop:Langevin_error). It is empty for methods with more than one B per step.
type Leading []Part

// Part is a term of the error. That of the time step comes before that of the batches.
type Part struct {
	Per    string            // "dt", "dt^2" or "epsilon dt", to which it is proportional
	Slope  estimate.Estimate // the L¹ error
	Masses []float64         // changes of the masses of the bins
}

// Power returns Δt, Δt² or ε(n)Δt.
func (p Part) Power(epsilon, dt float64) float64 {
	switch p.Per {
	case "dt":
		return dt
	case "dt^2":
		return float64(dt * dt)
	}
	return float64(epsilon * dt)
}

// At returns the changes of the masses of the bins.
func (l Leading) At(epsilon, dt float64) []float64 {
	sum := make([]float64, len(l[0].Masses))
	for _, p := range l {
		x := p.Power(epsilon, dt)
		for b, change := range p.Masses {
			sum[b] += float64(x * change)
		}
	}
	return sum
}

// Error returns the L¹ error, and whether it is so small that first order may be near it.
func (l Leading) Error(epsilon, dt float64) (v float64, near bool) {
	const largest = 0.5
	for _, change := range l.At(epsilon, dt) {
		v += math.Abs(change)
	}
	return v, v <= largest
}

// RunLeading runs chains, and computes the leading order of methods in polynomials of a degree.
func (g *Marginal) RunLeading(
	c *experiment.Context, degree int, methods []study.Method, chains []*simulate.Chain,
) (found []*simulate.Samples, all []Leading, err error) {
	parts := make([][]*study.Exact, len(methods))
	for i, m := range methods {
		parts[i] = g.leading(m, degree)
	}
	if found, err = study.Run(c, chains, slices.Concat(parts...)...); err != nil {
		return nil, nil, err
	}
	all = make([]Leading, len(methods))
	for i, tasks := range parts {
		for _, x := range tasks {
			all[i] = append(all[i], Part{x.Key["per"].(string), foundSlope(x), x.Found("masses")})
		}
	}
	return found, all, nil
}

// leading returns the tasks of the parts of a method's error.
func (g *Marginal) leading(m study.Method, degree int) []*study.Exact {
	bins := g.Histogram.Bins
	switch {
	case m.Word == dynamics.SGLD:
		return []*study.Exact{
			g.Slope("dt", "SGLD", 0, degree, bins, func(b *exact.Bias) *exact.Perturbation {
				_, step := b.SGLD()
				return step
			}),
			g.Slope("epsilon dt", "SGLD", 0, degree, bins, func(b *exact.Bias) *exact.Perturbation {
				batch, _ := b.SGLD()
				return batch
			}),
		}
	case m.Word == "OABAO":
		return []*study.Exact{g.stepSlope(m.Gamma, degree), g.batchSlope(m.Gamma, degree, bins)}
	case strings.Count(m.Word, "B") == 1:
		return []*study.Exact{g.batchSlope(m.Gamma, degree, bins)}
	}
	return nil
}

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

// foundSlope returns the slope that a task of Slope found.
func foundSlope(x *study.Exact) estimate.Estimate {
	v := x.Found("slope")
	return estimate.Estimate{Value: v[0], StdErr: v[1]}
}

// batchSlope is the task of the slope per ε(n)Δt of Langevin dynamics with one B in its word.
func (g *Marginal) batchSlope(gamma float64, degree, bins int) *study.Exact {
	return g.Slope("epsilon dt", "Langevin", gamma, degree, bins,
		func(b *exact.Bias) *exact.Perturbation { return b.Langevin(gamma) })
}

// stepSlope is the task of the slope per Δt² of OABAO, in polynomials of a degree or stepDegree.
func (g *Marginal) stepSlope(gamma float64, degree int) *study.Exact {
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
