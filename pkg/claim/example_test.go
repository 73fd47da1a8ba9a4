package claim_test

import (
	"os"

	"adl/pkg/claim"
	"adl/pkg/claim/bound"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

// A criterion is data: two methods are compared at the same n.
func ExampleCriterion() {
	t := table.New("method", "n", "quantity", "value", "stderr", "status")
	add := func(method string, n int, value, stderr float64, status string) {
		t.Measure(table.Row{"method": method, "n": n, "status": status}, "error",
			estimate.Estimate{Value: value, StdErr: stderr})
	}
	add("SGLD", 1, 0.41, 0.02, table.OK)
	add("SGLD", 5, 0.1, 0.01, table.OK)
	add("SGLD", 50, 0.01, 0.02, table.OK)
	add("SGLD", 80, 0.03, 0.01, table.Unmixed)
	add("Langevin", 1, 0.4, 0.01, table.OK)
	add("Langevin", 5, 0.05, 0.01, table.OK)
	add("Langevin", 50, 0.01, 0.01, table.OK)
	add("Langevin", 80, 0.03, 0.01, table.OK)

	c := claim.Criterion{
		Of: "S2.5.1-10", Rows: claim.From("fig03", "method", "SGLD"),
		Over: claim.From("fig03", "method", "Langevin"), By: []string{"n"}, Is: bound.Similar,
		Text: "error of SGLD over that of Langevin dynamics: ",
	}.Claim(&claim.Tables{Tables: map[string]*table.Table{"fig03": t}})
	claim.Printer{W: os.Stdout, Width: 90}.Print([]claim.Part{c})
	// Output:
	//   fails  S2.5.1-10 [section 2.5.1]: SGLD and Langevin dynamics (γ = 1) have very similar
	//       errors.
	//     expected: The ratio of the errors is 0.8 to 1.25 at every point of the grid.
	//     fig03, error of SGLD over that of Langevin dynamics: 1 of 3 points inside, 1 outside,
	//         the farthest 2.00 ± 0.45 (n = 5); not counted: 1 not mixed (n = 80)
	//     reading at profile paper: holds in a range: The ratio is 1.02 to 1.19 for n ≤ 10 of
	//         100, Δt ≤ 0.001; it is 1.25 at n = 10, Δt = 0.002, 1.35 and more at Δt = 0.005,
	//         and up to 32 at n = 95.
}
