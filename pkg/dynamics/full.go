package dynamics

import "adl/pkg/vec"

// Full is a full symmetric friction ξ ∈ ℝ^(d×d) of Adaptive Langevin dynamics, with noise Γ = γ I, held as its upper triangle in row order (Remark
// rem:xi): D is ξ ← ξ + (h/η)(p pᵀ − 1).
type Full struct{ Gamma, Eta float64 }

// Rows is d(d+1)/2.
func (Full) Rows(d int) int { return d * (d + 1) / 2 }

// Adaptive is true.
func (Full) Adaptive() bool { return true }

// Start sets ξ to x.
func (Full) Start(xi []vec.Row, x []float64) {
	d := order(len(x))
	n := 0
	for i := range d {
		for j := i; j < d; j++ {
			fill(&xi[n], x[i*d+j])
			n++
		}
	}
}

// O is exact: in closed form or by series in one and two dimensions, through the eigenvectors of ξ in more.
func (f Full) O(d int, h float64) Flow {
	switch d {
	case 1:
		return &ouLanes{vec.NewOU1(h, f.Gamma)}
	case 2:
		return &ouFull2{vec.NewOU2(h, f.Gamma)}
	}
	return &ouFull{vec.NewOUN(d, h, f.Gamma)}
}

// D is ξ ← ξ + (h/η)(p pᵀ − 1).
func (f Full) D(_ int, h float64) Flow { return &outer{h / f.Eta} }

type (
	ouFull2 struct{ c *vec.OU2 }
	ouFull  struct{ c *vec.OUN }
	outer   struct{ k float64 }
)

func (f *ouFull2) Apply(e *Ensemble) { f.c.Step(e.P, e.Xi, e.Noise.Next(2)) }

func (f *ouFull) Apply(e *Ensemble) { f.c.Step(e.P, e.Xi, e.Noise.Next(len(e.P))) }

func (f *outer) Apply(e *Ensemble) { vec.AddOuter(e.Xi, e.P, f.k) }
