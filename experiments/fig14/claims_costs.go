package main

import (
	"fmt"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/operations"
	"adl/pkg/study"
	"adl/pkg/table"
)

// cost decides the sentence on the operations of the friction.
func cost(t *table.Table) []claim.Claim {
	c := tally{t.Where("source", table.Exact)}
	return []claim.Claim{c.scalar(), c.diagonal(), c.full(), c.series()}
}

// tally looks up counts.
type tally struct{ t *table.Table }

func (c tally) of(quantity string, k study.Friction, number any, d int) float64 {
	conditions := []any{"quantity", quantity, "friction", k, "d", d}
	if number != nil {
		conditions = append(conditions, "K", number)
	}
	x, _ := c.t.Lookup("value", conditions...)
	return x
}

// extra is what a step takes at K beyond K = 0.
func (c tally) extra(k study.Friction, number, d int) float64 {
	return c.of(perStep, k, number, d) - c.of(perStep, k, 0, d)
}

// exponent returns the exponent of y in x, exactly.
func exponent(xs []int, y func(x int) float64) estimate.Estimate {
	var u, v []float64
	for _, x := range xs {
		u, v = append(u, float64(x)), append(v, y(x))
	}
	return claim.Exact(operations.Exponent(u, v))
}

// large is the dimensions from which exponents are taken.
const large = 32

// inDim adds the exponent in d from 32 on.
func inDim(p *claim.Points, want float64, y func(d int) float64, what string) {
	p.Within(exponent(largeDims(), y), want-0.1, want+0.1, "in d, %s", what)
}

func largeDims() (ds []int) {
	for _, d := range costDims {
		if d >= large {
			ds = append(ds, d)
		}
	}
	return ds
}

// extras adds the exponents of what a step takes beyond K = 0: in K for every d, and in d for every
// K.
func (c tally) extras(k study.Friction, inD float64) (p claim.Points) {
	for _, d := range costDims {
		y := func(number int) float64 { return c.extra(k, number, d) }
		p.Within(exponent(costKs[1:], y), 0.9, 1.1, "in K, d = %d", d)
	}
	for _, number := range costKs[1:] {
		inDim(&p, inD, func(d int) float64 { return c.extra(k, number, d) },
			fmt.Sprintf("K = %d", number))
	}
	return p
}

const beyond = "exponents of what a step takes beyond K = 0: "

func (c tally) scalar() claim.Claim {
	p := c.extras(study.Scalar, 0)
	x := p.Judge(claim.Of("S4.2-5", "a"), beyond)
	d := costDims[len(costDims)-1]
	x.Measured += fmt.Sprintf("; K = 35 adds %.0f operations for every d, and |p|² at K = 0 takes "+
		"%d for d = %d", c.extra(study.Scalar, 35, d), 2*2*d, d)
	return x
}

func (c tally) diagonal() claim.Claim {
	p := c.extras(study.Diagonal, 1)
	return p.Judge(claim.Of("S4.2-5", "b"), beyond)
}

func (c tally) full() claim.Claim {
	p := c.extras(study.Full, 2)
	diagonal := func(d int) float64 { return c.of(diagonalise, study.Full, nil, d) }
	inDim(&p, 3, diagonal, "diagonalisation")
	x := p.Judge(claim.Of("S4.2-5", "c"),
		"exponents of what a step takes beyond K = 0, and of the diagonalisation: ")
	d := costDims[len(costDims)-1]
	x.Measured += fmt.Sprintf("; at d = %d, K = 35 adds %.2g operations, and the diagonalisation "+
		"takes %.2g", d, c.extra(study.Full, 35, d), diagonal(d))
	return x
}

func (c tally) series() claim.Claim {
	var p claim.Points
	for _, q := range []struct{ quantity, name string }{
		{multiply, "a product"}, {serial, "the O step"},
	} {
		inDim(&p, 2, func(d int) float64 { return c.of(q.quantity, study.Full, nil, d) }, q.name)
	}
	d := costDims[len(costDims)-1]
	x := p.Judge(claim.Of("S4.2-5", "d"), "exponents of the O step by power series in ξ, whose mean "+
		"and covariance are those by diagonalisation to 1e-10 (TestDegree): ")
	x.Measured += fmt.Sprintf("; at d = %d it takes %.2g of the operations of the diagonalisation", d,
		c.of(serial, study.Full, nil, d)/c.of(diagonalise, study.Full, nil, d))
	return x
}
