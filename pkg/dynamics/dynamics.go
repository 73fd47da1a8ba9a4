// Package dynamics moves the states of replicas by schemes: words over elementary flows.
//
// The state of a replica is (θ, p, ξ). The flows are, over a time h,
//
//	A  θ ← θ + h p                                                      (eq. elementary_SDE_tht)
//	B  p ← p + h F̂_n(θ)                                                 (eq. elementary_scheme_mb)
//	O  p ← e^(−hξ) p + [γ ξ⁻¹ (1 − e^(−2hξ))]^(1/2) G, ξ frozen          (eq. elementary_SDE_OU)
//	D  ξ ← ξ + (h/η) (p pᵀ − 1)                                         (eq. elementary_SDE_xi)
//
// A scheme is a word over them in which a letter that occurs k times gets the time Δt/k: OABAO is
// the paper's scheme for Langevin dynamics (eq. GLA_minibatched), ODABADO its scheme for Adaptive
// Langevin dynamics (eq. adl_scheme). The Friction defines O and D. File letters.go has the
// formulas with their code: each calls a routine of package vec that passes once over all rows of a
// State.
//
// A State holds 64 replicas in lockstep, or one replica in many dimensions (see vec.Layout): for
// logistic regression, with a scalar, a diagonal or a full ξ.
package dynamics

import (
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/vec"
)

// State is the state of the replicas that share rows, and the sources of their randomness. Its
// fields determine everything that the replicas do.
type State struct {
	Layout vec.Layout
	Dim    int // dimension of θ

	Theta, P []vec.Row // vectors in the layout
	F        []vec.Row // the force computed by the latest B
	Xi       []vec.Row // as the friction stores it

	Gradient model.Gradient
	Batches  minibatch.Sampler
	Normals  *Normals

	// The latest D's of a full friction in many dimensions. Xi lacks them: the next O adds them while
	// it passes through ξ, with the same bits.
	due []vec.RankOne
	p   [2][]vec.Row // the vectors P of due
}

// NewState returns replicas in dimension d with θ = p = 0, and ξ = 0 for the friction f, which is
// nil for SGLD.
func NewState(
	l vec.Layout, d int, f Friction, g model.Gradient, b minibatch.Sampler, noise *Normals,
) *State {
	xi := 0
	if a, ok := f.(Adaptive); ok {
		xi = a.Rows(l, d)
	}
	n := l.Rows(d)
	rows := vec.Rows(3*n + xi)
	s := &State{Layout: l, Dim: d, Gradient: g, Batches: b, Normals: noise}
	s.Theta, s.P, s.F, s.Xi = rows[:n:n], rows[n:2*n:2*n], rows[2*n:3*n:3*n], rows[3*n:]
	return s
}

// Flush brings Xi up to date: between steps a full friction may lack its latest D's. It changes
// nothing else and no later state. Observers need not call it.
func (s *State) Flush() {
	if len(s.due) > 0 {
		vec.Sym(s.Dim).Add(s.Xi, s.due...)
		s.due = s.due[:0]
	}
}

// later defers ξ += k (p pᵀ − 1) to the next O.
func (s *State) later(k float64) {
	if len(s.due) == len(s.p) {
		s.Flush()
	}
	p := &s.p[len(s.due)]
	if *p == nil {
		*p = vec.Rows(len(s.P))
	}
	copy(*p, s.P)
	s.due = append(s.due, vec.RankOne{P: *p, K: k, C: -1})
}

// Flow moves the replicas of a state.
type Flow interface{ Apply(s *State) }

// Observer looks at the i-th state of an ensemble between steps.
type Observer interface{ Observe(s *State, i int) }

// Ensemble is a list of independent states that advance by the same scheme.
type Ensemble struct {
	States []*State
	Steps  int // taken so far by each state
}

// Finite reports whether no replica has a NaN or an infinity.
func (e *Ensemble) Finite() bool {
	for _, s := range e.States {
		s.Flush()
		if !vec.Finite(s.Theta) || !vec.Finite(s.P) || !vec.Finite(s.Xi) {
			return false
		}
	}
	return true
}

// Snapshot saves or restores the states with their sources of randomness, and the number of steps.
func (e *Ensemble) Snapshot(c *vec.Codec) {
	vec.SnapshotValue(c, &e.Steps)
	for _, s := range e.States {
		s.Flush()
		for _, part := range [][]vec.Row{s.Theta, s.P, s.F, s.Xi} {
			vec.SnapshotRows(c, part)
		}
		s.Batches.Snapshot(c)
		s.Normals.Snapshot(c)
	}
}

// groupSize is the number of states that share a pass over all data.
const groupSize = 8

// Run takes the given number of steps. The observers look after each step whose number, counted
// from the ensemble's beginning, is a multiple of every. Run finishes one state before the next, so
// that a state stays in the cache; states whose gradient reads all data for several replicas go in
// groups of eight.
func (e *Ensemble) Run(flows []Flow, steps, every int, obs ...Observer) {
	for i := 0; i < len(e.States); {
		k := 1
		for i+k < len(e.States) && k < groupSize && shares(e.States[i]) && shares(e.States[i+k]) {
			k++
		}
		e.run(i, e.States[i:i+k], flows, steps, every, obs)
		i += k
	}
	e.Steps += steps
}

// shares reports whether batches are full (n = Nd) and the gradient reads the data for several
// states at once.
func shares(s *State) bool {
	_, ok := s.Gradient.(model.SharedGradient)
	return ok && minibatch.IsAll(s.Batches)
}

// run runs a group of states; the first one has the number first.
func (e *Ensemble) run(
	first int, group []*State, flows []Flow, steps, every int, obs []Observer,
) {
	held := holder(flows)
	if held != nil {
		held.hold(group[0].Xi)
		defer held.release(group[0].Xi)
	}
	left := every - e.Steps%every
	for range steps {
		if len(group) == 1 {
			for _, f := range flows {
				f.Apply(group[0])
			}
		} else {
			together(flows, group)
		}
		if left--; left > 0 {
			continue
		}
		left = every
		if held != nil && len(obs) > 0 {
			held.flush(group[0].Xi)
		}
		for i, s := range group {
			s.Flush()
			for _, o := range obs {
				o.Observe(s, first+i)
			}
		}
	}
}

// together takes one step of states that share a pass over all data.
func together(flows []Flow, group []*State) {
	for _, f := range flows {
		b, ok := f.(forced)
		if ok {
			forces(group)
		}
		for _, s := range group {
			if ok {
				b.move(s)
			} else {
				f.Apply(s)
			}
		}
	}
}
