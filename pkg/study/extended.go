package study

import (
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/model"
	"adl/pkg/simulate"
)

// Boxes are the keys of a spec about tensor polynomials on a partition into boxes (dynamics.Boxes),
// of several degrees.
type Boxes struct {
	Cuts    [][]float64 `toml:"cuts"`
	Lo      []float64   `toml:"lo"`
	Hi      []float64   `toml:"hi"`
	Degrees []int       `toml:"degrees" spec:"min=0,max=9,nonempty,distinct"`
}

// Bases lists the constant function, for K = 0, and the polynomials of every degree, without scale
// factors, and the quadrature of a mixture's posterior with cuts where they jump.
func (b Boxes) Bases(
	c *experiment.Context, m *model.Mixture,
) ([]dynamics.ConstantBasis, *exact.Posterior, error) {
	bases := []dynamics.ConstantBasis{dynamics.One{}}
	for _, degree := range slices.Sorted(slices.Values(b.Degrees)) {
		f := dynamics.Boxes{Cuts: b.Cuts, Lo: b.Lo, Hi: b.Hi, Degree: degree}
		if err := f.Check(m.Dim()); err != nil {
			return nil, nil, c.Errorf("basis", "%v", err)
		}
		bases = append(bases, f)
	}
	p, err := NewPosterior(c, m, exact.Grid{Cuts: [2][]float64(b.Cuts)})
	return bases, p, err
}

// K is the number of functions of a basis less one.
func K(b dynamics.Basis) int {
	cells, m := b.Cells()
	return cells*m - 1
}

// mostXi is the largest |ξ_ij(θ)| Δt of a replica that has not diverged. At 100 a step leaves e^(−100)
// of p: as ξ_k decreases by no more than f_k/η a unit of time, such a replica stands still for longer
// than anybody would run it. Where there is a stationary state ξΔt is below 3, but for fluctuations.
const mostXi = 100

// Extend completes the scheme of a chain, whose word, time step and batches are set, by the friction
// of extended Adaptive Langevin dynamics on a basis, with ξ_k starting at those of A_K
// (exact.ExtendedXi) for the coefficients of the projection of Σ_x, and bounds ξ(θ). The ξ_k take long
// to relax, the longer the smaller the mass under π of what tells their functions apart: the burn-in
// is up to the caller.
func Extend(c *simulate.Chain, f dynamics.AdL, b dynamics.ConstantBasis, projection [][]float64) {
	epsilon := c.Sampling.Epsilon(c.Model.Data(), c.N)
	c.Scheme.Friction = dynamics.Extended{
		Base: f, Basis: b, Xi0: exact.ExtendedXi(b, projection, epsilon, f.Gamma, c.Scheme.Dt),
	}
	c.XiMax = mostXi / c.Scheme.Dt
	c.Observe = append(c.Observe, simulate.Moments{Of: dynamics.Xi{}})
}
