package simulate

import (
	"math"
	"slices"

	"adl/pkg/table"
)

// A result can be reduced for an archive that many keep: moments then have four blocks of time,
// histograms stand for groups of replicas, numbers have 24 bits, and of the probes there is the
// first. What is left out is beyond what estimates use, or far below their noise. Only the standard
// errors of histograms, from fewer groups, are less certain.

// blocks is the number of blocks of time that a reduced result keeps apart.
const blocks = 4

// Groups is the number of groups of replicas whose histograms a reduced result keeps apart: the
// number of independent ones behind a standard error.
const Groups = 16

// reduced is the plan of what a reduced result holds.
func (p plan) reduced() plan {
	if p.groups > Groups && p.groups%Groups == 0 {
		p.groups = Groups
	}
	if p.blocks > blocks && p.blocks%blocks == 0 {
		p.blocks = blocks
	}
	return p
}

// Reduce returns the reduced form of a result, which Read and Verify take as they take the whole.
// It returns a itself if it is reduced already, and an error if it is not a result of the chain.
func (c *Chain) Reduce(a table.Archive) (table.Archive, error) {
	x, err := c.Read(a)
	if err != nil || x.reduced {
		return a, err
	}
	about := []int64{x.Steps, 0, 1}
	if x.Diverged {
		about[1] = 1
	}
	var all []*array
	for k, s := range c.Observe {
		if x.Diverged {
			break
		}
		for i, to := range s.arrays(c.plan(k).reduced()) {
			from := x.arrays[k][i]
			to.name = from.name
			for j, at := range merged(from.shape, to.shape) {
				if to.counts != nil {
					to.counts[at] += from.counts[j]
				} else {
					to.values[at] += from.values[j]
				}
			}
			to.short = fits(to.values)
			all = append(all, to)
		}
	}
	start, _, _ := c.probeArrays(0)
	if start.counts, err = table.Array[uint32](a, start.name, start.shape...); err != nil {
		return nil, err
	}
	return archive(about, append(all, start)), nil
}

// merged returns, for every element of an array, where it goes in one of the same number of
// dimensions, of which each divides the other's: consecutive indices are merged.
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

// fits reports whether the numbers can be float32: all are finite and below its largest.
func fits(x []float64) bool {
	return x != nil && !slices.ContainsFunc(x, func(x float64) bool {
		return !(math.Abs(x) < math.MaxFloat32)
	})
}

// narrow returns the numbers as float32.
func narrow(x []float64) []float32 {
	y := make([]float32, len(x))
	for i := range x {
		y[i] = float32(x[i])
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
