package study

import (
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/simulate"
	"adl/pkg/spec"
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

// SweepLeading computes chains, and the leading order of methods in polynomials of a degree.
func (g *MixturePosterior) SweepLeading(
	c *experiment.Context, degree int, methods []Method, chains []*simulate.Chain,
) (found []*simulate.Samples, all []Leading, err error) {
	parts := make([][]*Exact, len(methods))
	for i, m := range methods {
		parts[i] = g.leading(m, degree)
	}
	if found, err = Sweep(c, chains, slices.Concat(parts...)...); err != nil {
		return nil, nil, err
	}
	all = make([]Leading, len(methods))
	for i, tasks := range parts {
		for _, x := range tasks {
			v := x.Found("slope")
			slope := estimate.Estimate{Value: v[0], StdErr: v[1]}
			all[i] = append(all[i], Part{x.Key["per"].(string), slope, x.Found("masses")})
		}
	}
	return found, all, nil
}

// stepDegree is the largest degree of the polynomials for the time step of Langevin dynamics, whose
// effect is small.
const stepDegree = 16

// leading returns the tasks of the parts of a method's error.
func (g *MixturePosterior) leading(m Method, degree int) []*Exact {
	if m.Word == dynamics.SGLD {
		return []*Exact{
			g.slope("dt", "SGLD", 0, degree, func(b *exact.Bias) *exact.Perturbation {
				_, step := b.SGLD()
				return step
			}),
			g.slope("epsilon dt", "SGLD", 0, degree, func(b *exact.Bias) *exact.Perturbation {
				batch, _ := b.SGLD()
				return batch
			}),
		}
	}
	if strings.Count(m.Word, "B") != 1 {
		return nil
	}
	batch := g.slope("epsilon dt", "Langevin", m.Gamma, degree,
		func(b *exact.Bias) *exact.Perturbation { return b.Langevin(m.Gamma) })
	if m.Word != "OABAO" {
		return []*Exact{batch}
	}
	step := g.slope("dt^2", "Langevin OABAO", m.Gamma, min(degree, stepDegree),
		func(b *exact.Bias) *exact.Perturbation { return b.LangevinStep(m.Gamma) })
	return []*Exact{step, batch}
}

// FromBias is the task of arrays that follow from a bias in polynomials of a degree, whatever else
// is in the key.
func (g *MixturePosterior) FromBias(
	key spec.Key, degree int, arrays []Array, of func(*exact.Bias) [][]float64,
) *Exact {
	key = maps.Clone(key)
	key["model"], key["degree"] = g.Model.Key(), degree
	return &Exact{
		Key: key, Digest: g.digest, Arrays: arrays, Digits: Digits,
		Of: func() [][]float64 {
			once, _ := g.biases.LoadOrStore(degree, sync.OnceValue(func() *exact.Bias {
				return exact.NewBias(g.MixtureGrid, degree)
			}))
			return of(once.(func() *exact.Bias)())
		},
	}
}

// slope is the task of a predicted L¹ error per ε(n)Δt, or per a power of Δt, of a dynamics with
// the friction γ. Its arrays are "slope", the value and its error, and "masses", the changes of the
// bins.
func (g *MixturePosterior) slope(
	per, name string, gamma float64, degree int, solve func(*exact.Bias) *exact.Perturbation,
) *Exact {
	h := g.Histogram
	return g.FromBias(
		spec.Key{
			"is": "bias slope", "dynamics": name, "per": per, "gamma": gamma,
			"lo": h.Lo, "hi": h.Hi, "bins": h.Bins,
		},
		degree, []Array{{Name: "slope", Len: 2}, {Name: "masses", Len: h.Bins}},
		func(b *exact.Bias) [][]float64 {
			v := b.Slope(0, h.Lo, h.Hi, h.Bins, solve)
			return [][]float64{{v.Value, v.StdErr}, solve(b).Masses(0, h.Lo, h.Hi, h.Bins)}
		})
}
