package minibatch

import "adl/pkg/vec"

// WideSampler gives the batches of one replica, one after the other, by the indices of their data. A batch is valid until the next call. nil is all the data.
type WideSampler interface {
	Next() []uint16
}

// Wide returns the sampler of n of total data for one replica, with the stream of a key. It panics where Check reports an error.
func (s Sampling) Wide(total, n int, key ...uint64) WideSampler {
	if err := s.Check(total, n); err != nil {
		panic("minibatch: " + err.Error())
	}
	if s == Without && n == total {
		return wideAll{}
	}
	w := wide{vec.NewStream(key...), total, make([]uint16, n)}
	if s == With {
		return &wideWith{w}
	}
	return &wideWithout{w}
}

type wide struct {
	stream *vec.Stream
	total  int
	batch  []uint16
}

type (
	wideAll     struct{}
	wideWith    struct{ wide }
	wideWithout struct{ wide }
)

func (wideAll) Next() []uint16 { return nil }

func (s *wideWith) Next() []uint16 {
	s.stream.Choices(s.batch, s.total)
	return s.batch
}

func (s *wideWithout) Next() []uint16 {
	s.stream.Subset(s.batch, s.total)
	return s.batch
}

// IsAll says whether every batch of a sampler is all the data.
func IsAll(s WideSampler) bool {
	_, ok := s.(wideAll)
	return ok
}
