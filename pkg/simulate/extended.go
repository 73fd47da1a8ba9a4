package simulate

import (
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// Extended are the parameters of extended Adaptive Langevin dynamics, ξ(θ) = Σ_k ξ_k f_k(θ) (eq. EadL): the kind of the ξ_k, Γ and η, which is that of every ξ_k, of AdL; the f_k,
// scale factors included; and the coefficients S_k of the projection of Σ_x (exact.Posterior.ProjectBasis), at which the ξ_k start. With dynamics.One, K = 0, it is AdL.
type Extended struct {
	AdL
	Basis      dynamics.ConstantBasis
	Projection [][]float64 // S_k
}

// mostXi is the largest |ξ_ij(θ)| Δt of a replica that has not diverged. At 100 a step leaves e^(−100) of p: as ξ_k decreases by no more than f_k/η a unit of time, such a
// replica stands still for longer than anybody would run it. Where there is a stationary state ξΔt is below 3, but for fluctuations.
const mostXi = 100

// Prepare completes the scheme of a chain, whose word, time step and batches are set, by the friction, with ξ_k starting at those of A_K (exact.ExtendedXi), and bounds
// ξ(θ). The ξ_k take long to relax, the longer the smaller the mass under π of what tells their functions apart: the burn-in is up to the caller.
func (x Extended) Prepare(c *Chain) {
	epsilon := c.Sampling.Epsilon(c.Model.Data(), c.N)
	c.Scheme.Friction = dynamics.Extended{
		Base: x.AdL.Friction(), Basis: x.Basis, Xi0: exact.ExtendedXi(x.Basis, x.Projection, epsilon, x.Gamma, c.Scheme.Dt),
	}
	c.XiMax = mostXi / c.Scheme.Dt
}

// K is the number of functions but one.
func (x Extended) K() int {
	cells, m := x.Basis.Cells()
	return cells*m - 1
}

// Rows adds what a run says about ξ(θ), each a copy of row with
//
//	xi ij   the mean of an entry, beside the frozen value for Σ̄ (exact.Friction.MeanXi) where there is one
//
// where ij is as for AdL.Rows. mean is Σ̄. The mean of A_K(θ) is that of AdL for every K, since the constants are combinations of the f_k.
func (x Extended) Rows(t *table.Table, row table.Row, s *Samples, mean []float64) {
	d := len(s.S1)
	frozen, ok := x.Kind.MeanXi(mean, row["epsilon"].(float64), x.Gamma, row["dt"].(float64))
	for n := range s.X1 {
		i, j, name := entry(x.Kind, n, d)
		e := s.Xi(n).Mean()
		row["quantity"], row["value"], row["stderr"], row["exact"] = "xi"+name, e.Value, e.StdErr, nil
		if ok {
			row["exact"] = frozen[i*d+j]
		}
		t.Add(row)
	}
}

// Boxes are the keys of a spec about tensor polynomials on a partition into boxes (dynamics.Boxes), of several degrees.
type Boxes struct {
	Cuts    [][]float64 `toml:"cuts"`
	Lo      []float64   `toml:"lo"`
	Hi      []float64   `toml:"hi"`
	Degrees []int       `toml:"degrees" spec:"min=0,max=9,nonempty,distinct"`
}

// Check reports what is wrong with the boxes in dimension d.
func (b Boxes) Check(d int) error {
	for _, degree := range b.Degrees {
		if err := b.Basis(degree).Check(d); err != nil {
			return err
		}
	}
	return nil
}

// Basis is the basis of a degree, without scale factors.
func (b Boxes) Basis(degree int) dynamics.Boxes {
	return dynamics.Boxes{Cuts: b.Cuts, Lo: b.Lo, Hi: b.Hi, Degree: degree}
}

// xiRows is what samples of ξ are of, its rows and how many these are: the entries of ξ(θ) where the friction is a dynamics.Extended, and of ξ elsewhere. The coefficients ξ_k by themselves
// say little: nearly dependent functions have large ones that add up to nothing wherever θ goes, and wander for as long.
func (c *Chain) xiRows() (rows func(*dynamics.Ensemble) []vec.Row, n int) {
	d := c.Model.Dim()
	f, ok := c.Scheme.Friction.(dynamics.Extended)
	if !ok {
		if c.Scheme.Friction == nil {
			return dynamics.Xi, 0
		}
		return dynamics.Xi, c.Scheme.Friction.Rows(d)
	}
	return f.XiTheta(d), f.Base.Rows(d)
}

// within reports whether no entry of rows is beyond ±most, and none NaN.
func within(rows []vec.Row, most float64) bool {
	for i := range rows {
		for _, x := range &rows[i] {
			if !(math.Abs(x) <= most) {
				return false
			}
		}
	}
	return true
}

// diagonal returns which rows of ξ are entries of its diagonal where θ has d components. Of d(d+1)/2 rows, the upper half of a symmetric matrix, those are; else all: ξ is then diagonal, or a
// number for every one of several parts of θ, or something else is observed than θ.
func diagonal(d, rows int) []int {
	var at []int
	if d > 1 && rows == d*(d+1)/2 {
		for i, k := 0, 0; i < d; i, k = i+1, k+d-i {
			at = append(at, k)
		}
		return at
	}
	for i := range rows {
		at = append(at, i)
	}
	return at
}
