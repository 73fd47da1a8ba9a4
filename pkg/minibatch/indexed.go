package minibatch

import (
	"adl/pkg/model"
	"adl/pkg/vec"
)

// indexed holds batches of all replicas made in advance, so that filling and using them are long
// loops over memory that stays in the L1 cache.
type indexed struct {
	fill  func(index []vec.Index)
	n, at int // rows of a batch, next row
	index []vec.Index
	batch model.Batch
}

func newIndexed(n int, fill func([]vec.Index)) *indexed {
	rows := n * max(1, min(16, 48/n))
	return &indexed{fill: fill, n: n, at: rows, index: vec.Indices(rows)}
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

// complement gives the batches that leave out the data of others, which are smaller.
type complement struct {
	left  *indexed
	total int
	batch model.Batch
}

func (s *complement) Next() *model.Batch {
	vec.Complement(s.batch.Index, s.left.Next().Index, s.total)
	return &s.batch
}
