package minibatch

import (
	"math"

	"adl/pkg/model"
	"adl/pkg/tape"
	"adl/pkg/vec"
)

// normal gives the noise of Gaussian batches.
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

func (s *normal) Tape(t *tape.Tape) { s.stream.Tape(t) }
