package dynamics

import (
	"math"

	"adl/pkg/vec"
)

// O and D for every form that letters.go lacks, in the layout vec.Replicas. They use only the
// places of the form's entries.

// span is a run of consecutive components that share a diagonal entry of ξ.
type span struct{ entry, from, to int }

// spans lists the spans of a form in dimension d, without the components in out.
func spans(f Form, d int, out []bool) (s []span) {
	for i := range d {
		e, n := f.At(d, i, i), len(s)
		switch {
		case e < 0 || out[i]:
		case n > 0 && s[n-1].entry == e && s[n-1].to == i:
			s[n-1].to++
		default:
			s = append(s, span{e, i, i + 1})
		}
	}
	return s
}

// generalD is x_e ← x_e + k Σ (p_i p_j − δ_ij) over the places of e.
type generalD struct {
	k     float64
	spans []span
	pairs []place // off the diagonal
}

func newGeneralD(form Form, d int, k float64) *generalD {
	f := &generalD{k: k, spans: spans(form, d, make([]bool, d))}
	for p := range places(form, d) {
		if p.i < p.j {
			f.pairs = append(f.pairs, p)
		}
	}
	return f
}

func (f *generalD) Apply(s *State) {
	for _, q := range f.spans {
		vec.AddNorm(&s.Xi[q.entry], s.P[q.from:q.to], f.k, float64(q.to-q.from))
	}
	for _, q := range f.pairs {
		x, a, b := &s.Xi[q.entry], &s.P[q.i], &s.P[q.j]
		for l := range x {
			x[l] = math.FMA(float64(a[l]*b[l]), f.k, x[l])
		}
	}
}

// generalO is the exact O at a frozen ξ: component by component where ξ is diagonal, block by block
// elsewhere.
type generalO struct {
	spans  []span
	ou     *vec.OUDiagonal
	blocks []*block
}

func newGeneralO(form Form, d int, ou vec.OU) *generalO {
	f := &generalO{ou: ou.Diagonal()}
	coupled := make([]bool, d)
	for _, at := range couplings(form, d) {
		f.blocks = append(f.blocks, newBlock(form, d, at, ou))
		for _, i := range at {
			coupled[i] = true
		}
	}
	f.spans = spans(form, d, coupled)
	return f
}

// couplings groups the components that off-diagonal entries couple; uncoupled components are not
// listed.
func couplings(f Form, d int) (all [][]int) {
	class := make([]int, d)
	for i := range class {
		class[i] = i
	}
	for p := range places(f, d) {
		from, to := class[p.j], class[p.i]
		for k, c := range class {
			if c == from {
				class[k] = to
			}
		}
	}
	for c := range d {
		var at []int
		for i := range class {
			if class[i] == c {
				at = append(at, i)
			}
		}
		if len(at) > 1 {
			all = append(all, at)
		}
	}
	return all
}

// block is a group of components that ξ couples, with scratch for their p, their normals and their
// part of ξ.
type block struct {
	at       []int // the components
	entries  []int // the upper triangle, row by row; −1 where ξ is 0
	p, g, xi []vec.Row
	ou       *vec.OUFull
}

func newBlock(form Form, d int, at []int, ou vec.OU) *block {
	n := len(at)
	b := &block{at: at, p: vec.Rows(n), g: vec.Rows(n), xi: vec.Rows(triangle(n)), ou: ou.Full(n)}
	for k, i := range at {
		for _, j := range at[k:] {
			b.entries = append(b.entries, form.At(d, i, j))
		}
	}
	return b
}

func (f *generalO) Apply(s *State) {
	g := s.Normals.Next()
	for _, q := range f.spans {
		f.ou.Step(s.P[q.from:q.to], s.Xi[q.entry:q.entry+1], g[q.from:q.to])
	}
	for _, b := range f.blocks {
		b.step(s, g)
	}
}

func (b *block) step(s *State, g []vec.Row) {
	for k, i := range b.at {
		b.p[k], b.g[k] = s.P[i], g[i]
	}
	for k, e := range b.entries {
		if e >= 0 { // the other elements stay 0
			b.xi[k] = s.Xi[e]
		}
	}
	b.ou.Step(b.p, b.xi, b.g)
	for k, i := range b.at {
		s.P[i] = b.p[k]
	}
}
