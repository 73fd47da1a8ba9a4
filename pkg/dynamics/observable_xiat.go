package dynamics

import (
	"fmt"

	"adl/pkg/spec"
	"adl/pkg/vec"
)

// XiAt is the friction at given points, whatever θ is: tr ξ(θ)/d for each θ of Points, for an
// [Extended] friction in the layout vec.Replicas. It shows how the ξ_k relax, apart from where θ
// goes.
type XiAt struct{ Points [][]float64 }

// Key is "xi at" and a digest of the points.
func (x XiAt) Key() spec.Key {
	return spec.Key{"is": "xi at", "points": len(x.Points), "digest": Digest(x.Points...)}
}

// Len is the number of points.
func (x XiAt) Len(int, Friction) int { return len(x.Points) }

// Bind returns what sums over the basis. It panics for another friction or layout.
func (x XiAt) Bind(l vec.Layout, d int, f Friction) func(s *State) []vec.Row {
	e, ok := f.(Extended)
	if !ok || l != vec.Replicas {
		panic(fmt.Sprintf("dynamics: XiAt of the friction %T in the layout %v", f, l))
	}
	type term struct {
		row    int
		weight float64
	}
	_, m := e.Basis.Cells()
	n, values := e.Base.Rows(l, d), make([]float64, m)
	terms := make([][]term, len(x.Points))
	for p, theta := range x.Points {
		cell := e.Basis.At(values, theta)
		for _, entry := range (Xi{Diagonal: true}).Entries(d, f) {
			row, _ := place(e.Base.Form, l, d, entry.I, entry.J, 0)
			share := float64(entry.Count) / float64(d)
			for i, v := range values {
				terms[p] = append(terms[p], term{(cell*m+i)*n + row, float64(v * share)})
			}
		}
	}
	out := vec.Rows(len(x.Points))
	return func(s *State) []vec.Row {
		clear(out)
		for p, ts := range terms {
			for _, t := range ts {
				vec.AddScaled(out[p:p+1], s.Xi[t.row:t.row+1], t.weight)
			}
		}
		return out
	}
}
