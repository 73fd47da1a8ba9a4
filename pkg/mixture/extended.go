package mixture

import (
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/model"
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
