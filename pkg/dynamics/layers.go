package dynamics

import (
	"fmt"

	"adl/pkg/vec"
)

// Layers is a friction of Adaptive Langevin dynamics that is one number for each of L groups of consecutive components of θ, as the layers of a network
// (section 3.5), with noise Γ = γ I: ξ = diag(ξ₁ I, …, ξ_L I), and D is ξ_l ← ξ_l + (h/η)(|p_l|² − d_l) with p_l the d_l components of group l.
//
// One group is Scalar, bit by bit. Groups of one component each are Diagonal, but for the rounding of p², which D does here before it subtracts 1.
type Layers struct {
	Sizes      []int // d_l ≥ 1, from the first components on; their sum is d
	Gamma, Eta float64
}

// Rows is L. It panics unless the sizes are positive and their sum is d; O and D do too.
func (f Layers) Rows(d int) int {
	f.check(d)
	return len(f.Sizes)
}

func (f Layers) check(d int) {
	sum, ok := 0, true
	for _, n := range f.Sizes {
		sum, ok = sum+n, ok && n > 0
	}
	if !ok || sum != d {
		panic(fmt.Sprintf("dynamics: %d components in layers of %d", d, f.Sizes))
	}
}

// Adaptive is true.
func (Layers) Adaptive() bool { return true }

// Start sets ξ_l to the mean of the diagonal of x over group l.
func (f Layers) Start(xi []vec.Row, x []float64) {
	d := order(len(x))
	f.check(d)
	i := 0
	for l, n := range f.Sizes {
		s := 0.0
		for range n {
			s += x[i*d+i]
			i++
		}
		fill(&xi[l], s/float64(n))
	}
}

// O is exact, and the same for all components of a group.
func (f Layers) O(d int, h float64) Flow {
	f.check(d)
	return &ouLayers{vec.NewOU1(h, f.Gamma), f.ends()}
}

// D is ξ_l ← ξ_l + (h/η)(|p_l|² − d_l).
func (f Layers) D(d int, h float64) Flow {
	f.check(d)
	return &norms{h / f.Eta, f.ends()}
}

// ends is where the groups end.
func (f Layers) ends() []int {
	var ends []int
	sum := 0
	for _, n := range f.Sizes {
		sum += n
		ends = append(ends, sum)
	}
	return ends
}

type (
	ouLayers struct {
		c    *vec.OU1
		ends []int
	}
	norms struct {
		k    float64
		ends []int
	}
)

func (f *ouLayers) Apply(e *Ensemble) {
	g := e.Noise.Next(len(e.P))
	from := 0
	for l, to := range f.ends {
		f.c.Step(e.P[from:to], e.Xi[l:l+1], g[from:to])
		from = to
	}
}

func (f *norms) Apply(e *Ensemble) {
	from := 0
	for l, to := range f.ends {
		vec.AddNorm(&e.Xi[l], e.P[from:to], f.k)
		from = to
	}
}
