// Package linalg is small dense linear algebra: vectors are []float64, and square matrices of order
// d their d² entries in row-major order.
//
// Products are rounded or fused in a fixed order, so results are the same bits on every machine.
// That is what it has over gonum's mat, which is much faster in high dimensions. Functions do not
// change their arguments unless they say so. They panic if matrices are not square or lengths do
// not agree.
package linalg

import "math"

// Order returns the order d of a matrix with d² entries.
func Order(a []float64) int {
	d := 0
	for d*d < len(a) {
		d++
	}
	if d*d != len(a) {
		panic("linalg: expected the d² entries of a matrix")
	}
	return d
}

// Identity returns x I, a matrix of order d.
func Identity(d int, x float64) []float64 {
	a := make([]float64, d*d)
	for i := range d {
		a[i*d+i] = x
	}
	return a
}

// Trace returns the sum of the diagonal.
func Trace(a []float64) float64 {
	d, s := Order(a), 0.0
	for i := range d {
		s += a[i*d+i]
	}
	return s
}

// Mul returns the product a b. It skips the zeros of a.
func Mul(a, b []float64) []float64 {
	n := Order(a)
	c := make([]float64, n*n)
	for i := range n {
		row := c[i*n : i*n+n]
		for k, x := range a[i*n : i*n+n] {
			if x == 0 {
				continue
			}
			for j, y := range b[k*n : k*n+n] {
				row[j] = math.FMA(x, y, row[j])
			}
		}
	}
	return c
}

// Transpose returns aᵀ.
func Transpose(a []float64) []float64 {
	n := Order(a)
	t := make([]float64, n*n)
	for i := range n {
		for j := range n {
			t[j*n+i] = a[i*n+j]
		}
	}
	return t
}
