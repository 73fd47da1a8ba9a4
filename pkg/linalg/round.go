package linalg

import (
	"math"
	"strconv"

	"gonum.org/v1/gonum/floats"
)

// Round returns x with a number of significant decimal digits. What is computed up to rounding, and
// so may differ in its last bits from one machine to another, is the same everywhere when rounded,
// unless it is nearer to the middle of two decimals than its error.
func Round(x float64, digits int) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits-1, 64), 64)
	return y
}

// negligible is the part of the largest number of a list below which a number may be only rounding.
const negligible = 1e-10

// Rounded returns the numbers x, each with a number of significant digits, but 0 for those below
// 1e-10 of the largest, which may be only the rounding of a zero.
func Rounded(x []float64, digits int) []float64 {
	least := negligible * floats.Norm(x, math.Inf(1))
	y := make([]float64, len(x))
	for i, v := range x {
		if !(math.Abs(v) < least) {
			y[i] = Round(v, digits)
		}
	}
	return y
}
