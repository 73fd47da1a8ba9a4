package linalg

import (
	"math"
	"strconv"
	"strings"

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

// RoundedSym returns a symmetric matrix with a number of significant digits: of each entry on the
// diagonal, and of √(a_ii a_jj) off it, where smaller entries have larger relative errors.
func RoundedSym(a []float64, digits int) []float64 {
	d := Order(a)
	r := make([]float64, d*d)
	for i := range d {
		r[i*d+i] = Round(a[i*d+i], digits)
	}
	for i := range d {
		for j := range d {
			scale := math.Sqrt(math.Abs(r[i*d+i] * r[j*d+j]))
			if n := digits + exponent(a[i*d+j]) - exponent(scale); i != j && n > 0 {
				r[i*d+j] = Round(a[i*d+j], n)
			}
		}
	}
	return r
}

// exponent is that of the first decimal digit.
func exponent(x float64) int {
	_, e, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
	n, _ := strconv.Atoi(e) // 0 for NaN and Inf
	return n
}
