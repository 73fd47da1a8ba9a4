//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"testing"
)

// hard returns rows of numbers that are hard for routines: normals, normals near 0 and far from 0,
// arbitrary bit patterns (including NaN, infinities and subnormal numbers) and a list of special
// numbers.
func hard(n int, key ...uint64) []Row {
	special := []float64{0, math.Copysign(0, -1), 1, -1, math.NaN(), -math.NaN(), math.Inf(1),
		math.Inf(-1), math.MaxFloat64, -math.MaxFloat64,
		math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64, 0x1p-1022, -0x1p-1023, 300, -300,
		299.9999999999999, 709.8, -745.2, 0.5, -0.5,
		0x1p52, -0x1p52, 0x1p63, 1e-300, -1e300, math.Nextafter(0.5, 1), 0.125, 1e-8}
	r := Rows(n)
	s := NewStream(key...)
	s.Normals(r)
	w := make([]uint64, Lanes*n)
	s.Bits(w)
	for i := range r {
		for l := range r[i] {
			b := w[i*Lanes+l]
			switch i % 4 {
			case 0, 2: // harmless
				continue
			case 3: // signs of zero
				r[i][l] = special[b%4]
				continue
			}
			switch b % 8 {
			case 0:
				r[i][l] = special[b>>8%uint64(len(special))]
			case 1:
				r[i][l] = math.Float64frombits(b<<3 ^ b>>11)
			case 2:
				r[i][l] *= 0x1p-30
			case 3:
				r[i][l] *= 1000
			}
		}
	}
	return r
}

// finiteHard is hard without NaN and infinities.
func finiteHard(n int, key ...uint64) []Row {
	r := hard(n, key...)
	for i := range r {
		for l, x := range r[i] {
			if x-x != 0 {
				r[i][l] = float64(l) - 31
			}
		}
	}
	return r
}

// inForms runs f in every form of this machine and compares the results with the portable form: the
// same bits, except that any NaN equals any other (its bits depend on the order of an addition's
// operands).
func inForms(t *testing.T, name string, f func() [][]Row) {
	t.Helper()
	defer func(was kernels) { active = was }(active)
	active = specification
	want := f()
	available, _ := forms()
	for _, active = range available[1:] {
		got := f()
		for k := range want {
			for i := range want[k] {
				for l, x := range want[k][i] {
					y := got[k][i][l]
					if math.Float64bits(x) != math.Float64bits(y) && !(x != x && y != y) {
						t.Fatalf("%s: %s gives %x (%g) in block %d, row %d, lane %d, the portable form %x (%g)",
							name, active.name(), math.Float64bits(y), y, k, i, l, math.Float64bits(x), x)
					}
				}
			}
		}
	}
}

func TestForms(t *testing.T) {
	const rounds = 60
	available, why := forms()
	t.Logf("the widest form here is %s; %s", available[len(available)-1].name(), why)
	type rows = [][]Row
	for _, c := range []struct {
		name string
		f    func(seed uint64, n int, a, b, c float64) rows
	}{
		{"AddScaled", func(s uint64, n int, a, b, _ float64) rows {
			x := hard(n, s, 1)
			AddScaled(x, hard(n, s, 2), a)
			return rows{x}
		}},
		{"ScaleAdd", func(s uint64, n int, a, b, _ float64) rows {
			x := hard(n, s, 1)
			ScaleAdd(x, hard(n, s, 2), a, b)
			return rows{x}
		}},
		{"AddTwo", func(s uint64, n int, a, b, _ float64) rows {
			x := hard(n, s, 1)
			AddTwo(x, hard(n, s, 2), hard(n, s, 3), a, b)
			return rows{x}
		}},
		{"AddOuter", func(s uint64, n int, a, _, _ float64) rows {
			n = min(n, 12)
			x := hard(n*(n+1)/2, s, 1)
			AddOuter(x, hard(n, s, 2), a)
			return rows{x}
		}},
		{"AddSquares", func(s uint64, n int, a, _, _ float64) rows {
			x := hard(n, s, 1)
			AddSquares(x, hard(n, s, 2), a)
			return rows{x}
		}},
		{"AddNorm", func(s uint64, n int, a, _, c float64) rows {
			x := hard(2, s, 1)
			AddNorm(&x[1], hard(n, s, 2), a, c)
			return rows{x}
		}},
		{"SumAffine", func(s uint64, n int, a, b, _ float64) rows {
			x, y := hard(2, s, 1), hard(2, s, 2)
			SumAffine(&x[1], &y[1], hard(n, s, 3), a, b)
			SumAffine(&x[0], &x[0], hard(n, s, 4), a, b)
			return rows{x}
		}},
		{"Affine", func(s uint64, n int, a, b, c float64) rows {
			x, y := hard(n, s, 1), hard(n, s, 2)
			for i := range x {
				Affine(&x[i], &y[i], a, b)
				Affine(&y[i], &y[i], 1, c)
			}
			return rows{x, y}
		}},
		{"AccumulateProduct", func(s uint64, n int, a, b, c float64) rows {
			x, y, z := hard(n, s, 1), hard(n, s, 2), hard(n, s, 3)
			for i := range x {
				AccumulateProduct(&x[i], &y[i], &z[i])
				AccumulateProduct(&z[i], &y[i], &y[i])
			}
			return rows{x, y, z}
		}},
		{"Bin", func(s uint64, n int, a, b, c float64) rows {
			x := hard(n, s, 1)
			var d [Lanes]int32
			for i := range x {
				Bin(&d, &x[i], a, 100*b, 1+int(s*997%1000))
				for l := range d {
					x[i][l] = float64(d[l])
				}
			}
			return rows{x}
		}},
		{"Mixture", func(s uint64, n int, a, b, c float64) rows {
			var out rows
			m := NewMixture(0.4, 0.4, 0.4+float64(s%2)*0.3, 1, 200, n, 10)
			for i := range uint64(4) {
				th, f, x := Rows(2), Rows(2), finiteHard(n, s, 2, i)
				copy(th, finiteHard(4, s, 3, i)[2*(i%2):])
				if i == 3 {
					x = hard(n, s, 2, i)
				}
				m.Force(f, th, x)
				out = append(out, f)
				d := make([]float64, n)
				for j := range d {
					d[j] = x[j/2][j%Lanes]
				}
				f = Rows(2)
				m.ForceAll(f, th, d)
				out = append(out, f)
			}
			f := Rows(2)
			m.Force(f, hard(4, s, 4)[2:], hard(n, s, 5))
			out = append(out, f)

			// centres and data as in section 2.5.2, where logits want no clamp
			m = NewMixture(0.4, 0.4, 0.4+float64(s%2)*0.3, 1, 200, n, 3)
			th, x := Rows(2), Rows(n)
			stream := NewStream(s, 6)
			stream.Normals(th)
			stream.Normals(x)
			for i, r := range [][]Row{th, x} {
				for j := range r {
					for l := range r[j] {
						r[j][l] = max(-3, min(3, 0.7+r[j][l]/float64(3-i)))
					}
				}
			}
			f = Rows(2)
			m.Force(f, th, x)
			return append(out, f)
		}},
		{"OUDiagonal", func(s uint64, n int, a, b, c float64) rows {
			p, q := hard(n, s, 1), hard(n, s, 2)
			o := OU{math.Ldexp(1, -int(s%20)), 1}.Diagonal()
			o.Step(p, hard(2, s, 3)[1:], hard(n, s, 4))
			o.Step(q, hard(n, s, 5), hard(n, s, 6))
			return rows{p, q}
		}},
		{"OUPair", func(s uint64, n int, a, b, c float64) rows {
			var out rows
			o := OU{math.Ldexp(1, -int(s%20)), 1}.Pair()
			for i := range uint64(6) {
				p := hard(2, s, 1, i)
				xi := Rows(3)
				copy(xi, hard(6, s, 2, i)[i%2:])
				if i == 0 { // about 0
					for j := range xi {
						for l := range xi[j] {
							xi[j][l] *= 0x1p-200
						}
					}
				}
				o.Step(p, xi, hard(2, s, 3, i))
				out = append(out, p)
			}
			return out
		}},
		{"OUFull", func(s uint64, n int, a, b, c float64) rows {
			p := finiteHard(3, s, 1)
			OU{1e-3, 1}.Full(3).Step(p, finiteHard(6, s, 2), finiteHard(3, s, 3))
			return rows{p}
		}},
		{"Normals, Bits", func(s uint64, n int, a, b, c float64) rows {
			x, y := Rows(7*n), Rows(n)
			st := NewStream(s)
			st.Normals(x)
			st.Normals(nil)
			w := make([]uint64, 8*n)
			st.Bits(w)
			for i := range w {
				y[i/Lanes][i%Lanes] = float64(w[i] >> 12)
			}
			z := Rows(1)
			st.Normals(z)
			return rows{x, y, z}
		}},
		{"Lookup", func(s uint64, n int, a, b, c float64) rows {
			var out rows
			for _, size := range []int{1, 2, 127, 128, 129, 255, 256, 257, 1000, MaxIndex} {
				v := make([]float64, size)
				for i, r := range hard((size+Lanes-1)/Lanes, s, 1) {
					copy(v[i*Lanes:], r[:])
				}
				x, d := Indices(n), Rows(n)
				NewStream(s, 2).Uniform(x, size)
				NewTable(v).Lookup(d, x)
				out = append(out, d)
				for i := range v { // numbers of few bits
					v[i] = math.Float64frombits(math.Float64bits(v[i]) &^ (1<<32 - 1))
				}
				d = Rows(n)
				NewTable(v).Lookup(d, x)
				out = append(out, d)
			}
			return out
		}},
	} {
		for s := range uint64(rounds) {
			n := 1 + int(s*s)%50
			k := hard(4, s, 99)
			a, b, d := k[0][0], k[0][1], k[0][2]
			if s%10 == 9 { // hard constants as well
				a, b, d = k[1][0], k[1][1], k[1][2]
			}
			inForms(t, fmt.Sprintf("%s, seed %d, %d rows", c.name, s, n),
				func() [][]Row { return c.f(s, n, a, b, d) })
		}
	}
}

// TestNormalsOfExtremeWords sets the generators so that their first words reveal a wrong conversion
// or table index.
func TestNormalsOfExtremeWords(t *testing.T) {
	words := []uint64{0, 1, mant, mant - 1, mant + 1, 1 << 51, 1<<51 - 1, math.MaxUint64, 1 << 63,
		1<<63 - 1, 1<<59 - 1, 1 << 59, 1<<60 - 1, 1 << 60,
		0x0fffffff << 32, 0x80000000, 0x7fffffff, 0xffffffff, 1 << 32, 0xf7ffffffffffffff,
		0xf800000000000000, 0x07ffffffffffffff}
	for e := range 64 {
		words = append(words, 1<<e, ^uint64(0)>>e, ^uint64(0)<<e, 1<<e|1)
	}
	for shift := range len(words) {
		inForms(t, "Normals", func() [][]Row {
			s := NewStream(3)
			for l := range s.a { // rotl(a+d, 23) + a with a = 0; the second word has a = d⊕b⊕c⊕a, and so on
				s.a[l], s.d[l] = 0, bits.RotateLeft64(words[(shift+l)%len(words)], -23)
			}
			x := Rows(2)
			s.Normals(x)
			// the second word: after a step the new a is d ^ b ^ c ^ a = 0 and the new d rotl(d ^ b, 45)
			for l := range s.a {
				w := words[(shift+l)%len(words)]
				d := bits.RotateLeft64(bits.RotateLeft64(w, -23), -45) // what d ^ b must be
				c := uint64(12345 * (l + 1))
				s.a[l], s.c[l] = 0, c
				s.b[l] = c ^ d
				s.d[l] = d ^ s.b[l]
			}
			y := Rows(1)
			s.Normals(y)
			return [][]Row{x, y}
		})
	}
}

// TestIndicesInForms draws with every n up to 300 and with some n that reject often. It compares
// the indices and the later output of the streams.
func TestIndicesInForms(t *testing.T) {
	defer func(was kernels) { active = was }(active)
	available, _ := forms()
	check := func(name string, f func(s *Stream) []Index) {
		t.Helper()
		run := func() []byte {
			s := NewStream(11)
			var b bytes.Buffer
			binary.Write(&b, binary.LittleEndian, f(s))
			w := make([]uint64, 8)
			s.Bits(w)
			binary.Write(&b, binary.LittleEndian, append(w, s.nextFix()))
			return b.Bytes()
		}
		active = specification
		want := run()
		for _, active = range available[1:] {
			if !bytes.Equal(run(), want) {
				t.Errorf("%s: %s gives other indices than the portable form", name, active.name())
			}
		}
	}
	sizes := []int{333, 1000, 4097, 21846, 32769, 40000, 43691, 65535, 65536}
	for n := 1; n <= 300; n++ {
		sizes = append(sizes, n)
	}
	for _, n := range sizes {
		check(fmt.Sprintf("Uniform(%d)", n), func(s *Stream) []Index {
			x := Indices(40)
			s.Uniform(x[:17], n)
			s.Uniform(x[17:17], n)
			s.Uniform(x[17:], n)
			return x
		})
		if n < 200 {
			check(fmt.Sprintf("Shuffle(%d)", n), func(s *Stream) []Index {
				x := Indices(n)
				s.Shuffle(x)
				return x
			})
		}
		for _, k := range []int{1, 2, 3, 4, 5, 8, 17, 50, 100, 256, 257, n - 1, n} {
			if k < 1 || k > n || k > 300 || (k > 20 && n > 20 && n < 300 && n%23 != 0) {
				continue
			}
			check(fmt.Sprintf("Distinct(%d, %d)", n, k), func(s *Stream) []Index {
				x := Indices(3 * k)
				s.Distinct(x[:2*k], n, k)
				s.Distinct(x[2*k:], n, k)
				return x
			})
		}
	}
}

func TestLookupPastTheTable(t *testing.T) {
	defer func(was kernels) { active = was }(active)
	available, _ := forms()
	for _, active = range available {
		for _, size := range []int{1, 100, 128, 200, 255, 256, 300} {
			for _, lane := range []int{0, 31, 32, 63} {
				x, d := Indices(2), Rows(2)
				x[1][lane] = uint16(size)
				func() {
					defer func() {
						if recover() == nil {
							t.Errorf("%s: index %d of a table of %d in lane %d does not panic",
								active.name(), size, size, lane)
						}
					}()
					NewTable(make([]float64, size)).Lookup(d, x)
				}()
			}
		}
	}
}
