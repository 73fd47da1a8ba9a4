package dynamics

import (
	"fmt"
	"math"

	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/vec"
)

// Replica is the state of one replica in many dimensions, and the sources of its randomness: everything that it does follows from its fields. A vector is
// d consecutive numbers in ⌈d/64⌉ rows, zero past the d-th.
//
// In few dimensions 64 replicas advance in lockstep, lane by lane (Ensemble). In many that is slow: the frictions of 64 replicas fit in no cache, and every
// replica gathers other data, as whole rows. So they advance one by one here, many steps at a time, and the lanes are the components.
type Replica struct {
	Theta, P []vec.Row
	F        []vec.Row // the force that the latest B found
	Xi       []vec.Row // as the friction lays it out; see Settle
	Batches  minibatch.WideSampler
	Noise    *WideNoise

	// The latest D's of a full friction, which Xi lacks: the next O adds them on its way through ξ, with the same bits.
	due  []vec.RankOne
	late [2][]vec.Row
}

// WideFriction is a friction that has flows for replicas in many dimensions.
type WideFriction interface {
	Friction

	// WideRows is the number of rows of one replica's ξ in dimension d.
	WideRows(d int) int
	// WideStart sets ξ to the symmetric matrix x, row-major, as Start does.
	WideStart(xi []vec.Row, x []float64)
	// WideO and WideD return the flows in dimension d over a time h. WideD panics where Adaptive is false.
	WideO(d int, h float64) WideFlow
	WideD(d int, h float64) WideFlow
}

// NewReplica returns a replica at rest at 0 in dimension d, ξ zero too. f is nil for SGLD; it panics on a friction that is no WideFriction.
func NewReplica(d int, f Friction, b minibatch.WideSampler, noise *WideNoise) *Replica {
	x := 0
	if f != nil {
		x = wideFriction(f).WideRows(d)
	}
	n := vec.Wide(d)
	rows := vec.Rows(5*n + x)
	cut := func(n int) []vec.Row {
		s := rows[:n:n]
		rows = rows[n:]
		return s
	}
	return &Replica{Theta: cut(n), P: cut(n), F: cut(n), late: [2][]vec.Row{cut(n), cut(n)}, Xi: cut(x), Batches: b, Noise: noise}
}

func wideFriction(f Friction) WideFriction {
	w, ok := f.(WideFriction)
	if !ok {
		panic(fmt.Sprintf("dynamics: friction %T has no flows for many dimensions", f))
	}
	return w
}

// Settle brings Xi up to date: between steps a full friction may lack its latest D's. It changes nothing else, nor any later state. Observers need not call it.
func (r *Replica) Settle(d int) {
	if len(r.due) > 0 {
		vec.SymAdd(r.Xi, d, r.due...)
		r.due = r.due[:0]
	}
}

// add is ξ += k (p pᵀ − 1), later.
func (r *Replica) add(d int, k float64) {
	if len(r.due) == len(r.late) {
		r.Settle(d)
	}
	p := r.late[len(r.due)]
	copy(p, r.P)
	r.due = append(r.due, vec.RankOne{P: p, K: k, C: -1})
}

// WideEnsemble is any number of replicas in many dimensions. What a replica does depends on no other.
type WideEnsemble struct {
	Dim      int
	Replicas []*Replica
	Gradient model.WideGradient
	Steps    int // taken so far, by all
}

// WideFlow moves replicas of an ensemble.
type WideFlow interface {
	Apply(e *WideEnsemble, r []*Replica)
}

// WideObserver looks at the i-th replica of an ensemble between steps.
type WideObserver interface {
	Observe(e *WideEnsemble, i int)
}

// Finite reports whether no replica has a NaN or an infinity.
func (e *WideEnsemble) Finite() bool {
	for _, r := range e.Replicas {
		r.Settle(e.Dim)
		if !vec.Finite(r.Theta) || !vec.Finite(r.P) || !vec.Finite(r.Xi) {
			return false
		}
	}
	return true
}

// together is the number of replicas that share a reading of all the data.
const together = 8

// Run takes steps steps and lets the observers look after those whose number, counted from the ensemble's beginning, is a multiple of every: one replica after
// the other, so that each one's state stays in the cache; by eights where batches are all the data.
func (e *WideEnsemble) Run(flows []WideFlow, steps, every int, obs ...WideObserver) {
	for i := 0; i < len(e.Replicas); {
		k := 1
		for i+k < len(e.Replicas) && k < together && minibatch.IsAll(e.Replicas[i].Batches) && minibatch.IsAll(e.Replicas[i+k].Batches) {
			k++
		}
		group := e.Replicas[i : i+k]
		left := every - e.Steps%every
		for range steps {
			for _, f := range flows {
				f.Apply(e, group)
			}
			if left--; left == 0 {
				left = every
				for j := range group {
					group[j].Settle(e.Dim)
					for _, o := range obs {
						o.Observe(e, i+j)
					}
				}
			}
		}
		i += k
	}
	e.Steps += steps
}

// WideNoise hands out vectors of standard normals to one replica, made a block at a time.
type WideNoise struct {
	d, n   int
	stream *vec.Stream
	rows   []vec.Row
	at     int
}

// NewWideNoise returns the normals of a key in dimension d.
func NewWideNoise(d int, key ...uint64) *WideNoise {
	n := vec.Wide(d)
	rows := n * max(1, 32/n)
	return &WideNoise{d, n, vec.NewStream(key...), vec.Rows(rows), rows}
}

// Next returns the next d normals, valid until the next call.
func (n *WideNoise) Next() []vec.Row {
	if n.at == len(n.rows) {
		n.stream.Normals(n.rows)
		for i := n.n - 1; i < len(n.rows); i += n.n {
			clear(n.rows[i][n.d-(n.n-1)*vec.Lanes:])
		}
		n.at = 0
	}
	i := n.at
	n.at += n.n
	return n.rows[i:n.at:n.at]
}

// CompileWide returns the flows of one step of replicas in dimension d. They have scratch: they serve one ensemble.
func (s Scheme) CompileWide(d int) ([]WideFlow, error) {
	ls, err := s.parse()
	if err != nil {
		return nil, err
	}
	w, ok := s.Friction.(WideFriction)
	if s.Friction != nil && !ok {
		return nil, fmt.Errorf("scheme %q: friction %T has no flows for many dimensions", s.Word, s.Friction)
	}
	var flows []WideFlow
	for _, l := range ls {
		var f WideFlow
		switch l.name {
		case 'A':
			f = wideDrift{l.h}
		case 'B':
			f = &wideKick{h: l.h}
		case 'O':
			f = w.WideO(d, l.h)
		case 'D':
			f = w.WideD(d, l.h)
		case 'S':
			f = &wideEuler{h: l.h, s: math.Sqrt(float64(2 * l.h))}
		}
		flows = append(flows, f)
	}
	return flows, nil
}

// wideDrift is A.
type wideDrift struct{ h float64 }

func (f wideDrift) Apply(_ *WideEnsemble, r []*Replica) {
	for _, r := range r {
		vec.AddScaled(r.Theta, r.P, f.h)
	}
}

// wideForce finds the force of every replica.
type wideForce struct {
	f, theta [][]vec.Row
	batch    [][]uint16
}

func (w *wideForce) eval(e *WideEnsemble, r []*Replica) {
	w.f, w.theta, w.batch = w.f[:0], w.theta[:0], w.batch[:0]
	for _, r := range r {
		w.f, w.theta, w.batch = append(w.f, r.F), append(w.theta, r.Theta), append(w.batch, r.Batches.Next())
	}
	e.Gradient.Eval(w.f, w.theta, w.batch)
}

// wideKick is B.
type wideKick struct {
	h float64
	wideForce
}

func (f *wideKick) Apply(e *WideEnsemble, r []*Replica) {
	f.eval(e, r)
	for _, r := range r {
		vec.AddScaled(r.P, r.F, f.h)
	}
}

// wideEuler is a step of SGLD.
type wideEuler struct {
	h, s float64
	wideForce
}

func (f *wideEuler) Apply(e *WideEnsemble, r []*Replica) {
	f.eval(e, r)
	for _, r := range r {
		vec.AddTwo(r.Theta, r.F, r.Noise.Next(), f.h, f.s)
	}
}
