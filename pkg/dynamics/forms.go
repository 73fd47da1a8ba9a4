package dynamics

import (
	"fmt"
	"math"
	"slices"

	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Scalar is a friction ξ ∈ ℝ, the same for all components: D is ξ ← ξ + (h/η)(|p|² − d)
// (eq. xi_scalar).
type Scalar struct{}

// Name is "scalar".
func (Scalar) Name() string { return "scalar" }

// Key is "scalar".
func (Scalar) Key() spec.Key { return spec.Key{"is": "scalar"} }

// Check is nil.
func (Scalar) Check(int) error { return nil }

// At is 0 on the diagonal.
func (Scalar) At(_, i, j int) int { return diagonalAt(i, j, 0) }

// diagonalAt is e on the diagonal and −1 off it.
func diagonalAt(i, j, e int) int {
	if i != j {
		return -1
	}
	return e
}

// O has a flow of its own in the layout vec.Components.
func (Scalar) O(l vec.Layout, _ int, h, gamma float64) Flow {
	if l == vec.Replicas {
		return nil
	}
	return ouScalar{vec.OU{H: h, Gamma: gamma}.Diagonal()}
}

// D has a flow of its own in the layout vec.Components.
func (Scalar) D(l vec.Layout, _ int, k float64) Flow {
	if l == vec.Replicas {
		return nil
	}
	return norm{k}
}

type (
	ouScalar struct{ c *vec.OUDiagonal }
	norm     struct{ k float64 }
)

func (f ouScalar) Apply(s *State) {
	alpha, sigma := f.c.Functions(s.Xi[0][0])
	vec.ScaleAdd(s.P, s.Noise.Next(), alpha, sigma)
}

func (f norm) Apply(s *State) {
	x := &s.Xi[0][0]
	*x = math.FMA(vec.SumSquares(s.P, s.Dim)-float64(s.Dim), f.k, *x)
}

// Diagonal is a diagonal friction ξ = diag(ξ₁, …, ξ_d): D is ξ_i ← ξ_i + (h/η)(p_i² − 1)
// (eq. xi_diag).
type Diagonal struct{}

// Name is "diagonal".
func (Diagonal) Name() string { return "diagonal" }

// Key is "diagonal".
func (Diagonal) Key() spec.Key { return spec.Key{"is": "diagonal"} }

// Check is nil.
func (Diagonal) Check(int) error { return nil }

// At is i on the diagonal.
func (Diagonal) At(_, i, j int) int { return diagonalAt(i, j, i) }

// O goes over all components in one pass.
func (Diagonal) O(_ vec.Layout, _ int, h, gamma float64) Flow {
	return frozenO{vec.OU{H: h, Gamma: gamma}.Diagonal()}
}

// D goes over all components in one pass.
func (Diagonal) D(_ vec.Layout, _ int, k float64) Flow { return squares{k} }

type (
	squares      struct{ k float64 }
	squaresDrift struct{ k, h float64 }
)

func (f squares) Apply(s *State) {
	vec.AddSquares(nil, s.Xi, s.P, f.k, 0)
	s.Layout.Pad(s.Xi, s.Dim)
}

func (f *squaresDrift) Apply(s *State) {
	vec.AddSquares(s.Theta, s.Xi, s.P, f.k, f.h)
	s.Layout.Pad(s.Xi, s.Dim)
}

func (f squares) write(y []vec.Row, s *State) {
	vec.Squares(y, s.P)
	s.Layout.Pad(y, s.Dim)
}

// Full is a full symmetric friction ξ ∈ ℝ^(d×d), whose entries are its upper triangle, row by row
// (Remark rem:xi): D is ξ ← ξ + (h/η)(p pᵀ − 1).
type Full struct{}

// Name is "full".
func (Full) Name() string { return "full" }

// Key is "full".
func (Full) Key() spec.Key { return spec.Key{"is": "full"} }

// Check is nil.
func (Full) Check(int) error { return nil }

// At counts the upper triangle, row by row.
func (Full) At(d, i, j int) int { return i*d - triangle(i) + j }

// Rows is the number of entries, or that of a symmetric matrix in blocks (vec.Sym).
func (Full) Rows(l vec.Layout, d int) int {
	if l == vec.Replicas {
		return triangle(d)
	}
	return vec.Sym(d).Rows()
}

// Place is where the entry stands in the triangle, or in blocks.
func (f Full) Place(l vec.Layout, d, i, j, r int) (row, lane int) {
	if l == vec.Replicas {
		return f.At(d, min(i, j), max(i, j)), r
	}
	return vec.Sym(d).At(i, j)
}

// O is exact: in closed form or by series for two components, through the eigenvectors of ξ for
// more; in the layout vec.Components to 10⁻¹², by series in ξ, with d² work a step and not d³.
func (Full) O(l vec.Layout, d int, h, gamma float64) Flow {
	switch {
	case l == vec.Components:
		return &ouSym{vec.OU{H: h, Gamma: gamma}.Large(d)}
	case d == 1:
		return frozenO{vec.OU{H: h, Gamma: gamma}.Diagonal()}
	case d == 2:
		return frozenO{vec.OU{H: h, Gamma: gamma}.Pair()}
	}
	return frozenO{vec.OU{H: h, Gamma: gamma}.Full(d)}
}

// D is ξ ← ξ + (h/η)(p pᵀ − 1). In the layout vec.Components the next O adds it.
func (Full) D(l vec.Layout, _ int, k float64) Flow {
	if l == vec.Components {
		return outerLater{k}
	}
	return &outer{k}
}

type (
	ouSym      struct{ c *vec.OULarge }
	outer      struct{ k float64 }
	outerLater struct{ k float64 }
	outerDrift struct{ k, h float64 }
)

func (f *ouSym) Apply(s *State) {
	f.c.Step(s.P, s.Xi, s.Noise.Next, s.due...)
	s.due = s.due[:0]
}

func (f *outer) Apply(s *State) { vec.AddOuter(nil, s.Xi, s.P, f.k, 0) }

func (f *outer) write(y []vec.Row, s *State) { vec.Outer(y, s.P) }

func (f outerLater) Apply(s *State) { s.add(f.k) }

func (f *outerDrift) Apply(s *State) { vec.AddOuter(s.Theta, s.Xi, s.P, f.k, f.h) }

// Layers is a friction that is one number for each of L groups of consecutive components of θ, as
// the layers of a network (section 3.5): ξ = diag(ξ₁ I, …, ξ_L I), and D is ξ_l ← ξ_l +
// (h/η)(|p_l|² − d_l) with p_l the d_l components of group l.
//
// One group is Scalar, bit by bit.
type Layers struct {
	Sizes []int // d_l ≥ 1, from the first components on; their sum is d
}

// For returns the layers of a model, which has a method Layers that lists their sizes.
func (Layers) For(model any) (Form, error) {
	m, ok := model.(interface{ Layers() []int })
	if !ok {
		return nil, fmt.Errorf("the model has no layers")
	}
	return Layers{m.Layers()}, nil
}

// Name is "layers".
func (Layers) Name() string { return "layers" }

// Key is "layers" and sizes.
func (f Layers) Key() spec.Key { return spec.Key{"is": "layers", "sizes": f.Sizes} }

// Check reports sizes that are not positive or whose sum is not d.
func (f Layers) Check(d int) error {
	sum := 0
	for _, n := range f.Sizes {
		sum += n
	}
	if len(f.Sizes) == 0 || slices.Min(f.Sizes) < 1 || sum != d {
		return fmt.Errorf("%d components do not divide into layers of %d", d, f.Sizes)
	}
	return nil
}

// At is the layer of component i on the diagonal.
func (f Layers) At(_, i, j int) int {
	if i != j {
		return -1
	}
	l := 0
	for ; i >= f.Sizes[l]; l++ {
		i -= f.Sizes[l]
	}
	return l
}

// BlockDiagonal is a friction ξ = diag(ξ₁, …, ξ_L): full symmetric blocks of an order b, the last
// of which is smaller where b does not divide d. Blocks of order 1 are Diagonal, one block is Full.
type BlockDiagonal struct{ Order int }

// Name is "blocks-" and the order.
func (f BlockDiagonal) Name() string { return fmt.Sprintf("blocks-%d", f.Order) }

// Key is "blocks" and order.
func (f BlockDiagonal) Key() spec.Key { return spec.Key{"is": "blocks", "order": f.Order} }

// Check reports an order below 1.
func (f BlockDiagonal) Check(int) error {
	if f.Order < 1 {
		return fmt.Errorf("expected blocks of an order of at least 1, got %d", f.Order)
	}
	return nil
}

// At counts the upper triangles of the blocks, row by row.
func (f BlockDiagonal) At(d, i, j int) int {
	first := i - i%f.Order // component of the block
	if j-first >= f.Order {
		return -1
	}
	b := min(f.Order, d-first)
	return first/f.Order*triangle(f.Order) + Full{}.At(b, i-first, j-first)
}

func triangle(n int) int { return n * (n + 1) / 2 }
