package main

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/linalg"
	"adl/pkg/plots"
)

// A smooth density has as much mass as its cells, and a plane stays a plane.
func TestSmooth(t *testing.T) {
	const n = 9
	axis := linalg.LinSpace(0, 2, n)
	cell := plots.Grid{X: axis, Y: axis, Z: make([]float64, n*n)}
	cell.Z[4*n+3] = 5
	fine := smooth(cell)
	m := len(fine.X)
	step := (fine.X[1] - fine.X[0]) / (axis[1] - axis[0])
	if mass := floats.Sum(fine.Z) * step * step; math.Abs(mass-5) > 1e-12 {
		t.Errorf("mass %g", mass)
	}
	if at := floats.MaxIdx(fine.Z); fine.X[at%m] != axis[3] || fine.Y[at/m] != axis[4] {
		t.Errorf("peak at (%g, %g)", fine.X[at%m], fine.Y[at/m])
	}
	for k := range cell.Z {
		cell.Z[k] = 1 + axis[k%n] - 2*axis[k/n]
	}
	fine = smooth(cell)
	for k, z := range fine.Z {
		x, y := fine.X[k%m], fine.Y[k/m]
		inside := min(x, y) > axis[1] && max(x, y) < axis[n-2]
		if want := 1 + x - 2*y; inside && math.Abs(z-want) > 1e-12 {
			t.Fatalf("%g at (%g, %g), want %g", z, x, y, want)
		}
	}
}
