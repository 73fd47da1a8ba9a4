package vec

import "math"

// Nearest evaluates the indicators of Voronoi cells: the cell of θ is that of the nearest centre,
// in Euclidean distance, of the first of those equally near.
type Nearest struct {
	centres [][]float64
	scale   []float64
}

// NewNearest returns the evaluator for one or more centres; scale holds a factor for the indicator
// of every cell, or is nil for factors of one.
func NewNearest(centres [][]float64, scale []float64) *Nearest {
	n := &Nearest{centres, scale}
	if scale == nil {
		for range centres {
			n.scale = append(n.scale, 1)
		}
	}
	return n
}

// Eval finds the cells of theta and the value there of their one function.
func (n *Nearest) Eval(c *Cells, theta []Row) {
	for l := range Lanes {
		best, cell := distance2(n.centres[0], theta, l), 0
		for k, x := range n.centres[1:] {
			if s := distance2(x, theta, l); s < best {
				best, cell = s, k+1
			}
		}
		c.Cell[l], c.F[0][l] = float64(cell), n.scale[cell]
	}
	c.Group()
}

// distance2 is the square of the distance of θ from x in lane l.
func distance2(x []float64, theta []Row, l int) float64 {
	s := 0.0
	for j, v := range x {
		d := theta[j][l] - v
		s = math.FMA(d, d, s)
	}
	return s
}
