package dynamics

import (
	"fmt"
	"iter"

	"adl/pkg/linalg"
	"adl/pkg/spec"
)

// Form says which symmetric matrices ξ may be: which of its entries are equal, and which are 0
// (remark rem:other_version_num). A new form needs only these methods, and a line in ParseForm if
// specs are to name it:
//
//	ξ_ij = x_e with e = At(d, i, j),   D: x_e ← x_e + (h/η) Σ (p_i p_j − δ_ij),
//
// where the sum is over the places (i, j), i ≤ j, of the entry e. The flows of O and D follow from
// At.
type Form interface {
	// Name is the form's name in specs and tables.
	Name() string
	// Key is the form's name and parameters in the key of a result.
	Key() spec.Key
	// Check reports why the form does not work in dimension d.
	Check(d int) error
	// At returns the entry at row i and column j ≥ i, 0, 1, …, or −1 where ξ_ij is 0. All places of an
	// entry are on the diagonal, or none is.
	At(d, i, j int) int
}

// ParseForm returns the form with a name: scalar, diagonal, full, layers, or blocks-10 for blocks
// of order 10 and so on. The sizes of layers come from the model (see Layers.For).
func ParseForm(name string) (Form, error) {
	for _, f := range []Form{Scalar{}, Layers{}, Diagonal{}, Full{}} {
		if f.Name() == name {
			return f, nil
		}
	}
	var f BlockDiagonal
	if n, err := fmt.Sscanf(name, "blocks-%d", &f.Order); n == 1 && err == nil {
		if f.Name() == name && f.Order > 0 {
			return f, nil
		}
	}
	return nil, fmt.Errorf("unknown friction %.40q, expected scalar, layers, diagonal, full, "+
		"or blocks-N with blocks of order N", name)
}

// place is a place (i, j), i ≤ j, of an entry of ξ.
type place struct{ entry, i, j int }

// places lists all places, row by row.
func places(f Form, d int) iter.Seq[place] {
	return func(yield func(place) bool) {
		for i := range d {
			for j := i; j < d; j++ {
				if e := f.At(d, i, j); e >= 0 && !yield(place{e, i, j}) {
					return
				}
			}
		}
	}
}

// Entry is an entry of ξ.
type Entry struct {
	I, J  int // its first place, I ≤ J
	Count int // its places with I ≤ J
}

// Diagonal reports whether the entry is on the diagonal.
func (e Entry) Diagonal() bool { return e.I == e.J }

// Entries lists the entries of ξ in dimension d.
func Entries(f Form, d int) []Entry {
	var es []Entry
	for p := range places(f, d) {
		if p.entry >= len(es) {
			es = append(es, make([]Entry, p.entry+1-len(es))...)
		}
		if es[p.entry].Count == 0 {
			es[p.entry].I, es[p.entry].J = p.i, p.j
		}
		es[p.entry].Count++
	}
	return es
}

// Project returns the orthogonal projection, in the Frobenius norm, of a symmetric d×d matrix,
// row-major, onto the matrices that ξ may be: each entry is the mean over its places.
func Project(f Form, m []float64) []float64 {
	d := linalg.Order(m)
	entries := Entries(f, d)
	mean := make([]float64, len(entries))
	for p := range places(f, d) {
		mean[p.entry] += m[p.i*d+p.j]
	}
	for e := range mean {
		mean[e] /= float64(entries[e].Count)
	}
	return Matrix(f, d, mean)
}

// Matrix returns ξ, row-major, with the given entries.
func Matrix(f Form, d int, entries []float64) []float64 {
	m := make([]float64, d*d)
	for p := range places(f, d) {
		m[p.i*d+p.j], m[p.j*d+p.i] = entries[p.entry], entries[p.entry]
	}
	return m
}
