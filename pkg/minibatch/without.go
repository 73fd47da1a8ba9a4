package minibatch

import (
	"adl/pkg/model"
	"adl/pkg/vec"
)

// without draws n of total without replacement.
type without struct {
	block
	total int
	b     model.Batch
}

func newWithout(total, n int, key []uint64) *without {
	return &without{block: newBlock(n, key), total: total}
}

func (s *without) Next() *model.Batch {
	if s.empty() {
		s.stream.Distinct(s.index, s.total, s.n)
	}
	s.b.Index = s.take()
	return &s.b
}

// rest draws the data that are left out, where those are fewer.
type rest struct {
	block
	total int
	b     model.Batch
	batch []vec.Index // the complement, where the gradient is not a RestGradient
}

func newRest(total, n int, named bool, key []uint64) *rest {
	s := &rest{block: newBlock(total-n, key), total: total}
	if !named {
		s.batch = vec.Indices(n)
	}
	return s
}

func (s *rest) Next() *model.Batch {
	if s.empty() {
		s.stream.Distinct(s.index, s.total, s.n)
	}
	left := s.take()
	if s.batch == nil {
		s.b = model.Batch{Index: left, Rest: true}
		return &s.b
	}
	vec.Complement(s.batch, left, s.total)
	s.b.Index = s.batch
	return &s.b
}
