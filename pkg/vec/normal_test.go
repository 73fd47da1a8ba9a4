package vec

import (
	"math"
	"math/bits"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

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

// TestNormalsLaw compares four million numbers with the normal law: moments to order 8, joint
// moments of the two numbers that one pair of words makes, cells of equal probability, and tails.
// The expected deviations are exact, so a bound is in their units; about 100 comparisons at 4.5.
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

// TestLanesAreUncorrelated looks at all pairs of lanes: Box and Muller's method pairs some of them.
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
