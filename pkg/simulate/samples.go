package simulate

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

// Samples are the observations of a Chain, for every replica. Its methods panic with a
// [*NotObserved] if the chain had no such statistic or diverged.
type Samples struct {
	Chain    *Chain
	Steps    int64 // of all replicas, burn-in included
	Diverged bool  // a replica overflowed or exceeded XiMax: no arrays

	arrays  [][]*array // of the statistics of Chain
	plans   []plan     // of their arrays
	reduced bool
}

// Valid returns an error if the archive has not the form of a result (see [work.Task]).
func (c *Chain) Valid(a table.Archive) error {
	_, err := c.Read(a)
	return err
}

// Read returns the samples that Run stored, or an error if a does not hold them.
func (c *Chain) Read(a table.Archive) (*Samples, error) {
	about, err := table.Array[int64](a, "about", 2)
	reduced := err != nil
	if reduced {
		about, err = table.Array[int64](a, "about", 3)
	}
	if err != nil {
		return nil, err
	}
	x := &Samples{
		Chain: c, Steps: int64(c.Units()), Diverged: about[1] == 1, reduced: reduced,
	}
	if want := c.about(x.Diverged, reduced); !slices.Equal(about, want) {
		return nil, fmt.Errorf("array \"about\": got %d, expected %d", about, want)
	}
	if x.plans = c.plans(reduced); !x.Diverged {
		x.arrays = c.arrays(x.plans)
	}
	all := slices.Concat(x.arrays...)
	if err := fill(all, a); err != nil {
		return nil, err
	}
	if !finite(all) {
		return nil, errors.New("a sum is not finite, and the run is not marked as diverged")
	}
	return x, nil
}

// finite reports whether no array has a NaN or an infinity.
func finite(arrays []*array) bool {
	for _, a := range arrays {
		for _, x := range a.values {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return false
			}
		}
	}
	return true
}

// index finds a statistic by its key; −1 if there is none.
func (c *Chain) index(s Statistic) int {
	key := canonical(s.key())
	return slices.IndexFunc(c.Statistics(), func(t Statistic) bool {
		return canonical(t.key()) == key
	})
}

// NotObserved is the error for a statistic that the samples of a chain do not contain.
type NotObserved struct {
	Chain     *Chain
	Statistic Statistic
}

// Error names the statistic and what the chain observes, in the words of their keys.
func (e *NotObserved) Error() string {
	var all []string
	for _, s := range e.Chain.Statistics() {
		all = append(all, canonical(s.key()))
	}
	return fmt.Sprintf("simulate: the chain does not observe %s, but %s: add it to Chain.Observe",
		canonical(e.Statistic.key()), strings.Join(all, ", "))
}

// of returns the arrays of a statistic.
func (x *Samples) of(s Statistic) ([]*array, plan) {
	k := x.Chain.index(s)
	switch {
	case k < 0:
		panic(&NotObserved{x.Chain, s})
	case x.Diverged:
		panic("simulate: the chain diverged and recorded nothing")
	}
	return x.arrays[k], x.plans[k]
}

// Blocks are the moments of number i of an observable.
func (x *Samples) Blocks(of dynamics.Observable, i int) *estimate.TimeBlocks {
	a, p := x.of(Moments{of})
	return x.blocks(a, p, i)
}

func (x *Samples) blocks(a []*array, p plan, i int) *estimate.TimeBlocks {
	n := p.blocks * p.replicas
	return &estimate.TimeBlocks{
		Replicas: p.replicas, Count: int64(p.observed / p.blocks),
		S1: a[0].values[i*n : i*n+n], S2: a[1].values[i*n : i*n+n],
	}
}

// All are the moments of all numbers of an observable.
func (x *Samples) All(of dynamics.Observable) []*estimate.TimeBlocks {
	a, p := x.of(Moments{of})
	all := make([]*estimate.TimeBlocks, p.len)
	for i := range all {
		all[i] = x.blocks(a, p, i)
	}
	return all
}

// Theta are the moments of the component θ_i.
func (x *Samples) Theta(i int) *estimate.TimeBlocks { return x.Blocks(dynamics.Theta{}, i) }

// Means returns the means of a Mean, [replica][number].
func (x *Samples) Means(m Mean) [][]float64 {
	a, p := x.of(m)
	n := float64(p.observed / m.stride(p))
	means := make([][]float64, p.replicas)
	for r := range means {
		for _, s := range a[0].values[r*p.len : (r+1)*p.len] {
			means[r] = append(means[r], s/n)
		}
	}
	return means
}

// Histogram returns a histogram.
func (x *Samples) Histogram(h Histogram) *estimate.Histogram {
	a, p := x.of(h)
	return &estimate.Histogram{
		Replicas: p.groups, Bins: h.Bins, Lo: h.Lo, Hi: h.Hi, Counts: a[0].counts,
	}
}

// Masses returns the fractions of the observations in the inner cells of a joint histogram,
// [bin of y][bin of x], with standard errors from the scatter of the replicas.
func (x *Samples) Masses(j Joint) []estimate.Estimate {
	a, p := x.of(j)
	side := j.Bins + 2
	m := make([]estimate.Estimate, 0, j.Bins*j.Bins)
	each, n := make([]float64, p.groups), float64(p.observed*p.replicas/p.groups)
	for k := range j.Bins {
		for i := range j.Bins {
			for r := range each {
				each[r] = float64(a[0].counts[(r*side+i+1)*side+k+1]) / n
			}
			m = append(m, estimate.Mean(each))
		}
	}
	return m
}

// Crossings returns the crossings of a whole run, with the fraction of the observations at which u
// was last above Hi.
func (x *Samples) Crossings(c Crossings) *estimate.Crossings {
	a, p := x.of(c)
	e := &estimate.Crossings{Count: a[0].counts}
	for _, n := range a[1].counts {
		e.Fraction = append(e.Fraction, float64(n)/float64(p.observed))
	}
	return e
}

// Last returns the last values of an observable, [replica][number].
func (x *Samples) Last(of dynamics.Observable) [][]float64 {
	a, p := x.of(Last{of})
	last := make([][]float64, p.replicas)
	for r := range last {
		last[r] = a[0].values[r*p.len : (r+1)*p.len]
	}
	return last
}

// A result can be reduced for an archive: moments then have four blocks of time, histograms are
// sums over groups of replicas, and numbers have 24 bits. Estimates do not use the rest, or it is
// far below their noise, but standard errors of histograms are less certain because there are fewer
// groups.

// blocks is the number of blocks of time in a reduced result.
const blocks = 4

// Groups is the number of histograms, one per group of replicas, in a reduced result.
const Groups = 16

// Reduce returns the reduced form of a result, which Read accepts too, or a itself if it is already
// reduced. It returns an error if a is not a result of the chain.
func (c *Chain) Reduce(a table.Archive) (table.Archive, error) {
	x, err := c.Read(a)
	if err != nil || x.reduced {
		return a, err
	}
	var all []*array
	if !x.Diverged {
		all = slices.Concat(c.arrays(c.plans(true))...)
		for i, from := range slices.Concat(x.arrays...) {
			to := all[i]
			for j, at := range merged(from.shape, to.shape) {
				if to.counts != nil {
					to.counts[at] += from.counts[j]
				} else {
					to.values[at] += from.values[j]
				}
			}
		}
	}
	out := archive(c.about(x.Diverged, true), all)
	for i := range out {
		if values, ok := out[i].Data.([]float64); ok {
			out[i].Data = narrow(values)
		}
	}
	return out, nil
}

// merged returns, for every element of an array, its place in a smaller array with as many
// dimensions, each a divisor of the larger dimension. It merges consecutive indices.
func merged(from, to []int) []int {
	at := make([]int, size(from))
	for i := range at {
		rest, stride := i, 1
		for d := len(from) - 1; d >= 0; d-- {
			at[i] += rest % from[d] / (from[d] / to[d]) * stride
			rest /= from[d]
			stride *= to[d]
		}
	}
	return at
}

// narrow returns the numbers as float32, unless one of them is not finite or too large for that.
func narrow(x []float64) any {
	y := make([]float32, len(x))
	for i, v := range x {
		if !(math.Abs(v) < math.MaxFloat32) {
			return x
		}
		y[i] = float32(v)
	}
	return y
}

// wide reads an array of float64, or of float32.
func wide(from table.Archive, name string, shape ...int) ([]float64, error) {
	x, err := table.Array[float64](from, name, shape...)
	if err == nil {
		return x, nil
	}
	short, e := table.Array[float32](from, name, shape...)
	if e != nil {
		return nil, err
	}
	for _, y := range short {
		x = append(x, float64(y))
	}
	return x, nil
}

// Growing reports whether ξ, or ξ(θ) of an extended friction, grows: whether an entry on its
// diagonal is larger in the second half of the run than in the first (estimate.Grows). A run that
// is too short shows no growth. A run with too short a burn-in may show growth.
func (x *Samples) Growing() bool {
	entries := dynamics.Xi{}.Entries(x.Chain.Model.Dim(), x.Chain.Scheme.Friction)
	for i, b := range x.All(dynamics.Xi{}) {
		if entries[i].Diagonal() && estimate.Grows(b.Trend(), b.Mean()) {
			return true
		}
	}
	return false
}
