package main

import (
	"adl/pkg/dynamics"
	"adl/pkg/operations"
	"adl/pkg/study"
	"adl/pkg/table"
)

// The quantities that are counted (package operations).
const (
	perStep     = "operations of the friction"        // a step's, a full ξ diagonalised
	diagonalise = "operations of the diagonalisation" // a step's
	serial      = "operations of O by series"         // in ξ, without the diagonalisation
	multiply    = "operations of a product of xi and a vector"
)

var (
	costDims  = []int{2, 8, 32, 100, 300}
	costKs    = []int{0, 3, 15, 35}
	costForms = []study.Friction{study.Scalar, study.Diagonal, study.Full}
)

// count adds the operations of the friction of a step.
func count(t *table.Table) {
	for _, k := range costForms {
		form, err := dynamics.ParseForm(string(k))
		if err != nil {
			panic("fig14: " + err.Error())
		}
		for _, d := range costDims {
			add := func(quantity string, number any, value int) {
				t.AddValue(table.Row{
					"friction": k, "K": number, "d": d, "status": table.OK, "source": table.Exact,
				}, quantity, float64(value))
			}
			for _, number := range costKs {
				add(perStep, number, operations.Friction{Form: form, Dim: d, K: number}.Step())
			}
			if k == study.Full {
				f := operations.Friction{Form: form, Dim: d, Degree: operations.Degree(d, 1e-3, 1, 1)}
				add(diagonalise, nil, operations.Eigen(d))
				add(serial, nil, f.O())
				add(multiply, nil, operations.Product(d))
			}
		}
	}
}
