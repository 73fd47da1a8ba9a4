package vec

// Choices fills dst with independent indices, each exactly uniform on {0, …, n−1}: Lemire's
// multiplication with rejection, on 32 bits. It panics unless 1 ≤ n ≤ MaxIndex.
func (s *Stream) Choices(dst []uint16, n int) {
	checkIndex(n, 1)
	for len(dst) > 0 {
		k := min(len(dst), 2*len(s.buf))
		w := s.words(k)
		for j := range dst[:k] {
			u := uint64(uint32(w[j>>1&63]>>(j&1<<5))) * uint64(n)
			if uint32(u) < uint32(n) {
				u = s.retry(u, uint32(n))
			}
			dst[j] = uint16(u >> 32)
		}
		dst = dst[k:]
	}
}

// Subset fills dst with distinct indices, all subsets of {0, …, n−1} of that size equally likely
// (Floyd's algorithm; their order is not uniform). It panics unless 1 ≤ len(dst) ≤ n ≤ MaxIndex.
func (s *Stream) Subset(dst []uint16, n int) {
	checkIndex(n, len(dst))
	words := (n + 63) / 64
	if len(s.seen) < words {
		s.seen = make([]uint64, words)
	}
	seen := s.seen[:words]
	last := uint32(n - len(dst))
	for at := 0; at < len(dst); {
		k := min(len(dst)-at, 2*len(s.buf))
		w := s.words(k)
		for j := range k {
			u := uint64(uint32(w[j>>1&63]>>(j&1<<5))) * uint64(last+1)
			if uint32(u) <= last {
				u = s.retry(u, last+1)
			}
			v := uint32(u >> 32)
			hit := uint32(seen[v>>6]>>(v&63)) & 1
			v ^= (v ^ last) & -hit // last if v is taken, without a branch to mispredict
			seen[v>>6] |= 1 << (v & 63)
			dst[at+j] = uint16(v)
			last++
		}
		at += k
	}
	for _, v := range dst {
		seen[v>>6] = 0
	}
}

// words returns the raw words for k draws of 32 bits.
func (s *Stream) words(k int) *[64]uint64 {
	s.Bits(s.buf[:(k+15)/16*8])
	return &s.buf
}

// retry returns u = w m for a word w of 32 bits unless u mod 2³² is below 2³² mod m; then it draws
// words until one is not rejected.
func (s *Stream) retry(u uint64, m uint32) uint64 {
	reject := -m % m // 2³² mod m
	for uint32(u) < reject {
		u = (s.nextFix() >> 32) * uint64(m)
	}
	return u
}
