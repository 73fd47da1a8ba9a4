package vec

// Boxes evaluates tensor polynomials on a partition into boxes (eqs. domains_Dk, rescale). The
// axis j is cut at c₁ < … < c_q into q + 1 intervals; the first begins at −∞, the last ends at ∞,
// and a cut belongs to the interval above it. With the outer edges lo and hi for c₀ and c_(q+1),
// the variable of interval a is
//
//	u_j = (θ_j − c_a) · 1/(c_(a+1) − c_a), clamped to [0, 1],
//
// and the functions of a cell are u₁^i₁ … u_d^i_d, 0 ≤ i_j ≤ degree, multiplied in that order,
// times a factor for each function. The first axis runs fastest, in the numbers of the cells, Σ_j
// a_j Π_(l<j) (q_l + 1), and of the functions, Σ_j i_j (degree + 1)^(j−1).
type Boxes struct {
	axes   []boxAxis
	degree int
	scale  []float64
}

type boxAxis struct {
	cuts, low, inv []float64 // low, inv: the lower edge of every interval, and one over its width
	stride         float64
}

// NewBoxes returns the evaluator for the cuts of every axis and its outer edges. scale holds a
// factor for every function of every cell, or is nil for factors of one.
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

// Eval finds the cells of theta, which has one row per axis, and the values there of the (degree +
// 1)^d functions.
func (b *Boxes) Eval(c *Cells, theta []Row) {
	active.boxesEval(b, c, theta)
	c.Group()
	if b.scale != nil {
		active.cellsScale(c, b.scale)
	}
}

func (*portable) boxesEval(b *Boxes, c *Cells, theta []Row) {
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
