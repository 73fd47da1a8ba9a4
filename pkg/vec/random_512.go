//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

func uniform512(s *Stream, dst []Index, n int) {
	if n == MaxIndex { // more than 16 bits
		uniformPortable(s, dst, n)
		return
	}
	s.indices512(dst, n, 1, false)
}

func distinct512(s *Stream, dst []Index, n, k int) {
	// comparing with the rows before takes O(k²) time, the bit sets O(k)
	if n == MaxIndex || k > 256 {
		distinctPortable(s, dst, n, k)
		return
	}
	s.indices512(dst, n, k, true)
}

func lookup512(t *Table, dst []Row, idx []Index) {
	if n := t.look512(dst, idx); n < len(idx) {
		lookupPortable(t, dst[n:], idx[n:]) // panics: its first row has an index past the table
	}
}
