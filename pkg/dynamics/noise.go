package dynamics

import (
	"adl/pkg/tape"
	"adl/pkg/vec"
)

// Noise hands out vectors of standard normals, made a block at a time.
type Noise struct {
	layout vec.Layout
	d, n   int // components and rows of a vector
	stream *vec.Stream
	rows   []vec.Row
	at     int
}

// NewNoise returns the normals of a key for vectors of d components. It makes 32 rows at a time: 16
// KiB, which stay in the L1 cache with the data of a batch.
func NewNoise(l vec.Layout, d int, key ...uint64) *Noise {
	n := l.Rows(d)
	rows := n * max(1, 32/n)
	return &Noise{l, d, n, vec.NewStream(key...), vec.Rows(rows), rows}
}

// Next returns the next vector, valid until the next call.
func (n *Noise) Next() []vec.Row {
	if n.at == len(n.rows) {
		n.fill()
	}
	i := n.at
	n.at += n.n
	return n.rows[i:n.at:n.at]
}

func (n *Noise) fill() {
	n.stream.Normals(n.rows)
	if n.layout == vec.Components {
		for i := 0; i < len(n.rows); i += n.n {
			n.layout.Pad(n.rows[i:i+n.n], n.d)
		}
	}
	n.at = 0
}

// Tape records or plays where the noise stands. The normals that were made are part of it: the
// stream is past them.
func (n *Noise) Tape(t *tape.Tape) {
	n.stream.Tape(t)
	tape.Value(t, &n.at)
	vec.TapeRows(t, n.rows)
}
