package vec

import (
	"fmt"
	"math"
	"testing"
)

// withSpectrum returns a matrix of order d with the given spectrum, in blocks and row-major, and
// its eigenvectors as columns.
func withSpectrum(d int, values []float64, key uint64) (blocks []Row, full, vectors []float64) {
	r := Rows(Components.Rows(d*d) + 1)
	NewStream(key).Normals(r)
	v := append([]float64(nil), flat(r)[:d*d]...)
	for i := range d { // Gram and Schmidt, rows, twice
		for range 2 {
			for j := range i {
				s := 0.0
				for k := range d {
					s += v[i*d+k] * v[j*d+k]
				}
				for k := range d {
					v[i*d+k] -= s * v[j*d+k]
				}
			}
		}
		n := 0.0
		for k := range d {
			n += v[i*d+k] * v[i*d+k]
		}
		for k := range d {
			v[i*d+k] /= math.Sqrt(n)
		}
	}
	blocks, full = Rows(Sym(d).Rows()), make([]float64, d*d)
	for i := range d {
		for j := range d {
			for k := range d {
				full[i*d+j] += values[k] * v[k*d+i] * v[k*d+j]
			}
		}
	}
	for i := range d {
		for j := range d {
			row, lane := Sym(d).At(i, j)
			blocks[row][lane] = full[min(i, j)*d+max(i, j)]
		}
	}
	return blocks, full, v
}

// TestOULarge compares with the step in the basis of the eigenvectors, part by part if it is
// divided.
func TestOULarge(t *testing.T) {
	for _, d := range []int{1, 3, 8, 20, 65, 100} {
		for _, c := range []struct {
			name      string
			scale     float64
			low, high float64 // the spectrum of hξ over scale
		}{
			{"zero", 0, 0, 0},
			{"positive", 1e-6, 0, 1}, {"positive", 1e-3, 0, 1}, {"positive", 0.05, 0.5, 1},
			{"positive", 0.3, 0, 1}, {"positive", 1, 0, 1}, {"positive", 10, 0.5, 1},
			{"indefinite", 1e-6, -1, 1}, {"indefinite", 0.02, -1, 1}, {"indefinite", 0.2, -0.2, 1},
			{"indefinite", 1, -1, 1}, {"indefinite", 10, -0.1, 1},
			{"identity", 0.05, 1, 1}, {"identity", 1, 1, 1}, {"identity", 10, 1, 1},
			{"negative", 0.3, -1, -0.5},
		} {
			const h, gamma = 1e-3, 1.3
			values := make([]float64, d)
			for i := range values {
				x := 1.0
				if d > 1 {
					x = float64(i) / float64(d-1)
				}
				values[i] = c.scale / h * (c.low + (c.high-c.low)*x)
			}
			xi, _, v := withSpectrum(d, values, uint64(d))
			s := NewStream(uint64(d), 2)
			p := Rows(Components.Rows(d))
			s.Normals(p)
			clear(flat(p)[d:])
			start := append([]Row(nil), p...)
			var drawn [][]Row
			o := OU{h, gamma}.Large(d)
			o.Step(p, xi, func() []Row {
				g := Rows(Components.Rows(d))
				s.Normals(g)
				clear(flat(g)[d:])
				drawn = append(drawn, g)
				return g
			})
			name := fmt.Sprintf("d = %d, %s, ‖hξ‖ = %g", d, c.name, c.scale)
			if len(drawn) != o.Parts {
				t.Errorf("%s: %d parts, %d draws", name, o.Parts, len(drawn))
			}
			series := newOUSeries(h/float64(o.Parts), gamma)
			want := append([]float64(nil), flat(start)[:d]...)
			for _, g := range drawn {
				next := make([]float64, d)
				for k := range d {
					a, b := 0.0, 0.0
					for i := range d {
						a += v[k*d+i] * want[i]
						b += v[k*d+i] * flat(g)[i]
					}
					alpha, sigma := series.functions(values[k])
					for i := range d {
						next[i] += (alpha*a + sigma*b) * v[k*d+i]
					}
				}
				want = next
			}
			diff, size := 0.0, 0.0
			for i, x := range flat(p) {
				if i >= d {
					if x != 0 {
						t.Fatalf("%s: component %d is not 0 but %g", name, i, x)
					}
					continue
				}
				diff += (x - want[i]) * (x - want[i])
				size += want[i] * want[i]
			}
			t.Logf("%s: error %.1e, %d parts, %d terms", name, math.Sqrt(diff/size), o.Parts, o.Terms)
			most := 1e-12
			if o.Parts > 1 {
				most = 2e-12
			}
			if !(math.Sqrt(diff/size) < most) {
				t.Errorf("%s: relative error %.2g (%d parts, %d terms)", name, math.Sqrt(diff/size), o.Parts,
					o.Terms)
			}
		}
	}
}

// TestOULargeNotFinite: p becomes NaN if ξ is not finite or too large for any number of parts.
func TestOULargeNotFinite(t *testing.T) {
	for _, x := range []float64{math.NaN(), math.Inf(1), 1e9, -1e300} {
		const d = 10
		xi, p := Rows(Sym(d).Rows()), Rows(1)
		xi[0][9] = x
		OU{1e-3, 1}.Large(d).Step(p, xi, func() []Row { return Rows(1) })
		for i, y := range p[0] {
			if want := i < d; (y != y) != want {
				t.Errorf("ξ with %g: component %d is %g", x, i, y)
			}
		}
	}
}

// TestSym compares products and sums with plain loops over a full matrix.
func TestSym(t *testing.T) {
	for _, d := range []int{1, 2, 7, 8, 9, 16, 33, 64, 65, 100} {
		values := make([]float64, d)
		for i := range values {
			values[i] = float64(i%5) - 1.3
		}
		a, full, _ := withSpectrum(d, values, uint64(d))
		r := Rows(4 * Components.Rows(d))
		NewStream(9, uint64(d)).Normals(r)
		n := Components.Rows(d)
		x := [4][]Row{r[:n], r[n : 2*n], r[2*n : 3*n], r[3*n:]}
		for _, x := range x {
			clear(flat(x)[d:])
		}
		u, v := Rows(n), Rows(n)
		got := symMul(u, v, a, x[0], x[1], d, []RankOne{{x[2], 0.5, -1}, {x[3], -0.25, 2}}, true)
		squares := 0.0
		for i := range d {
			su, sv := 0.0, 0.0
			for j := range d {
				b, c := flat(x[2]), flat(x[3])
				e := full[i*d+j] + 0.5*b[i]*b[j] - 0.25*c[i]*c[j]
				if i == j {
					e += -0.5 - 0.5
				}
				squares += e * e
				su += e * flat(x[0])[j]
				sv += e * flat(x[1])[j]
				row, lane := Sym(d).At(i, j)
				if math.Abs(a[row][lane]-e) > 1e-13*(1+math.Abs(e)) {
					t.Fatalf("d = %d: entry %d, %d is %g, want %g", d, i, j, a[row][lane], e)
				}
				if row2, lane2 := Sym(d).At(j, i); a[row2][lane2] != a[row][lane] {
					t.Fatalf("d = %d: entries %d, %d and %d, %d are not the same bits", d, i, j, j, i)
				}
			}
			if math.Abs(flat(u)[i]-su) > 1e-11 || math.Abs(flat(v)[i]-sv) > 1e-11 {
				t.Errorf("d = %d: component %d of the products is %g, %g, want %g, %g", d, i, flat(u)[i],
					flat(v)[i], su, sv)
			}
		}
		if math.Abs(got-squares) > 1e-12*squares {
			t.Errorf("d = %d: the sum of squares is %g, want %g", d, got, squares)
		}
		for _, w := range [][]Row{u, v} {
			for i, y := range flat(w) {
				if i >= d && y != 0 {
					t.Errorf("d = %d: component %d of a product is %g, not 0", d, i, y)
				}
			}
		}
	}
}
