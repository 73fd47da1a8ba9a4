package dataset

import (
	"fmt"
	"math"
)

// keyCentres is the key of the stream that chooses the centres of the two classes.
const keyCentres = 0x63656e74

// TwoClasses returns the n points in the plane of section 3.5, y = 0, 1, 0, 1, …, independent given
// their classes:
//
//	x ~ N(x₀, c²) for y = 0, with x₀ one of (1, 1), (0, 2), (1, 3),
//	x ~ N(x₁, c²) for y = 1, with x₁ one of (2, 0.5), (1, 2), (2, 3), (1, 4),
//
// with equally likely centres in each class. The coordinates are rounded to float32. A larger set
// begins with the smaller one. It panics unless n ≥ 0 and c2 ≥ 0.
func TwoClasses(n int, c2 float64, seed uint64) Labelled {
	if n < 0 || !(c2 >= 0) {
		panic(fmt.Sprintf("dataset: TwoClasses of %d data with variance %g", n, c2))
	}
	centres := [2][][2]float64{
		{{1, 1}, {0, 2}, {1, 3}},
		{{2, 0.5}, {1, 2}, {2, 3}, {1, 4}},
	}
	c := math.Sqrt(c2)
	l := newLabelled(n, 2, fmt.Sprintf("two classes, seed %d", seed))
	normal, choice := newNormals(seed, keyNormals), newWords(seed, keyCentres)
	for i := range n {
		of := centres[i%2]
		x := of[choice.below(len(of))]
		for k := range x {
			l.Z[2*i+k] = float32(math.FMA(c, normal.next(), x[k]))
		}
		l.Y[i] = float64(i % 2)
	}
	return l
}
