package minibatch

import (
	"adl/pkg/model"
	"adl/pkg/tape"
)

// all is the batch of all the data: no noise.
type all struct{}

func (all) Next() *model.Batch { return nil }

func (all) Tape(*tape.Tape) {}

// IsAll reports whether every batch of a sampler is all the data.
func IsAll(s Sampler) bool {
	_, ok := s.(all)
	return ok
}
