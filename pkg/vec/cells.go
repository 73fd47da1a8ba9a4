package vec

import (
	"math"
	"unsafe"
)

// Cells holds, for every lane, the cell that θ is in and the values there of the cell's m
// functions, for a function of θ that is a sum over the functions of a partition,
//
//	ξ(θ) = Σ_k ξ_k f_k(θ),   f_k with k = cell·m + i zero outside its cell.
//
// Only the coefficients of occupied cells cost time. The coefficients of a ξ of n components are
// rows in the order [k][component], (K+1)·n in all.
//
// An evaluator, such as Boxes, sets Cell, calls Group, and sets F.
type Cells struct {
	Cell *Row  // the number of the lane's cell, an integer
	F    []Row // the values of its m functions

	runs   [Lanes]cellRun
	n      int
	number [Lanes]int32 // Cell, scratch of Group
}

// cellRun is the lanes of one vector that are in one cell. Bit i of the mask is lane i of the
// vector.
type cellRun struct {
	cell        int32
	group, mask uint8
}

// NewCells returns a place for the values of m functions per cell, all lanes in cell 0. It panics
// unless m ≥ 1.
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

// cellsScale multiplies the functions by their factors, in the order of k.
func (*portable) cellsScale(c *Cells, s []float64) {
	m := len(c.F)
	for l, v := range c.Cell {
		for i, f := range s[int(v)*m:][:m] {
			c.F[i][l] = float64(c.F[i][l] * f)
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
