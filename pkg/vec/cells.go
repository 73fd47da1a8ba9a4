package vec

import (
	"math"
	"unsafe"
)

// Cells holds, for every lane, the cell of θ and the values of the cell's m functions at θ, for a
// sum over the functions of a partition,
//
//	ξ(θ) = Σ_k ξ_k f_k(θ),   f_k with k = cell·m + i zero outside its cell.
//
// Only coefficients of occupied cells cost time. The coefficients of a ξ of n components are rows
// in the order [k][component], (K+1)·n in all.
//
// An evaluator, such as Boxes, sets Cell, calls Group, and sets F.
type Cells struct {
	Cell *Row  // the number of the lane's cell, an integer
	F    []Row // the values of its m functions

	runs   [Lanes]cellRun
	n      int
	one    bool         // the runs are whole vectors in one cell
	number [Lanes]int32 // Cell, scratch of Group
}

// cellRun is the set of lanes of one vector that are in one cell. Bit i of the mask is lane i of
// the vector.
type cellRun struct {
	cell        int32
	group, mask uint8
}

// NewCells returns Cells with m functions per cell and all lanes in cell 0. It panics unless m ≥ 1.
func NewCells(m int) *Cells {
	if m < 1 {
		panic("vec: NewCells needs at least one function per cell")
	}
	r := Rows(m + 1)
	c := &Cells{Cell: &r[0], F: r[1:]}
	c.Group()
	return c
}

// Group finds which lanes share a cell. It must be called after Cell changes.
func (c *Cells) Group() { active.cellsGroup(c) }

func (*portable) cellsGroup(*Cells) {}

// In reports whether the lanes are in the given cells.
func (c *Cells) In(cell *Row) bool { return Same(unsafe.Slice(c.Cell, 1), unsafe.Slice(cell, 1)) }

// Sum is dst = Σ_i xi[cell·m+i] F[i], which is ξ(θ), with as many components as dst has rows. dst
// and xi do not overlap.
func (c *Cells) Sum(dst, xi []Row) { active.cellsSum(c, dst, xi) }

func (*portable) cellsSum(c *Cells, dst, xi []Row) {
	m, n := len(c.F), len(dst)
	for l, v := range c.Cell {
		x := xi[int(v)*m*n:][:m*n]
		for r := range dst {
			s := float64(x[r][l] * c.F[0][l])
			for i := 1; i < m; i++ {
				s = math.FMA(x[i*n+r][l], c.F[i][l], s)
			}
			dst[r][l] = s
		}
	}
}

// Add is xi[k] += rate[k] F[i] y for the lane's cell, k = cell·m + i: the coefficients move along
// y, which has as many rows as ξ has components. y and xi do not overlap.
func (c *Cells) Add(xi, y []Row, rate []float64) { active.cellsAdd(c, xi, y, rate) }

func (*portable) cellsAdd(c *Cells, xi, y []Row, rate []float64) {
	m, n := len(c.F), len(y)
	for l, v := range c.Cell {
		k := int(v) * m
		x := xi[k*n:][:m*n]
		for i, q := range rate[k : k+m] {
			w := float64(q * c.F[i][l])
			for r := range y {
				x[i*n+r][l] = math.FMA(y[r][l], w, x[i*n+r][l])
			}
		}
	}
}

// Same reports whether two lists of rows of the same length hold the same bits.
func Same(a, b []Row) bool {
	for i := range a {
		// the compiler compares arrays of integers as memory
		if *(*[Lanes]uint64)(unsafe.Pointer(&a[i])) != *(*[Lanes]uint64)(unsafe.Pointer(&b[i])) {
			return false
		}
	}
	return true
}

// Boxes evaluates tensor polynomials on a partition into boxes (eqs. domains_Dk, rescale). The
// axis j is cut at c₁ < … < c_q into q + 1 intervals; the first begins at −∞, the last ends at ∞,
// and a cut belongs to the interval above it. With the outer edges lo and hi for c₀ and c_(q+1),
// the variable of interval a is
//
//	u_j = (θ_j − c_a) · 1/(c_(a+1) − c_a), clamped to [0, 1],
//
// and the functions of a cell are u₁^i₁ … u_d^i_d, 0 ≤ i_j ≤ degree, multiplied in that order and,
// with Scale, by a factor for each function of each cell. The first axis runs fastest, in the
// numbers of the cells, Σ_j a_j Π_(l<j) (q_l + 1), and of the functions, Σ_j i_j (degree +
// 1)^(j−1).
type Boxes struct {
	Cuts   [][]float64 // of every axis
	Lo, Hi []float64   // the outer edges
	Degree int
	Scale  []float64 // the factors; nil if all are 1
}

type boxes struct {
	axes   []boxAxis
	degree int
	scale  []float64

	factors []Row // the factors of every lane's cell; nil if all are 1
	of      []Row // the cells of these factors, one row
}

type boxAxis struct {
	cuts, low, inv []float64 // low: lower edges of the intervals; inv: 1/width
	stride         float64
}

// Evaluator returns a function that finds the cells of theta, which has one row per axis, and the
// values of the (Degree + 1)^d functions there.
func (b Boxes) Evaluator() func(c *Cells, theta []Row) { return newBoxes(b).eval }

func newBoxes(of Boxes) *boxes {
	b := &boxes{degree: of.Degree, scale: of.Scale, of: Rows(1)}
	Fill(b.of, math.NaN())
	stride := 1
	for j, c := range of.Cuts {
		a := boxAxis{cuts: c, stride: float64(stride)}
		low := of.Lo[j]
		for i := range len(c) + 1 {
			high := of.Hi[j]
			if i < len(c) {
				high = c[i]
			}
			a.low, a.inv = append(a.low, low), append(a.inv, 1/(high-low))
			low = high
		}
		stride *= len(c) + 1
		b.axes = append(b.axes, a)
	}
	b.factors = Rows(len(b.scale) / stride)
	return b
}

func (b *boxes) eval(c *Cells, theta []Row) {
	active.boxesEval(b, c, theta)
	c.Group()
	if of := &b.of[0]; b.scale != nil && !c.In(of) { // lanes rarely change their cells
		m := len(c.F)
		for l, v := range c.Cell {
			if of[l] != v {
				for i, f := range b.scale[int(v)*m:][:m] {
					b.factors[i][l] = f
				}
				of[l] = v
				b.lane(c, theta, l)
			}
		}
	}
}

func (*portable) boxesEval(b *boxes, c *Cells, theta []Row) {
	for l := range Lanes {
		b.lane(c, theta, l)
	}
}

func (b *boxes) lane(c *Cells, theta []Row, l int) {
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
		if u > 1 { // written so that NaN stays NaN
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
	for i := range b.factors {
		c.F[i][l] = float64(c.F[i][l] * b.factors[i][l])
	}
	c.Cell[l] = cell
}
