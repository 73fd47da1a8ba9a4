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
// sheme_eadl), with ξ_k matrices of the form of Base, and its noise Γ. Over a time h,
//
//	O  is the exact O of Base at the friction ξ(θ), frozen
//	D  ξ_k ← ξ_k + (h/η) f_k(θ) (p pᵀ − 1), or the part of it that Base holds
//
// The rows of ξ are those of Base for ξ₀, then for ξ₁, and so on. With the basis One the bits are
// those of Base by itself; to a rounding only where an entry of the form stands at separate
// places, and for Full beyond 8 components in the layout vec.Components. By theorem th:1 the
// entries of ξ_k are Gaussian about those of A_k, with Base's variances (1/η, and 1/(2η) off the
// diagonal of a symmetric matrix), if A(θ) = Σ_k A_k f_k(θ).
type Extended struct {
	Base  AdL
	Basis Basis
	// Xi0 holds the d×d matrices at which the ξ_k start; nil: ξ(θ) starts at the matrix that Start
	// is given.
	Xi0 [][]float64
}

// BaseOf returns the friction of Adaptive Langevin dynamics that f is or extends.
func BaseOf(f Friction) (a AdL, ok bool) {
	switch f := f.(type) {
	case AdL:
		return f, true
	case Extended:
		return f.Base, true
	}
	return AdL{}, false
}

// Key is "extended", base, basis, and a digest of xi0.
func (f Extended) Key() spec.Key {
	k := spec.Key{"is": "extended", "base": f.Base.Key(), "basis": f.Basis.Key()}
	if f.Xi0 != nil {
		k["xi0"] = Digest(f.Xi0...)
	}
	return k
}

// Digest is half of the SHA-256 of the numbers' bits, little endian, in hexadecimal: what stands
// for long lists of numbers in keys.
func Digest(x ...[]float64) string {
	return dataset.Data{X: slices.Concat(x...)}.Digest()[:32]
}

// Check reports a fault of the fields, and one that a method Check(d int) error of the basis
// finds.
func (f Extended) Check(l vec.Layout, d int) error {
	if f.Basis == nil {
		return fmt.Errorf("extended friction without a basis")
	}
	if err := f.Base.Check(l, d); err != nil {
		return fmt.Errorf("extended friction: %w", err)
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
	case f.Xi0 != nil && len(f.Xi0) != n:
		return fmt.Errorf("extended friction: %d starting matrices for %d functions", len(f.Xi0), n)
	}
	for k, x := range f.Xi0 {
		if len(x) != d*d {
			return fmt.Errorf("extended friction: starting matrix %d has %d entries, expected %d",
				k, len(x), d*d)
		}
	}
	return nil
}

func (f Extended) must(l vec.Layout, d int) {
	if err := f.Check(l, d); err != nil {
		panic("dynamics: " + err.Error())
	}
}

// functions is K + 1.
func (f Extended) functions() int {
	cells, m := f.Basis.Cells()
	return cells * m
}

// Rows is K + 1 times the rows of Base.
func (f Extended) Rows(l vec.Layout, d int) int {
	f.must(l, d)
	return f.functions() * f.Base.Rows(l, d)
}

// Start sets ξ_k to the projection of Xi0[k]. Without Xi0 it sets ξ(θ) to that of x at every θ.
func (f Extended) Start(s *State, x []float64) {
	f.must(s.Layout, s.Dim)
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
		s.at(s.Xi[k*n:][:n], do)
	}
}

// at does something to the state with other rows for ξ.
func (s *State) at(xi []vec.Row, do func()) {
	own := s.Xi
	s.Xi = xi
	do()
	s.Flush()
	s.Xi = own
}

// at returns what evaluates ξ(θ) in a layout.
func (f Extended) at(l vec.Layout, d int) atTheta {
	f.must(l, d)
	if l == vec.Components {
		return newAtComponents(f, d)
	}
	return newCellsOf(f, d)
}

// O is the exact O of Base at ξ(θ).
func (f Extended) O(l vec.Layout, d int, h float64) Flow {
	return &extendedO{f.at(l, d), f.Base.O(l, d, h)}
}

// D is ξ_k ← ξ_k + (h/η) f_k(θ) (p pᵀ − 1).
func (f Extended) D(l vec.Layout, d int, h float64) Flow {
	return &extendedD{
		at:   f.at(l, d),
		unit: AdL{f.Base.Form, f.Base.Gamma, 1}.D(l, d, 1), // ξ ← ξ + p pᵀ − 1
		y:    vec.Rows(f.Base.Rows(l, d)),
		rate: slices.Repeat([]float64{h / f.Base.Eta}, f.functions()),
	}
}

type (
	extendedO struct {
		at   atTheta
		base Flow
	}
	extendedD struct {
		at   atTheta
		unit Flow      // adds p pᵀ − 1 to ξ
		y    []vec.Row // p pᵀ − 1
		rate []float64 // h/η of every function
	}
	// atTheta evaluates a basis at the θ of a state.
	atTheta interface {
		// xi returns ξ(θ) as rows of Base, valid until the next call.
		xi(s *State) []vec.Row
		// add is ξ_k ← ξ_k + rate_k f_k(θ) y.
		add(s *State, y []vec.Row, rate []float64)
	}
	// overwriter is a unit flow that can also write p pᵀ − 1, without reading what was there.
	overwriter interface{ write(y []vec.Row, s *State) }
)

func (f *extendedO) Apply(s *State) { s.at(f.at.xi(s), func() { f.base.Apply(s) }) }

func (f *extendedD) Apply(s *State) {
	if u, ok := f.unit.(overwriter); ok {
		u.write(f.y, s)
	} else {
		clear(f.y)
		s.at(f.y, func() { f.unit.Apply(s) })
	}
	f.at.add(s, f.y, f.rate)
}

// cellsOf holds the values of a basis at the latest θ, for the layout vec.Replicas. Neighbouring O
// and D, among them the last of a step and the first of the next, stand at the same θ: flows that
// share a cellsOf find the values ready.
//
// While an ensemble runs, the coefficients of the cell that a lane is in are held in rows of their
// own, where those of all lanes stand side by side, and the state's Xi is out of date: lanes rarely
// change their cells.
type cellsOf struct {
	eval  func(c *vec.Cells, theta []vec.Row)
	cells *vec.Cells
	theta []vec.Row
	sum   []vec.Row // ξ(θ)

	number int        // of cells
	apart  bool       // coefficients may be held: there are several cells, and all flows share this
	flat   *vec.Cells // the same functions, all lanes in cell 0; nil unless coefficients are held
	held   []vec.Row
	of     []vec.Row // the cells of the held coefficients, one row
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

// hold begins to hold coefficients apart from xi, where it may; release ends it, and flush brings
// xi up to date.
func (c *cellsOf) hold(xi []vec.Row) {
	if !c.apart {
		return
	}
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

func (c *cellsOf) release(xi []vec.Row) {
	c.flush(xi)
	c.flat, c.summed = nil, false
}

// holder returns the cellsOf that flows share and that holds coefficients while they run, or nil.
func holder(flows []Flow) *cellsOf {
	for _, f := range flows {
		if f, ok := f.(extended); ok {
			c, _ := (*f.basis()).(*cellsOf)
			return c
		}
	}
	return nil
}

// extended is a flow that evaluates a basis.
type extended interface{ basis() *atTheta }

func (f *extendedO) basis() *atTheta { return &f.at }
func (f *extendedD) basis() *atTheta { return &f.at }

// shareBasis gives all flows the atTheta of the first: they belong to one scheme, and so to one
// basis.
func shareBasis(flows []Flow) {
	var first atTheta
	for _, f := range flows {
		f, ok := f.(extended)
		if !ok {
			continue
		}
		if first == nil {
			first = *f.basis()
		}
		*f.basis() = first
	}
	if c, ok := first.(*cellsOf); ok {
		c.apart = c.number > 1
	}
}

// atComponents is atTheta in the layout vec.Components.
type atComponents struct {
	basis    Basis
	theta, f []float64
	sum      []vec.Row // ξ(θ)
}

func newAtComponents(f Extended, d int) *atComponents {
	_, m := f.Basis.Cells()
	return &atComponents{
		basis: f.Basis, theta: make([]float64, d), f: make([]float64, m),
		sum: vec.Rows(f.Base.Rows(vec.Components, d)),
	}
}

// each calls do for the functions of the cell of θ, with their ξ_k and f_k(θ).
func (o *atComponents) each(s *State, do func(k int, xi []vec.Row, f float64)) {
	for i := range o.theta {
		o.theta[i] = s.Theta[i/vec.Lanes][i%vec.Lanes]
	}
	k, n := o.basis.At(o.f, o.theta)*len(o.f), len(o.sum)
	for i, f := range o.f {
		do(k+i, s.Xi[(k+i)*n:][:n], f)
	}
}

func (o *atComponents) xi(s *State) []vec.Row {
	clear(o.sum)
	o.each(s, func(_ int, xi []vec.Row, f float64) { vec.AddScaled(o.sum, xi, f) })
	return o.sum
}

func (o *atComponents) add(s *State, y []vec.Row, rate []float64) {
	o.each(s, func(k int, xi []vec.Row, f float64) { vec.AddScaled(xi, y, float64(rate[k]*f)) })
}
