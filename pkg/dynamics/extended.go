package dynamics

import (
	"fmt"
	"math"
	"slices"

	"adl/pkg/dataset"
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Extended is the friction ξ(θ) = Σ_k ξ_k f_k(θ) of extended Adaptive Langevin dynamics (eqs. EadL,
// sheme_eadl), with matrices ξ_k of the form of Base and its noise Γ. Over a time h,
//
//	O  is the exact O of Base at the friction ξ(θ), frozen
//	D  ξ_k ← ξ_k + (h/η) f_k(θ) (p pᵀ − 1), or the part of it that Base holds
//
// It works in the layout vec.Replicas alone. The rows of ξ are Base's rows for ξ₀, then for ξ₁, and
// so on. With the basis One it gives the bits of Base, or equals Base up to rounding if an entry of
// the form has separate places. By theorem th:1 the entries of ξ_k are Gaussian with the entries of
// A_k as means and Base's variances (1/η, and 1/(2η) off the diagonal of a symmetric matrix), if
// A(θ) = Σ_k A_k f_k(θ).
type Extended struct {
	Base  AdL
	Basis Basis
	// Xi0 holds the d×d matrices at which the ξ_k start. If it is nil, ξ(θ) starts at the argument of
	// Start.
	Xi0 [][]float64

	cells *cellsOf // shared by the letters of a compiled scheme
}

// BaseOf returns the AdL friction that f is or extends.
func BaseOf(f Friction) (a AdL, ok bool) {
	switch f := f.(type) {
	case AdL:
		return f, true
	case Extended:
		return f.Base, true
	}
	return AdL{}, false
}

// Key is "extended", base and basis. Xi0 is where ξ starts.
func (f Extended) Key() spec.Key {
	return spec.Key{"is": "extended", "base": f.Base.Key(), "basis": f.Basis.Key()}
}

// Digest is half of the SHA-256 of the numbers' bits, little endian, in hexadecimal. It stands for
// long lists of numbers in keys.
func Digest(x ...[]float64) string {
	return dataset.Data{X: slices.Concat(x...)}.Digest()[:32]
}

// Check reports a fault of the fields, or of the basis if it has a method Check(d int) error.
func (f Extended) Check(l vec.Layout, d int) error {
	if err := f.check(l, d); err != nil {
		return fmt.Errorf("extended friction: %w", err)
	}
	return nil
}

func (f Extended) check(l vec.Layout, d int) error {
	if l == vec.Components {
		return fmt.Errorf("expected few dimensions")
	}
	if f.Basis == nil {
		return fmt.Errorf("no basis")
	}
	if err := f.Base.Check(l, d); err != nil {
		return err
	}
	if b, ok := f.Basis.(interface{ Check(d int) error }); ok {
		if err := b.Check(d); err != nil {
			return err
		}
	}
	switch n := f.functions(); {
	case n < 1:
		return fmt.Errorf("the basis has no function")
	case f.Xi0 != nil && len(f.Xi0) != n:
		return fmt.Errorf("%d starting matrices for %d functions", len(f.Xi0), n)
	}
	for k, x := range f.Xi0 {
		if len(x) != d*d {
			return fmt.Errorf("starting matrix %d has %d entries, expected %d", k, len(x), d*d)
		}
	}
	return nil
}

// functions is K + 1.
func (f Extended) functions() int {
	cells, m := f.Basis.Cells()
	return cells * m
}

// Rows is K + 1 times the rows of Base.
func (f Extended) Rows(l vec.Layout, d int) int {
	if err := f.Check(l, d); err != nil {
		panic("dynamics: " + err.Error())
	}
	return f.functions() * f.Base.Rows(l, d)
}

// Start sets ξ_k to the projection of Xi0[k]. Without Xi0 it sets ξ(θ) to the projection of x at
// every θ.
func (f Extended) Start(s *State, x []float64) {
	a, y := f.Basis.Constants(), make([]float64, s.Dim*s.Dim)
	k := 0
	f.Each(s, func() {
		if f.Xi0 != nil {
			copy(y, f.Xi0[k])
		} else {
			for i := range y {
				y[i] = float64(a[k] * x[i])
			}
		}
		f.Base.Start(s, y)
		k++
	})
}

// Each calls do for every k, in order, on a state whose ξ is ξ_k.
func (f Extended) Each(s *State, do func()) {
	n := f.Base.Rows(s.Layout, s.Dim)
	for k := range f.functions() {
		s.with(s.Xi[k*n:][:n], do)
	}
}

// with calls do while the state has other rows for ξ.
func (s *State) with(xi []vec.Row, do func()) {
	own := s.Xi
	s.Xi = xi
	do()
	s.Xi = own
}

// O is the exact O of Base at ξ(θ).
func (f Extended) O(l vec.Layout, d int, h float64) Flow {
	return &extendedO{f.at(d), f.Base.O(l, d, h)}
}

// D is ξ_k ← ξ_k + (h/η) f_k(θ) (p pᵀ − 1).
func (f Extended) D(l vec.Layout, d int, h float64) Flow {
	return &extendedD{
		cells: f.at(d),
		unit:  AdL{f.Base.Form, f.Base.Gamma, 1}.D(l, d, 1),
		y:     vec.Rows(f.Base.Rows(l, d)),
		rate:  slices.Repeat([]float64{h / f.Base.Eta}, f.functions()),
	}
}

func (f Extended) at(d int) *cellsOf {
	if f.cells != nil {
		return f.cells
	}
	return newCellsOf(f, d)
}

type (
	extendedO struct {
		cells *cellsOf
		base  Flow
	}
	extendedD struct {
		cells *cellsOf
		unit  Flow      // adds p pᵀ − 1 to ξ
		y     []vec.Row // p pᵀ − 1
		rate  []float64 // h/η for every function
	}
)

func (f *extendedO) Apply(s *State) { s.with(f.cells.xi(s), func() { f.base.Apply(s) }) }

func (f *extendedD) Apply(s *State) {
	clear(f.y)
	s.with(f.y, func() { f.unit.Apply(s) })
	f.cells.add(s, f.y, f.rate)
}

// cellsOf holds the values of a basis at the latest θ. Neighbouring O and D, including the last of
// a step and the first of the next step, are at the same θ. Flows that share a cellsOf find the
// values ready.
//
// Lanes rarely change their cells. While an ensemble runs, separate rows therefore hold the
// coefficients of each lane's current cell side by side, and the state's Xi is out of date.
type cellsOf struct {
	eval  func(c *vec.Cells, theta []vec.Row)
	cells *vec.Cells
	theta []vec.Row
	sum   []vec.Row // ξ(θ)

	number int        // number of cells
	flat   *vec.Cells // same functions, all lanes in cell 0; nil unless coefficients are held
	held   []vec.Row
	of     []vec.Row // cells of the held coefficients, one row
	moved  bool      // the lanes may be in other cells
	summed bool      // sum is ξ(θ) of the held coefficients
}

func newCellsOf(f Extended, d int) *cellsOf {
	n, m := f.Basis.Cells()
	c := &cellsOf{
		eval: evaluator(f.Basis, d), cells: vec.NewCells(m), theta: vec.Rows(d), number: n,
		sum: vec.Rows(f.Base.Rows(vec.Replicas, d)),
	}
	vec.Fill(c.theta, math.NaN())
	c.eval(c.cells, c.theta)
	return c
}

func (c *cellsOf) xi(s *State) []vec.Row {
	if cells, xi := c.here(s); !c.summed {
		cells.Sum(c.sum, xi)
		c.summed = c.flat != nil
	}
	return c.sum
}

func (c *cellsOf) add(s *State, y []vec.Row, rate []float64) {
	cells, xi := c.here(s)
	cells.Add(xi, y, rate)
	c.summed = false
}

// here returns the cells of the lanes and the rows that hold their coefficients.
func (c *cellsOf) here(s *State) (*vec.Cells, []vec.Row) {
	if !vec.Same(s.Theta, c.theta) {
		copy(c.theta, s.Theta)
		c.eval(c.cells, c.theta)
		c.moved, c.summed = true, false
	}
	if c.flat == nil {
		return c.cells, s.Xi
	}
	if c.moved && !c.cells.In(&c.of[0]) {
		c.exchange(s.Xi)
	}
	c.moved = false
	return c.flat, c.held
}

// exchange holds the coefficients of the cells that the lanes are in now.
func (c *cellsOf) exchange(xi []vec.Row) {
	n, of := len(c.held), &c.of[0]
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

// hold begins to hold coefficients apart from xi, release stops, and flush brings xi up to date.
func (c *cellsOf) hold(xi []vec.Row) {
	if c.held == nil {
		c.held, c.of = vec.Rows(len(xi)/c.number), vec.Rows(1)
	}
	copy(c.held, xi) // as if all lanes were in cell 0
	vec.Fill(c.of, 0)
	c.moved, c.summed = true, false
	c.flat = vec.NewCells(len(c.cells.F))
	c.flat.F = c.cells.F
}

func (c *cellsOf) flush(xi []vec.Row) {
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

func (c *cellsOf) release(xi []vec.Row) {
	c.flush(xi)
	c.flat, c.summed = nil, false
}

// holder returns the cellsOf that flows share and that holds coefficients while they run. It is nil
// for a single cell, where nothing is gained.
func holder(flows []Flow) *cellsOf {
	for _, f := range flows {
		if f, ok := f.(*extendedO); ok && f.cells.number > 1 {
			return f.cells
		}
	}
	return nil
}
