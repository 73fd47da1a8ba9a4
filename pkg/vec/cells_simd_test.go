//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	"fmt"
	"math"
	"testing"
)

// TestCellsInForms: all forms give the bits of the portable form, on hard numbers.
func TestCellsInForms(t *testing.T) {
	type rows = [][]Row
	for s := range uint64(40) {
		cells, m, n := 1+int(s*s)%23, 1+int(s*7)%11, 1+int(s)%5
		values := func() *Cells {
			c := parted(cells, m, s)
			copy(c.F, hard(m, s, 1))
			return c
		}
		rate := make([]float64, cells*m)
		for k, r := range hard((cells*m+Lanes-1)/Lanes+1, s, 2)[1:] {
			copy(rate[k*Lanes:], r[:])
		}
		name := fmt.Sprintf("seed %d, %d cells of %d functions, %d components", s, cells, m, n)
		inForms(t, "Sum, "+name, func() rows {
			d := hard(n, s, 3)
			values().Sum(d, hard(cells*m*n, s, 4))
			return rows{d}
		})
		inForms(t, "Add, "+name, func() rows {
			xi := hard(cells*m*n, s, 5)
			values().Add(xi, hard(n, s, 6), rate)
			return rows{xi}
		})
		inForms(t, "Boxes, "+name, func() rows {
			theta := hard(4, s, 11)
			theta[2][5], theta[3][6], theta[0][7] = 0.25, 0.25, math.NaN()
			cuts := [][]float64{{-1, 0, 0.25}, nil, {0.25}, {-0.5, 0.25}}
			d := 1 + int(s)%4
			degree := int(s) % 3
			q, k := 1, 1
			for j := range d {
				q, k = q*(degree+1), k*(len(cuts[j])+1)
			}
			var scale []float64
			for i := range q * k {
				scale = append(scale, 1+float64(i)/3)
			}
			if s%5 == 0 {
				scale = nil
			}
			c := NewCells(q)
			lo, hi := []float64{-2, -1, -3, -4}, []float64{2, 1, 3, 4}
			Boxes{cuts[:d], lo[:d], hi[:d], degree, scale}.Evaluator()(c, theta)
			return rows{{*c.Cell}, c.F}
		})
	}
}
