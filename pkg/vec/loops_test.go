package vec

import (
	"math"
	"testing"
)

// normalRows returns rows of normals, each scaled by another power of two so that roundings differ
// from row to row.
func normalRows(n int, key ...uint64) []Row {
	r := Rows(n)
	NewStream(key...).Normals(r)
	for i := range r {
		for l := range r[i] {
			r[i][l] = math.Ldexp(r[i][l], i%3-1)
		}
	}
	return r
}

// near reports whether got is want to a few roundings of a sum whose terms add to scale in
// absolute value.
func near(got, want, scale float64) bool { return math.Abs(got-want) <= 4e-16*scale }

// TestLoops compares every routine, lane by lane, with its plain formula, and checks that it
// leaves everything else unchanged.
func TestLoops(t *testing.T) {
	const d = 3
	x, y, z, w := normalRows(d, 1), normalRows(d, 2), normalRows(d, 3), normalRows(6, 4)
	const a, b = 0.7, -1.3
	type want func(i, l int) (value, scale float64)
	abs := math.Abs
	for _, c := range []struct {
		name string
		got  func() []Row
		want want
	}{
		{"AddScaled", func() []Row { r := copied(x); AddScaled(r, y, a); return r },
			func(i, l int) (float64, float64) { return x[i][l] + a*y[i][l], abs(x[i][l]) + abs(a*y[i][l]) }},
		{"ScaleAdd", func() []Row { r := copied(x); ScaleAdd(r, y, a, b); return r },
			func(i, l int) (float64, float64) {
				return a*x[i][l] + b*y[i][l], abs(a*x[i][l]) + abs(b*y[i][l])
			}},
		{"AddTwo", func() []Row { r := copied(x); AddTwo(r, y, z, a, b); return r },
			func(i, l int) (float64, float64) {
				return x[i][l] + a*y[i][l] + b*z[i][l], abs(x[i][l]) + abs(a*y[i][l]) + abs(b*z[i][l])
			}},
		{"AddOuter", func() []Row { r := copied(w); AddOuter(r, x, a); return r },
			func(k, l int) (float64, float64) {
				i, j := [6]int{0, 0, 0, 1, 1, 2}[k], [6]int{0, 1, 2, 1, 2, 2}[k]
				v := x[i][l] * x[j][l]
				if i == j {
					v--
				}
				return w[k][l] + a*v, abs(w[k][l]) + 1 + abs(x[i][l]*x[j][l])
			}},
		{"AddSquares", func() []Row { r := copied(y); AddSquares(r, x, a); return r },
			func(i, l int) (float64, float64) {
				return y[i][l] + a*(x[i][l]*x[i][l]-1), abs(y[i][l]) + 1 + x[i][l]*x[i][l]
			}},
		{"AddNorm", func() []Row { r := copied(y[:1]); AddNorm(&r[0], x, a, 3); return r },
			func(_, l int) (float64, float64) {
				n := x[0][l]*x[0][l] + x[1][l]*x[1][l] + x[2][l]*x[2][l]
				return y[0][l] + a*(n-3), abs(y[0][l]) + n + 3
			}},
		{"SumAffine", func() []Row { r := normalRows(1, 9); SumAffine(&r[0], &y[0], x, a, b); return r },
			func(_, l int) (float64, float64) {
				return a*y[0][l] + b*(x[0][l]+x[1][l]+x[2][l]),
					abs(y[0][l]) + 2*(abs(x[0][l])+abs(x[1][l])+abs(x[2][l]))
			}},
		{"Affine", func() []Row { r := normalRows(1, 9); Affine(&r[0], &y[0], a, b); return r },
			func(_, l int) (float64, float64) { return a*y[0][l] + b, abs(y[0][l]) + 2 }},
		{"AccumulateProduct", func() []Row {
			r := copied(y[:1])
			AccumulateProduct(&r[0], &x[0], &x[1])
			return r
		},
			func(_, l int) (float64, float64) {
				return y[0][l] + x[0][l]*x[1][l], abs(y[0][l]) + abs(x[0][l]*x[1][l])
			}},
	} {
		u := [4]string{digest(x), digest(y), digest(z), digest(w)}
		got := c.got()
		for i := range got {
			for l := range Lanes {
				if v, scale := c.want(i, l); !near(got[i][l], v, scale) {
					t.Fatalf("%s: row %d, lane %d is %g, want %g", c.name, i, l, got[i][l], v)
				}
			}
		}
		if u != [4]string{digest(x), digest(y), digest(z), digest(w)} {
			t.Errorf("%s changes its arguments", c.name)
		}
	}
}

// TestOneDimension: in one dimension a full and a diagonal friction agree.
func TestOneDimension(t *testing.T) {
	p, xi := normalRows(1, 2), normalRows(1, 4)
	a, b := copied(xi), copied(xi)
	AddOuter(a, p, 0.3)
	AddSquares(b, p, 0.3)
	if !sameBits(a, b) || sameBits(a, xi) {
		t.Error("AddOuter and AddSquares differ in one dimension")
	}
}

func TestSumLanes(t *testing.T) {
	var x Row
	for l := range x {
		x[l] = float64(l * l)
	}
	if got := SumLanes(&x); got != 63*64*127/6 {
		t.Errorf("the sum of squares below 64 is %g", got)
	}
}

func TestBin(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		x, lo, scale float64
		n            int
		want         int32
	}{
		{0, 0, 4, 4, 0}, // exactly lo
		{math.Copysign(0, -1), 0, 4, 4, 0},
		{math.Nextafter(0, -1), 0, 4, 4, -1},
		{1, 0, 4, 4, 4}, // exactly hi
		{math.Nextafter(1, 0), 0, 4, 4, 3},
		{0.25, 0, 4, 4, 1},
		{math.Nextafter(0.25, 0), 0, 4, 4, 0},
		{-2, -2, 0.5, 3, 0},
		{-2.1, -2, 0.5, 3, -1},
		{3.9, -2, 0.5, 3, 2},
		{4, -2, 0.5, 3, 3},
		{1.4, 0, 500 / 1.4, 500, 500}, // the histogram of the mixture: hi itself is above
		{math.Nextafter(1.4, 0), 0, 500 / 1.4, 500, 499},
		{nan, 0, 4, 4, -1},
		{inf, 0, 4, 4, 4},
		{-inf, 0, 4, 4, -1},
		{1e300, 0, 4, 4, 4},
		{-1e300, 0, 4, 4, -1},
		{1e10, 0, 4, 4, 4}, // past the int32
		{0.5, 0, 65536, 65536, 32768},
	} {
		x := Row{}
		for l := range x {
			x[l] = c.lo + 0.5/c.scale // the middle of cell 0
		}
		for _, at := range []int{0, 31, Lanes - 1} {
			x := x
			x[at] = c.x
			var got, want [Lanes]int32
			want[at] = c.want
			Bin(&got, &x, c.lo, c.scale, c.n)
			if got != want {
				t.Errorf("Bin(%g) on %d cells from %g by %g: %d, want %d", c.x, c.n, c.lo, 1/c.scale, got[at],
					c.want)
			}
		}
	}
}

func TestTable(t *testing.T) {
	v := make([]float64, MaxIndex)
	for i := range v {
		v[i] = 1 / float64(i+1)
	}
	for _, n := range []int{1, 2, 200, 257, MaxIndex} {
		table := NewTable(v[:n])
		x, r := Indices(9), Rows(9)
		NewStream(1).Uniform(x, n)
		x[8][63] = uint16(n - 1)
		table.Lookup(r, x)
		for i := range x {
			for l, j := range &x[i] {
				if r[i][l] != v[j] {
					t.Fatalf("n = %d: entry %d is %g, want %g", n, j, r[i][l], v[j])
				}
			}
		}
	}
	many := make([]float64, MaxIndex+4)
	many[MaxIndex+3] = 7
	idx := make([][]uint32, Lanes)
	for l := range idx {
		idx[l] = []uint32{0, uint32(MaxIndex + l%4)}
	}
	far := Rows(2)
	NewTable(many).Gather(far, idx)
	for l, got := range far[1] {
		if want := many[MaxIndex+l%4]; got != want || far[0][l] != 0 {
			t.Fatalf("large table: lane %d has %g, want %g", l, got, want)
		}
	}
	table, r := NewTable([]float64{1, 2}), Rows(1)
	panics(t, "empty table", "of 0 indices", func() { NewTable(nil) })
	panics(t, "large table", "at most 10000000", func() { NewTable(make([]float64, MaxData+1)) })
	defer func() {
		if recover() == nil {
			t.Error("an index past the table is looked up")
		}
	}()
	x := Indices(1)
	x[0][5] = 2
	table.Lookup(r, x)
}
