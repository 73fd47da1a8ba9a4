package vec

import (
	"math/bits"

	"adl/pkg/snapshot"
)

// Stream is a keyed source of random bits: eight xoshiro256++ generators (Blackman and Vigna) side
// by side, whose states splitmix64 derives from the key, and one more for the rare redraws of
// rejected indices. Its output depends on the key and on the order of the calls, not on how many
// rows a call asks for. Known-answer tests pin the sequence.
type Stream struct {
	*state
	seen  []uint64    // bit sets of Distinct and Subset, all zero between calls
	bytes []byteIndex // scratch of the SIMD forms of Distinct
	buf   [64]uint64  // raw words of Choices and Subset
}

// byteIndex is an Index below 256.
type byteIndex [Lanes]uint8

type state struct {
	a, b, c, d w8
	fix        [4]uint64
}

// NewStream returns the stream of a key, such as (seed, hash of a task, purpose). The key is
// hashed to 64 bits, from which the 36 words of state are derived: two keys collide with
// probability 2⁻⁶⁴, and share a word with probability 2⁻⁵⁸.
func NewStream(key ...uint64) *Stream {
	x := uint64(0x5851f42d4c957f2d)
	mix := func() uint64 { // splitmix64
		x += 0x9e3779b97f4a7c15
		z := x
		z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9
		z = (z ^ (z >> 27)) * 0x94d049bb133111eb
		return z ^ (z >> 31)
	}
	for _, k := range key {
		x = mix() ^ k
	}
	s := &aligned[state](1)[0]
	for i := range s.a {
		s.a[i], s.b[i], s.c[i], s.d[i] = mix(), mix(), mix(), mix()
	}
	for i := range s.fix {
		s.fix[i] = mix()
	}
	return &Stream{state: s}
}

// Snapshot saves or restores where the stream stands.
func (s *Stream) Snapshot(c *snapshot.Codec) {
	for _, words := range [][]uint64{s.a[:], s.b[:], s.c[:], s.d[:], s.fix[:]} {
		snapshot.Slice(c, words)
	}
}

// Bits fills dst with the raw words from which normals and indices are made. It panics unless
// len(dst) is a multiple of 8.
func (s *Stream) Bits(dst []uint64) {
	if len(dst)%8 != 0 {
		panic("vec: Bits needs a multiple of 8 words")
	}
	active.bits(s.state, dst)
}

func (*portable) bits(s *state, dst []uint64) {
	for ; len(dst) > 0; dst = dst[8:] {
		s.next((*w8)(dst))
	}
}

// next steps the eight generators once: result = rotl(a+d, 23) + a.
func (s *state) next(o *w8) {
	for l := range o {
		a, b, c, d := s.a[l], s.b[l], s.c[l], s.d[l]
		o[l] = bits.RotateLeft64(a+d, 23) + a
		t := b << 17
		c ^= a
		d ^= b
		b ^= c
		a ^= d
		c ^= t
		s.a[l], s.b[l], s.c[l], s.d[l] = a, b, c, bits.RotateLeft64(d, 45)
	}
}

// nextFix steps the generator for the redraws.
func (s *state) nextFix() uint64 {
	f := &s.fix
	r := bits.RotateLeft64(f[0]+f[3], 23) + f[0]
	t := f[1] << 17
	f[2] ^= f[0]
	f[3] ^= f[1]
	f[1] ^= f[2]
	f[0] ^= f[3]
	f[2] ^= t
	f[3] = bits.RotateLeft64(f[3], 45)
	return r
}
