package table

import (
	"maps"
	"math"

	"adl/pkg/estimate"
)

// Measure appends a copy of row with a measured quantity: its name, value and stderr and, if given
// and not NaN, its exact value in the column exact. Measure panics as [Table.Add] does, also if
// exact is a number and the table has no such column.
func (t *Table) Measure(row Row, quantity string, e estimate.Estimate, exact ...float64) {
	r := measured(row, quantity, e)
	for _, x := range exact {
		if !math.IsNaN(x) {
			r["exact"] = x
		}
	}
	t.Add(r)
}

// AddValue appends a copy of row with a quantity that has no standard error: stderr is 0.
func (t *Table) AddValue(row Row, quantity string, value float64) {
	t.Measure(row, quantity, estimate.Estimate{Value: value})
}

// MeasureL1 appends a copy of row with an L¹ distance: its value is the distance corrected for
// noise. The columns raw and floor hold the uncorrected distance and the distance that noise alone
// would give.
func (t *Table) MeasureL1(row Row, quantity string, l estimate.L1) {
	r := measured(row, quantity, estimate.Estimate{Value: l.Corrected, StdErr: l.StdErr})
	r["raw"], r["floor"] = l.Raw, l.Floor
	t.Add(r)
}

func measured(row Row, quantity string, e estimate.Estimate) Row {
	r := make(Row, len(row)+6)
	maps.Copy(r, row)
	r["quantity"], r["value"], r["stderr"] = quantity, e.Value, e.StdErr
	delete(r, "exact")
	return r
}

// Estimate returns value ± stderr of row i, NaN where a cell is absent.
func (t *Table) Estimate(i int) estimate.Estimate {
	return estimate.Estimate{Value: t.Float(i, "value"), StdErr: t.Float(i, "stderr")}
}
