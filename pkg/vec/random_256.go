// Code generated from random_512.go by narrow; DO NOT EDIT.

//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

func (*avx256) uniform(s *Stream, dst []Index, n int) {
	if n == MaxIndex { // more than 16 bits
		specification.uniform(s, dst, n)
		return
	}
	s.indices256(dst, n, 1, false)
}

func (*avx256) distinct(s *Stream, dst []Index, n, k int) {
	// comparing with the rows before takes O(k²) time, the bit sets O(k)
	if n == MaxIndex || k > 256 {
		specification.distinct(s, dst, n, k)
		return
	}
	s.indices256(dst, n, k, true)
}

func (*avx256) lookup(t *Table, dst []Row, idx []Index) {
	if n := t.look256(dst, idx); n < len(idx) {
		specification.lookup(t, dst[n:], idx[n:]) // panics: its first row has an index past the table
	}
}
