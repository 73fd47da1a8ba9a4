package minibatch

import (
	"adl/pkg/model"
	"adl/pkg/tape"
	"adl/pkg/vec"
)

// block holds batches made in advance, so that filling and using them are long loops over memory
// that stays in the L1 cache.
type block struct {
	stream *vec.Stream
	n, at  int // rows of a batch, next row
	index  []vec.Index
}

func newBlock(n int, key []uint64) block {
	rows := n * max(1, min(16, 48/n))
	return block{vec.NewStream(key...), n, rows, vec.Indices(rows)}
}

func (b *block) empty() bool {
	if b.at < len(b.index) {
		return false
	}
	b.at = 0
	return true
}

func (b *block) take() []vec.Index {
	i := b.at
	b.at += b.n
	return b.index[i:b.at:b.at]
}

// Tape holds the batches that were made as well: the stream is past them.
func (b *block) Tape(t *tape.Tape) {
	b.stream.Tape(t)
	tape.Value(t, &b.at)
	for i := range b.index {
		tape.Slice(t, b.index[i][:])
	}
}

// with draws n of total with replacement.
type with struct {
	block
	total int
	b     model.Batch
}

func newWith(total, n int, key []uint64) *with {
	return &with{block: newBlock(n, key), total: total}
}

func (s *with) Next() *model.Batch {
	if s.empty() {
		s.stream.Uniform(s.index, s.total)
	}
	s.b.Index = s.take()
	return &s.b
}
