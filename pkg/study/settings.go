// Package study has the parts that the figures share: settings of runs, points of a grid, statuses,
// friction, exact computations as tasks, errors against ε(n), and series of a picture. The packages
// mixture, gaussian, regression and network have the studies of the paper's four models, noise that
// of the gradient. A study consists of the keys of its part of a spec, the chains that follow from
// them, the rows of the table, and the drawing of these rows.
package study

import (
	"fmt"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/sweep"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// Settings are the keys of a spec about running chains, the same for all points of a figure.
type Settings struct {
	Seed     uint64  `toml:"seed"`
	T        float64 `toml:"T" spec:"positive"`
	Replicas int     `toml:"replicas" spec:"min=64,max=65536"`
	BurnIn   float64 `toml:"burn_in" spec:"nonnegative"`
	Every    float64 `toml:"observe_every" spec:"positive"`
	Blocks   int     `toml:"blocks" spec:"min=4,max=1024"`

	// ShareBatch, if given and false, makes the B that ends a step and the B that begins the next use
	// different batches, in words like BADODAB (dynamics.Scheme.SplitBatch).
	ShareBatch *bool `toml:"share_batch" spec:"optional"`
}

// Check returns an error if Replicas is not a multiple of vec.Lanes.
func (s Settings) Check() error {
	if s.Replicas%vec.Lanes != 0 {
		return fmt.Errorf("expected a multiple of %d replicas, which advance in lockstep, got %d",
			vec.Lanes, s.Replicas)
	}
	return nil
}

// Chain returns a chain with these settings that observes the moments of θ and ξ. Its start and
// other statistics are up to the caller.
func (s Settings) Chain(
	m model.Model, digest string, scheme dynamics.Scheme, n int, sampling minibatch.Sampling,
) *simulate.Chain {
	scheme.SplitBatch = s.ShareBatch != nil && !*s.ShareBatch
	c := &simulate.Chain{
		Model: m, Digest: digest, Scheme: scheme, N: n, Sampling: sampling,
		T: s.T, BurnIn: s.BurnIn, Every: s.Every, Replicas: s.Replicas, Blocks: s.Blocks, Seed: s.Seed,
	}
	c.Observe = c.Statistics()
	return c
}

// Histogram is the [histogram] table of a spec: bins of equal width.
type Histogram struct {
	Lo   float64 `toml:"lo"`
	Hi   float64 `toml:"hi"`
	Bins int     `toml:"bins" spec:"min=1,max=100000"`
}

// Of returns the histogram of an observable.
func (h Histogram) Of(o dynamics.Observable) simulate.Histogram {
	return simulate.Histogram{Of: o, Lo: h.Lo, Hi: h.Hi, Bins: h.Bins}
}

// Check reports an empty range.
func (h Histogram) Check(c *experiment.Context) error {
	if h.Lo < h.Hi {
		return nil
	}
	return c.Errorf("histogram.hi", "expected more than lo = %g, got %g", h.Lo, h.Hi)
}

// Resolve returns an error about the key if a histogram does not hold what it is to show: if more
// than 0.95 of the mass is in two of its bins, or outside.
func Resolve(c *experiment.Context, mass []float64, outside float64, key string) error {
	const most = 0.95
	if outside > most {
		return c.Errorf(key,
			"expected at most %g of the mass outside the histogram, got %.3g", most, outside)
	}
	first, second := 0.0, 0.0
	for _, m := range mass {
		first, second = max(first, m), max(second, min(first, m))
	}
	if m := first + second; m > most {
		return c.Errorf(key,
			"expected at most %g of the mass in two bins of the histogram, got %.3g", most, m)
	}
	return nil
}

// Load loads the data that the [data] table of a spec describes and checks its settings and
// methods.
func Load(
	c *experiment.Context, d dataset.Source, s Settings, methods ...Method,
) (dataset.Data, error) {
	if err := s.Check(); err != nil {
		return dataset.Data{}, c.Errorf("replicas", "%v", err)
	}
	for i, m := range methods {
		if err := figure.CheckText(m.Name); err != nil {
			return dataset.Data{}, c.Errorf(fmt.Sprintf("method[%d].name", i), "%v", err)
		}
		if err := m.Scheme(1).Check(); err != nil {
			return dataset.Data{}, c.Errorf(fmt.Sprintf("method[%d].scheme", i), "%v", err)
		}
		if m.Scheme(1).Friction != nil && m.Gamma == 0 {
			return dataset.Data{}, c.Errorf(fmt.Sprintf("method[%d]", i),
				"scheme %s needs the key gamma", m.Word)
		}
	}
	return c.Data("data", d)
}

// Reader is a task that reads an S from its result.
type Reader[S any] interface {
	sweep.Task
	Read(table.Archive) (S, error)
}

// Run runs tasks, together with exact computations, and returns what the tasks read from their
// results, in order. An exact computation keeps its own ([Exact.Found]).
func Run[T Reader[S], S any](c *experiment.Context, runs []T, exact ...*Exact) ([]S, error) {
	return RunEach(c, len(runs), func(i int) (T, error) { return runs[i], nil }, exact...)
}

// RunEach is Run for n tasks that take long to make: a job of a cluster makes its own alone.
func RunEach[T Reader[S], S any](
	c *experiment.Context, n int, run func(i int) (T, error), exact ...*Exact,
) ([]S, error) {
	samples := make([]S, n)
	err := Stream(c, n, run, exact, func(i int, s S) error {
		samples[i] = s
		return nil
	})
	return samples, err
}

// Stream is RunEach for so many tasks that their results may not fit into memory. Once all are
// there, use gets them one after another.
func Stream[T Reader[S], S any](
	c *experiment.Context, n int, run func(i int) (T, error), exact []*Exact,
	use func(i int, s S) error,
) error {
	runs := make([]T, n)
	results, err := c.Sweep(n+len(exact), func(i int) (sweep.Task, error) {
		if i >= n {
			return exact[i-n], nil
		}
		var err error
		runs[i], err = run(i)
		return runs[i], err
	})
	if err != nil {
		return err
	}
	for i, e := range exact {
		a, err := results[n+i].Load()
		if err != nil {
			return err
		}
		if e.found, err = e.Read(a); err != nil {
			return err
		}
	}
	for i, r := range runs {
		a, err := results[i].Load()
		if err != nil {
			return err
		}
		s, err := r.Read(a)
		if err != nil {
			return err
		}
		if err := use(i, s); err != nil {
			return err
		}
	}
	return nil
}

// Compute runs exact computations alone.
func Compute(c *experiment.Context, exact ...*Exact) error {
	_, err := Run[*simulate.Chain](c, nil, exact...)
	return err
}

// Method is a [[method]] table of a spec: a named scheme with constant friction.
type Method struct {
	Name  string  `toml:"name" spec:"nonempty"`
	Word  string  `toml:"scheme"`
	Gamma float64 `toml:"gamma" spec:"optional,positive"` // of Langevin dynamics
}

// Scheme returns the method at a time step.
func (m Method) Scheme(dt float64) dynamics.Scheme {
	if m.Word == dynamics.SGLD {
		return dynamics.Scheme{Word: m.Word, Dt: dt}
	}
	return dynamics.Scheme{Word: m.Word, Dt: dt, Friction: dynamics.Constant{Gamma: m.Gamma}}
}

// Or returns a list, or x where it is empty.
func Or[T any](list []T, x T) []T {
	if len(list) > 0 {
		return list
	}
	return []T{x}
}
