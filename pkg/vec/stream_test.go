package vec

import (
	"math"
	"math/bits"
	"testing"
)

// The generators as their authors publish them (https://prng.di.unimi.it), one number at a time.

type splitmix uint64

func (x *splitmix) next() uint64 {
	*x += 0x9e3779b97f4a7c15
	z := uint64(*x)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

type xoshiro [4]uint64

func (s *xoshiro) next() uint64 {
	result := bits.RotateLeft64(s[0]+s[3], 23) + s[0]
	t := s[1] << 17
	s[2] ^= s[0]
	s[3] ^= s[1]
	s[1] ^= s[2]
	s[0] ^= s[3]
	s[2] ^= t
	s[3] = bits.RotateLeft64(s[3], 45)
	return result
}

// TestReferenceGenerators checks the two above against published outputs, so that they can judge
// the stream.
func TestReferenceGenerators(t *testing.T) {
	sm := splitmix(1234567)
	for i, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423,
		4593380528125082431, 16408922859458223821} {
		if got := sm.next(); got != want {
			t.Errorf("splitmix64, output %d: %d, want %d", i, got, want)
		}
	}
	x := xoshiro{1, 2, 3, 4}
	for i, want := range []uint64{41943041, 58720359, 3588806011781223, 3591011842654386,
		9228616714210784205,
		9973669472204895162, 14011001112246962877, 12406186145184390807, 15849039046786891736,
		10450023813501588000} {
		if got := x.next(); got != want {
			t.Errorf("xoshiro256++, output %d: %d, want %d", i, got, want)
		}
	}
}

// reference is the stream of a key: eight generators for the words and one for the redraws.
func reference(key ...uint64) (lanes [8]xoshiro, fix xoshiro) {
	x := splitmix(0x5851f42d4c957f2d)
	for _, k := range key {
		x = splitmix(x.next() ^ k)
	}
	for i := range lanes {
		for j := range lanes[i] {
			lanes[i][j] = x.next()
		}
	}
	for j := range fix {
		fix[j] = x.next()
	}
	return lanes, fix
}

func TestStreamIsXoshiro(t *testing.T) {
	for _, c := range []struct {
		key  []uint64
		want [3]uint64 // the first words, which pin how states are derived from the key
	}{
		{[]uint64{1}, [3]uint64{0x76694d3e443c43b1, 0xafc610a66b10bb4c, 0x62923d36a5f0c1b0}},
		{[]uint64{20190613, 0xfeedface, 7}, [3]uint64{0x43293bf02285bba0, 0xd053d6cd5fb5231e,
			0xf10f219af4ae9f2d}},
	} {
		lanes, fix := reference(c.key...)
		s := NewStream(c.key...)
		got := make([]uint64, 8*1000)
		s.Bits(got)
		if [3]uint64(got) != c.want {
			t.Errorf("key %v: first words %#x, want %#x", c.key, got[:3], c.want)
		}
		for i, w := range got {
			if want := lanes[i%8].next(); w != want {
				t.Fatalf("key %v: word %d is %#x, want %#x", c.key, i, w, want)
			}
		}
		for i := range 100 {
			if w, want := s.nextFix(), fix.next(); w != want {
				t.Fatalf("key %v: redraw %d is %#x, want %#x", c.key, i, w, want)
			}
		}
	}
}

func TestKeysAreDifferent(t *testing.T) {
	seen := map[uint64][]uint64{}
	for _, key := range [][]uint64{nil, {0}, {1}, {0, 0}, {0, 1}, {1, 0}, {1, 1}, {0, 0, 0},
		{1, 2, 3}, {3, 2, 1}, {1 << 63}, {math.MaxUint64}} {
		var b [8]uint64
		NewStream(key...).Bits(b[:])
		for _, w := range b {
			if k, ok := seen[w]; ok {
				t.Errorf("keys %v and %v share the word %#x", k, key, w)
			}
			seen[w] = key
		}
	}
}

// TestPinned pins a million numbers of each kind. A change here changes every simulated number of
// the project.
func TestPinned(t *testing.T) {
	const rows = 15625 // times 64: a million
	for _, c := range []struct {
		name, want string
		digest     func(s *Stream) string
	}{
		{"Normals", "54f3e0c5b9345b87", func(s *Stream) string {
			r := Rows(rows)
			s.Normals(r)
			return digest(r)
		}},
		{"Uniform 100", "6637b6ab24803578", func(s *Stream) string {
			x := Indices(rows)
			s.Uniform(x, 100)
			return digest(x)
		}},
		{"Uniform 65536", "f85a87ecfb23fea4", func(s *Stream) string {
			x := Indices(rows)
			s.Uniform(x, 65536)
			return digest(x)
		}},
		{"Uniform 40000", "904da6d840255cc0", func(s *Stream) string {
			x := Indices(rows)
			s.Uniform(x, 40000)
			return digest(x)
		}},
		{"Distinct 5 of 200", "ff3a231dad1d06a3", func(s *Stream) string {
			x := Indices(rows)
			s.Distinct(x, 200, 5)
			return digest(x)
		}},
		{"Distinct 125 of 12251", "77f5d7df02b4b853", func(s *Stream) string {
			x := Indices(rows)
			s.Distinct(x, 12251, 125)
			return digest(x)
		}},
	} {
		if got := c.digest(NewStream(42, 7)); got != c.want {
			t.Errorf("%s: digest %s, want %s", c.name, got, c.want)
		}
	}
}

// TestBlocks asks for the same sequence in blocks of several sizes.
func TestBlocks(t *testing.T) {
	const rows = 7 * 32 * 5
	for _, c := range []struct {
		name string
		k    int // rows that belong together
		fill func(s *Stream, r []Row, x []Index)
	}{
		{"Normals", 1, func(s *Stream, r []Row, _ []Index) { s.Normals(r) }},
		{"Uniform 200", 1, func(s *Stream, _ []Row, x []Index) { s.Uniform(x, 200) }},
		{"Uniform 40000", 1, func(s *Stream, _ []Row, x []Index) { s.Uniform(x, 40000) }},
		{"Distinct 5 of 200", 5, func(s *Stream, _ []Row, x []Index) { s.Distinct(x, 200, 5) }},
		{"Distinct 5 of 40001", 5, func(s *Stream, _ []Row, x []Index) { s.Distinct(x, 40001, 5) }},
	} {
		r, x := Rows(rows), Indices(rows)
		c.fill(NewStream(3), r, x)
		for _, block := range []int{1, 7, 32} {
			u, v := Rows(rows), Indices(rows)
			s := NewStream(3)
			for i := 0; i < rows; i += block * c.k {
				j := min(i+block*c.k, rows)
				c.fill(s, u[i:j], v[i:j])
			}
			if digest(u) != digest(r) || digest(v) != digest(x) {
				t.Errorf("%s: blocks of %d give another sequence", c.name, block)
			}
		}
	}
	a, b := make([]uint64, 240), make([]uint64, 240)
	NewStream(3).Bits(a)
	s := NewStream(3)
	for i := 0; i < len(b); i += 24 {
		s.Bits(b[i : i+24])
	}
	for i := range a {
		if a[i] != b[i] {
			t.Fatalf("Bits: blocks of 24 differ at word %d", i)
		}
	}
}

func TestBitsPanics(t *testing.T) {
	panics(t, "Bits of 12 words", "multiple of 8", func() { NewStream(1).Bits(make([]uint64, 12)) })
}
