package study

import (
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"adl/pkg/dynamics"
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
	Per    string    // "dt", "dt^2" or "epsilon dt", to which it is proportional
	Masses []float64 // changes of the masses of the bins
}

// At returns the changes of the masses of the bins.
func (l Leading) At(epsilon, dt float64) []float64 {
	power := map[string]float64{"dt": dt, "dt^2": dt * dt, "epsilon dt": epsilon * dt}
	sum := make([]float64, len(l[0].Masses))
	for _, p := range l {
		for b, change := range p.Masses {
			sum[b] += float64(power[p.Per] * change)
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
			all[i] = append(all[i], Part{x.Key["per"].(string), x.Found("masses")})
		}
	}
	return found, all, nil
}

// leading returns the tasks of the parts of a method's error. The effect of the time step of
// Langevin dynamics is small: polynomials of degree 16 suffice.
func (g *MixturePosterior) leading(m Method, degree int) (tasks []*Exact) {
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
	if m.Word == "OABAO" {
		tasks = append(tasks, g.slope("dt^2", "Langevin OABAO", m.Gamma, min(degree, 16),
			func(b *exact.Bias) *exact.Perturbation { return b.LangevinStep(m.Gamma) }))
	}
	if strings.Count(m.Word, "B") == 1 {
		tasks = append(tasks, g.slope("epsilon dt", "Langevin", m.Gamma, degree,
			func(b *exact.Bias) *exact.Perturbation { return b.Langevin(m.Gamma) }))
	}
	return tasks
}

// FromBias is the task of arrays that follow from a bias in polynomials of a degree, whatever else
// is in the key.
func (g *MixturePosterior) FromBias(
	key spec.Key, degree int, arrays []Array, of func(*exact.Bias) [][]float64,
) *Exact {
	key = maps.Clone(key)
	key["model"], key["degree"] = g.sampled().Key(), degree
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

// slope is the task of "masses", the changes of the bins' masses per ε(n)Δt, or per a power of Δt,
// to leading order for a dynamics with the friction γ.
func (g *MixturePosterior) slope(
	per, name string, gamma float64, degree int, solve func(*exact.Bias) *exact.Perturbation,
) *Exact {
	h := g.Histogram
	return g.FromBias(
		spec.Key{
			"is": "bias slope", "dynamics": name, "per": per, "gamma": gamma,
			"lo": h.Lo, "hi": h.Hi, "bins": h.Bins,
		},
		degree, []Array{{Name: "masses", Len: h.Bins}},
		func(b *exact.Bias) [][]float64 {
			return [][]float64{solve(b).Masses(0, h.Lo, h.Hi, h.Bins)}
		})
}
