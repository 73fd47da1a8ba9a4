package study

import (
	"math"
	"strings"
	"sync"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/spec"
)

// Leading is the error of a method to leading order in ε(n)Δt and Δt (propositions prop:SGLD_error
// and prop:Langevin_error): one task per term for the changes of the bins' "masses", with the
// factor "dt", "dt^2" or "epsilon dt" under "per". The term of the time step comes before the term
// of the batches. Methods with more than one B per step have no terms.
type Leading []*Exact

// At returns the changes of the masses of the bins, after [Do] has run the tasks.
func (l Leading) At(epsilon, dt float64) []float64 {
	power := map[any]float64{"dt": dt, "dt^2": dt * dt, "epsilon dt": epsilon * dt}
	sum := make([]float64, l[0].Arrays[0].Len)
	for _, term := range l {
		for b, change := range term.Found("masses") {
			sum[b] += power[term.Key["per"]] * change
		}
	}
	return sum
}

// Error returns the L¹ error, and whether it is small enough for first order to be near the truth.
func (l Leading) Error(epsilon, dt float64) (v float64, near bool) {
	const largest = 0.5
	for _, change := range l.At(epsilon, dt) {
		v += math.Abs(change)
	}
	return v, v <= largest
}

// LeadingOf returns the leading order of every method of the runs, and all its tasks.
func (g *MixturePosterior) LeadingOf(
	runs []*Run, degree int,
) (methods map[string]Leading, tasks []*Exact) {
	methods = map[string]Leading{}
	for _, r := range runs {
		if methods[r.Method] == nil {
			methods[r.Method] = g.Leading(r.Chain.Scheme, degree)
			tasks = append(tasks, methods[r.Method]...)
		}
	}
	return methods, tasks
}

// Leading returns the leading order of SGLD or of Langevin dynamics in polynomials of a degree, no
// terms for other schemes. The effect of the time step of Langevin dynamics is small: polynomials
// of degree 16 suffice.
func (g *MixturePosterior) Leading(s dynamics.Scheme, degree int) (terms Leading) {
	if s.Word == dynamics.SGLD {
		return Leading{
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
	f, ok := s.Friction.(dynamics.Constant)
	if ok && s.Word == "OABAO" {
		terms = append(terms, g.slope("dt^2", "Langevin OABAO", f.Gamma, min(degree, 16),
			func(b *exact.Bias) *exact.Perturbation { return b.LangevinStep(f.Gamma) }))
	}
	if ok && strings.Count(s.Word, "B") == 1 {
		terms = append(terms, g.slope("epsilon dt", "Langevin", f.Gamma, degree,
			func(b *exact.Bias) *exact.Perturbation { return b.Langevin(f.Gamma) }))
	}
	return terms
}

// FromBias is the task of n numbers about the bins that follow from a bias in polynomials of a
// degree. It adds the degree, the model and the histogram to the key.
func (g *MixturePosterior) FromBias(
	key spec.Key, degree int, name string, n int, of func(*exact.Bias) []float64,
) *Exact {
	h := g.Histogram
	key["model"], key["degree"] = g.Model.Key(), degree
	if g.control != nil {
		key["control"] = g.control
	}
	key["lo"], key["hi"], key["bins"] = h.Lo, h.Hi, h.Bins
	return &Exact{
		Key: key, Digest: g.digest, Arrays: []Array{{Name: name, Len: n}},
		Compute: func() [][]float64 {
			once, _ := g.biases.LoadOrStore(degree, sync.OnceValue(func() *exact.Bias {
				return exact.NewBias(g.MixtureGrid, degree)
			}))
			return [][]float64{of(once.(func() *exact.Bias)())}
		},
	}
}

// slope is the task of "masses", the changes of the bins' masses per ε(n)Δt, or per a power of Δt,
// to leading order for a dynamics with the friction γ.
func (g *MixturePosterior) slope(
	per, name string, gamma float64, degree int, solve func(*exact.Bias) *exact.Perturbation,
) *Exact {
	h := g.Histogram
	key := spec.Key{"is": "bias slope", "dynamics": name, "per": per, "gamma": gamma}
	return g.FromBias(key, degree, "masses", h.Bins, func(b *exact.Bias) []float64 {
		return solve(b).Masses(0, h.Lo, h.Hi, h.Bins)
	})
}

// Frozen is the task of the errors "L1" per ε(n)Δt, at each ε(n)Δt of a list, to leading order in
// ε(n)Δt: of Langevin dynamics with a constant friction, and of Adaptive Langevin dynamics as it
// would be if its ξ did not move, with the friction A = γ + ε(n)Δt S*/2 and the noise A(θ). They
// depend on ε(n)Δt alone.
func (g *MixturePosterior) Frozen(
	f dynamics.Friction, epsilonDt []float64, degree int,
) *Exact {
	h := g.Histogram
	key := spec.Key{"is": "bias of constant friction", "epsilon dt": epsilonDt}
	at := func(b *exact.Bias, _ float64) *exact.Perturbation {
		return b.Langevin(f.(dynamics.Constant).Gamma)
	}
	switch f := f.(type) {
	case dynamics.Constant:
		key["gamma"] = f.Gamma
	case dynamics.AdL:
		key["is"], key["friction"], key["gamma"] = "bias of frozen friction", f.Form.Key(), f.Gamma
		at = func(b *exact.Bias, x float64) *exact.Perturbation { return b.AdL(f.Form, x, f.Gamma) }
	}
	return g.FromBias(key, degree, "L1", len(epsilonDt), func(b *exact.Bias) (l1 []float64) {
		for _, x := range epsilonDt {
			l1 = append(l1, at(b, x).L1(0, h.Lo, h.Hi, h.Bins))
		}
		return l1
	})
}
