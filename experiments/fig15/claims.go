package main

import (
	"adl/pkg/claim"
	"adl/pkg/study"
	"adl/pkg/table"
)

// claims decides the sentences about Figure 15, but for those about the bias, which are in Figure 14.
func claims(s Spec, t *table.Table) []claim.Claim {
	t = t.Where("quantity", "projection error", "friction", study.Full).Sort("K")
	return []claim.Claim{decays(t), dramatic(t)}
}

func decays(t *table.Table) claim.Claim {
	var p claim.Parts
	for i := range t.Len() {
		if i > 0 {
			p.Decide(claim.Less(t.Estimate(i), t.Float(i-1, "value"), 1))
		}
		p.Note("%.4f at K = %s", t.Float(i, "value"), t.Cell(i, "K"))
	}
	return p.Judge(claim.Claim{
		Name:     "decays with K",
		Sentence: "the projection error decays when K is increased",
	}, "", missing)
}

func dramatic(t *table.Table) claim.Claim {
	var p claim.Parts
	if t.Len() > 2 {
		zero, one, two := t.Float(0, "value"), t.Float(1, "value"), t.Float(2, "value")
		p.Decide(claim.Less(claim.Exact(two/zero), 0.1, 1))
		p.Add(claim.Less(claim.Exact(two), one/3, 1),
			"%.3f of the error at K = 0 is left at K = %s, and %.3f at K = %s; "+
				"dramatic if the former is below 0.1, and below a third of the latter",
			two/zero, t.Cell(2, "K"), one/zero, t.Cell(1, "K"))
	}
	return p.Judge(claim.Claim{
		Name:     "dramatic decrease",
		Sentence: "it decays similarly to the bias, which has a dramatic decrease at K = 15",
	}, "", missing)
}

const missing = "needs coefficients that are full matrices"
