// Package minibatch draws the data that enter a stochastic gradient (section 2.2): all N data, or n
// of them with or without replacement, independently in every step or along permutations.
//
// The covariance of F̂_n is ε(n) Σ_x(θ) (eqs. sigmadef, eps) with Σ_x the empirical covariance (N−1
// in the denominator) of one datum's gradient, and
//
//	ε(n) = N(N−1)/n   with replacement,
//	ε(n) = N(N−n)/n   without.
//
// A single batch along a permutation has the same covariance, but the noises of an epoch nearly add
// up to 0: exact.Cycle has their covariances.
//
// For comparison, Gaussian replaces the noise of batches by normal noise of covariance ε(n) S(θ),
// which the model defines (model.GaussianNoise).
package minibatch

import (
	"fmt"
	"math"

	"adl/pkg/model"
	"adl/pkg/vec"
)

// Sampler returns the batches of a state one after another. A batch is valid until the next call.
type Sampler interface {
	vec.Snapshotter
	Next() *model.Batch
}

// Sampling is a way to draw n of N data.
type Sampling string

// The ways to draw.
const (
	With    Sampling = "with"    // with replacement
	Without Sampling = "without" // without replacement; n = N is the full batch

	// Reshuffle goes along a random permutation of the data, a new permutation in every epoch of ⌊N/n⌋
	// batches. If n does not divide N, the epoch omits the last data of the permutation, fewer than n,
	// as is usual (drop_last of PyTorch). The omitted data change, so the mean gradient of an epoch is
	// the unbiased gradient of a batch of n⌊N/n⌋ data without replacement.
	Reshuffle Sampling = "reshuffle"
	// Symmetric goes along a random permutation and back, then takes a new permutation: batches 1, …,
	// m, m, …, 1 with m = ⌊N/n⌋ (Paulin et al., arXiv 2410.19780).
	Symmetric Sampling = "symmetric"

	// Gaussian draws no data: it adds normal noise to the full gradient, with ε(n) as without
	// replacement. It needs a model.GaussianNoise.
	Gaussian Sampling = "Gaussian"
)

// Along reports whether batches go along permutations, so that the batches of an epoch depend on
// each other.
func (s Sampling) Along() bool { return s == Reshuffle || s == Symmetric }

// Epsilon is ε(n) for n of total data.
func (s Sampling) Epsilon(total, n int) float64 {
	if s == With {
		return float64(total) * float64(total-1) / float64(n)
	}
	return float64(total) * float64(total-n) / float64(n)
}

// Check reports, in words, why n of total data cannot be drawn this way.
func (s Sampling) Check(total, n int) error {
	switch {
	case s != With && s != Without && s != Gaussian && !s.Along():
		return fmt.Errorf("unknown sampling %q, expected %q, %q, %q or %q",
			string(s), With, Without, Reshuffle, Symmetric)
	case total < 1 || total > vec.MaxData:
		return fmt.Errorf("cannot draw from %d data, expected 1 to %d", total, vec.MaxData)
	case n < 1:
		return fmt.Errorf("a batch needs at least one datum, got n = %d", n)
	case s != With && n > total:
		return fmt.Errorf("sampling without replacement requires n ≤ Nd = %d, got %d", total, n)
	}
	return nil
}

// Sampler returns the sampler of n of total data for the gradient g in a layout, with the stream of
// a key. It panics if Check reports an error, and for Gaussian if g is not the gradient of a
// model.GaussianNoise.
func (s Sampling) Sampler(g model.Gradient, l vec.Layout, total, n int, key ...uint64) Sampler {
	if err := s.Check(total, n); err != nil {
		panic("minibatch: " + err.Error())
	}
	stream := vec.NewStream(key...)
	distinct := func(n int) *indexed {
		return newIndexed(n, stream, func(index []vec.Index) { stream.Distinct(index, total, n) })
	}
	switch {
	case s == Gaussian:
		g, ok := g.(*model.NoisyGradient)
		if !ok {
			panic("minibatch: Gaussian noise needs a model.GaussianNoise")
		}
		return newNormal(l, g.Dim(), s.Epsilon(total, n), stream)
	case s != With && n == total:
		return all{}
	case s.Along():
		return newEpoch(s, l, total, n, stream)
	case l == vec.Components || total > vec.MaxIndex:
		return &lists{s, stream, total, model.Batch{Data: newLists(l, n)}}
	case s == With:
		return newIndexed(n, stream, func(index []vec.Index) { stream.Uniform(index, total) })
	case 2*n <= total:
		return distinct(n)
	}
	left := distinct(total - n)
	if _, ok := g.(model.RestGradient); ok {
		left.batch.Rest = true
		return left
	}
	return &complement{left, total, model.Batch{Index: vec.Indices(n)}}
}

// all is the full batch (n = N): no noise.
type all struct{}

func (all) Next() *model.Batch { return nil }

func (all) Snapshot(*vec.Codec) {}

// IsAll reports whether a sampler returns full batches (n = N).
func IsAll(s Sampler) bool {
	_, ok := s.(all)
	return ok
}

// lists draws a list of data for every replica.
type lists struct {
	Sampling
	stream *vec.Stream
	total  int
	batch  model.Batch
}

// newLists returns a list of n data for every replica of a layout.
func newLists(l vec.Layout, n int) [][]uint32 {
	of := make([][]uint32, l.Replicas())
	for r := range of {
		of[r] = make([]uint32, n)
	}
	return of
}

func (s *lists) Next() *model.Batch {
	for _, data := range s.batch.Data {
		if s.Sampling == With {
			s.stream.Choices(data, s.total)
		} else {
			s.stream.Subset(data, s.total)
		}
	}
	return &s.batch
}

func (s *lists) Snapshot(c *vec.Codec) { s.stream.Snapshot(c) }

// indexed holds batches of all replicas made in advance. Filling and using them are then long loops
// over memory that stays in the L1 cache.
type indexed struct {
	stream *vec.Stream
	fill   func(index []vec.Index) // from the stream
	n, at  int                     // rows per batch, next row
	index  []vec.Index
	batch  model.Batch
}

func newIndexed(n int, stream *vec.Stream, fill func([]vec.Index)) *indexed {
	rows := n * max(1, min(16, 48/n))
	return &indexed{stream: stream, fill: fill, n: n, at: rows, index: vec.Indices(rows)}
}

func (s *indexed) Next() *model.Batch {
	if s.at == len(s.index) {
		s.fill(s.index)
		s.at = 0
	}
	i := s.at
	s.at += s.n
	s.batch.Index = s.index[i:s.at:s.at]
	return &s.batch
}

// Snapshot includes the batches that were made: the stream is past them.
func (s *indexed) Snapshot(c *vec.Codec) {
	s.stream.Snapshot(c)
	vec.SnapshotValue(c, &s.at)
	for i := range s.index {
		vec.SnapshotSlice(c, s.index[i][:])
	}
}

// complement returns the complements of smaller batches.
type complement struct {
	left  *indexed
	total int
	batch model.Batch
}

func (s *complement) Next() *model.Batch {
	rest(s.batch.Index, s.left.Next().Index, s.total)
	return &s.batch
}

// rest writes the n − k indices of {0, …, n−1} that are not among the k rows of x, in increasing
// order, lane by lane. The indices of a lane of x must be distinct. It panics unless len(dst) +
// len(x) = n.
func rest(dst, x []vec.Index, n int) {
	if len(dst)+len(x) != n {
		panic("minibatch: rest needs n rows in all")
	}
	out := make([]bool, n)
	for l := range vec.Lanes {
		for j := range x {
			out[x[j][l]] = true
		}
		at := 0
		for i := range out {
			if !out[i] {
				dst[at][l] = uint16(i)
				at++
			}
		}
		for j := range x {
			out[x[j][l]] = false
		}
	}
}

func (s *complement) Snapshot(c *vec.Codec) { s.left.Snapshot(c) }

// normal returns the noise of Gaussian batches.
type normal struct {
	stream *vec.Stream
	layout vec.Layout
	scale  float64 // ε(n)^(1/2)
	batch  model.Batch
}

func newNormal(l vec.Layout, dim int, epsilon float64, stream *vec.Stream) *normal {
	return &normal{stream, l, math.Sqrt(epsilon), model.Batch{Noise: vec.Rows(l.Rows(dim))}}
}

func (s *normal) Next() *model.Batch {
	s.stream.Normals(s.batch.Noise)
	for i := range s.batch.Noise {
		for k := range s.batch.Noise[i] {
			s.batch.Noise[i][k] = float64(s.scale * s.batch.Noise[i][k])
		}
	}
	return &s.batch
}

func (s *normal) Snapshot(c *vec.Codec) { s.stream.Snapshot(c) }
