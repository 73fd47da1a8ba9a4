package dynamics

import (
	"fmt"

	"adl/pkg/spec"
	"adl/pkg/vec"
)

// AdL is the friction of Adaptive Langevin dynamics with noise Γ = γ I and the inertia η of ξ
// (eqs. AdL, adl_scheme). Form says which symmetric matrices ξ may be.
type AdL struct {
	Form       Form
	Gamma, Eta float64
}

// Key is "adl", the form, gamma and eta.
func (f AdL) Key() spec.Key {
	return spec.Key{"is": "adl", "form": f.Form.Key(), "gamma": f.Gamma, "eta": f.Eta}
}

// Check reports γ < 0, an η that is not positive, and what is wrong with the form.
func (f AdL) Check(_ vec.Layout, d int) error {
	switch {
	case f.Form == nil:
		return fmt.Errorf("no form of ξ")
	case !(f.Gamma >= 0):
		return fmt.Errorf("expected a nonnegative γ, got %g", f.Gamma)
	case !(f.Eta > 0):
		return fmt.Errorf("expected a positive η, got %g", f.Eta)
	}
	return f.Form.Check(d)
}

// Rows is the number of rows that hold the entries of ξ.
func (f AdL) Rows(l vec.Layout, d int) int {
	if s, ok := f.Form.(Stored); ok {
		return s.Rows(l, d)
	}
	return l.Rows(len(Entries(f.Form, d)))
}

// Start sets ξ to the projection of x.
func (f AdL) Start(s *State, x []float64) {
	d := s.Dim
	x = Project(f.Form, x)
	for i := range d {
		for j := range d {
			if f.Form.At(d, min(i, j), max(i, j)) < 0 {
				continue
			}
			for r := range s.Layout.Replicas() {
				row, lane := place(f.Form, s.Layout, d, i, j, r)
				s.Xi[row][lane] = x[i*d+j]
			}
		}
	}
}

// Add adds x to an entry of ξ of replica r.
func (f AdL) Add(s *State, e Entry, r int, x float64) {
	row, lane := place(f.Form, s.Layout, s.Dim, e.I, e.J, r)
	s.Xi[row][lane] += x
	if row2, lane2 := place(f.Form, s.Layout, s.Dim, e.J, e.I, r); row2 != row || lane2 != lane {
		s.Xi[row2][lane2] += x
	}
}

// O is exact at the frozen ξ.
func (f AdL) O(l vec.Layout, d int, h float64) Flow {
	if q, ok := f.Form.(Fast); ok {
		if o := q.O(l, d, h, f.Gamma); o != nil {
			return o
		}
	}
	return newAnyO(f.Form, l, d, h, f.Gamma)
}

// D adds (h/η) (p pᵀ − 1) to ξ, entry by entry.
func (f AdL) D(l vec.Layout, d int, h float64) Flow {
	k := h / f.Eta
	if q, ok := f.Form.(Fast); ok {
		if o := q.D(l, d, k); o != nil {
			return o
		}
	}
	return newAnyD(f.Form, l, d, k)
}
