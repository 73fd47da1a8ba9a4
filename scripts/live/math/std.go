// Package math holds what the standard library's package math is compiled with for WebAssembly:
// fma.go, beside its own FMA as exactFMA.
package math

import "math"

var (
	Float64bits     = math.Float64bits
	Float64frombits = math.Float64frombits
	exactFMA        = math.FMA
)
