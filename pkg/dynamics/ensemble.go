// Package dynamics moves ensembles of replicas by schemes that are words over elementary flows.
//
// The state of a replica is (θ, p, ξ). The flows are, over a time h,
//
//	A  θ ← θ + h p                                                      (eq. elementary_SDE_tht)
//	B  p ← p + h F̂_n(θ)                                                 (eq. elementary_scheme_mb)
//	O  p ← e^(−hξ) p + [γ ξ⁻¹ (1 − e^(−2hξ))]^(1/2) G, ξ frozen          (eq. elementary_SDE_OU)
//	D  ξ ← ξ + (h/η) (p pᵀ − 1)                                         (eq. elementary_SDE_xi)
//
// and a scheme is a palindrome over them in which a letter that occurs k times gets the time Δt/k: OABAO is the paper's scheme for Langevin dynamics
// (eq. GLA_minibatched), ODABADO the one for Adaptive Langevin dynamics (eq. adl_scheme). What O and D do is the business of a Friction.
//
// In extended Adaptive Langevin dynamics ξ depends on θ: ξ(θ) = Σ_k ξ_k f_k(θ) (eq. xi_eAdL), O takes ξ(θ), and D is ξ_k ← ξ_k + (h/η_k) f_k(θ) (p pᵀ − 1) (eq.
// sheme_eadl). That is a Friction too, Extended; the f_k are a Basis.
//
// 64 replicas advance in lockstep. A flow is one pass over all lanes, a call of a routine of package vec; neighbours that vec
// can do in one pass become one flow when a scheme is compiled, with the same bits. In many dimensions, where the frictions of 64 replicas fit in no cache,
// replicas advance one after the other (WideEnsemble), by the same words.
package dynamics

import (
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/vec"
)

// Ensemble is the state of 64 replicas and the sources of their randomness. Everything that it does follows from its fields.
type Ensemble struct {
	Theta, P []vec.Row // one row a dimension
	Xi       []vec.Row // as the Friction lays it out; empty where the friction is constant
	F        []vec.Row // the force that the latest B found
	Gradient model.Gradient
	Batches  minibatch.Sampler
	Noise    *Noise
	Steps    int // taken so far

	spare []vec.Row
}

// NewEnsemble returns replicas at rest at 0 in dimension d, with as many rows of ξ, zero too, as the friction f has.
func NewEnsemble(d int, f Friction, g model.Gradient, b minibatch.Sampler, noise *Noise) *Ensemble {
	x := 0
	if f != nil {
		x = f.Rows(d)
	}
	r := vec.Rows(4*d + x)
	cut := func(n int) []vec.Row {
		s := r[:n:n]
		r = r[n:]
		return s
	}
	return &Ensemble{Theta: cut(d), P: cut(d), F: cut(d), spare: cut(d), Xi: cut(x), Gradient: g, Batches: b, Noise: noise}
}

// Finite reports whether no replica has a NaN or an infinity.
func (e *Ensemble) Finite() bool {
	return vec.Finite(e.Theta) && vec.Finite(e.P) && vec.Finite(e.Xi)
}

// Observer looks at an ensemble between steps.
type Observer interface {
	Observe(e *Ensemble)
}

// Run takes steps steps and lets the observers look after those whose number, counted from the ensemble's beginning, is
// a multiple of every.
func (e *Ensemble) Run(flows []Flow, steps, every int, obs ...Observer) {
	left := every - e.Steps%every
	if c := holder(flows); c != nil {
		c.hold(e.Xi)
		defer c.release(e.Xi)
		if len(obs) > 0 {
			obs = append([]Observer{c}, obs...)
		}
	}
	for range steps {
		for _, f := range flows {
			f.Apply(e)
		}
		e.Steps++
		if left--; left == 0 {
			left = every
			for _, o := range obs {
				o.Observe(e)
			}
		}
	}
}

// Noise hands out rows of standard normals, made a block at a time.
type Noise struct {
	stream *vec.Stream
	rows   []vec.Row
	at     int
}

// NewNoise returns the normals of a key, for draws of k rows each. 32 rows are 16 KiB: with the data of a batch they stay in the L1 cache.
func NewNoise(k int, key ...uint64) *Noise {
	n := k * max(1, 32/k)
	return &Noise{vec.NewStream(key...), vec.Rows(n), n}
}

// Next returns the next k rows, valid until the next call; every call asks for the k of NewNoise.
func (n *Noise) Next(k int) []vec.Row {
	if n.at == len(n.rows) {
		n.stream.Normals(n.rows)
		n.at = 0
	}
	i := n.at
	n.at += k
	return n.rows[i:n.at:n.at]
}
