package dynamics

import (
	"math"
	"slices"

	"adl/pkg/vec"
)

// The flows of any form, which know no more of it than where its entries stand.

// span is consecutive components whose diagonal has the same entry of ξ.
type span struct{ entry, from, to int }

// spans lists those of a form in dimension d.
func spans(f Form, d int) []span {
	var s []span
	for i := range d {
		e := f.At(d, i, i)
		if n := len(s); n > 0 && s[n-1].entry == e && e >= 0 {
			s[n-1].to = i + 1
		} else if e >= 0 {
			s = append(s, span{e, i, i + 1})
		}
	}
	return s
}

// blocks lists the components that entries off the diagonal couple, without those that none does.
func blocks(f Form, d int) [][]int {
	of := make([]int, d) // the block of a component
	for i := range of {
		of[i] = i
	}
	for i := range d {
		for j := i + 1; j < d; j++ {
			if a, b := of[i], of[j]; a != b && f.At(d, i, j) >= 0 {
				for k, c := range of {
					if c == b {
						of[k] = a
					}
				}
			}
		}
	}
	var all [][]int
	for b := range d {
		var block []int
		for i, c := range of {
			if c == b {
				block = append(block, i)
			}
		}
		if len(block) > 1 {
			all = append(all, block)
		}
	}
	return all
}

// pair is an entry at a place off the diagonal.
type pair struct{ entry, i, j int }

// generalD is x_e ← x_e + k Σ (p_i p_j − δ_ij) over the places of e.
type generalD struct {
	k     float64
	spans []span
	pairs []pair
}

func newGeneralD(f Form, l vec.Layout, d int, k float64) Flow {
	a := generalD{k: k, spans: spans(f, d)}
	for i := range d {
		for j := i + 1; j < d; j++ {
			if e := f.At(d, i, j); e >= 0 {
				a.pairs = append(a.pairs, pair{e, i, j})
			}
		}
	}
	if l == vec.Replicas {
		return (*generalDReplicas)(&a)
	}
	return (*generalDComponents)(&a)
}

type (
	generalDReplicas   generalD
	generalDComponents generalD
)

func (f *generalDReplicas) Apply(s *State) {
	for _, q := range f.spans {
		vec.AddNorm(&s.Xi[q.entry], s.P[q.from:q.to], f.k)
	}
	for _, q := range f.pairs {
		x, a, b := &s.Xi[q.entry], &s.P[q.i], &s.P[q.j]
		for l := range x {
			x[l] = math.FMA(float64(a[l]*b[l]), f.k, x[l])
		}
	}
}

func (f *generalDComponents) Apply(s *State) {
	p := func(i int) float64 { return s.P[i/vec.Lanes][i%vec.Lanes] }
	for _, q := range f.spans {
		sum := 0.0
		for i := q.from; i < q.to; i++ {
			sum = math.FMA(p(i), p(i), sum)
		}
		x := &s.Xi[q.entry/vec.Lanes][q.entry%vec.Lanes]
		*x = math.FMA(sum-float64(q.to-q.from), f.k, *x)
	}
	for _, q := range f.pairs {
		x := &s.Xi[q.entry/vec.Lanes][q.entry%vec.Lanes]
		*x = math.FMA(float64(p(q.i)*p(q.j)), f.k, *x)
	}
}

// newGeneralO is the exact O at a frozen ξ: component by component where ξ is diagonal, block by
// block elsewhere.
func newGeneralO(f Form, l vec.Layout, d int, h, gamma float64) Flow {
	coupled := make([]bool, d)
	o := generalO{c: vec.OU{H: h, Gamma: gamma}.Diagonal()}
	for _, at := range blocks(f, d) {
		o.blocks = append(o.blocks, newBlock(f, l, d, at, h, gamma))
		for _, i := range at {
			coupled[i] = true
		}
	}
	for _, s := range spans(f, d) {
		if !slices.Contains(coupled[s.from:s.to], true) {
			o.spans = append(o.spans, s)
			continue
		}
		for i := s.from; i < s.to; i++ {
			if !coupled[i] {
				o.spans = append(o.spans, span{s.entry, i, i + 1})
			}
		}
	}
	if l == vec.Replicas {
		return (*generalOReplicas)(&o)
	}
	return &generalOComponents{generalO: o}
}

type (
	generalO struct {
		spans  []span
		c      *vec.OUDiagonal
		blocks []block
	}
	generalOReplicas   generalO
	generalOComponents struct {
		generalO
		g [][]vec.Row // vectors of normals
		n int         // how many of them this O has drawn
	}
)

// block is components that ξ couples, with scratch for their p, their normals and their part of ξ.
type block struct {
	at    []int  // the components
	pairs []pair // the places in the block, i ≤ j, with their entries
	p, g  []vec.Row
	xi    []vec.Row
	full  *vec.OUFull  // in the layout vec.Replicas
	large *vec.OULarge // in the layout vec.Components
}

func newBlock(f Form, l vec.Layout, d int, at []int, h, gamma float64) block {
	n := len(at)
	b := block{at: at, p: vec.Rows(l.Rows(n)), g: vec.Rows(l.Rows(n))}
	if l == vec.Replicas {
		b.xi, b.full = vec.Rows(triangle(n)), vec.OU{H: h, Gamma: gamma}.Full(n)
	} else {
		b.xi, b.large = vec.Rows(vec.Sym(n).Rows()), vec.OU{H: h, Gamma: gamma}.Large(n)
	}
	for i := range n {
		for j := i; j < n; j++ {
			b.pairs = append(b.pairs, pair{f.At(d, at[i], at[j]), i, j})
		}
	}
	return b
}

func (f *generalOReplicas) Apply(s *State) {
	g := s.Noise.Next()
	for _, q := range f.spans {
		f.c.Step(s.P[q.from:q.to], s.Xi[q.entry:q.entry+1], g[q.from:q.to])
	}
	for _, b := range f.blocks {
		for k, i := range b.at {
			b.p[k], b.g[k] = s.P[i], g[i]
		}
		for k, q := range b.pairs {
			if b.xi[k] = (vec.Row{}); q.entry >= 0 {
				b.xi[k] = s.Xi[q.entry]
			}
		}
		b.full.Step(b.p, b.xi, b.g)
		for k, i := range b.at {
			s.P[i] = b.p[k]
		}
	}
}

func (f *generalOComponents) Apply(s *State) {
	f.n = 0
	g := f.normals(s, 0)
	for _, q := range f.spans {
		alpha, sigma := f.c.Functions(s.Xi[q.entry/vec.Lanes][q.entry%vec.Lanes])
		for i := q.from; i < q.to; i++ {
			p := &s.P[i/vec.Lanes][i%vec.Lanes]
			*p = math.FMA(alpha, *p, float64(sigma*g[i/vec.Lanes][i%vec.Lanes]))
		}
	}
	for _, b := range f.blocks {
		f.step(s, b)
	}
}

// step advances a block. Its part of the k-th vector of normals is its k-th, so that the blocks
// share vectors, of which each has other components.
func (f *generalOComponents) step(s *State, b block) {
	for k, i := range b.at {
		b.p[k/vec.Lanes][k%vec.Lanes] = s.P[i/vec.Lanes][i%vec.Lanes]
	}
	for _, q := range b.pairs {
		x := 0.0
		if q.entry >= 0 {
			x = s.Xi[q.entry/vec.Lanes][q.entry%vec.Lanes]
		}
		for _, at := range [][2]int{{q.i, q.j}, {q.j, q.i}} {
			row, lane := vec.Sym(len(b.at)).At(at[0], at[1])
			b.xi[row][lane] = x
		}
	}
	n := 0
	b.large.Step(b.p, b.xi, func() []vec.Row {
		g := f.normals(s, n)
		n++
		for k, i := range b.at {
			b.g[k/vec.Lanes][k%vec.Lanes] = g[i/vec.Lanes][i%vec.Lanes]
		}
		return b.g
	})
	for k, i := range b.at {
		s.P[i/vec.Lanes][i%vec.Lanes] = b.p[k/vec.Lanes][k%vec.Lanes]
	}
}

// normals returns the n-th vector of normals of this O.
func (f *generalOComponents) normals(s *State, n int) []vec.Row {
	for ; f.n <= n; f.n++ {
		if g := s.Noise.Next(); f.n < len(f.g) {
			copy(f.g[f.n], g)
		} else {
			f.g = append(f.g, slices.Clone(g))
		}
	}
	return f.g[n]
}
