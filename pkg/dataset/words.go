package dataset

import (
	"math/bits"

	"adl/pkg/vec"
)

// words returns the words of a stream one by one.
type words struct {
	s    *vec.Stream
	buf  [64]uint64
	left int
}

func newWords(key ...uint64) *words { return &words{s: vec.NewStream(key...)} }

func (w *words) next() uint64 {
	if w.left == 0 {
		w.s.Bits(w.buf[:])
		w.left = len(w.buf)
	}
	w.left--
	return w.buf[len(w.buf)-1-w.left]
}

// below is exactly uniform on {0, …, n−1} (Lemire's multiplication with rejection).
func (w *words) below(n int) int {
	m := uint64(n)
	reject := -m % m
	for {
		if hi, lo := bits.Mul64(w.next(), m); lo >= reject {
			return int(hi)
		}
	}
}

// unit is uniform on the multiples of 2⁻⁵³ in [0, 1).
func (w *words) unit() float64 { return float64(w.next()>>11) * 0x1p-53 }

// permutation is uniform on the orders of {0, …, n−1} (Fisher and Yates).
func (w *words) permutation(n int) []int {
	p := make([]int, n)
	for i := range p {
		j := w.below(i + 1)
		p[i] = p[j]
		p[j] = i
	}
	return p
}

// normalNumbers returns the standard normal numbers of a stream one by one.
type normalNumbers struct {
	s    *vec.Stream
	rows []vec.Row
	at   int
}

func newNormals(key ...uint64) *normalNumbers {
	r := vec.Rows(16)
	return &normalNumbers{s: vec.NewStream(key...), rows: r, at: len(r) * vec.Lanes}
}

func (n *normalNumbers) next() float64 {
	if n.at == len(n.rows)*vec.Lanes {
		n.s.Normals(n.rows)
		n.at = 0
	}
	x := n.rows[n.at/vec.Lanes][n.at%vec.Lanes]
	n.at++
	return x
}
