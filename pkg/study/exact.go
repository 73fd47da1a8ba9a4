package study

import (
	"context"
	"fmt"
	"math"
	"slices"

	"adl/pkg/spec"
	"adl/pkg/table"

	"gonum.org/v1/gonum/floats"
)

// Exact is a task for a computation without randomness that takes longer than drawing its results:
// a quadrature, a sum over the data, the solution of an equation.
type Exact struct {
	Key     spec.Key // a unique name of the computation under "is", and its parameters
	Digest  string   // of the data on which the computation depends
	Arrays  []Array  // the results
	Compute func() [][]float64

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
	for i, x := range e.Compute() {
		a = append(a, table.Entry{Name: e.Arrays[i].Name, Data: x})
	}
	return a, nil
}

// Found returns an array by its name, after [Do] has run the computation. It panics if there is
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
		arrays[want.Name] = x
	}
	if len(a) != len(e.Arrays) {
		return nil, fmt.Errorf("expected %d arrays, got %d", len(e.Arrays), len(a))
	}
	return arrays, nil
}

// Agree reports whether two results are the same up to the rounding of a machine, 1e-9 of the
// largest number of an array.
func (e *Exact) Agree(a, b table.Archive) bool {
	x, err1 := e.Read(a)
	y, err2 := e.Read(b)
	if err1 != nil || err2 != nil {
		return false
	}
	for name, v := range x {
		most := 1e-9 * floats.Norm(v, math.Inf(1))
		near := func(a, b float64) bool { return math.Abs(a-b) <= most }
		if !slices.EqualFunc(v, y[name], near) {
			return false
		}
	}
	return true
}

// Valid returns an error if the result does not have the right form (see [work.Task]).
func (e *Exact) Valid(a table.Archive) error {
	_, err := e.Read(a)
	return err
}
