package vec

import (
	"math"
	"unsafe"
)

// The routines of this file and of logistic.go, sym.go and oularge.go are for one replica in many
// dimensions: a vector of d numbers is ⌈d/64⌉ rows that are read as one list of consecutive
// components, zero past the d-th. Routines that work lane by lane serve such vectors too.

// Wide returns the number of rows of a vector of d numbers.
func Wide(d int) int { return (d + Lanes - 1) / Lanes }

// flat returns the rows as one list.
func flat(r []Row) []float64 {
	if len(r) == 0 {
		return nil
	}
	return unsafe.Slice(&r[0][0], len(r)*Lanes)
}

// groups returns the number of groups of eight that hold d numbers. A sum over a vector is eight
// partial sums, each over the components with one remainder modulo eight in increasing order,
// added by tree8.
func groups(d int) int { return (d + 7) / 8 }

// tree8 adds eight partial sums.
func tree8(q *v8) float64 {
	return (q[0] + q[1] + (q[2] + q[3])) + (q[4] + q[5] + (q[6] + q[7]))
}

// SumSquares returns |x|² for a vector of d numbers.
func SumSquares(x []Row, d int) float64 {
	return active.sumSquares(flat(x)[:8*groups(d)])
}

func (*portable) sumSquares(x []float64) float64 {
	var q v8
	for ; len(x) > 0; x = x[8:] {
		for l := range q {
			q[l] = math.FMA(x[l], x[l], q[l])
		}
	}
	return tree8(&q)
}
