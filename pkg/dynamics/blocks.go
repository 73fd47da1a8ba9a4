package dynamics

import (
	"fmt"

	"adl/pkg/spec"
)

// Blocks is a block-diagonal friction ξ = diag(ξ₁, …, ξ_L): full symmetric blocks of an order b,
// the last of which is smaller where b does not divide d. Blocks of order 1 are Diagonal, one block
// is Full.
type Blocks struct{ Order int }

// Name is "blocks-" and the order.
func (f Blocks) Name() string { return fmt.Sprintf("blocks-%d", f.Order) }

// Key is "blocks" and order.
func (f Blocks) Key() spec.Key { return spec.Key{"is": "blocks", "order": f.Order} }

// Check reports an order below 1.
func (f Blocks) Check(int) error {
	if f.Order < 1 {
		return fmt.Errorf("expected blocks of an order of at least 1, got %d", f.Order)
	}
	return nil
}

// At counts the upper triangles of the blocks, row by row.
func (f Blocks) At(d, i, j int) int {
	first := i - i%f.Order // component of the block
	if j-first >= f.Order {
		return -1
	}
	b := min(f.Order, d-first)
	return first/f.Order*triangle(f.Order) + Full{}.At(b, i-first, j-first)
}

func triangle(n int) int { return n * (n + 1) / 2 }
