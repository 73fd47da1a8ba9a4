package vec

import (
	"math"
	"testing"
)

// parted returns cells, below the given number, and values of m functions: in the first eight
// lanes one cell, in the next eight cells, then any.
func parted(cells, m int, key ...uint64) *Cells {
	c := NewCells(m)
	idx := Indices(1)
	NewStream(key...).Uniform(idx, cells)
	for l, k := range &idx[0] {
		switch {
		case l < 8:
			k = uint16(cells - 1)
		case l < 16:
			k = uint16(l % cells)
		}
		c.Cell[l] = float64(k)
	}
	c.Group()
	NewStream(append(key, 5)...).Normals(c.F)
	return c
}

// TestCells compares sums with plain loops, and checks that no coefficient of an empty cell moves.
func TestCells(t *testing.T) {
	for _, d := range []struct{ cells, m, n int }{{1, 1, 1}, {1, 1, 3}, {4, 9, 3}, {4, 9, 1},
		{3, 4, 2}, {17, 2, 6}, {300, 1, 3}, {2, 5, 4}} {
		c := parted(d.cells, d.m, 1, uint64(d.cells), uint64(d.n))
		xi, y, sum := Rows(d.cells*d.m*d.n), Rows(d.n), Rows(d.n)
		NewStream(2).Normals(xi)
		NewStream(3).Normals(y)
		before := append([]Row(nil), xi...)
		rate := make([]float64, d.cells*d.m)
		for k := range rate {
			rate[k] = 0.1 + float64(k)
		}
		c.Sum(sum, xi)
		c.Add(xi, y, rate)
		for l := range Lanes {
			cell := int(c.Cell[l])
			for r := range d.n {
				want := 0.0
				for k := range d.cells * d.m {
					f := 0.0
					if k/d.m == cell {
						f = c.F[k%d.m][l]
					}
					old := before[k*d.n+r][l]
					want += f * old
					moved := old + rate[k]*f*y[r][l]
					if f == 0 && xi[k*d.n+r][l] != old ||
						math.Abs(xi[k*d.n+r][l]-moved) > 1e-14*(1+rate[k]*math.Abs(f*y[r][l])) {
						t.Errorf("%v: lane %d, coefficient %d, component %d: %v, want %v", d, l, k, r,
							xi[k*d.n+r][l], moved)
					}
				}
				if math.Abs(sum[r][l]-want) > 1e-13 {
					t.Errorf("%v: lane %d, component %d: sum %v, want %v", d, l, r, sum[r][l], want)
				}
			}
		}
	}
}

// TestCellsOfOne: with the single function 1 the sum is the coefficient, and the update is
// AddOuter, AddSquares or AddNorm, bit by bit.
func TestCellsOfOne(t *testing.T) {
	for n := 1; n < 7; n++ {
		p := Rows(n)
		NewStream(uint64(n), 4).Normals(p)
		const k = 0.0123
		for _, c := range []struct {
			name string
			rows int
			add  func(xi []Row, k float64)
		}{
			{"AddOuter", n * (n + 1) / 2, func(xi []Row, k float64) { AddOuter(xi, p, k) }},
			{"AddSquares", n, func(xi []Row, k float64) { AddSquares(xi, p, k) }},
			{"AddNorm", 1, func(xi []Row, k float64) { AddNorm(&xi[0], p, k, float64(n)) }},
		} {
			got, want, sum, y := Rows(c.rows), Rows(c.rows), Rows(c.rows), Rows(c.rows)
			NewStream(6).Normals(got)
			copy(want, got)
			one := NewCells(1)
			Fill(one.F, 1)
			if one.Sum(sum, got); !Same(sum, got) {
				t.Errorf("%s, %d rows: the sum of one is not the coefficient", c.name, n)
			}
			c.add(y, 1)
			one.Add(got, y, []float64{k})
			c.add(want, k)
			if !Same(got, want) || Same(got, sum) {
				t.Errorf("%s, %d rows: other bits", c.name, n)
			}
		}
	}
}

func TestSame(t *testing.T) {
	a, b := Rows(3), Rows(3)
	NewStream(1).Normals(a)
	copy(b, a)
	if !Same(a, b) || !Same(nil, nil) {
		t.Error("copies are not the same")
	}
	b[2][63] = math.Nextafter(b[2][63], 9)
	if Same(a, b) {
		t.Error("a change in the last bit of the last lane is not seen")
	}
	Fill(a, 0)
	Fill(b, math.Copysign(0, -1))
	if Same(a, b) {
		t.Error("the sign of zero is not seen")
	}
	Fill(a, math.NaN())
	Fill(b, math.NaN())
	if !Same(a, b) {
		t.Error("the same NaN is taken for another")
	}
}

// TestBoxes compares with the formula by powers, on cuts and outside the outer box too.
func TestBoxes(t *testing.T) {
	cuts := [][]float64{{-0.5, 0.25, 1}, {}, {0.7}}
	lo, hi := []float64{-1, 0, 0}, []float64{2, 3, 1.4}
	theta := Rows(3)
	NewStream(8).Normals(theta)
	for l, x := range []float64{-0.5, 0.25, 1, math.Nextafter(1, 0), -1, 2, -7, 9, 0, 1e300,
		math.Inf(1), math.Inf(-1)} {
		theta[0][l], theta[1][l+8], theta[2][l+16] = x, x, x+0.7
	}
	theta[2][40] = 0.7
	for degree := range 4 {
		m := (degree + 1) * (degree + 1) * (degree + 1)
		scale := make([]float64, 8*m)
		for k := range scale {
			scale[k] = 1 + float64(k)/7
		}
		c := NewCells(m)
		Boxes{cuts, lo, hi, degree, scale}.Evaluator()(c, theta)
		seen := map[int]bool{}
		for l := range Lanes {
			cell, stride := 0, 1
			var u [3]float64
			for j := range cuts {
				edges := append(append([]float64{math.Inf(-1)}, cuts[j]...), math.Inf(1))
				for a := range len(edges) - 1 {
					if x := theta[j][l]; edges[a] <= x && (x < edges[a+1] || a == len(edges)-2) {
						cell += a * stride
						low, high := max(edges[a], lo[j]), min(edges[a+1], hi[j])
						u[j] = (min(max(x, low), high) - low) / (high - low)
					}
				}
				stride *= len(cuts[j]) + 1
			}
			seen[cell] = true
			if c.Cell[l] != float64(cell) {
				t.Errorf("degree %d: θ = %v %v %v in cell %v, want %d", degree, theta[0][l], theta[1][l],
					theta[2][l], c.Cell[l], cell)
				continue
			}
			for i := range m {
				e := []int{i % (degree + 1), i / (degree + 1) % (degree + 1), i / (degree + 1) / (degree + 1)}
				want := scale[cell*m+i]
				for j := range u {
					want *= math.Pow(u[j], float64(e[j]))
				}
				if math.Abs(c.F[i][l]-want) > 1e-13*scale[cell*m+i] {
					t.Errorf("degree %d, cell %d, powers %v: %v, want %v", degree, cell, e, c.F[i][l], want)
				}
			}
		}
		if len(seen) != 8 {
			t.Errorf("only cells %v were visited", seen)
		}
	}
}

func TestNewCellsWantsFunctions(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	NewCells(0)
}
