package study

import (
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/model"
	"adl/pkg/simulate"
)

// Boxes are the keys of a spec about tensor polynomials of several degrees on a partition into
// boxes (dynamics.Boxes).
type Boxes struct {
	Cuts    [][]float64 `toml:"cuts"`
	Lo      []float64   `toml:"lo"`
	Hi      []float64   `toml:"hi"`
	Degrees []int       `toml:"degrees" spec:"min=0,max=9,nonempty,distinct"`
}

// Bases returns the constant function, for K = 0, and the polynomials of every degree, without
// scale factors.
func (b Boxes) Bases(c *experiment.Context, m *model.Mixture) ([]dynamics.Basis, error) {
	bases := []dynamics.Basis{dynamics.One{}}
	for _, degree := range slices.Sorted(slices.Values(b.Degrees)) {
		f := dynamics.Boxes{Cuts: b.Cuts, Lo: b.Lo, Hi: b.Hi, Degree: degree}
		if err := f.Check(m.Dim()); err != nil {
			return nil, c.Errorf("basis", "%v", err)
		}
		bases = append(bases, f)
	}
	return bases, nil
}

// Posterior returns the quadrature of a mixture's posterior with cuts where the functions of Bases
// jump.
func (b Boxes) Posterior(c *experiment.Context, m *model.Mixture) (*exact.MixtureGrid, error) {
	return NewPosterior(c, m, exact.Grid{Cuts: [2][]float64(b.Cuts)})
}

// K returns the number of functions of a basis less one.
func K(b dynamics.Basis) int {
	cells, m := b.Cells()
	return cells*m - 1
}

// mostXi is the largest |ξ_ij(θ)| Δt of a replica that has not diverged. At 100 a step leaves
// e^(−100) of p. As ξ_k decreases by at most f_k/η per unit of time, such a replica stands still
// for longer than any affordable run. In a stationary state ξΔt is below 3, apart from
// fluctuations.
const mostXi = 100

// Extend gives a chain, whose word, time step and batches are set, the friction of extended
// Adaptive Langevin dynamics on a basis, whose ξ_k start at xi0, and bounds ξ(θ), which is observed
// at the points. The ξ_k relax slowly where their functions differ only on a set of small mass
// under π: xi0 should be near their means (exact.ExtendedXi, FrozenBasisXi), and the burn-in is up
// to the caller.
func Extend(c *simulate.Chain, f dynamics.AdL, b dynamics.Basis, xi0, points [][]float64) {
	c.Scheme.Friction = dynamics.Extended{Base: f, Basis: b, Xi0: xi0}
	c.XiMax = mostXi / c.Scheme.Dt
	c.Observe = append(c.Observe,
		simulate.Moments{Of: dynamics.Xi{}}, simulate.Moments{Of: dynamics.XiAt{Points: points}})
}
