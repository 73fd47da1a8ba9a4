package study

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"adl/pkg/spec"
	"adl/pkg/table"
)

// Exact is a task for a computation without randomness that takes longer than drawing its results:
// a quadrature, a sum over the data, the solution of an equation.
type Exact struct {
	Key    spec.Key // a unique name of the computation under "is", and its parameters
	Digest string   // of the data on which the computation depends
	Arrays []Array  // the results
	Of     func() [][]float64
	// Digits, if positive, makes Read round an array to this number of significant digits of its
	// largest number. Then tables are the same on machines whose libraries differ in the last bits.
	Digits int

	found map[string][]float64
}

// Array is the name of an array and the number of its elements.
type Array struct {
	Name string
	Len  int
}

// Kind is "exact".
func (e *Exact) Kind() string { return "exact" }

// Params is e.Key.
func (e *Exact) Params() any { return e.Key }

// DataDigest is e.Digest.
func (e *Exact) DataDigest() string { return e.Digest }

// Units is 1.
func (e *Exact) Units() float64 { return 1 }

// Run computes the arrays.
func (e *Exact) Run(ctx context.Context, _ func(units float64)) (table.Archive, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var a table.Archive
	for i, x := range e.Of() {
		a = append(a, table.Entry{Name: e.Arrays[i].Name, Data: x})
	}
	return a, nil
}

// Found returns an array by its name, after [Sweep] has run the computation. It panics if there is
// no such array.
func (e *Exact) Found(name string) []float64 {
	x, ok := e.found[name]
	if !ok {
		panic(fmt.Sprintf("study: %v: there is no array %q, or it was not computed", e.Key["is"], name))
	}
	return x
}

// Read returns the arrays that Run stored by their names, or an error if a does not hold them.
func (e *Exact) Read(a table.Archive) (map[string][]float64, error) {
	arrays := map[string][]float64{}
	for _, want := range e.Arrays {
		x, err := table.Array[float64](a, want.Name, want.Len)
		if err != nil {
			return nil, err
		}
		arrays[want.Name] = e.rounded(x)
	}
	if len(a) != len(e.Arrays) {
		return nil, fmt.Errorf("expected %d arrays, got %d", len(e.Arrays), len(a))
	}
	return arrays, nil
}

// rounded returns the numbers with e.Digits digits of the largest.
func (e *Exact) rounded(x []float64) []float64 {
	largest := 0.0
	for _, v := range x {
		largest = max(largest, math.Abs(v))
	}
	if e.Digits == 0 || !(largest <= math.MaxFloat64) || largest == 0 {
		return x
	}
	_, exponent, _ := strings.Cut(strconv.FormatFloat(largest, 'e', e.Digits-1, 64), "e")
	first, _ := strconv.Atoi(exponent)
	y := make([]float64, len(x))
	for i, v := range x { // digits always parse
		y[i], _ = strconv.ParseFloat(strconv.FormatFloat(v, 'f', max(0, e.Digits-1-first), 64), 64)
	}
	return y
}

// Digits is Exact.Digits for results that depend on the linear algebra of a library, such as
// [exact.Bias].
const Digits = 10

// Form returns an error if the result does not have the right form (see [sweep.Task]).
func (e *Exact) Form(a table.Archive) error {
	_, err := e.Read(a)
	return err
}
