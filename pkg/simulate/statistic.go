package simulate

import (
	"fmt"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/model"
	"adl/pkg/spec"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// Statistic summarises an observable of a chain: Moments, Mean, Histogram, Joint, Crossings or
// Last.
type Statistic interface {
	// key is the statistic's name and parameters in the key of a result.
	key() spec.Key
	// of lists the observables of the statistic.
	of() []dynamics.Observable
	// arrays lists the stored arrays: names, types and shapes.
	arrays(p plan) []*array
	// record returns a recorder of the observables of one state's replicas in the arrays.
	record(p plan, a []*array, of []*bound) recorder
}

// plan holds the parameters of a chain that a statistic depends on.
type plan struct {
	layout   vec.Layout
	replicas int
	observed int // observations of a replica
	blocks   int // of time
	groups   int // of replicas, with one histogram each
	len      int // numbers of the observable
	every    float64
	first    int // first replica of the recorded state
}

// recorder records the observations of one state.
type recorder struct {
	// observe records the n-th values of the observables, counted from 1.
	observe func(n int)
	// store writes the records into the arrays; it is nil if observe already did.
	store func()
	// rows and side are the memory of observe besides the arrays.
	rows [][]vec.Row
	side []int8
}

// array is a stored array of counts or of values; the other list is nil.
type array struct {
	name   string
	shape  []int
	counts []uint32
	values []float64
}

func values(name string, shape ...int) *array {
	return &array{name: name, shape: shape, values: make([]float64, size(shape))}
}

func counts(name string, shape ...int) *array {
	return &array{name: name, shape: shape, counts: make([]uint32, size(shape))}
}

func size(shape []int) int {
	n := 1
	for _, s := range shape {
		n *= s
	}
	return n
}

// archive returns the result of a task to store: numbers about the task, then arrays.
func archive(about []int64, arrays []*array) table.Archive {
	out := table.Archive{{Name: "about", Data: about}}
	for _, a := range arrays {
		e := table.Entry{Name: a.name, Shape: a.shape, Data: a.values}
		if a.counts != nil {
			e.Data = a.counts
		}
		out = append(out, e)
	}
	return out
}

// fill fills the arrays from an archive, which must contain no other arrays.
func fill(arrays []*array, from table.Archive) (err error) {
	for _, a := range arrays {
		if a.counts != nil {
			a.counts, err = table.Array[uint32](from, a.name, a.shape...)
		} else {
			a.values, err = wide(from, a.name, a.shape...)
		}
		if err != nil {
			return err
		}
	}
	if n := 1 + len(arrays); len(from) != n {
		return fmt.Errorf("expected %d arrays, got %d", n, len(from))
	}
	return nil
}

// arrays lists what a chain stores for every statistic, with these plans.
func (c *Chain) arrays(plans []plan) [][]*array {
	all := make([][]*array, len(c.Statistics()))
	for k, s := range c.Statistics() {
		all[k] = s.arrays(plans[k])
		for _, a := range all[k] {
			a.name = fmt.Sprintf("%d.%s", k, a.name)
		}
	}
	return all
}

// plans returns the plans of the statistics, of the whole result or of the reduced one.
func (c *Chain) plans(reduced bool) []plan {
	_, steps, every := c.Steps()
	p := plan{
		layout: c.Layout, replicas: c.Replicas, observed: steps / every, blocks: c.Blocks,
		groups: c.Replicas,
		every:  float64(c.Scheme.Dt * float64(every)),
	}
	if reduced && p.groups > Groups && p.groups%Groups == 0 {
		p.groups = Groups
	}
	if reduced && p.blocks > blocks && p.blocks%blocks == 0 {
		p.blocks = blocks
	}
	plans := make([]plan, len(c.Statistics()))
	for k, s := range c.Statistics() {
		plans[k] = p
		for _, o := range s.of() {
			plans[k].len = o.Len(c.Model.Dim(), c.Scheme.Friction)
		}
	}
	return plans
}

// scatter writes the numbers of an observable, x, into dst: number i of replica r is
// dst[at + i·step + r·stride].
func (p plan) scatter(dst []float64, x []vec.Row, at, step, stride int) {
	for i := range p.len {
		for k := range p.layout.Replicas() {
			row, lane := p.layout.At(i, k)
			dst[at+i*step+(p.first+k)*stride] = x[row][lane]
		}
	}
}

// observer makes the statistics of a chain record its states.
type observer struct {
	arrays [][]*array   // [statistic]
	rec    [][]recorder // [state][statistic]
	seen   []int        // observations per state

	state *dynamics.State // that is observed
	now   int             // the number of the observation
	// given, for a model.Rotated, writes the components of its θ that are observed into theta, in the
	// given coordinates
	given func(theta, turned []vec.Row)
	theta []vec.Row
	copy  dynamics.State
}

// bound is an observable after Bind. It is evaluated at most once per observation.
type bound struct {
	*observer
	eval func(*dynamics.State) []vec.Row
	rows []vec.Row // its latest values
	at   int       // the observation they belong to
}

// value returns the values in the observed state.
func (b *bound) value() []vec.Row {
	if b.at != b.now {
		b.rows, b.at = b.eval(b.state), b.now
	}
	return b.rows
}

func newObserver(c *Chain) *observer {
	lanes := c.Layout.Replicas()
	states := c.Replicas / lanes
	plans := c.plans(false)
	o := &observer{
		arrays: c.arrays(plans), rec: make([][]recorder, states), seen: make([]int, states),
	}
	if m, ok := c.Model.(*model.Rotated); ok {
		o.given = m.Given(c.Layout, c.components()...)
		o.theta = vec.Rows(c.Layout.Rows(m.Dim()))
	}
	byKey := map[string]*bound{}
	for k, s := range c.Statistics() {
		var of []*bound
		for _, x := range s.of() {
			key := canonical(x.Key())
			if byKey[key] == nil {
				byKey[key] = &bound{
					observer: o, eval: x.Bind(c.Layout, c.Model.Dim(), c.Scheme.Friction),
				}
			}
			of = append(of, byKey[key])
		}
		p := plans[k]
		for state := range o.rec {
			p.first = state * lanes
			o.rec[state] = append(o.rec[state], s.record(p, o.arrays[k], of))
		}
	}
	return o
}

// components returns the components of θ that are observed, or nothing if all may be.
func (c *Chain) components() (is []int) {
	for _, s := range c.Statistics() {
		for _, x := range s.of() {
			one, ok := x.(dynamics.Component)
			if !ok {
				return nil
			}
			is = append(is, one.I)
		}
	}
	return is
}

// canonical is the canonical form of a key. It panics if there is none, a mistake of the caller.
func canonical(k spec.Key) string {
	b, err := spec.Canonical(k)
	if err != nil {
		panic("simulate: " + err.Error())
	}
	return string(b)
}

// Observe makes every statistic record the state.
func (o *observer) Observe(s *dynamics.State, state int) {
	o.state = s
	if o.given != nil {
		o.given(o.theta, s.Theta)
		o.copy, o.state = *s, &o.copy
		o.state.Theta = o.theta
	}
	o.now++
	o.seen[state]++
	for _, r := range o.rec[state] {
		r.observe(o.seen[state])
	}
}

// Snapshot saves or restores what was recorded so far.
func (o *observer) Snapshot(c *vec.Codec) {
	vec.SnapshotSlice(c, o.seen)
	for _, a := range slices.Concat(o.arrays...) {
		vec.SnapshotSlice(c, a.counts)
		vec.SnapshotSlice(c, a.values)
	}
	for _, r := range slices.Concat(o.rec...) {
		for _, rows := range r.rows {
			vec.SnapshotRows(c, rows)
		}
		vec.SnapshotSlice(c, r.side)
	}
}

// recorded returns what was recorded.
func (o *observer) recorded() []*array {
	for _, state := range o.rec {
		for _, r := range state {
			if r.store != nil {
				r.store()
			}
		}
	}
	return slices.Concat(o.arrays...)
}
