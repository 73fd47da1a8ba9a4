package minibatch

import (
	"adl/pkg/model"
	"adl/pkg/vec"
)

// epoch draws batches along permutations: along data, a list for every replica, in vec.Components
// and with more than vec.MaxIndex data. Otherwise replica l goes along τ_{l+e} σ_e in epoch e,
// where 128 permutations τ and 64 σ are drawn anew every 64 epochs. In an epoch all replicas are
// independent. Over the epochs any two are, since σ_e and τ_{l+d+e} are both new to replicas l and
// l + d in epoch e; three need not be. So the mean over replicas has the variance of independent
// ones.
type epoch struct {
	stream  *vec.Stream
	n, size int // data per batch, and in all batches of a permutation
	at, end int // data before the next batch and in a period; the way back counts again
	data    [][]uint32
	turn    int // e
	tau     [][2 * vec.Lanes]uint16
	sigma   []vec.Index
	batch   model.Batch
}

func newEpoch(s Sampling, l vec.Layout, total, n int, stream *vec.Stream) *epoch {
	e := &epoch{stream: stream, n: n, size: total / n * n, turn: vec.Lanes - 1}
	if e.end = e.size; s == Symmetric {
		e.end = 2 * e.size
	}
	e.at = e.end
	if l == vec.Components || total > vec.MaxIndex {
		e.data = newLists(l, total)
		e.batch.Data = make([][]uint32, len(e.data))
	} else {
		e.tau, e.sigma = make([][2 * vec.Lanes]uint16, total), vec.Indices(total)
		e.batch.Index = vec.Indices(n)
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
	for r, data := range e.data {
		e.batch.Data[r] = data[i : i+e.n : i+e.n]
	}
	for j := range e.batch.Index {
		k := e.sigma[i+j][e.turn]
		e.batch.Index[j] = vec.Index(e.tau[k][e.turn:])
	}
	return &e.batch
}

// renew starts the next epoch's permutations.
func (e *epoch) renew() {
	for _, data := range e.data {
		e.stream.Permute(data)
	}
	if e.data != nil {
		return
	}
	if e.turn++; e.turn == vec.Lanes {
		e.turn = 0
		for first := 0; first < 2*vec.Lanes; first += vec.Lanes {
			e.stream.Shuffle(e.sigma)
			for i := range e.tau {
				copy(e.tau[i][first:], e.sigma[i][:])
			}
		}
		e.stream.Shuffle(e.sigma)
	}
}

// Snapshot includes the permutations.
func (e *epoch) Snapshot(c *vec.Codec) {
	e.stream.Snapshot(c)
	vec.SnapshotValue(c, &e.at)
	vec.SnapshotValue(c, &e.turn)
	for _, data := range e.data {
		vec.SnapshotSlice(c, data)
	}
	for i := range e.tau {
		vec.SnapshotSlice(c, e.tau[i][:])
		vec.SnapshotSlice(c, e.sigma[i][:])
	}
}
