// Package study contains the code shared by the figures: the keys of a spec, the chains that follow
// from the keys, the rows of the table, and the drawing of the rows. Each posterior of the paper
// has a file: gaussian.go and mixture.go (section 2.5), regression.go (3.4) and network.go (3.5).
package study

import (
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/linalg"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/table"
	"adl/pkg/vec"
	"adl/pkg/work"
)

// Chains are the keys of a spec for running chains, the same for all points of a figure.
type Chains struct {
	Seed     uint64  `toml:"seed"`
	T        float64 `toml:"T" spec:"positive"` // summed over the replicas
	Replicas int     `toml:"replicas" spec:"min=8,max=65536"`
	BurnIn   float64 `toml:"burn_in" spec:"nonnegative"`
	Every    float64 `toml:"observe_every" spec:"positive"`
	Blocks   int     `toml:"blocks" spec:"min=4,max=1024"`
}

// Chain returns the chain of a scheme at a point. It observes the moments of θ and ξ. The caller
// adds its start and other statistics.
func (s Chains) Chain(
	m model.Model, digest string, scheme dynamics.Scheme, p Point,
) *simulate.Chain {
	scheme.Dt = p.Dt
	c := &simulate.Chain{
		Model: m, Digest: digest, Scheme: scheme, N: p.N, Sampling: p.Sampling,
		T: s.T, BurnIn: s.BurnIn, Every: s.Every, Replicas: s.Replicas, Blocks: s.Blocks, Seed: s.Seed,
	}
	c.Observe = c.Statistics()
	return c
}

// Settings are the keys for chains with any word.
type Settings struct {
	Chains

	// BurnInXi is the least burn-in in relaxation times of ξ.
	BurnInXi float64 `toml:"burn_in_xi,omitempty" spec:"optional,nonnegative"`

	// ShareBatch, if given and false, gives different batches to the B that ends a step and the B that
	// begins the next, in words like BADODAB (dynamics.Scheme.SplitBatch).
	ShareBatch *bool `toml:"share_batch" spec:"optional"`
}

// Chain returns the chain of a scheme at a point, as [Chains] does.
func (s Settings) Chain(
	m model.Model, digest string, scheme dynamics.Scheme, p Point,
) *simulate.Chain {
	scheme.SplitBatch = s.ShareBatch != nil && !*s.ShareBatch
	return s.Chains.Chain(m, digest, scheme, p)
}

// Histogram is the [histogram] table of a spec: bins of equal width.
type Histogram struct {
	Lo   float64 `toml:"lo"`
	Hi   float64 `toml:"hi"`
	Bins int     `toml:"bins" spec:"min=1,max=100000"`
}

// digits is the number of significant digits of what is computed for a chain or a key: starts, ξ,
// histograms. So it is the same on every machine, and so are keys.
const digits = 5

// Rounded returns vectors of one length, such as starting points, with five significant digits (see
// [linalg.Rounded]): they are the same on every machine.
func Rounded(x [][]float64) [][]float64 {
	all := linalg.Rounded(slices.Concat(x...), digits)
	return slices.Collect(slices.Chunk(all, len(x[0])))
}

// On returns the histogram of an observable.
func (h Histogram) On(o dynamics.Observable) simulate.Histogram {
	return simulate.Histogram{Of: o, Lo: h.Lo, Hi: h.Hi, Bins: h.Bins}
}

// Check reports an empty range.
func (h Histogram) Check(c Context) error {
	if h.Lo < h.Hi {
		return nil
	}
	return c.Errorf("histogram.hi", "expected more than lo = %g, got %g", h.Lo, h.Hi)
}

// Langevin returns the scheme of a word with the constant friction γ, if it has one, without its
// time step.
func Langevin(word string, gamma float64) dynamics.Scheme {
	if word == dynamics.SGLD {
		return dynamics.Scheme{Word: word}
	}
	return dynamics.Scheme{Word: word, Friction: dynamics.Constant{Gamma: gamma}}
}

// Sample runs the chains of runs, together with exact computations.
func Sample(c Context, runs []*Run, exact ...*Exact) error {
	chains := make([]*simulate.Chain, len(runs))
	for i, r := range runs {
		chains[i] = r.Chain
	}
	samples, err := Do(c, chains, exact...)
	for i, x := range samples {
		runs[i].Samples = x
	}
	return err
}

// Reader is a task that reads an S from its result.
type Reader[S any] interface {
	work.Task
	Read(table.Archive) (S, error)
}

// Do runs tasks, together with exact computations, and returns what the tasks read from their
// results, in order. Exact computations keep their results ([Exact.Found]).
func Do[T Reader[S], S any](c Context, tasks []T, exact ...*Exact) ([]S, error) {
	if err := check(c, tasks); err != nil {
		return nil, err
	}
	n := len(tasks)
	results, err := c.Do(n+len(exact), func(i int) (work.Task, error) {
		if i < n {
			return tasks[i], nil
		}
		return exact[i-n], nil
	})
	if err != nil {
		return nil, err
	}
	read := make([]S, n)
	for i, r := range results {
		a, err := r.Load()
		if err != nil {
			return nil, err
		}
		if i < n {
			read[i], err = tasks[i].Read(a)
		} else {
			exact[i-n].found, err = exact[i-n].Read(a)
		}
		if err != nil {
			return nil, err
		}
	}
	return read, nil
}

// check returns an error about the replicas of chains, and prints a line about each word that is
// not a palindrome, and about the least T that is raised.
func check[T any](c Context, tasks []T) error {
	noted := map[string]bool{}
	var short *simulate.Chain
	for _, t := range tasks {
		x, ok := any(t).(*simulate.Chain)
		switch {
		case !ok:
			continue
		case x.Layout == vec.Replicas && x.Replicas%vec.Lanes != 0:
			return c.Errorf("replicas",
				"expected a multiple of %d replicas, which advance in lockstep, got %d",
				vec.Lanes, x.Replicas)
		case !x.Scheme.Palindrome() && !noted[x.Scheme.Word]:
			noted[x.Scheme.Word] = true
			c.Notef("scheme %s is no palindrome: its weak order is 1 in general", x.Scheme.Word)
		}
		if x.Time() > 1.5*x.T && (short == nil || x.T < short.T) {
			short = x
		}
	}
	if short != nil {
		c.Notef("T = %g is raised to %.3g: each of %d replicas has %d blocks of time with equally "+
			"many observations", short.T, short.Time(), short.Replicas, short.Blocks)
	}
	return nil
}

// or returns a list, or x if the list is empty.
func or[T any](list []T, x T) []T {
	if len(list) > 0 {
		return list
	}
	return []T{x}
}
