package simulate

import (
	"fmt"

	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/table"
)

// Rows adds what a run says about ξ, each a copy of row with
//
//	xi ij      the mean of an entry, beside its frozen value (exact.Friction.MeanXi) where there is one
//	var xi ij  its variance, beside that of the law of lemma lemmeADL: 1/η, or 1/(2η) off the diagonal of a full ξ, which stays symmetric
//
// where ij is 11, 12, … or, for a scalar friction, empty. mean is Σ̄.
func (a AdL) Rows(t *table.Table, row table.Row, x *Samples, mean []float64) {
	eps := row["epsilon"].(float64)
	dt := row["dt"].(float64)
	d := len(x.S1)
	frozen, ok := a.Kind.MeanXi(mean, eps, a.Gamma, dt)
	add := func(quantity string, e estimate.Estimate, exact any) {
		row["quantity"], row["value"], row["stderr"], row["exact"] = quantity, e.Value, e.StdErr, exact
		t.Add(row)
	}
	for n := range x.X1 {
		i, j, name := entry(a.Kind, n, d)
		var want any
		if ok {
			want = frozen[i*d+j]
		}
		b := x.Xi(n)
		add("xi"+name, b.Mean(), want)
		v := 1 / a.Eta
		if i != j {
			v = 0.5 / a.Eta
		}
		add("var xi"+name, b.Variance(), v)
	}
}

// entry is where a row of ξ stands in the matrix, and the words for it.
func entry(f exact.Friction, n, d int) (i, j int, name string) {
	switch f {
	case exact.Scalar:
		return 0, 0, ""
	case exact.Diagonal:
		return n, n, fmt.Sprintf(" %d%d", n+1, n+1)
	}
	for i := range d {
		if n < d-i {
			return i, i + n, fmt.Sprintf(" %d%d", i+1, i+n+1)
		}
		n -= d - i
	}
	panic("simulate: ξ has no such row")
}
