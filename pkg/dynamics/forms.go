package dynamics

import (
	"fmt"
	"slices"

	"adl/pkg/spec"
)

// Scalar is a friction ξ ∈ ℝ, the same for all components (eq. xi_scalar).
type Scalar struct{}

func (Scalar) Name() string       { return "scalar" }
func (Scalar) Key() spec.Key      { return spec.Key{"is": "scalar"} }
func (Scalar) Check(int) error    { return nil }
func (Scalar) At(_, i, j int) int { return diagonalAt(i, j, 0) }

// diagonalAt is e on the diagonal and −1 off it.
func diagonalAt(i, j, e int) int {
	if i != j {
		return -1
	}
	return e
}

// Diagonal is a diagonal friction ξ = diag(ξ₁, …, ξ_d) (eq. xi_diag).
type Diagonal struct{}

func (Diagonal) Name() string       { return "diagonal" }
func (Diagonal) Key() spec.Key      { return spec.Key{"is": "diagonal"} }
func (Diagonal) Check(int) error    { return nil }
func (Diagonal) At(_, i, j int) int { return diagonalAt(i, j, i) }

// Full is a full symmetric friction ξ ∈ ℝ^(d×d), whose entries are its upper triangle, row by row
// (Remark rem:xi).
type Full struct{}

func (Full) Name() string    { return "full" }
func (Full) Key() spec.Key   { return spec.Key{"is": "full"} }
func (Full) Check(int) error { return nil }

// At counts the upper triangle, row by row.
func (Full) At(d, i, j int) int { return i*d - triangle(i) + j }

func triangle(n int) int { return n * (n + 1) / 2 }

// Layers is a friction with one number for each of L groups of consecutive components of θ, such as
// the layers of a network (section 3.5): ξ = diag(ξ₁ I, …, ξ_L I), and D is ξ_l ← ξ_l +
// (h/η)(|p_l|² − d_l) with p_l the d_l components of group l.
type Layers struct {
	Sizes []int // d_l ≥ 1, from the first components on; their sum is d
}

// For returns the layers of a model with a method Layers that lists their sizes.
func (Layers) For(model any) (Form, error) {
	m, ok := model.(interface{ Layers() []int })
	if !ok {
		return nil, fmt.Errorf("the model has no layers")
	}
	return Layers{m.Layers()}, nil
}

func (Layers) Name() string    { return "layers" }
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

// BlockDiagonal is a friction ξ = diag(ξ₁, …, ξ_L): full symmetric blocks of order b; the last
// block is smaller if b does not divide d. Blocks of order 1 give Diagonal, a single block gives
// Full.
type BlockDiagonal struct{ Order int }

func (f BlockDiagonal) Name() string  { return fmt.Sprintf("blocks-%d", f.Order) }
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
