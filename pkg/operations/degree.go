package operations

import (
	"math"

	"adl/pkg/vec"
)

// Degree returns the degree of the power series in ξ that vec.OULarge sums for an O step over a
// time h to 10⁻¹² of the result, two products of ξ with a vector a degree. ξ is drawn from its
// stationary distribution about γ I: variances 1/η on the diagonal and 1/(2η) off it.
func Degree(d int, h, gamma, eta float64) int {
	o := vec.NewOULarge(d, h, gamma)
	xi, _ := drawn(d, gamma, eta)
	s := vec.NewStream(uint64(d), 1)
	normals := func() []vec.Row {
		g := vec.Rows(vec.Components.Rows(d))
		s.Normals(g)
		vec.Components.Pad(g, d)
		return g
	}
	o.Step(normals(), xi, normals)
	return o.Terms
}

// drawn returns a ξ from its stationary distribution, in blocks and row-major.
func drawn(d int, gamma, eta float64) (xi []vec.Row, full []float64) {
	xi, full = vec.Rows(vec.SymRows(d)), make([]float64, d*d)
	g := vec.Rows(vec.Components.Rows(d))
	s := vec.NewStream(uint64(d), 0)
	diagonal := 1 / math.Sqrt(eta)
	for i := range d {
		s.Normals(g)
		for j := i; j < d; j++ {
			row, lane := vec.Components.At(j, 0)
			x := float64(diagonal * g[row][lane])
			if i == j {
				x += gamma
			} else {
				x = float64(x * math.Sqrt(0.5))
			}
			full[i*d+j], full[j*d+i] = x, x
			row, lane = vec.SymAt(d, i, j)
			xi[row][lane] = x
			row, lane = vec.SymAt(d, j, i)
			xi[row][lane] = x
		}
	}
	return xi, full
}
