// Package operations counts the elementary operations of a step: additions, subtractions,
// multiplications, divisions, square roots, exponentials and maxima of two numbers are one each,
// and so are a random index and a normal number. Comparisons, changes of sign, copies, and what is
// computed once and for all before a run count nothing.
//
// The counts are those of plain code, which the tests of this package run with arithmetic that
// counts, and whose numbers they compare with those of the library. Half steps of O at the two ends
// of a step are one.
package operations

import (
	"fmt"
	"math"

	"adl/pkg/dynamics"
)

// Exponent returns the k of y ∝ x^k, the slope of log y against log x by least squares.
func Exponent(x, y []float64) float64 {
	n := float64(len(x))
	var mx, my, sxx, sxy float64
	for i := range x {
		mx += math.Log(x[i]) / n
		my += math.Log(y[i]) / n
	}
	for i := range x {
		u := math.Log(x[i]) - mx
		sxx += float64(u * u)
		sxy += float64(u * (math.Log(y[i]) - my))
	}
	return sxy / sxx
}

// entries is the number of entries of ξ in dimension d.
func entries(f dynamics.Form, d int) int {
	switch f.(type) {
	case dynamics.Scalar:
		return 1
	case dynamics.Diagonal:
		return d
	case dynamics.Full:
		return d * (d + 1) / 2
	}
	panic(fmt.Sprintf("operations: ξ is %s, expected scalar, diagonal or full", f.Name()))
}
