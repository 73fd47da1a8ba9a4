package claim_test

import (
	"fmt"
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
		p.Add(claim.Less(e, 0.3, 2), "%.2f at n = %s", e, t.Cell(i, "n"))
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

// The worst of many points, as a ratio of two methods.
func ExamplePairs() {
	t := table.New("method", "n", "value", "stderr")
	for _, r := range []table.Row{
		{"method": "AdL", "n": 1, "value": 0.12, "stderr": 0.01},
		{"method": "AdL", "n": 5, "value": 0.01, "stderr": 0.01},
		{"method": "SGLD", "n": 5, "value": 0.1, "stderr": 0.01},
		{"method": "SGLD", "n": 1, "value": 0.4, "stderr": 0.02},
	} {
		t.Add(r)
	}
	adl := t.Where("method", "AdL")
	var p claim.Parts
	for _, q := range claim.Pairs(adl, t.Where("method", "SGLD"), "n") {
		r := q.Ratio()
		p.Decide(claim.Less(r, 0.5, 2))
		p.NoteLargest(r.Value, "at most %.2f (n = %s)", r, adl.Cell(q.Row, "n"))
	}
	prefix := fmt.Sprintf("error over that of SGLD at %d points, expected below ½: ", p.Decided())
	claim.Print(os.Stdout, []claim.Claim{p.Judge(claim.Claim{
		Name: "below SGLD", Section: "3", Sentence: "AdL reduces the error",
	}, prefix, "no point")})
	// Output:
	//   holds     below SGLD (3): AdL reduces the error
	//             error over that of SGLD at 2 points, expected below ½: at most 0.30 ± 0.03 (n = 1)
}
