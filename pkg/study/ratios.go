package study

import (
	"adl/pkg/estimate"
	"adl/pkg/table"
)

// Ratios returns the errors of a over those of b at the same Δt and ε(n), with the status of b
// where that of a is ok. Where the error of b is within its noise, the least ratio is known only.
func Ratios(a, b *table.Table) (ratios, least *table.Table) {
	columns := []string{"dt", "epsilon", "value", "stderr", "status", "source"}
	ratios, least = table.New(columns...), table.New(columns...)
	for i := range a.Len() {
		at := b.Where("dt", a.Cell(i, "dt"), "epsilon", a.Cell(i, "epsilon"),
			"source", a.Cell(i, "source"))
		if at.Len() == 0 {
			continue
		}
		status := a.Cell(i, "status")
		if other := at.Cell(0, "status"); status == table.OK || !Drawn(other) {
			status = other
		}
		row := table.Row{
			"dt": a.Cell(i, "dt"), "epsilon": a.Cell(i, "epsilon"), "status": status,
			"source": a.Cell(i, "source"),
		}
		x, y := a.Estimate(i), at.Estimate(0)
		if most, bound := Bound(y, false); bound && Drawn(status) {
			if l := float64(x.Value - float64(2*x.StdErr)); l > 0 {
				row["value"] = l / most
				least.Add(row)
			}
			continue
		}
		ratio := estimate.Ratio(x, y)
		row["value"], row["stderr"] = ratio.Value, ratio.StdErr
		ratios.Add(row)
	}
	return ratios, least
}
