package dynamics

import (
	"fmt"
	"strings"

	"adl/pkg/linalg"
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Form says which symmetric matrices ξ may be: which of its entries are equal, and which are 0
// (remark rem:other_version_num). A new form needs these methods alone, and a line in ParseForm to
// have a name in specs:
//
//	ξ_ij = x_e with e = At(d, i, j),   D: x_e ← x_e + (h/η) Σ (p_i p_j − δ_ij),
//
// where the sum is over the places (i, j), i ≤ j, of the entry e. The general flows of O and D
// follow from At. A Form that has faster ones is a Fast.
type Form interface {
	// Name is the form's name in specs and tables.
	Name() string
	// Key is the form's name and parameters in the key of a result.
	Key() spec.Key
	// Check reports why the form does not work in dimension d.
	Check(d int) error
	// At returns the entry at row i and column j ≥ i, 0, 1, …, or −1 where ξ_ij is 0. An entry stands
	// either on the diagonal or off it, not both.
	At(d, i, j int) int
}

// Fast is a Form that has flows of its own.
type Fast interface {
	Form
	// O and D return the flows at noise γ, and with k = h/η, or nil where the general ones serve.
	O(l vec.Layout, d int, h, gamma float64) Flow
	D(l vec.Layout, d int, k float64) Flow
}

// Stored is a Form that has a storage of its own in some layout. Others hold entry e as component e
// of a vector in the layout.
type Stored interface {
	Form
	// Rows is the number of rows of ξ.
	Rows(l vec.Layout, d int) int
	// Place returns the row and lane of ξ_ij of replica r, and of ξ_ji where that stands apart.
	Place(l vec.Layout, d, i, j, r int) (row, lane int)
}

// place returns the row and the lane of ξ_ij of replica r.
func place(f Form, l vec.Layout, d, i, j, r int) (row, lane int) {
	if s, ok := f.(Stored); ok {
		return s.Place(l, d, i, j, r)
	}
	return l.At(f.At(d, min(i, j), max(i, j)), r)
}

// ParseForm returns the form with a name: scalar, diagonal, full, layers, or blocks-10 for blocks
// of order 10 and so on. The sizes of layers come from the model (see Layers.For).
func ParseForm(name string) (Form, error) {
	var order int
	switch name {
	case "scalar":
		return Scalar{}, nil
	case "diagonal":
		return Diagonal{}, nil
	case "layers":
		return Layers{}, nil
	case "full":
		return Full{}, nil
	}
	if n, err := fmt.Sscanf(name, "blocks-%d", &order); n == 1 && err == nil {
		if f := (BlockDiagonal{Order: order}); f.Name() == name && order > 0 {
			return f, nil
		}
	}
	names := []string{"scalar", "layers", "diagonal", "full"}
	return nil, fmt.Errorf("unknown friction %.40q, expected %s, or blocks-N with blocks of order N",
		name, strings.Join(names, ", "))
}

// Entry is an entry of ξ.
type Entry struct {
	I, J  int // its first place, I ≤ J
	Count int // its places with I ≤ J
}

// Diagonal reports whether the entry stands on the diagonal.
func (e Entry) Diagonal() bool { return e.I == e.J }

// Entries lists the entries of ξ in dimension d.
func Entries(f Form, d int) []Entry {
	var es []Entry
	for i := range d {
		for j := i; j < d; j++ {
			if e := f.At(d, i, j); e >= 0 {
				if e >= len(es) {
					es = append(es, make([]Entry, e+1-len(es))...)
				}
				if es[e].Count == 0 {
					es[e].I, es[e].J = i, j
				}
				es[e].Count++
			}
		}
	}
	return es
}

// Project returns the orthogonal projection, in the Frobenius norm, of a symmetric d×d matrix,
// row-major, onto the matrices that ξ may be: each entry is the mean over its places.
func Project(f Form, m []float64) []float64 {
	d := linalg.Order(m)
	most := d * (d + 1) / 2
	both := make([]float64, 2*most)
	sum, places := both[:most], both[most:]
	for i := range d {
		for j := i; j < d; j++ {
			if e := f.At(d, i, j); e >= 0 {
				sum[e] += m[i*d+j]
				places[e]++
			}
		}
	}
	for e, n := range places {
		if n > 0 {
			sum[e] /= n
		}
	}
	return Matrix(f, d, sum)
}

// Matrix returns ξ, row-major, with the given entries.
func Matrix(f Form, d int, entries []float64) []float64 {
	m := make([]float64, d*d)
	for i := range d {
		for j := i; j < d; j++ {
			if e := f.At(d, i, j); e >= 0 {
				m[i*d+j], m[j*d+i] = entries[e], entries[e]
			}
		}
	}
	return m
}
