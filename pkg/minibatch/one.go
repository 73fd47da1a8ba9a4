package minibatch

import (
	"adl/pkg/model"
	"adl/pkg/tape"
	"adl/pkg/vec"
)

// one draws the batches of one replica, for the layout vec.Components.
type one struct {
	stream *vec.Stream
	draw   func(dst []uint16, total int)
	total  int
	b      model.Batch
}

func newOne(s Sampling, total, n int, key []uint64) *one {
	o := &one{stream: vec.NewStream(key...), total: total, b: model.Batch{Data: make([]uint16, n)}}
	o.draw = o.stream.Subset
	if s == With {
		o.draw = o.stream.Choices
	}
	return o
}

func (o *one) Next() *model.Batch {
	o.draw(o.b.Data, o.total)
	return &o.b
}

func (o *one) Tape(t *tape.Tape) { o.stream.Tape(t) }
