package claim_test

import (
	"os"

	"adl/pkg/claim"
	"adl/pkg/table"
)

func Example() {
	t := table.New("method", "n", "value", "stderr", "status")
	for _, r := range []table.Row{
		{"method": "SGLD", "n": 1, "value": 0.41, "stderr": 0.02, "status": table.OK},
		{"method": "SGLD", "n": 5, "value": 0.1, "stderr": 0.01, "status": table.OK},
		{"method": "SGLD", "n": 50, "value": 0.01, "stderr": 0.02, "status": table.OK},
		{"method": "SGLD", "n": 80, "value": 0.03, "stderr": 0.01, "status": table.Unmixed},
		{"method": "Langevin", "n": 1, "value": 0.4, "stderr": 0.01, "status": table.OK},
		{"method": "Langevin", "n": 5, "value": 0.05, "stderr": 0.01, "status": table.OK},
		{"method": "Langevin", "n": 50, "value": 0.01, "stderr": 0.01, "status": table.OK},
		{"method": "Langevin", "n": 80, "value": 0.03, "stderr": 0.01, "status": table.OK},
	} {
		t.Add(r)
	}
	p := claim.Points{Replicas: 64}
	sgld := t.Where("method", "SGLD")
	for _, q := range claim.Pairs(sgld, t.Where("method", "Langevin"), "n") {
		if s := sgld.Cell(q.Row, "status"); s != table.OK {
			p.Exclude(s, "n = %s", sgld.Cell(q.Row, "n"))
			continue
		}
		p.RatioWithin(q.A, q.B, 0.8, 1.25, "n = %s", sgld.Cell(q.Row, "n"))
	}
	c := p.Judge(claim.Of("S2.5.1-10", ""), "measured error of SGLD over that of Langevin dynamics: ")
	c = claim.Because(c, claim.Parameters, "holds for n = 1")
	claim.Printer{W: os.Stdout, Width: 90}.Print([]claim.Claim{c})
	// Output:
	//   fails (parameters)  S2.5.1-10 [section 2.5.1]: SGLD and Langevin dynamics (γ = 1) have
	//       very similar errors.
	//     expected: 0.8 to 1.25 at every point of the grid
	//     measured error of SGLD over that of Langevin dynamics: 1 of 3 points inside, 1
	//         outside, the farthest 2 ± 0.4 (n = 5); not counted: unmixed n = 80; parameters:
	//         holds for n = 1
	//     reading at profile paper: holds in a range: Ratio 1.02 to 1.19 for n ≤ 10 of 100, Δt ≤
	//         0.001; 1.25 at n = 10, Δt = 0.002, 1.35 and more at Δt = 0.005, up to 32 at n =
	//         95.
}
