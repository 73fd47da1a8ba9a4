package vec

import (
	"math"
	"unsafe"
)

// Cells is where a function of θ that is a sum over the functions of a partition,
//
//	ξ(θ) = Σ_k ξ_k f_k(θ),   f_k with k = cell·m + i zero outside its cell,
//
// stands in every lane: the lane's cell and the values there of the cell's m functions. Only the coefficients of the cells that lanes are in cost time.
// The coefficients of a ξ of n components are rows in the order [k][component], (K+1)·n in all.
//
// An evaluator sets Cell, calls Group, and sets F (see Boxes and Nearest).
type Cells struct {
	Cell *Row  // the number of the lane's cell, an integer
	F    []Row // the values of its m functions

	runs   [Lanes]cellRun
	n      int
	number [Lanes]int32 // Cell, scratch of Group
}

// cellRun is the lanes of one vector that are in one cell. A mask's bit i is the vector's lane i.
type cellRun struct {
	cell        int32
	group, mask uint8
}

// NewCells returns a place for the values of m ≥ 1 functions a cell, all lanes in cell 0.
func NewCells(m int) *Cells {
	if m < 1 {
		panic("vec: NewCells wants at least one function a cell")
	}
	r := Rows(m + 1)
	c := &Cells{Cell: &r[0], F: r[1:]}
	c.Group()
	return c
}

// Group finds which lanes share a cell. Whoever changes Cell calls it.
func (c *Cells) Group() {
	switch active {
	case avx512:
		c.group512()
	case avx2:
		c.group256()
	}
}

// In reports whether the lanes are in the given cells.
func (c *Cells) In(cell *Row) bool { return Same(unsafe.Slice(c.Cell, 1), unsafe.Slice(cell, 1)) }

// Sum is dst = Σ_i xi[cell·m+i] F[i]: ξ(θ), of as many components as dst has rows. dst and xi do not overlap.
func (c *Cells) Sum(dst, xi []Row) {
	switch active {
	case avx512:
		c.sum512(dst, xi)
		return
	case avx2:
		c.sum256(dst, xi)
		return
	}
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

// Add is xi[k] += rate[k] F[i] y for the lane's cell, k = cell·m + i: the coefficients move along y, of as many components as y has rows. y and xi do
// not overlap.
func (c *Cells) Add(xi, y []Row, rate []float64) {
	switch active {
	case avx512:
		c.add512(xi, y, rate)
		return
	case avx2:
		c.add256(xi, y, rate)
		return
	}
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

// scale multiplies the functions by their factors, in the order of k.
func (c *Cells) scale(s []float64) {
	switch active {
	case avx512:
		c.scale512(s)
		return
	case avx2:
		c.scale256(s)
		return
	}
	m := len(c.F)
	for l, v := range c.Cell {
		for i, f := range s[int(v)*m:][:m] {
			c.F[i][l] = float64(c.F[i][l] * f)
		}
	}
}

// Outer is dst = p pᵀ − 1, the upper triangle in row order: what AddOuter adds, for k = 1 to 0.
func Outer(dst, p []Row) {
	switch active {
	case avx512:
		outer512(dst, p)
		return
	case avx2:
		outer256(dst, p)
		return
	}
	n := 0
	for i := range p {
		c := -1.0
		for j := i; j < len(p); j++ {
			y, a, b := &dst[n], &p[i], &p[j]
			for l := range y {
				y[l] = math.FMA(a[l], b[l], c)
			}
			c = 0
			n++
		}
	}
}

// Squares is dst[i] = p[i]² − 1: what AddSquares adds.
func Squares(dst, p []Row) {
	switch active {
	case avx512:
		squares512(dst, p)
		return
	case avx2:
		squares256(dst, p)
		return
	}
	for i := range p {
		y, a := &dst[i], &p[i]
		for l := range y {
			y[l] = math.FMA(a[l], a[l], -1)
		}
	}
}

// Norm is dst = |p|² − len(p): what AddNorm adds.
func Norm(dst *Row, p []Row) {
	switch active {
	case avx512:
		norm512(dst, p)
		return
	case avx2:
		norm256(dst, p)
		return
	}
	*dst = Row{}
	for i := range p {
		a := &p[i]
		for l := range dst {
			dst[l] = math.FMA(a[l], a[l], dst[l])
		}
	}
	d := float64(len(p))
	for l := range dst {
		dst[l] -= d
	}
}

// Same reports whether two lists of rows, of the same length, hold the same bits.
func Same(a, b []Row) bool {
	for i := range a {
		// arrays of integers are compared as memory
		if *(*[Lanes]uint64)(unsafe.Pointer(&a[i])) != *(*[Lanes]uint64)(unsafe.Pointer(&b[i])) {
			return false
		}
	}
	return true
}
