package dynamics

import (
	"math"
	"slices"
	"testing"

	"adl/pkg/vec"
)

// at is an ensemble of which every lane is at the same θ.
func at(theta ...float64) *Ensemble {
	e := NewEnsemble(len(theta), Scalar{1, 1}, nil, nil, nil)
	for i, x := range theta {
		fill(&e.Theta[i], x)
	}
	return e
}

func TestHistogram(t *testing.T) {
	h := NewHistogram(1, -1, 1, 4)
	e := at(0, 0)
	values := []float64{-1, -0.51, -0.5, 0, 0.49, 0.5, 0.99, 1, 7, -1.01, math.NaN(), math.Inf(1), math.Inf(-1)}
	cells := []int{1, 1, 2, 3, 3, 4, 4, 5, 5, 0, 0, 5, 0}
	for k := range values {
		// every lane sees another order: counts must not be mixed up between lanes
		for l := range vec.Lanes {
			e.Theta[1][l] = values[(k+l)%len(values)]
		}
		h.Observe(e)
	}
	var want [6]uint32
	for _, c := range cells {
		want[c]++
	}
	for l := range vec.Lanes {
		if got := [6]uint32(h.Count[l*6:]); got != want {
			t.Fatalf("lane %d: %v, want %v", l, got, want)
		}
	}
	only := NewHistogram(0, 0, 1, 2)
	e = at(0.75)
	e.Theta[0][3] = 0.25
	only.Observe(e)
	for l := range vec.Lanes {
		want := [4]uint32{0, 0, 1, 0}
		if l == 3 {
			want = [4]uint32{0, 1, 0, 0}
		}
		if got := [4]uint32(only.Count[l*4:]); got != want {
			t.Errorf("lane %d: %v, want %v", l, got, want)
		}
	}
}

// TestHistogramOf counts a function of the state, and with nil or θ[Dim] itself the same as ever.
func TestHistogramOf(t *testing.T) {
	e := at(0, 0)
	for l := range vec.Lanes {
		e.Theta[0][l], e.P[1][l] = float64(l)/vec.Lanes, 0.5
	}
	sum, plain, same := NewHistogram(7, 0, 2, 4), NewHistogram(0, 0, 1, 8), NewHistogram(0, 0, 1, 8)
	sum.Of = func(dst *vec.Row, e *Ensemble) {
		for l := range dst {
			dst[l] = e.Theta[0][l] + e.P[1][l]
		}
	}
	same.Of = func(dst *vec.Row, e *Ensemble) { *dst = e.Theta[0] }
	for range 3 {
		for _, h := range []*Histogram{sum, plain, same} {
			h.Observe(e)
		}
	}
	for l := range vec.Lanes {
		if cell := 2 + l/32; sum.Count[l*6+cell] != 3 {
			t.Errorf("lane %d: %d, want 3 in cell %d", l, sum.Count[l*6:l*6+6], cell)
		}
	}
	if !slices.Equal(plain.Count, same.Count) {
		t.Error("θ[Dim] as a function has another histogram")
	}
}

func TestMoments(t *testing.T) {
	for _, c := range []struct {
		batches, planned, observed int
		want                       []int64
	}{
		{4, 12, 12, []int64{3, 3, 3, 3}},
		{4, 14, 14, []int64{3, 3, 3, 5}}, // the last takes the rest
		{4, 12, 15, []int64{3, 3, 3, 6}},
		{4, 12, 7, []int64{3, 3, 1, 0}},
		{4, 2, 2, []int64{1, 1, 0, 0}},
		{1, 5, 5, []int64{5}},
	} {
		m := NewMoments(Theta, 2, c.batches, int64(c.planned))
		for k := range c.observed {
			e := at(float64(k), 2)
			e.Theta[0][7] = -float64(k)
			m.Observe(e)
		}
		first := 0
		for b, n := range c.want {
			if m.Count[b] != n {
				t.Fatalf("%d of %d observations in %d batches: counts %v, want %v", c.observed, c.planned, c.batches, m.Count, c.want)
			}
			s1, s2 := 0.0, 0.0
			for k := first; k < first+int(n); k++ {
				s1, s2 = s1+float64(k), s2+float64(k*k)
			}
			first += int(n)
			if m.S1[0][b][0] != s1 || m.S1[0][b][7] != -s1 || m.S2[0][b][7] != s2 || m.S1[1][b][63] != 2*float64(n) || m.S2[1][b][0] != 4*float64(n) {
				t.Errorf("batch %d: Σx %g, Σx² %g, want %g, %g", b, m.S1[0][b][0], m.S2[0][b][0], s1, s2)
			}
		}
	}
	m := NewMoments(Xi, 1, 1, 1)
	e := at(1)
	fill(&e.Xi[0], 3)
	m.Observe(e)
	if m.S1[0][0][9] != 3 || m.S2[0][0][9] != 9 {
		t.Error("the moments of ξ are not those of ξ")
	}
}

func TestCrossings(t *testing.T) {
	// modes at (1, 0.5) and (0.5, 1): u is θ₂ − θ₁, in units of 1, about 0
	for _, c := range []struct {
		name  string
		u     []float64 // −1/2 at the first mode, +1/2 at the second
		count uint32
		upper int64
	}{
		{"stays at the first", []float64{-0.5, -0.4, -0.6, -0.26}, 0, 0},
		{"stays at the second", []float64{0.5, 0.4, 0.3}, 0, 3},
		{"crosses once", []float64{-0.5, -0.1, 0.2, 0.26, 0.5}, 1, 2},
		{"does not cross", []float64{-0.5, 0.2, -0.2, 0.24, -0.5}, 0, 0},
		{"there and back", []float64{-0.5, 0.5, 0.1, -0.2, -0.5}, 2, 3},
		{"begins between", []float64{0, 0.2, 0.5, -0.5}, 1, 1},
		{"jumps", []float64{-0.5, 0.5, -0.5, 0.5, -0.5}, 4, 2},
		{"never at a mode", []float64{0, 0.1, -0.24}, 0, 0},
		{"far out", []float64{-30, 40, 50}, 1, 2},
		{"not a number", []float64{0.5, math.NaN(), -0.5}, 1, 2},
	} {
		x := NewCrossings([]float64{1, 0.5}, []float64{0.5, 1})
		for _, u := range c.u {
			e := at(0.75-u/2, 0.75+u/2)
			e.Theta[0][1], e.Theta[1][1] = 0.75+u/2, 0.75-u/2 // lane 1: the mirror image
			e.Theta[0][2], e.Theta[1][2] = 5-u/2, 5+u/2       // lane 2: far along the border, which does not matter
			x.Observe(e)
		}
		if x.Count[0] != c.count || x.Upper[0] != c.upper || x.Seen != int64(len(c.u)) {
			t.Errorf("%s: %d crossings, %d of %d at the second, want %d, %d", c.name, x.Count[0], x.Upper[0], x.Seen, c.count, c.upper)
		}
		if x.Count[1] != c.count || x.Count[2] != c.count || x.Upper[2] != c.upper {
			t.Errorf("%s: the lanes differ: %v, %v", c.name, x.Count[:3], x.Upper[:3])
		}
	}
	c := NewCrossings([]float64{-1, 3}, []float64{3, 3})
	for _, k := range []struct{ a, b, want float64 }{{-1, 3, -0.5}, {3, 3, 0.5}, {1, 8, 0}} {
		if u := (k.a-c.Centre[0])*c.Axis[0] + (k.b-c.Centre[1])*c.Axis[1]; math.Abs(u-k.want) > 1e-15 {
			t.Errorf("u(%g, %g) = %g, want %g", k.a, k.b, u, k.want)
		}
	}
}
