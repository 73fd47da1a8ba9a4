package vec

import (
	"math"
	"math/bits"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
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

// TestReferenceGenerators checks these two generators against published outputs, so that they can
// serve as reference for the stream.
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
		want [3]uint64 // the first words, which pin the derivation of states from the key
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

// doubleFactorial is k!!, and 1 for k ≤ 0: the moment of order k+1 of a standard normal number.
func doubleFactorial(k int) float64 {
	f := 1.0
	for ; k > 1; k -= 2 {
		f *= float64(k)
	}
	return f
}

func moment(k int) float64 {
	if k%2 == 1 {
		return 0
	}
	return doubleFactorial(k - 1)
}

// TestNormalsLaw compares four million numbers with the normal distribution: moments to order 8,
// joint moments of the two numbers from one word, cells of equal probability, and tails. The
// expected deviations are exact, so bounds are in these units: about 100 comparisons at 4.5.
func TestNormalsLaw(t *testing.T) {
	t.Parallel()
	const blocks, rows, cells = 2048, 32, 256
	var sum [9]float64
	joint := [][2]int{{1, 1}, {2, 2}, {1, 3}, {3, 1}, {2, 4}, {4, 4}, {1, 2}, {2, 1}}
	cross := make([]float64, len(joint))
	lag := 0.0 // between neighbours in time
	var hist [cells]float64
	var edges [cells + 1]float64
	for i := range edges {
		edges[i] = distuv.UnitNormal.Quantile(float64(i) / cells)
	}
	tails := []float64{3, 3.5, 4, 4.5}
	above, below := make([]float64, len(tails)), make([]float64, len(tails))
	s, r := NewStream(5), Rows(rows)
	for range blocks {
		s.Normals(r)
		for i := range r {
			for l, x := range &r[i] {
				p := 1.0
				for k := range sum {
					sum[k] += p
					p *= x
				}
				lo, hi := 0, cells
				for hi-lo > 1 {
					if mid := (lo + hi) / 2; x < edges[mid] {
						hi = mid
					} else {
						lo = mid
					}
				}
				hist[lo]++
				for j, c := range tails {
					if x > c {
						above[j]++
					}
					if x < -c {
						below[j]++
					}
				}
				if l%16 < 8 { // the sine's number; its cosine's is 8 lanes further
					y := r[i][l+8]
					for j, o := range joint {
						cross[j] += math.Pow(x, float64(o[0])) * math.Pow(y, float64(o[1]))
					}
				}
				if i > 0 {
					lag += x * r[i-1][l]
				}
			}
		}
	}
	const n = blocks * rows * Lanes
	check := func(name string, sum, mean, variance, n float64) {
		t.Helper()
		if z := (sum/n - mean) / math.Sqrt(variance/n); !(math.Abs(z) < 4.5) {
			t.Errorf("%s: %.6g, want %.6g (%.1f standard errors)", name, sum/n, mean, z)
		}
	}
	for k := 1; k < len(sum); k++ {
		check("moment "+string(rune('0'+k)), sum[k], moment(k), moment(2*k)-moment(k)*moment(k), n)
	}
	for j, o := range joint {
		m := moment(o[0]) * moment(o[1])
		check("joint moment", cross[j], m, moment(2*o[0])*moment(2*o[1])-m*m, n/2)
	}
	check("lag 1", lag, 0, 1, n*(rows-1)/rows)
	for j, c := range tails {
		p := distuv.UnitNormal.Survival(c)
		check("upper tail", above[j], p, p*(1-p), n)
		check("lower tail", below[j], p, p*(1-p), n)
	}
	chi := 0.0
	for _, h := range hist {
		d := h - n/cells
		chi += d * d / (n / cells)
	}
	if p := (distuv.ChiSquared{K: cells - 1}).Survival(chi); p < 1e-5 || p > 1-1e-5 {
		t.Errorf("chi-square of %d cells: %.1f, probability %g", cells, chi, p)
	}
}

// TestLanesAreUncorrelated tests all pairs of lanes: Box and Muller's method pairs some of them.
func TestLanesAreUncorrelated(t *testing.T) {
	t.Parallel()
	const rows = 1 << 14
	r := Rows(rows)
	NewStream(6).Normals(r)
	for a := range Lanes {
		for b := range a {
			s := 0.0
			for i := range r {
				s += r[i][a] * r[i][b]
			}
			if z := s / math.Sqrt(rows); math.Abs(z) > 5.2 { // 2016 pairs
				t.Errorf("lanes %d and %d: correlation %.4f, %.1f standard errors", a, b, s/rows, z)
			}
		}
	}
}

// polar applies the method of Box and Muller to a word, by package math. The sine is reduced to
// the quadrant, so that its zeros are exact.
func polar(w uint64) (rad, sin, cos float64) {
	k := w & mant >> 12
	rad = math.Sqrt(-2 * math.Log((float64(k)+0.5)*0x1p-40))
	if k > 1<<39 {
		rad = math.Sqrt(-2 * math.Log1p(-(float64(1<<40-1-k)+0.5)*0x1p-40))
	}
	w = bits.RotateLeft64(w, -12)
	j := w >> 60 // sixteenths of a turn, and the signed rest
	sin, cos = math.Sincos(float64(j%4)*math.Pi/8 + float64(int64(w<<4))*0x1p-64*math.Pi/8)
	for range j / 4 {
		sin, cos = cos, -sin
	}
	return rad, sin, cos
}

func relative(got, want float64) float64 { return math.Abs(got-want) / math.Abs(want) }

// normalError is the error of a pair of numbers in units of the radius, which the comment of
// Normals bounds.
func normalError(x, y float64, w uint64) float64 {
	rad, sin, cos := polar(w)
	return max(math.Abs(x-rad*sin), math.Abs(y-rad*cos)) / rad
}

// TestNormalsAccuracy measures the error that the comment of Normals states.
func TestNormalsAccuracy(t *testing.T) {
	const rows = 1 << 13
	r, w := Rows(rows), make([]uint64, rows*Lanes/2)
	NewStream(8).Normals(r)
	NewStream(8).Bits(w)
	worst := 0.0
	for i := range r {
		for h := 0; h < Lanes; h += 16 {
			for l := range 8 {
				worst = max(worst, normalError(r[i][h+l], r[i][h+8+l], w[(i*Lanes+h)/2+l]))
			}
		}
	}
	t.Logf("largest error of %d numbers: %.2g of the radius", rows*Lanes, worst)
	if worst > 6e-10 {
		t.Errorf("largest error %.3g of the radius, want less than 6e-10", worst)
	}
}

// TestNormalsExtremes puts the smallest and the largest u, and those at the borders of the
// logarithm's table, before the generator.
func TestNormalsExtremes(t *testing.T) {
	words := []uint64{0, 1 << 12, 2 << 12, mant, mant - 1<<12, mant - 2<<12, 1 << 51, 1<<51 - 1<<12,
		1 << 48, 0x6<<49 - 1<<12}
	for i := range uint64(16) {
		words = append(words, (16+i)<<47, (16+i)<<47-1<<12)
	}
	for _, w := range words {
		for _, angle := range []uint64{0, 0xfff << 52, 0xfff, ^uint64(mant), 0x7ff, 0x800, 0x123} {
			s := NewStream(9)
			for l := range s.a { // rotl(a + d, 23) + a = w
				s.a[l], s.d[l] = 0, bits.RotateLeft64(w|angle, -23)
			}
			again := *s.state
			var raw w8
			again.next(&raw)
			if raw[3] != w|angle {
				t.Fatalf("the generator gives %#x, meant %#x", raw[3], w|angle)
			}
			r := Rows(1)
			s.Normals(r)
			for l := range 8 {
				x, y := r[0][l], r[0][8+l]
				if e := normalError(x, y, raw[l]); !(e < 6e-10) {
					t.Errorf("word %#x: %g, %g are wrong by %.3g of the radius", raw[l], x, y, e)
				}
				if got := math.Hypot(x, y); got > 7.54 {
					t.Errorf("word %#x: radius %g is larger than stated", w, got)
				}
			}
		}
	}
	if rad, _, _ := polar(0); !(rad > 7.53) {
		t.Errorf("largest radius %g, stated 7.54", rad)
	}
}
