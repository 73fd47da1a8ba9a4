package dynamics

import (
	"fmt"

	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Basis is the functions f₀, …, f_K of the friction ξ(θ) = Σ_k ξ_k f_k(θ) of extended Adaptive
// Langevin dynamics (eq. xi_eAdL). Θ is divided into cells with the same number of functions each;
// f_k with k = cell·functions + i is the i-th function of its cell and zero outside it.
// Functions that are nowhere zero are those of one cell. Their combinations include the constants.
type Basis interface {
	// Key is the basis's name and parameters in the key of a result.
	Key() spec.Key
	// Cells returns the number of cells and the number of functions per cell, both at least 1. Their
	// product is K + 1.
	Cells() (cells, functions int)
	// At returns the cell of θ and writes the values of the cell's functions at θ into f. It must
	// return a cell for every θ, NaN included.
	At(f, theta []float64) (cell int)
	// Constants returns the a_k of Σ_k a_k f_k = 1.
	Constants() []float64
}

// LaneBasis is a Basis that evaluates all lanes in one pass. The function that Evaluator returns
// sets Cell and F of c and calls c.Group; it gives the bits of At. It may have scratch space: it
// serves one goroutine.
type LaneBasis interface {
	Basis
	Evaluator() func(c *vec.Cells, theta []vec.Row)
}

// evaluator returns that of the basis, or one that goes lane by lane.
func evaluator(b Basis, d int) func(c *vec.Cells, theta []vec.Row) {
	if b, ok := b.(LaneBasis); ok {
		return b.Evaluator()
	}
	cells, m := b.Cells()
	f, x := make([]float64, m), make([]float64, d)
	return func(c *vec.Cells, theta []vec.Row) {
		for l := range vec.Lanes {
			for j := range x {
				x[j] = theta[j][l]
			}
			cell := b.At(f, x)
			if cell < 0 || cell >= cells {
				panic(fmt.Sprintf("dynamics: %T puts θ = %v in cell %d of %d", b, x, cell, cells))
			}
			c.Cell[l] = float64(cell)
			for i, v := range f {
				c.F[i][l] = v
			}
		}
		c.Group()
	}
}

// One is the basis of the constant function 1 alone, K = 0: eAdL with it is AdL.
type One struct{}

// Key is "one".
func (One) Key() spec.Key { return spec.Key{"is": "one"} }

// Cells is 1, 1.
func (One) Cells() (cells, functions int) { return 1, 1 }

// At sets f[0] to 1.
func (One) At(f, _ []float64) int {
	f[0] = 1
	return 0
}

// Evaluator sets every lane to 1.
func (One) Evaluator() func(c *vec.Cells, theta []vec.Row) {
	return func(c *vec.Cells, _ []vec.Row) {
		*c.Cell = vec.Row{}
		vec.Fill(c.F[:1], 1)
		c.Group()
	}
}

// Constants is 1.
func (One) Constants() []float64 { return []float64{1} }
