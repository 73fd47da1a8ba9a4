package minibatch

import (
	"adl/pkg/model"
	"adl/pkg/vec"
)

// one draws the batches of one replica, for the layout vec.Components.
type one struct {
	Sampling
	stream *vec.Stream
	total  int
	batch  model.Batch
}

func (o *one) Next() *model.Batch {
	if o.Sampling == With {
		o.stream.Choices(o.batch.Data, o.total)
	} else {
		o.stream.Subset(o.batch.Data, o.total)
	}
	return &o.batch
}
