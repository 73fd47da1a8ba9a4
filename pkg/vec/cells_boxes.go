package vec

import "math"

// Boxes evaluates tensor polynomials on a partition into boxes (eqs. domains_Dk, rescale). The axis j is cut at c₁ < … < c_q into q + 1 intervals,
// the first beginning at −∞ and the last ending at ∞; a cut belongs to the interval above it. With the outer edges lo and hi for c₀ and c_(q+1), the variable of
// interval a is
//
//	u_j = (θ_j − c_a) · 1/(c_(a+1) − c_a), clamped to [0, 1],
//
// and the functions of a cell are u₁^i₁ … u_d^i_d, 0 ≤ i_j ≤ degree, multiplied up in that order, times a factor of each function. The first axis runs fastest, in the
// numbers of the cells, Σ_j a_j Π_(l<j) (q_l + 1), and of the functions, Σ_j i_j (degree + 1)^(j−1).
type Boxes struct {
	axes   []boxAxis
	degree int
	scale  []float64
}

type boxAxis struct {
	cuts, low, inv []float64 // of every interval, its lower edge and one over its width
	stride         float64
}

// NewBoxes returns the evaluator for the cuts of every axis and its outer edges; scale holds a factor for every function of every cell, or
// is nil for factors of one.
func NewBoxes(cuts [][]float64, lo, hi []float64, degree int, scale []float64) *Boxes {
	b := &Boxes{degree: degree, scale: scale}
	stride := 1
	for j, c := range cuts {
		a := boxAxis{cuts: c, stride: float64(stride)}
		low := lo[j]
		for i := range len(c) + 1 {
			high := hi[j]
			if i < len(c) {
				high = c[i]
			}
			a.low, a.inv = append(a.low, low), append(a.inv, 1/(high-low))
			low = high
		}
		stride *= len(c) + 1
		b.axes = append(b.axes, a)
	}
	return b
}

// Eval finds the cells of theta, a row an axis, and the values there of the (degree + 1)^d functions.
func (b *Boxes) Eval(c *Cells, theta []Row) {
	switch active {
	case avx512:
		b.eval512(c, theta)
	case avx2:
		b.eval256(c, theta)
	default:
		for l := range Lanes {
			cell, q := 0.0, 1
			c.F[0][l] = 1
			for j := range b.axes {
				a := &b.axes[j]
				x := theta[j][l]
				low, inv := a.low[0], a.inv[0]
				for i, cut := range a.cuts {
					if x >= cut {
						low, inv = a.low[i+1], a.inv[i+1]
						cell += a.stride
					}
				}
				u := float64((x - low) * inv)
				if u > 1 { // written so that NaN stays
					u = 1
				}
				if u < 0 {
					u = 0
				}
				for i := range q * b.degree {
					c.F[q+i][l] = float64(c.F[i][l] * u)
				}
				q += q * b.degree
			}
			c.Cell[l] = cell
		}
	}
	c.Group()
	if b.scale != nil {
		c.scale(b.scale)
	}
}

// Nearest evaluates the indicators of Voronoi cells: the cell of θ is that of the nearest centre, in Euclidean distance, of the first of those equally near.
type Nearest struct {
	centres [][]float64
	scale   []float64
}

// NewNearest returns the evaluator for one or more centres; scale holds a factor for the indicator of every cell, or is nil for factors of one.
func NewNearest(centres [][]float64, scale []float64) *Nearest {
	n := &Nearest{centres, scale}
	if scale == nil {
		for range centres {
			n.scale = append(n.scale, 1)
		}
	}
	return n
}

// Eval finds the cells of theta and the value there of their one function.
func (n *Nearest) Eval(c *Cells, theta []Row) {
	switch active {
	case avx512:
		n.eval512(c, theta)
	case avx2:
		n.eval256(c, theta)
	default:
		for l := range Lanes {
			best, cell := distance2(n.centres[0], theta, l), 0
			for k, x := range n.centres[1:] {
				if s := distance2(x, theta, l); s < best {
					best, cell = s, k+1
				}
			}
			c.Cell[l], c.F[0][l] = float64(cell), n.scale[cell]
		}
	}
	c.Group()
}

// distance2 is the square of the distance of θ from x in lane l.
func distance2(x []float64, theta []Row, l int) float64 {
	s := 0.0
	for j, v := range x {
		d := theta[j][l] - v
		s = math.FMA(d, d, s)
	}
	return s
}
