package simulate

import (
	"fmt"

	"adl/pkg/dynamics"
	"adl/pkg/spec"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// Statistic is what a chain keeps of an observable: Moments, a Mean, a Histogram, a Joint
// histogram, Crossings, Autocorrelation, or Last.
type Statistic interface {
	// Key is the statistic's name and parameters in the key of a result.
	Key() spec.Key
	// of lists the observables that it is taken of.
	of() []dynamics.Observable
	// recorder returns what records the observations of one state.
	recorder(p plan) recorder
	// arrays lists what is stored: names, types and shapes.
	arrays(p plan) []array
}

// plan is what a statistic needs to know about its chain.
type plan struct {
	layout   vec.Layout
	replicas int
	observed int // observations of a replica
	blocks   int // of time
	len      int // numbers of the observable
	every    float64
}

// recorder records the observations of the replicas of one state.
type recorder interface {
	// observe records the next values of the observables.
	observe(x *observer)
	// store writes what was recorded into the arrays of all replicas, those of the state beginning
	// with replica first.
	store(a []array, first int)
}

// array is a stored array of counts or of values; the other list is nil.
type array struct {
	name   string
	shape  []int
	counts []uint32
	values []float64
}

func values(name string, shape ...int) array {
	return array{name: name, shape: shape, values: make([]float64, size(shape))}
}

func counts(name string, shape ...int) array {
	return array{name: name, shape: shape, counts: make([]uint32, size(shape))}
}

func size(shape []int) int {
	n := 1
	for _, s := range shape {
		n *= s
	}
	return n
}

// entry is the array in an archive.
func (a array) entry(prefix string) table.Entry {
	e := table.Entry{Name: prefix + a.name, Shape: a.shape, Data: a.values}
	if a.counts != nil {
		e.Data = a.counts
	}
	return e
}

// read fills the array from an archive.
func (a *array) read(r *reader, prefix string) {
	if name := prefix + a.name; a.counts != nil {
		a.counts = get[uint32](r, name, a.shape...)
	} else {
		a.values = get[float64](r, name, a.shape...)
	}
}

// plan returns the plan of the k-th statistic.
func (c *Chain) plan(k int) plan {
	_, steps, every := c.Steps()
	p := plan{
		layout: c.Layout, replicas: c.Replicas, observed: steps / every, blocks: c.Blocks,
		every: float64(c.Scheme.Dt * float64(every)),
	}
	for _, o := range c.Observe[k].of() {
		p.len = o.Len(c.Model.Dim(), c.Scheme.Friction)
	}
	return p
}

// scatter writes the numbers of an observable, x, into dst, [replica][number], for the replicas of
// the state that begins with replica first.
func (p plan) scatter(dst []float64, x []vec.Row, first int) {
	for i := range p.len {
		for k := range p.layout.Replicas() {
			row, lane := p.layout.At(i, k)
			dst[(first+k)*p.len+i] = x[row][lane]
		}
	}
}

// prefix is what the names of the k-th statistic's arrays begin with.
func prefix(k int) string { return fmt.Sprintf("%d.", k) }

// observer evaluates the observables of a chain, each at most once per observation, and hands them
// to the statistics.
type observer struct {
	chain *Chain
	bound []bound      // the different observables
	uses  [][]int      // of a statistic: its observables
	rec   [][]recorder // [state][statistic]

	state *dynamics.State // that is observed
	now   int             // the number of the observation
	used  []int           // the observables of the statistic that records
}

// bound is an observable that was bound, and its latest values.
type bound struct {
	eval func(*dynamics.State) []vec.Row
	rows []vec.Row
	at   int // the observation that rows are of
}

func newObserver(c *Chain) *observer {
	o := &observer{chain: c, rec: make([][]recorder, c.Replicas/c.Layout.Replicas())}
	seen := map[string]int{}
	for k, s := range c.Observe {
		var uses []int
		for _, of := range s.of() {
			name := canonical(of.Key())
			i, ok := seen[name]
			if !ok {
				i = len(o.bound)
				seen[name] = i
				eval := of.Bind(c.Layout, c.Model.Dim(), c.Scheme.Friction)
				o.bound = append(o.bound, bound{eval: eval})
			}
			uses = append(uses, i)
		}
		o.uses = append(o.uses, uses)
		for state := range o.rec {
			o.rec[state] = append(o.rec[state], s.recorder(c.plan(k)))
		}
	}
	return o
}

// canonical is the canonical form of a key. It panics if there is none, a caller's mistake.
func canonical(k spec.Key) string {
	b, err := spec.Canonical(k)
	if err != nil {
		panic("simulate: " + err.Error())
	}
	return string(b)
}

// Observe lets every statistic record.
func (o *observer) Observe(s *dynamics.State, state int) {
	o.state = s
	o.now++
	for k, r := range o.rec[state] {
		o.used = o.uses[k]
		r.observe(o)
	}
}

// value returns the values of the k-th observable of the statistic that records.
func (o *observer) value(k int) []vec.Row {
	b := &o.bound[o.used[k]]
	if b.at != o.now {
		b.rows, b.at = b.eval(o.state), o.now
	}
	return b.rows
}

// arrays returns what was recorded.
func (o *observer) arrays() table.Archive {
	var a table.Archive
	for k, s := range o.chain.Observe {
		all := s.arrays(o.chain.plan(k))
		for state := range o.rec {
			o.rec[state][k].store(all, state*o.chain.Layout.Replicas())
		}
		for _, x := range all {
			a = append(a, x.entry(prefix(k)))
		}
	}
	return a
}
