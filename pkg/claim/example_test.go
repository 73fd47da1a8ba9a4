package claim_test

import (
	"os"

	"adl/pkg/claim"
	"adl/pkg/table"
)

func Example() {
	t := table.New("n", "value", "stderr", "exact")
	t.Add(table.Row{"n": 1, "value": 0.21, "stderr": 0.02, "exact": 0.25})
	t.Add(table.Row{"n": 5, "value": 0.04, "stderr": 0.01, "exact": 0.05})

	var p claim.Parts
	for i := range t.Len() {
		e := t.Estimate(i)
		p.Add(claim.Less(e, 0.3, 2), "%.2f ± %.2f at n = %s", e.Value, e.StdErr, t.Cell(i, "n"))
	}
	chi := claim.ChiSquareOf(t)
	claim.Print(os.Stdout, []claim.Claim{
		p.Judge(claim.Claim{
			Name: "small", Section: "3", Sentence: "the error is small",
		}, "expected below 0.3: ", "no point"),
		{
			Name: "understood", Section: "3", Sentence: "the error is that of the limit",
			Measured: chi.String(), Verdict: chi.Verdict(),
		},
	})
	// Output:
	//   holds     small (3): the error is small
	//             expected below 0.3: 0.21 ± 0.02 at n = 1, 0.04 ± 0.01 at n = 5
	//   holds     understood (3): the error is that of the limit
	//             χ² = 5 for 2 degrees of freedom
}
