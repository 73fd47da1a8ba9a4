package dynamics

import (
	"fmt"
	"math"
	"strings"

	"adl/pkg/spec"
	"adl/pkg/vec"
)

// SGLD is the word of the Euler–Maruyama scheme θ ← θ + Δt F̂_n(θ) + √(2Δt) G (eq. SGLD), which has
// no momentum.
const SGLD = "SGLD"

// Scheme is a discretisation: a word, a time step, and what its letters O and D do.
type Scheme struct {
	Word     string
	Dt       float64
	Friction Friction // nil for SGLD

	// SplitBatch gives the B that ends a step and the B that begins the next, which are at the same
	// θ, a batch each. Without it they share one batch and one evaluation.
	SplitBatch bool
}

// Check reports a fault of the word: an unknown letter, a word that is not a palindrome, a
// missing letter, a D at constant friction, or no friction.
func (s Scheme) Check() error {
	_, err := s.parse()
	return err
}

// maxWord is the largest number of letters of a word.
const maxWord = 64

// letter is a flow's name and the time it gets.
type letter struct {
	name byte
	h    float64
}

// parse returns the letters of one step. Equal neighbours become one letter of twice the time.
// Where the word begins and ends with O or with B, the last letter merges with the first of the
// next step, which changes neither θ nor ξ between steps (p then lacks the half letter). So the
// first step of a run begins with a whole letter.
func (s Scheme) parse() ([]letter, error) {
	if s.Word == SGLD {
		if s.Friction != nil {
			return nil, fmt.Errorf("scheme SGLD has no friction")
		}
		return []letter{{'S', s.Dt}}, nil
	}
	if len(s.Word) > maxWord {
		return nil, fmt.Errorf("scheme %q…: expected at most %d letters, got %d", s.Word[:8], maxWord,
			len(s.Word))
	}
	if s.Word == "" {
		return nil, fmt.Errorf("scheme %q: expected a word over A, B, O, D, or %s", s.Word, SGLD)
	}
	for _, r := range s.Word {
		if !strings.ContainsRune("ABOD", r) {
			return nil, fmt.Errorf("scheme %q: unknown letter %q, expected A, B, O, D, or the word %s",
				s.Word, r, SGLD)
		}
	}
	for i, k := 0, len(s.Word)-1; i < k; i, k = i+1, k-1 {
		if s.Word[i] != s.Word[k] {
			return nil, fmt.Errorf(
				"scheme %q is not a palindrome: letter %d is %c, its mirror image %c",
				s.Word, i+1, s.Word[i], s.Word[k])
		}
	}
	if s.Friction == nil {
		return nil, fmt.Errorf("scheme %q has no friction, which its letter O needs", s.Word)
	}
	_, adaptive := s.Friction.(Adaptive)
	for _, c := range "ABOD" {
		switch has := strings.ContainsRune(s.Word, c); {
		case c == 'D' && has && !adaptive:
			return nil, fmt.Errorf("scheme %q: D moves ξ, but the friction is constant", s.Word)
		case !has && (c != 'D' || adaptive):
			return nil, fmt.Errorf("scheme %q lacks the letter %c", s.Word, c)
		}
	}
	var l []letter
	times := func(n int, c byte) float64 {
		return float64(float64(n)*s.Dt) / float64(strings.Count(s.Word, string(c)))
	}
	for i := 0; i < len(s.Word); {
		c, n := s.Word[i], 1
		for i+n < len(s.Word) && s.Word[i+n] == c && !(c == 'B' && s.SplitBatch) {
			n++
		}
		l = append(l, letter{c, times(n, c)})
		i += n
	}
	mergeable := l[0].name == 'O' || l[0].name == 'B' && !s.SplitBatch
	if k := len(l) - 1; k > 0 && l[0].name == l[k].name && mergeable {
		l[0].h = l[0].h + l[k].h
		l = l[:k]
	}
	return l, nil
}

// Gradients returns how often a step evaluates F̂_n, in a run: a B that ends a step and one that
// begins the next share an evaluation unless the scheme splits batches. It panics where Check
// reports an error.
func (s Scheme) Gradients() (n int) {
	letters, err := s.parse()
	if err != nil {
		panic("dynamics: " + err.Error())
	}
	for _, l := range letters {
		if l.name == 'B' || l.name == 'S' {
			n++
		}
	}
	return n
}

// Compile returns the flows of one step in a layout and dimension d. They have scratch space and
// serve one ensemble.
func (s Scheme) Compile(l vec.Layout, d int) ([]Flow, error) { return s.compile(l, d, true) }

// compile, told to fuse, joins neighbours that vec does in one pass and lets O and D at the same θ
// share the values of a basis.
func (s Scheme) compile(l vec.Layout, d int, fuse bool) ([]Flow, error) {
	letters, err := s.parse()
	if err != nil {
		return nil, err
	}
	if s.Friction != nil {
		if err := s.Friction.Check(l, d); err != nil {
			return nil, fmt.Errorf("scheme %s: friction: %w", s.Word, err)
		}
	}
	var flows []Flow
	for _, x := range letters {
		var f Flow
		switch x.name {
		case 'A':
			f = &drift{x.h}
		case 'B':
			f = &forced{then: &kick{x.h}}
		case 'O':
			f = s.Friction.O(l, d, x.h)
		case 'D':
			f = s.Friction.(Adaptive).D(l, d, x.h)
		case 'S':
			f = &forced{then: &euler{x.h, math.Sqrt(float64(2 * x.h))}}
		}
		if n := len(flows); fuse && n > 0 {
			if g := join(flows[n-1], f); g != nil {
				flows[n-1] = g
				continue
			}
		}
		flows = append(flows, f)
	}
	if fuse {
		shareBasis(flows)
	}
	return flows, nil
}

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

// Check reports γ < 0, an η that is not positive, and a fault of the form.
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
	return newGeneralO(f.Form, l, d, h, f.Gamma)
}

// D adds (h/η) (p pᵀ − 1) to ξ, entry by entry.
func (f AdL) D(l vec.Layout, d int, h float64) Flow {
	k := h / f.Eta
	if q, ok := f.Form.(Fast); ok {
		if o := q.D(l, d, k); o != nil {
			return o
		}
	}
	return newGeneralD(f.Form, l, d, k)
}
