package dynamics

import (
	"encoding/json"
	"fmt"
	"math"

	"adl/pkg/vec"
)

// Extended is the friction ξ(θ) = Σ_k ξ_k f_k(θ) of extended Adaptive Langevin dynamics (eqs. EadL, sheme_eadl), with ξ_k numbers, diagonal or full symmetric
// matrices as those of Base are, and its noise Γ. Over a time h,
//
//	O  is the exact O of Base at the friction ξ(θ), frozen
//	D  ξ_k ← ξ_k + (h/η_k) f_k(θ) (p pᵀ − 1), or the part of it that Base holds
//
// The rows of ξ are those of Base for ξ₀, then for ξ₁, and so on. With the basis One the bits are those of Base by itself. By theorem th:1 the entries of ξ_k are
// Gaussian about those of A_k, with Base's variances (1/η_k, and 1/(2η_k) off a symmetric matrix's diagonal), if A(θ) = Σ_k A_k f_k(θ).
//
// Its methods but Check panic if Check would report an error.
type Extended struct {
	Base  Friction // a Scalar, Diagonal or Full
	Basis Basis
	Eta   []float64 // η_k > 0; nil: all are Base's η
	// Xi0 holds the matrices, of order d and row-major, at which the ξ_k start; nil: ξ(θ) starts at the matrix that Start is given.
	Xi0 [][]float64
}

// Check reports what is wrong with the friction in dimension d: its own fields, and what a method Check(d int) error of its basis finds.
func (f Extended) Check(d int) error {
	var eta float64
	switch b := f.Base.(type) {
	case Scalar:
		eta = b.Eta
	case Diagonal:
		eta = b.Eta
	case Full:
		eta = b.Eta
	default:
		return fmt.Errorf("extended friction over %T, expected a dynamics.Scalar, Diagonal or Full", f.Base)
	}
	if f.Basis == nil {
		return fmt.Errorf("extended friction without a basis")
	}
	if b, ok := f.Basis.(interface{ Check(d int) error }); ok {
		if err := b.Check(d); err != nil {
			return fmt.Errorf("extended friction: %w", err)
		}
	}
	n := f.functions()
	switch {
	case n < 1:
		return fmt.Errorf("extended friction: the basis has no function")
	case f.Eta == nil:
		if !(eta > 0) {
			return fmt.Errorf("extended friction: η is %g, expected a positive number", eta)
		}
	case len(f.Eta) != n:
		return fmt.Errorf("extended friction: %d η for %d functions", len(f.Eta), n)
	}
	for k, eta := range f.Eta {
		if !(eta > 0) {
			return fmt.Errorf("extended friction: η of function %d is %g, expected a positive number", k, eta)
		}
	}
	if f.Xi0 != nil && len(f.Xi0) != n {
		return fmt.Errorf("extended friction: %d starting matrices for %d functions", len(f.Xi0), n)
	}
	for k, x := range f.Xi0 {
		if len(x) != d*d {
			return fmt.Errorf("extended friction: starting matrix %d has %d entries, expected %d", k, len(x), d*d)
		}
	}
	return nil
}

func (f Extended) must(d int) {
	if err := f.Check(d); err != nil {
		panic("dynamics: " + err.Error())
	}
}

// functions is K + 1.
func (f Extended) functions() int {
	cells, m := f.Basis.Cells()
	return cells * m
}

// Rows is K + 1 times the rows of Base.
func (f Extended) Rows(d int) int {
	f.must(d)
	return f.functions() * f.Base.Rows(d)
}

// Adaptive is true.
func (Extended) Adaptive() bool { return true }

// Start sets ξ_k to Xi0[k], as far as Base can hold it. Without Xi0 it sets ξ(θ) to x at every θ; of a basis that is no ConstantBasis, ξ_k to x for the
// first function of every cell and to 0 for the others.
func (f Extended) Start(xi []vec.Row, x []float64) {
	d := order(len(x))
	if f.Xi0 != nil {
		d = order(len(f.Xi0[0]))
	}
	f.must(d)
	rows := f.Base.Rows(d)
	var a []float64
	if b, ok := f.Basis.(ConstantBasis); ok {
		a = b.Constants()
	}
	_, m := f.Basis.Cells()
	y := make([]float64, d*d)
	for k := range f.functions() {
		switch {
		case f.Xi0 != nil:
			copy(y, f.Xi0[k])
		case a != nil:
			for i := range y {
				y[i] = float64(a[k] * x[i])
			}
		case k%m == 0:
			copy(y, x)
		default:
			clear(y)
		}
		f.Base.Start(xi[k*rows:][:rows], y)
	}
}

// XiTheta returns what finds ξ(θ) of an ensemble in dimension d between runs, as rows of Base, for Moments. The rows are valid until the next call.
func (f Extended) XiTheta(d int) func(e *Ensemble) []vec.Row {
	f.must(d)
	at, xi := newCellsOf(f.Basis, d), vec.Rows(f.Base.Rows(d))
	return func(e *Ensemble) []vec.Row {
		at.find(e.Theta)
		at.cells.Sum(xi, e.Xi)
		return xi
	}
}

// O is the exact O of Base at ξ(θ).
func (f Extended) O(d int, h float64) Flow {
	f.must(d)
	return &extendedO{newCellsOf(f.Basis, d), f.Base.O(d, h), vec.Rows(f.Base.Rows(d))}
}

// D is ξ_k ← ξ_k + (h/η_k) f_k(θ) (p pᵀ − 1).
func (f Extended) D(d int, h float64) Flow {
	f.must(d)
	g := &extendedD{at: newCellsOf(f.Basis, d), y: vec.Rows(f.Base.Rows(d))}
	var eta float64
	switch b := f.Base.(type) {
	case Scalar:
		eta, g.product = b.Eta, func(dst, p []vec.Row) { vec.Norm(&dst[0], p) }
	case Diagonal:
		eta, g.product = b.Eta, vec.Squares
	case Full:
		eta, g.product = b.Eta, vec.Outer
	}
	for k := range f.functions() {
		if f.Eta != nil {
			eta = f.Eta[k]
		}
		g.rate = append(g.rate, h/eta)
	}
	return g
}

// MarshalJSON names the types of Base and of the basis, which their fields do not tell.
func (f Extended) MarshalJSON() ([]byte, error) {
	typed := func(v any) map[string]any { return map[string]any{"is": fmt.Sprintf("%T", v), "of": v} }
	m := map[string]any{"base": typed(f.Base), "basis": typed(f.Basis)}
	if f.Eta != nil {
		m["eta"] = f.Eta
	}
	if f.Xi0 != nil {
		m["xi0"] = f.Xi0
	}
	return json.Marshal(m)
}

type (
	extendedO struct {
		at   *cellsOf
		base Flow
		xi   []vec.Row // ξ(θ)
	}
	extendedD struct {
		at      *cellsOf
		rate    []float64 // h/η_k
		y       []vec.Row // p pᵀ − 1
		product func(y, p []vec.Row)
	}
)

func (f *extendedO) Apply(e *Ensemble) {
	f.at.find(e.Theta)
	cells, xi := f.at.here(e.Xi)
	cells.Sum(f.xi, xi)
	own := e.Xi
	e.Xi = f.xi
	f.base.Apply(e)
	e.Xi = own
}

func (f *extendedD) Apply(e *Ensemble) {
	f.product(f.y, e.P)
	f.at.find(e.Theta)
	cells, xi := f.at.here(e.Xi)
	cells.Add(xi, f.y, f.rate)
}

// cellsOf is the values of a basis at the latest θ that they were asked for. Neighbouring O and D, the last of a step and the first of the next among them,
// stand at the same θ: flows that share one find them ready.
//
// While an ensemble runs, the coefficients of the cell that a lane is in are held in rows of their own, where those of all lanes stand side by side,
// and the ensemble's Xi lacks what they have become: lanes change their cells rarely.
type cellsOf struct {
	eval  func(c *vec.Cells, theta []vec.Row)
	cells *vec.Cells
	theta []vec.Row

	number int        // of cells
	apart  bool       // whether coefficients may be held so: there are several cells, and their rates are the same
	flat   *vec.Cells // the same functions, all lanes in cell 0; nil unless they are held now
	held   []vec.Row
	of     []vec.Row // the cells that they are of, one row
}

func newCellsOf(b Basis, d int) *cellsOf {
	n, m := b.Cells()
	c := &cellsOf{eval: evaluator(b, d), cells: vec.NewCells(m), theta: vec.Rows(d), number: n}
	vec.Fill(c.theta, math.NaN())
	c.eval(c.cells, c.theta)
	return c
}

func (c *cellsOf) find(theta []vec.Row) {
	if !vec.Same(theta, c.theta) {
		copy(c.theta, theta)
		c.eval(c.cells, theta)
	}
}

// here returns where the coefficients of the lanes' cells are among xi, and the rows that they are in.
func (c *cellsOf) here(xi []vec.Row) (*vec.Cells, []vec.Row) {
	if c.flat == nil {
		return c.cells, xi
	}
	if of := &c.of[0]; !c.cells.In(of) {
		n := len(c.held)
		for l, cell := range c.cells.Cell {
			if of[l] == cell {
				continue
			}
			from, to := xi[int(of[l])*n:][:n], xi[int(cell)*n:][:n]
			for r := range c.held {
				from[r][l], c.held[r][l] = c.held[r][l], to[r][l]
			}
			of[l] = cell
		}
	}
	return c.flat, c.held
}

// hold begins to hold coefficients apart from xi, if it may, and release ends it; settle brings xi up to date.
func (c *cellsOf) hold(xi []vec.Row) {
	if !c.apart {
		return
	}
	if c.held == nil {
		c.held, c.of = vec.Rows(len(xi)/c.number), vec.Rows(1)
	}
	copy(c.held, xi) // as if all lanes were in cell 0
	vec.Fill(c.of, 0)
	c.flat = vec.NewCells(len(c.cells.F))
	c.flat.F = c.cells.F
}

func (c *cellsOf) settle(xi []vec.Row) {
	if c.flat == nil {
		return
	}
	n := len(c.held)
	var at [vec.Lanes]int
	for l, cell := range &c.of[0] {
		at[l] = int(cell) * n
	}
	for r := range c.held {
		h := &c.held[r]
		for l, k := range &at {
			xi[k+r][l] = h[l]
		}
	}
}

// Observe settles before others look.
func (c *cellsOf) Observe(e *Ensemble) { c.settle(e.Xi) }

func (c *cellsOf) release(xi []vec.Row) {
	c.settle(xi)
	c.flat = nil
}

// holder returns the evaluation that flows share and that holds coefficients while they run, or nil.
func holder(flows []Flow) *cellsOf {
	for _, f := range flows {
		if f, ok := f.(sharesCells); ok {
			return *f.cellsOf()
		}
	}
	return nil
}

// sharesCells is a flow that evaluates a basis.
type sharesCells interface{ cellsOf() **cellsOf }

func (f *extendedO) cellsOf() **cellsOf { return &f.at }
func (f *extendedD) cellsOf() **cellsOf { return &f.at }

// shareCells lets all flows have the evaluation of the first: they belong to one scheme, and so to one basis.
func shareCells(flows []Flow) {
	var first *cellsOf
	for _, f := range flows {
		if f, ok := f.(sharesCells); ok {
			if at := f.cellsOf(); first == nil {
				first = *at
				first.apart = first.number > 1
			} else {
				*at = first
			}
		}
		if f, ok := f.(*extendedD); ok {
			m := len(f.rate) / first.number
			for k, x := range f.rate {
				first.apart = first.apart && x == f.rate[k%m]
			}
		}
	}
}
