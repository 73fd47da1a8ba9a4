package main

import (
	"fmt"
	"strings"

	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/table"
)

// claims evaluates what section 4.4 says about Figure 15. What it says about the bias stands with Figure 14.
func claims(s Spec, t *table.Table) []experiment.Claim {
	const section = "4.4"
	t = t.Where("quantity", "projection error", "friction", exact.Full).Sort("K")
	decays := experiment.Claim{
		Name: "decays with K", Section: section,
		Sentence: "the projection error decays when K is increased",
		Measured: "wants coefficients that are full matrices", Verdict: experiment.Undecided,
	}
	dramatic := decays
	dramatic.Name, dramatic.Sentence = "dramatic decrease", "it decays similarly to the bias, which has a dramatic decrease at K = 15"
	if t.Len() > 1 {
		var parts []string
		decays.Verdict = experiment.Holds
		for i := range t.Len() {
			parts = append(parts, fmt.Sprintf("%.4f at K = %s", t.Float(i, "value"), t.Cell(i, "K")))
			if i > 0 {
				decays.Verdict = experiment.Worse(decays.Verdict, experiment.Less(t.Float(i, "value"), 0, t.Float(i-1, "value"), 1))
			}
		}
		decays.Measured = strings.Join(parts, ", ")
	}
	if t.Len() > 2 {
		r := t.Float(2, "value") / t.Float(0, "value")
		dramatic.Measured = fmt.Sprintf("%.3f of the error at K = 0 is left at K = %s, and %.3f at K = %s; dramatic if the former is below 0.1, and below a third of the latter",
			r, t.Cell(2, "K"), t.Float(1, "value")/t.Float(0, "value"), t.Cell(1, "K"))
		dramatic.Verdict = experiment.Worse(experiment.Less(r, 0, 0.1, 1), experiment.Less(t.Float(2, "value"), 0, t.Float(1, "value")/3, 1))
	}
	return []experiment.Claim{decays, dramatic}
}
