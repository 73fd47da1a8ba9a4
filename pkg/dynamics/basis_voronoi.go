package dynamics

import (
	"fmt"
	"math"

	"adl/pkg/vec"
)

// Voronoi is the indicators of the Voronoi cells of some centres (section 4.3), the modes of a posterior for instance: f_k is Scale[k] where Centres[k] is the nearest, in Euclidean
// distance, and of equally near ones the first; it is 0 elsewhere.
type Voronoi struct {
	Centres [][]float64
	Scale   []float64 `json:",omitempty"` // a factor of every function; nil for factors of 1
}

// Check reports what is wrong with the basis in dimension d.
func (v Voronoi) Check(d int) error {
	if len(v.Centres) == 0 || len(v.Centres) > maxFunctions {
		return fmt.Errorf("voronoi: %d centres, expected 1 to %d", len(v.Centres), maxFunctions)
	}
	for k, c := range v.Centres {
		if len(c) != d {
			return fmt.Errorf("voronoi: centre %d has %d components, expected %d", k, len(c), d)
		}
		for _, x := range c {
			if x-x != 0 {
				return fmt.Errorf("voronoi: centre %d has a component %g", k, x)
			}
		}
	}
	return checkScale("voronoi", v.Scale, len(v.Centres))
}

// Cells is the number of centres, and 1.
func (v Voronoi) Cells() (cells, functions int) { return len(v.Centres), 1 }

// At finds the nearest centre.
func (v Voronoi) At(f, theta []float64) (cell int) {
	best := 0.0
	for k, c := range v.Centres {
		s := 0.0
		for j, x := range c {
			d := theta[j] - x
			s = math.FMA(d, d, s)
		}
		if k == 0 || s < best {
			best, cell = s, k
		}
	}
	f[0] = 1
	if v.Scale != nil {
		f[0] = v.Scale[cell]
	}
	return cell
}

// Evaluator finds the nearest centres of all lanes in one pass.
func (v Voronoi) Evaluator() func(c *vec.Cells, theta []vec.Row) {
	return vec.NewNearest(v.Centres, v.Scale).Eval
}

// Constants is one over every factor.
func (v Voronoi) Constants() []float64 {
	a := make([]float64, len(v.Centres))
	for k := range a {
		a[k] = 1
		if v.Scale != nil {
			a[k] = 1 / v.Scale[k]
		}
	}
	return a
}
