package dynamics

import (
	"fmt"
	"math"

	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Basis is the functions f₀, …, f_K of the friction ξ(θ) = Σ_k ξ_k f_k(θ) of extended Adaptive
// Langevin dynamics (eq. xi_eAdL). Θ is divided into cells with the same number of functions each;
// f_k with k = cell·functions + i is the i-th function of its cell and zero outside it. Functions
// that are nowhere zero need a single cell. The constants are linear combinations of the functions.
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

// evaluator returns a function that sets the cells of all lanes and the values of their functions,
// with the bits of At. The function may have scratch space. Without a method Evaluator it goes lane
// by lane.
func evaluator(b Basis, d int) func(c *vec.Cells, theta []vec.Row) {
	if b, ok := b.(interface {
		Evaluator() func(c *vec.Cells, theta []vec.Row)
	}); ok {
		return b.Evaluator()
	}
	cells, m := b.Cells()
	f, x := make([]float64, m), make([]float64, d)
	return func(c *vec.Cells, theta []vec.Row) {
		for l := range vec.Lanes {
			vec.Replicas.Load(x, theta, l)
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

// One is the basis with the constant function 1 alone, K = 0. With it, eAdL is AdL.
type One struct{}

func (One) Key() spec.Key { return spec.Key{"is": "one"} }

func (One) Cells() (cells, functions int) { return 1, 1 }

func (One) At(f, _ []float64) int {
	f[0] = 1
	return 0
}

func (One) Evaluator() func(c *vec.Cells, theta []vec.Row) {
	return func(c *vec.Cells, _ []vec.Row) {
		*c.Cell = vec.Row{}
		vec.Fill(c.F[:1], 1)
		c.Group()
	}
}

func (One) Constants() []float64 { return []float64{1} }

// Boxes is a basis of tensor polynomials on a partition of Θ into boxes (eqs. domains_Dk, rescale),
// for degree 0 the indicators of the boxes.
//
// Axis j is cut at Cuts[j] into intervals. A cut belongs to the interval above it. The first
// interval begins at −∞ and the last ends at ∞. In the interval [M⁻, M⁺), with M⁻ = Lo[j] in the
// first and M⁺ = Hi[j] in the last, the variable is u_j = (θ_j − M⁻)/(M⁺ − M⁻), clamped to [0, 1]:
// outside the outer box the polynomials keep the values of its surface. The functions of a cell are
//
//	Scale[k] u₁^i₁ … u_d^i_d,   0 ≤ i_j ≤ Degree,   k = cell·(Degree+1)^d + Σ_j i_j (Degree+1)^(j−1),
//
// and the cell of the intervals a₁, …, a_d, counted from 0, has the number
// Σ_j a_j Π_(l<j) (len(Cuts[l]) + 1): the first axis runs fastest in both, as in section 4.4.
type Boxes struct {
	Cuts   [][]float64 // increasing, for every axis; an axis may have none
	Lo, Hi []float64   // the outer box
	Degree int
	Scale  []float64 // one factor per function; nil for factors of 1
}

// Key is "boxes", cuts, lo, hi, degree and scale if it is set.
func (b Boxes) Key() spec.Key {
	k := spec.Key{"is": "boxes", "cuts": b.Cuts, "lo": b.Lo, "hi": b.Hi, "degree": b.Degree}
	if b.Scale != nil {
		k["scale"] = b.Scale
	}
	return k
}

// Check reports a fault of the basis in dimension d.
func (b Boxes) Check(d int) error {
	if len(b.Cuts) != d || len(b.Lo) != d || len(b.Hi) != d {
		return fmt.Errorf("boxes in dimension %d: cuts of %d axes, %d lower and %d upper edges",
			d, len(b.Cuts), len(b.Lo), len(b.Hi))
	}
	if b.Degree < 0 {
		return fmt.Errorf("boxes: degree %d is negative", b.Degree)
	}
	for j, cuts := range b.Cuts {
		edges := append(append([]float64{b.Lo[j]}, cuts...), b.Hi[j])
		for i, x := range edges {
			if x-x != 0 || i > 0 && edges[i-1] >= x {
				return fmt.Errorf("boxes: axis %d has edges and cuts %g, expected increasing numbers",
					j+1, edges)
			}
		}
	}
	n := 1.0
	for _, cuts := range b.Cuts {
		n *= float64((len(cuts) + 1) * (b.Degree + 1))
	}
	if n > maxFunctions {
		return fmt.Errorf("boxes: %g functions are more than %d", n, maxFunctions)
	}
	cells, m := b.Cells()
	if b.Scale != nil && len(b.Scale) != cells*m {
		return fmt.Errorf("boxes: %d scale factors for %d functions", len(b.Scale), cells*m)
	}
	for k, s := range b.Scale {
		if !(s > 0) || math.IsInf(s, 0) {
			return fmt.Errorf("boxes: scale factor %d is %g, expected a positive number", k, s)
		}
	}
	return nil
}

// maxFunctions bounds K + 1.
const maxFunctions = 1 << 16

// Cells is Π_j (len(Cuts[j]) + 1) and (Degree + 1)^d.
func (b Boxes) Cells() (cells, functions int) {
	cells, functions = 1, 1
	for _, c := range b.Cuts {
		cells *= len(c) + 1
		functions *= b.Degree + 1
	}
	return cells, functions
}

// At evaluates the polynomials of the box of θ.
func (b Boxes) At(f, theta []float64) (cell int) {
	f[0] = 1
	stride, n := 1, 1
	for j, cuts := range b.Cuts {
		x, a := theta[j], 0
		for a < len(cuts) && x >= cuts[a] {
			a++
		}
		low, high := b.Lo[j], b.Hi[j]
		if a > 0 {
			low = cuts[a-1]
		}
		if a < len(cuts) {
			high = cuts[a]
		}
		u := float64((x - low) * (1 / (high - low)))
		if u > 1 {
			u = 1
		}
		if u < 0 {
			u = 0
		}
		for i := range n * b.Degree { // f holds the products of earlier axes: multiply by u, u², …
			f[n+i] = float64(f[i] * u)
		}
		n += n * b.Degree
		cell += a * stride
		stride *= len(cuts) + 1
	}
	if b.Scale != nil {
		for i, s := range b.Scale[cell*n:][:n] {
			f[i] = float64(f[i] * s)
		}
	}
	return cell
}

func (b Boxes) Evaluator() func(c *vec.Cells, theta []vec.Row) {
	return vec.Boxes(b).Evaluator()
}

// Constants is one over the factor of a cell's first function, and 0 for its other functions.
func (b Boxes) Constants() []float64 {
	cells, m := b.Cells()
	a := make([]float64, cells*m)
	for k := 0; k < len(a); k += m {
		a[k] = 1
		if b.Scale != nil {
			a[k] = 1 / b.Scale[k]
		}
	}
	return a
}
