package vec

import (
	"math"
	"math/bits"
)

// Stream is a keyed source of random bits: eight xoshiro256++ generators (Blackman and Vigna) side
// by side, whose states splitmix64 derives from the key, and one more for the rare redraws of
// rejected indices. Its output depends on the key and on the order of the calls, not on the number
// of rows per call. Known-answer tests fix the sequence. Of 65 tests of dieharder on eight streams
// of neighbouring keys, interleaved word by word, none failed and none was weak (commit 408f1e31,
// scripts/test-random.sh).
type Stream struct {
	*state
	seen  []uint64    // bit sets of Distinct and Subset, all zero between calls
	bytes []byteIndex // scratch of the SIMD forms of Distinct
	buf   [64]uint64  // raw words of Choices, Subset and Permute
}

// byteIndex is an Index below 256.
type byteIndex [Lanes]uint8

type state struct {
	a, b, c, d w8
	fix        [4]uint64
	_          [4]uint64 // room is aligned
	room       [5][4]v8  // passed between the passes of normals with AVX2
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

// Snapshot saves or restores the state of the stream.
func (s *Stream) Snapshot(c *Codec) {
	for _, words := range [][]uint64{s.a[:], s.b[:], s.c[:], s.d[:], s.fix[:]} {
		SnapshotSlice(c, words)
	}
}

// Bits fills dst with the raw words from which normals and indices are made. It panics unless
// len(dst) is a multiple of 8.
func (s *Stream) Bits(dst []uint64) {
	if len(dst)%8 != 0 {
		panic("vec: Bits needs a multiple of 8 words")
	}
	for ; len(dst) > 0; dst = dst[8:] {
		s.state.next((*w8)(dst))
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

const (
	logOff  = 0x3fe6000000000000 // bits of 0.6875, where the 16 intervals of the logarithm begin
	logMask = 0xfff0000000000000
	mant    = 0x000ffffffffff000
	expOne  = 0x3ff0000000000000
	turn    = 2 * math.Pi / 16 * 0x1p-64
	half    = turn * 0x1p43         // half a step of φ
	sinQ1   = -0x1.5555506362499p-3 // sin x = x(1 + q₁x² + q₂x⁴) for |x| ≤ π/16, to a relative 1.5e-9
	sinQ2   = 0x1.10d0edba888bdp-7
	m2ln2   = -2 * math.Ln2
)

// Normals fills rows with independent standard normal numbers by the method of Box and Muller: √(−2
// log u) (sin φ, cos φ), with the logarithm and the angle from tables of 16 and polynomials. A pair
// of numbers uses one word: 40 bits are u, an odd multiple of 2⁻⁴¹ in (0, 1); the other 24 are the
// leading bits of φ/2π, followed by the same 40 bits. The error of a number is below 6e-10 times
// its pair's radius √(−2 log u), the error of a moment far smaller; the largest number is 7.54.
func (s *Stream) Normals(dst []Row) { active.normals(s.state, dst) }

func (*portable) normals(s *state, dst []Row) {
	var r w8
	for i := range dst {
		for h := 0; h < Lanes; h += 16 {
			p := (*[16]float64)(dst[i][h:])
			s.next(&r)
			for l, w := range r {
				ub := math.Float64bits(math.Float64frombits(w&mant|expOne) - (1 - 0x1p-41))
				tt := ub - logOff
				ix := (tt >> 48) & 15
				z := math.Float64frombits(ub - tt&logMask)
				y := math.FMA(float64(int64(tt)>>52), m2ln2, float64(-2*logTable[ix]))
				rr := math.FMA(z, invTable[ix], -1)
				q := math.FMA(rr, 2.0/6, -2.0/5)
				q = math.FMA(q, rr, 2.0/4)
				q = math.FMA(q, rr, -2.0/3)
				q = math.FMA(q, rr, 1)
				q = math.FMA(q, rr, -2)
				rad := math.Sqrt(math.FMA(rr, q, y))
				w = bits.RotateLeft64(w, -12)
				jx := w >> 60
				de := float64(float64(int64(w<<4)) * turn)
				d2 := float64(de * de)
				sd := float64(math.FMA(math.FMA(d2, sinQ2, sinQ1), d2, 1) * de)
				cd := math.FMA(math.FMA(math.FMA(d2, -1.0/720, 1.0/24), d2, -0.5), d2, 1)
				sn, cs := sinTable[jx], cosTable[jx]
				p[l] = float64(rad * math.FMA(sn, cd, float64(cs*sd)))
				p[8+l] = float64(rad * (float64(cs*cd) - float64(sn*sd)))
			}
		}
	}
}
