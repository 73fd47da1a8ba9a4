package minibatch

import (
	"adl/pkg/model"
	"adl/pkg/vec"
)

// epoch draws batches along permutations: data for the one replica of vec.Components. The 64
// replicas of vec.Replicas go along the products τ_a σ_b of 2·8 permutations, which stand in a
// quarter of the lanes of index: to shuffle 64 takes three times as long. Any three replicas are
// independent, as epochs are; four, such as those of two a and two b, can depend on each other. So
// the mean over replicas has the variance of independent ones.
type epoch struct {
	stream  *vec.Stream
	n, size int // data of a batch, and of all batches of a permutation
	at, end int // data before the next batch and in a period, those on the way back counted again
	quarter int
	index   []vec.Index
	data    []uint16
	batch   model.Batch
}

const (
	side     = 8 // of the square of replicas
	quarters = vec.Lanes / (2 * side)
)

func newEpoch(s Sampling, l vec.Layout, total, n int, stream *vec.Stream) *epoch {
	e := &epoch{stream: stream, n: n, size: total / n * n, quarter: quarters - 1}
	if e.end = e.size; s == Sweep {
		e.end = 2 * e.size
	}
	e.at = e.end
	if l == vec.Components {
		e.data = make([]uint16, total)
	} else {
		e.index, e.batch.Index = vec.Indices(total), vec.Indices(n)
	}
	for i := range e.data {
		e.data[i] = uint16(i)
	}
	for i := range e.index {
		for l := range e.index[i] {
			e.index[i][l] = uint16(i)
		}
	}
	return e
}

func (e *epoch) Next() *model.Batch {
	if e.at == e.end {
		e.at = 0
		e.renew()
	}
	i := e.at
	if i >= e.size { // on the way back
		i = 2*e.size - e.n - i
	}
	e.at += e.n
	if e.data != nil {
		e.batch.Data = e.data[i : i+e.n : i+e.n]
		return &e.batch
	}
	first := 2 * side * e.quarter // τ_0, …, then σ_0, …
	for j := range e.batch.Index {
		to := &e.batch.Index[j]
		for b, k := range e.index[i+j][first+side:][:side] {
			*(*[side]uint16)(to[side*b:]) = [side]uint16(e.index[k][first:])
		}
	}
	return &e.batch
}

// renew goes on to new permutations.
func (e *epoch) renew() {
	if e.data != nil {
		e.stream.Permute(e.data, e.size)
	} else if e.quarter++; e.quarter == quarters {
		e.quarter = 0
		e.stream.Shuffle(e.index, len(e.index))
	}
}

// Snapshot holds the permutations as well: the next ones begin from them.
func (e *epoch) Snapshot(c *vec.Codec) {
	e.stream.Snapshot(c)
	vec.SnapshotValue(c, &e.at)
	vec.SnapshotValue(c, &e.quarter)
	vec.SnapshotSlice(c, e.data)
	for i := range e.index {
		vec.SnapshotSlice(c, e.index[i][:])
	}
}
