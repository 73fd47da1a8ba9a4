package dynamics

import (
	"fmt"
	"slices"

	"adl/pkg/spec"
)

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
