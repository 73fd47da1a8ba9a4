package dynamics

import (
	"adl/pkg/vec"
)

// Normals supplies vectors of standard normals, which it makes a block at a time.
type Normals struct {
	layout vec.Layout
	d, n   int // components and rows of a vector
	stream *vec.Stream
	rows   []vec.Row
	at     int
}

// NewNormals returns the normals of a key for vectors of d components. It makes 32 rows (16 KiB) at
// a time, so that they stay in the L1 cache with the data of a batch.
func NewNormals(l vec.Layout, d int, key ...uint64) *Normals {
	n := l.Rows(d)
	rows := n * max(1, 32/n)
	return &Normals{l, d, n, vec.NewStream(key...), vec.Rows(rows), rows}
}

// Next returns the next vector, valid until the next call.
func (n *Normals) Next() []vec.Row {
	if n.at == len(n.rows) {
		n.fill()
	}
	i := n.at
	n.at += n.n
	return n.rows[i:n.at:n.at]
}

func (n *Normals) fill() {
	n.stream.Normals(n.rows)
	if n.layout == vec.Components {
		for i := 0; i < len(n.rows); i += n.n {
			n.layout.Pad(n.rows[i:i+n.n], n.d)
		}
	}
	n.at = 0
}

// Snapshot saves or restores the state of the noise. It includes the normals made but not used: the
// stream is past them.
func (n *Normals) Snapshot(c *vec.Codec) {
	n.stream.Snapshot(c)
	vec.SnapshotValue(c, &n.at)
	vec.SnapshotRows(c, n.rows)
}
