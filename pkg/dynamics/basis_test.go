package dynamics

import (
	"math"
	"strings"
	"testing"

	"adl/pkg/spec"
	"adl/pkg/vec"
)

// quarters is the partition of section 4.4.
func quarters(degree int) Boxes {
	return Boxes{
		Cuts: [][]float64{{0.7}, {0.7}}, Lo: []float64{0, 0}, Hi: []float64{1.4, 1.4}, Degree: degree,
	}
}

// rings is a user's basis: the functions 2 and θ₁/10 in the disc of radius 1 and outside it.
type rings struct{}

func (rings) Key() spec.Key     { return spec.Key{"is": "rings"} }
func (rings) Cells() (int, int) { return 2, 2 }

func (rings) Constants() []float64 { return []float64{0.5, 0, 0.5, 0} }

func (rings) At(f, theta []float64) int {
	f[0], f[1] = 2, theta[0]/10
	if math.Hypot(theta[0], theta[1]) > 1 {
		return 1
	}
	return 0
}

// scaledBy returns different factors for n functions.
func scaledBy(n int) (s []float64) {
	for k := range n {
		s = append(s, 0.5+float64(k)/7)
	}
	return s
}

// TestBoxesAt: values written out from eq. rescale.
func TestBoxesAt(t *testing.T) {
	b := Boxes{Cuts: [][]float64{{1, 3}, {2}}, Lo: []float64{0, 0}, Hi: []float64{7, 10}, Degree: 2}
	for _, c := range []struct {
		theta []float64
		cell  int
		u     [2]float64
	}{
		{[]float64{0.5, 1}, 0, [2]float64{0.5, 0.5}},
		{[]float64{1.5, 1}, 1, [2]float64{0.25, 0.5}},
		{[]float64{4, 0}, 2, [2]float64{0.25, 0}},
		{[]float64{0.25, 4}, 3, [2]float64{0.25, 0.25}},
		{[]float64{1, 2}, 4, [2]float64{0, 0}},                     // a cut belongs to the cell above
		{[]float64{math.Nextafter(1, 0), 1}, 0, [2]float64{1, .5}}, //
		{[]float64{7, 10}, 5, [2]float64{1, 1}},                    // the edges
		{[]float64{-3, 1e9}, 3, [2]float64{0, 1}},                  // beyond them
		{[]float64{math.Inf(1), math.Inf(-1)}, 2, [2]float64{1, 0}},
	} {
		f := make([]float64, 9)
		if cell := b.At(f, c.theta); cell != c.cell {
			t.Errorf("θ = %v: cell %d, want %d", c.theta, cell, c.cell)
		}
		x, y := c.u[0], c.u[1]
		for i, want := range []float64{
			1, x, x * x, y, x * y, x * x * y, y * y, x * y * y, x * x * y * y,
		} {
			if math.Abs(f[i]-want) > 1e-15 {
				t.Errorf("θ = %v: function %d is %v, want %v", c.theta, i, f[i], want)
			}
		}
	}
	b.Scale = scaledBy(54)
	f := make([]float64, 9)
	b.At(f, []float64{4, 10})
	if want := b.Scale[5*9+7] * 0.25; math.Abs(f[7]-want) > 1e-15 {
		t.Errorf("scaled: %v, want %v", f[7], want)
	}
	if b.At(f, []float64{math.NaN(), math.NaN()}) != 0 {
		t.Error("NaN has no cell")
	}
}

// TestEvaluators: all lanes in one pass have the same bits as lanes one by one, and the
// combinations of functions given by Constants are constant.
func TestEvaluators(t *testing.T) {
	theta := vec.Rows(2)
	vec.NewStream(4).Normals(theta)
	for l, x := range []float64{
		0, 0.7, 1.4, math.Nextafter(0.7, 0), -5, 8,
		math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1),
	} {
		theta[0][l], theta[1][l+5] = x, x
	}
	boxes := quarters(2)
	boxes.Scale = scaledBy(36)
	for _, b := range []Basis{
		One{}, quarters(0), quarters(1), quarters(3), boxes, rings{},
		Boxes{
			Cuts: [][]float64{nil, {-1, -0.5, 0, 0.5, 1}},
			Lo:   []float64{-2, -2}, Hi: []float64{2, 2}, Degree: 4,
		},
	} {
		cells, m := b.Cells()
		c := vec.NewCells(m)
		evaluator(b, 2)(c, theta)
		f := make([]float64, m)
		seen := map[int]bool{}
		for l := range vec.Lanes {
			cell := b.At(f, []float64{theta[0][l], theta[1][l]})
			seen[cell] = true
			if c.Cell[l] != float64(cell) || cell < 0 || cell >= cells {
				t.Errorf("%+v: lane %d in cell %v, want %d", b, l, c.Cell[l], cell)
			}
			one := 0.0
			for i, want := range f {
				got := c.F[i][l]
				if math.Float64bits(got) != math.Float64bits(want) && got == got {
					t.Errorf("%+v: lane %d, function %d is %v, want %v", b, l, i, got, want)
				}
				if a := b.Constants()[cell*m+i]; a != 0 {
					one += a * want
				}
			}
			if math.Abs(one-1) > 1e-15 {
				t.Errorf("%+v: lane %d: the constant is %v, want 1", b, l, one)
			}
		}
		if len(seen) != cells {
			t.Errorf("%+v: only %d cells of %d are tested", b, len(seen), cells)
		}
	}
}

func TestBasisErrors(t *testing.T) {
	box := func(degree int, scale []float64, hi float64, cuts ...[]float64) Boxes {
		n := len(cuts)
		return Boxes{Cuts: cuts, Lo: make([]float64, n), Hi: ones(n, hi), Degree: degree, Scale: scale}
	}
	for _, c := range []struct {
		b    interface{ Check(int) error }
		want string
	}{
		{quarters(2), ""},
		{box(0, nil, 1, []float64{0.7}),
			"boxes in dimension 2: cuts of 1 axes, 1 lower and 1 upper edges"},
		{quarters(-1), "boxes: degree -1 is negative"},
		{quarters(200), "boxes: 161604 functions are more than 65536"},
		{box(0, nil, 2, []float64{1, 1}, nil),
			"boxes: axis 1 has edges and cuts [0 1 1 2], expected increasing numbers"},
		{box(0, nil, 2, nil, []float64{math.NaN()}),
			"boxes: axis 2 has edges and cuts [0 NaN 2], expected increasing numbers"},
		{box(0, []float64{1, 1}, 2, nil, nil), "boxes: 2 scale factors for 1 functions"},
		{box(0, []float64{0}, 2, nil, nil),
			"boxes: scale factor 0 is 0, expected a positive number"},
	} {
		got := ""
		if err := c.b.Check(2); err != nil {
			got = err.Error()
		}
		if got != c.want && !(c.want != "" && strings.HasPrefix(got, c.want)) {
			t.Errorf("%+v: %q, want %q", c.b, got, c.want)
		}
	}
}
