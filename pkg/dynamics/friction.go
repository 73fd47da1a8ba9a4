package dynamics

import (
	"fmt"
	"math"

	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Friction defines the letter O of a word. Its other methods may panic where Check reports an
// error. Its flows have scratch space; use them for one ensemble only.
type Friction interface {
	// Key is the friction's name and parameters in the key of a result.
	Key() spec.Key
	// Check reports why the friction does not work in a layout and dimension d.
	Check(l vec.Layout, d int) error
	// O returns the flow over a time h.
	O(l vec.Layout, d int, h float64) Flow
}

// Adaptive is a Friction with a ξ that the letter D moves.
type Adaptive interface {
	Friction
	// Rows is the number of rows of ξ.
	Rows(l vec.Layout, d int) int
	// Start sets every replica's ξ to the projection of the d×d symmetric matrix x, row-major, onto
	// the matrices that ξ may be.
	Start(s *State, x []float64)
	// D returns the flow over a time h.
	D(l vec.Layout, d int, h float64) Flow
}

// Constant is the friction γ > 0 of Langevin dynamics with Γ = γ I.
type Constant struct{ Gamma float64 }

func (f Constant) Key() spec.Key { return spec.Key{"is": "constant", "gamma": f.Gamma} }

// Check reports a γ that is not positive.
func (f Constant) Check(vec.Layout, int) error {
	if !(f.Gamma > 0) {
		return fmt.Errorf("expected a positive γ, got %g", f.Gamma)
	}
	return nil
}

func (f Constant) O(_ vec.Layout, _ int, h float64) Flow {
	y := float64(f.Gamma * h)
	return &constantO{vec.Exp(-y), math.Sqrt(-vec.Expm1(-float64(2 * y)))}
}

// Fixed is a constant diagonal friction ξ > 0 with the noise Γ = γ I: O of a diagonal [AdL] whose ξ
// stays. Noise of mini-batches makes up for what ξ is above γ.
type Fixed struct {
	Gamma float64
	Xi    []float64 // ξ_i for every component
}

func (f Fixed) Key() spec.Key {
	return spec.Key{"is": "fixed", "gamma": f.Gamma, "xi": Digest(f.Xi)}
}

// Check reports a γ or a ξ_i that is not positive, and a wrong number of ξ_i.
func (f Fixed) Check(l vec.Layout, d int) error {
	if len(f.Xi) != d {
		return fmt.Errorf("expected %d frictions ξ_i, got %d", d, len(f.Xi))
	}
	for _, x := range append([]float64{f.Gamma}, f.Xi...) {
		if err := (Constant{x}).Check(l, d); err != nil {
			return err
		}
	}
	return nil
}

func (f Fixed) O(l vec.Layout, d int, h float64) Flow {
	xi := vec.Rows(l.Rows(d))
	for r := range l.Replicas() {
		l.Store(xi, r, f.Xi)
	}
	return &fixedO{vec.OU{H: h, Gamma: f.Gamma}.Diagonal(), xi}
}

// AdL is the friction of Adaptive Langevin dynamics with noise Γ = γ I and the inertia η of ξ
// (eqs. AdL, adl_scheme). Form says which symmetric matrices ξ may be: in the layout
// vec.Components it is Scalar, Diagonal or Full.
type AdL struct {
	Form       Form
	Gamma, Eta float64
}

func (f AdL) Key() spec.Key {
	return spec.Key{"is": "adl", "form": f.Form.Key(), "gamma": f.Gamma, "eta": f.Eta}
}

// Check reports γ < 0, an η that is not positive, and a fault of the form.
func (f AdL) Check(l vec.Layout, d int) error {
	switch {
	case f.Form == nil:
		return fmt.Errorf("no form of ξ")
	case !(f.Gamma >= 0):
		return fmt.Errorf("expected a nonnegative γ, got %g", f.Gamma)
	case !(f.Eta > 0):
		return fmt.Errorf("expected a positive η, got %g", f.Eta)
	}
	if l == vec.Components {
		switch f.Form.(type) {
		case Scalar, Diagonal, Full:
		default:
			return fmt.Errorf("expected scalar, diagonal or full in many dimensions, got %s",
				f.Form.Name())
		}
	}
	return f.Form.Check(d)
}

// O is exact at the frozen ξ.
func (f AdL) O(l vec.Layout, d int, h float64) Flow {
	ou := vec.OU{H: h, Gamma: f.Gamma}
	switch f.Form.(type) {
	case Scalar:
		return &scalarO{ou.Diagonal()}
	case Diagonal:
		return &diagonalO{ou.Diagonal()}
	case Full:
		return newFullO(l, d, ou)
	}
	return newGeneralO(f.Form, d, ou)
}

// D adds (h/η) (p pᵀ − 1) to ξ, entry by entry.
func (f AdL) D(_ vec.Layout, d int, h float64) Flow {
	k := h / f.Eta
	switch f.Form.(type) {
	case Scalar:
		return &scalarD{k}
	case Diagonal:
		return &diagonalD{k}
	case Full:
		return &fullD{k}
	}
	return newGeneralD(f.Form, d, k)
}

// Rows is the number of rows that hold the entries of ξ. Entry e is where component e of a vector
// would be, except that a full ξ in the layout vec.Components is stored as a vec.Sym.
func (f AdL) Rows(l vec.Layout, d int) int {
	if f.blocked(l) {
		return vec.Sym(d).Rows()
	}
	return l.Rows(len(Entries(f.Form, d)))
}

func (f AdL) blocked(l vec.Layout) bool {
	_, full := f.Form.(Full)
	return full && l == vec.Components
}

// at returns the row and the lane of ξ_ij of replica r. A vec.Sym may also store ξ_ji.
func (f AdL) at(l vec.Layout, d, i, j, r int) (row, lane int) {
	if f.blocked(l) {
		return vec.Sym(d).At(i, j)
	}
	return l.At(f.Form.At(d, min(i, j), max(i, j)), r)
}

func (f AdL) Start(s *State, x []float64) {
	x = Project(f.Form, x)
	for _, e := range Entries(f.Form, s.Dim) {
		for r := range s.Layout.Replicas() {
			f.change(s, e, r, func(xi *float64) { *xi = x[e.I*s.Dim+e.J] })
		}
	}
}

// Add adds x to an entry of ξ of replica r.
func (f AdL) Add(s *State, e Entry, r int, x float64) {
	f.change(s, e, r, func(xi *float64) { *xi += x })
}

// change changes an entry of ξ of replica r, wherever it is stored.
func (f AdL) change(s *State, e Entry, r int, do func(xi *float64)) {
	row, lane := f.at(s.Layout, s.Dim, e.I, e.J, r)
	do(&s.Xi[row][lane])
	if row2, lane2 := f.at(s.Layout, s.Dim, e.J, e.I, r); row2 != row || lane2 != lane {
		do(&s.Xi[row2][lane2])
	}
}
