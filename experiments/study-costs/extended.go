package main

import (
	"adl/pkg/dynamics"
	"adl/pkg/operations"
	"adl/pkg/study"
	"adl/pkg/table"
)

// The quantities of the friction that are counted.
const (
	perStep     = "operations of the friction"        // a step's, a full ξ diagonalised
	diagonalise = "operations of the diagonalisation" // a step's
	bySeries    = "operations of O by series"         // in ξ, without the diagonalisation
	multiply    = "operations of a product of xi and a vector"
)

var forms = []study.Friction{study.Scalar, study.Diagonal, study.Full}

// extended adds the operations of the friction of a step.
func (s Spec) extended(t *table.Table) {
	for _, k := range forms {
		form, err := dynamics.ParseForm(string(k))
		if err != nil {
			panic("study-costs: " + err.Error())
		}
		for _, d := range s.Extended.D {
			add := func(quantity string, number any, value int) {
				t.AddValue(table.Row{
					"friction": k, "K": number, "d": d, "status": table.OK, "source": table.Exact,
				}, quantity, float64(value))
			}
			for _, number := range s.Extended.K {
				add(perStep, number, operations.Friction{Form: form, Dim: d, K: number}.Step())
			}
			if k == study.Full {
				f := operations.Friction{Form: form, Dim: d, Degree: operations.Degree(d, 1e-3, 1, 1)}
				add(diagonalise, nil, operations.Eigen(d))
				add(bySeries, nil, f.O())
				add(multiply, nil, operations.Product(d))
			}
		}
	}
}
